"""Reads the rows of Rust by key, writes rows for it, and looks at what each read asked.

Arguments: a JSON file with the keys, the connection string.
"""

import datetime
import json
import sys

import ydb

import keys
from values import value

T = ydb.PrimitiveType


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        tables = json.load(file)
    endpoint, database = sys.argv[2].removeprefix("grpc://").split("/", 1)
    database = f"/{database}"
    config = ydb.DriverConfig(endpoint, database, credentials=ydb.AnonymousCredentials())
    with ydb.Driver(config) as driver:
        driver.wait(timeout=5, fail_fast=True)
        with ydb.QuerySessionPool(driver) as pool:
            layouts(driver, database)
            for table in tables:
                rows(pool, database, getattr(keys, table["key"]), table)
            messages(pool)


def ask(pool, text, parameters=None):
    results = pool.execute_with_retries(*keys.query(text, parameters or {}))
    return [row for result in results for row in result.rows]


def layouts(driver, database):
    """The layout line and the key are those of the table, and a difference is an error."""
    try:
        keys.check(driver, database)
    except RuntimeError as error:
        # The tables of this test were created without `apply`, which stores the layout.
        assert "has no layout" in str(error), error
    else:
        raise AssertionError("a table without a layout was accepted")
    for key in keys.KEYS:
        driver.table_client.alter_table(
            f"{database}/{key.PATH}", alter_attributes={"ydb_keys.layout": key.LAYOUT}
        )
    keys.check(driver, database)
    table = driver.table_client.describe_table(f"{database}/feed")
    table.attributes["ydb_keys.layout"] = "v1: id Uint64"
    for key, part in [(keys.FeedKey, "v1: id Uint64"), (keys.EverythingKey, "has the key")]:
        try:
            keys.check_table(key, table)
        except RuntimeError as error:
            assert part in str(error), error
        else:
            raise AssertionError(f"{key} was accepted")


def partitions(pool, database, table):
    path = f"{database}/{table.PATH}"
    text = f"SELECT PartIdx, RowReads + RangeReadRows AS n FROM `.sys/partition_stats` WHERE Path = '{path}'"
    return {row.PartIdx: row.n for row in ask(pool, text)}


def rows(pool, database, Key, data):
    def key_of(texts):
        return Key(*map(value, data["columns"], texts))

    theirs = "from another language"
    for texts in data["write"]:
        key = key_of(texts)
        ask(
            pool,
            f"UPSERT INTO {key.TABLE} ({key.COLUMNS}, note) VALUES ({key.VALUES}, $note)",
            {**key.parameters(), "$note": (theirs, T.Utf8)},
        )
    for texts, note in [(t, "from Rust") for t in data["read"]] + [(t, theirs) for t in data["write"]]:
        key = key_of(texts)
        before = partitions(pool, database, Key)
        assert len(before) == 16, before
        where = key.point()
        (row,) = ask(pool, f"SELECT note, hash, utf8 FROM {key.TABLE} WHERE {where.text}", where.parameters)
        assert (row.note, row.hash, row.utf8) == (note, key.hash, key.utf8), row
        after = partitions(pool, database, Key)
        touched = [part for part in after if after[part] != before[part]]
        # The first four bits of the hash are the number of the partition.
        assert touched == [key.hash >> 60], (touched, key.hash)


def messages(pool):
    start = datetime.datetime(2024, 5, 6, 7, 8, 9, tzinfo=datetime.timezone.utc)
    micro = datetime.timedelta(microseconds=1)
    for id in range(20, 30):
        key = keys.FeedKey(start + id * micro, id)
        assert key.at == 1_714_979_289_000_000 + id
        ask(
            pool,
            f"UPSERT INTO {key.TABLE} ({key.COLUMNS}, size) VALUES ({key.VALUES}, $size)",
            {**key.parameters(), "$size": (id, T.Uint32)},
        )
        where = key.point()
        assert len(ask(pool, f"SELECT id FROM feed WHERE {where.text}", where.parameters)) == 1

    def ids(where, source="feed"):
        text = f"SELECT id FROM {source} WHERE {where.text} ORDER BY id"
        return [row.id for row in ask(pool, text, where.parameters)]

    assert ids(keys.FeedKey.range_at(at_least=start + 5 * micro, below=start + 25 * micro)) == list(range(5, 25))
    assert ids(keys.FeedKey.range_at(below=1_714_979_289_000_003)) == [0, 1, 2]
    assert ids(keys.FeedKey.range_at(at_least=0)) == list(range(30))
    refused(ValueError, keys.FeedKey.range_at)
    assert ids(keys.FeedKey.range_id(start + 7 * micro, at_least=3)) == [7]
    assert ids(keys.FeedKey.range_id(start + 7 * micro, below=7)) == []
    # Through the index, whose bucket is computed otherwise than that of the key.
    by_size = "feed VIEW by_size"
    assert ids(keys.FeedKey.by_size_range_size(at_least=5, below=25), by_size) == list(range(5, 25))
    assert ids(keys.FeedKey.by_size_range_size(below=3), by_size) == [0, 1, 2]
    refused(ValueError, keys.FeedKey.by_size_range_size)
    refused(ValueError, lambda: keys.FeedKey.by_size_range_size(below=-1))
    named = keys.NamesKey.range_id(b"bytes", 1, 2, 3, 4, at_least=5)
    assert [value for value, _ in named.parameters.values()] == [[0, 1, 2, 3], b"bytes", 1, 2, 3, 4, 5], named
    assert ids(named, "names") == []
    refused(ValueError, lambda: keys.FeedKey(start, -1))
    refused(ValueError, lambda: keys.FeedKey(start, 2**64))
    refused(TypeError, lambda: keys.FeedKey(start, "1"))
    refused(ValueError, lambda: keys.FeedKey(datetime.datetime(1969, 1, 1), 1))
    assert keys.FeedKey(start.replace(tzinfo=None), 1) == keys.FeedKey(start, 1)


def refused(error, call):
    try:
        call()
    except error:
        return
    raise AssertionError("it was accepted")


main()
