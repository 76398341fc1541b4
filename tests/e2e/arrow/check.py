"""Reads with pyarrow the Arrow messages that a load sends, and compares them with values written by hand.

    ARROW_BLESS=1 cargo test -p e2e-tests --test e2e -- bulk_arrow   # writes the messages anew
    pip install pyarrow && python3 tests/e2e/arrow/check.py          # prints "ok"
"""

import pathlib

import pyarrow as pa

HERE = pathlib.Path(__file__).parent

# name: type, value in both rows that are not NULL
COLUMNS = {
    "bool_": (pa.uint8(), 1),
    "int8": (pa.int8(), -8),
    "int16": (pa.int16(), -16),
    "int32": (pa.int32(), -32),
    "int64": (pa.int64(), -64),
    "uint8": (pa.uint8(), 8),
    "uint16": (pa.uint16(), 16),
    "uint32": (pa.uint32(), 32),
    "uint64": (pa.uint64(), 2**64 - 1),
    "float": (pa.float32(), 0.5),
    "double": (pa.float64(), -0.25),
    # -1.5 with nine digits after the point
    "decimal": (pa.binary(16), (-1_500_000_000).to_bytes(16, "little", signed=True)),
    "any": (pa.binary(), b"-12.5"),
    "bytes": (pa.binary(), b"\x00\xff"),
    "utf8": (pa.utf8(), "слово"),
    "json": (pa.utf8(), '{"a":1}'),
    "document": (pa.utf8(), "[1,2]"),
    "yson": (pa.binary(), b"<a=1>[2]"),
    # 00112233-4455-6677-8899-aabbccddeeff: the first three groups are turned round
    "uuid": (pa.binary(16), bytes.fromhex("33221100554477668899aabbccddeeff")),
    "date": (pa.uint16(), 3),
    "datetime": (pa.uint32(), 3 * 86_400 + 7),
    "timestamp": (pa.timestamp("us"), (3 * 86_400 + 7) * 1_000_000 + 11),
    "interval": (pa.duration("us"), -5),
    "date32": (pa.int32(), -2),
    "datetime64": (pa.int64(), -2 * 86_400 + 1),
    "timestamp64": (pa.int64(), -3),
    "interval64": (pa.int64(), 6),
}



def plain(column):
    """Times as the numbers that they are stored as."""
    if pa.types.is_timestamp(column.type) or pa.types.is_duration(column.type):
        column = column.cast(pa.int64())
    return column.to_pylist()


def main():
    schema = pa.ipc.read_schema(pa.BufferReader((HERE / "kinds.schema").read_bytes()))
    batch = pa.ipc.read_record_batch(pa.BufferReader((HERE / "kinds.batch").read_bytes()), schema)
    batch.validate(full=True)
    assert schema.names == ["hash", "id", *COLUMNS], schema.names
    assert schema.field("hash") == pa.field("hash", pa.uint64(), nullable=False)
    assert schema.field("id") == pa.field("id", pa.uint32(), nullable=False)
    hashes, ids = batch.column("hash").to_pylist(), batch.column("id").to_pylist()
    assert sorted(ids) == [1, 2, 3] and hashes == sorted(hashes), (ids, hashes)
    for name, (kind, value) in COLUMNS.items():
        assert schema.field(name) == pa.field(name, kind), schema.field(name)
        found = dict(zip(ids, plain(batch.column(name))))
        assert found == {1: None, 2: value, 3: value}, (name, found)
    print("ok")


main()
