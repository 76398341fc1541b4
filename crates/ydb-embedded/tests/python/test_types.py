"""Values of every type, sent as parameters and read back."""

import datetime
import decimal
import json
import uuid
import zoneinfo

import ydb
from ydb import PrimitiveType as T

from base import Case

UTC = datetime.timezone.utc

# Name in YQL, type of the SDK, values; those of one type are distinguished by their order.
VALUES = [
    ("Bool", T.Bool, [True, False]),
    ("Int8", T.Int8, [-(2**7), 2**7 - 1]),
    ("Int16", T.Int16, [-(2**15), 2**15 - 1]),
    ("Int32", T.Int32, [-(2**31), 2**31 - 1]),
    ("Int64", T.Int64, [-(2**63), 2**63 - 1]),
    ("Uint8", T.Uint8, [0, 2**8 - 1]),
    ("Uint16", T.Uint16, [0, 2**16 - 1]),
    ("Uint32", T.Uint32, [0, 2**32 - 1]),
    ("Uint64", T.Uint64, [0, 2**64 - 1]),
    ("Float", T.Float, [0.0, -1.5]),
    ("Double", T.Double, [0.1, -1e300]),
    ("Decimal(22,9)", ydb.DecimalType(22, 9), [decimal.Decimal("-12345.678900001"), decimal.Decimal("0")]),
    # The SDK rounds to Python's default of 28 digits.
    ("Decimal(35,10)", ydb.DecimalType(35, 10), [decimal.Decimal("-123456789012345678.9876543210")]),
    ("DyNumber", T.DyNumber, [".123e5"]),
    ("String", T.String, [b"", b"\x00\xff"]),
    ("Utf8", T.Utf8, ["", "prix: 5 \u20ac, \U0001f600"]),
    ("Json", T.Json, ['{"b": 1, "a": [null, 1.5]}']),
    ("JsonDocument", T.JsonDocument, ['{"a":[null,1.5],"b":1}']),
    ("Yson", T.Yson, [b"{a=1;b=[2;3]}"]),
    ("Uuid", T.UUID, [uuid.UUID("f81d4fae-7dec-41d0-a765-00a0c91e6bf6")]),
    ("Date", T.Date, [datetime.date(1970, 1, 1), datetime.date(2105, 12, 31)]),
    ("Datetime", T.Datetime, [datetime.datetime(2024, 5, 6, 7, 8, 9)]),
    ("Timestamp", T.Timestamp, [datetime.datetime(2024, 5, 6, 7, 8, 9, 123456)]),
    ("Interval", T.Interval, [datetime.timedelta(days=-3, microseconds=1)]),
    ("Date32", T.Date32, [datetime.date(1, 1, 1), datetime.date(9999, 12, 31)]),
    ("Datetime64", T.Datetime64, [datetime.datetime(1812, 9, 7, 12)]),
    ("Timestamp64", T.Timestamp64, [datetime.datetime(1812, 9, 7, 12, 0, 0, 1)]),
    ("Interval64", T.Interval64, [datetime.timedelta(days=-99999, microseconds=7)]),
]

LONDON = zoneinfo.ZoneInfo("Europe/London")
TZ_VALUES = [
    ("TzDate", T.TzDate, datetime.datetime(2024, 5, 6, tzinfo=LONDON)),
    ("TzDatetime", T.TzDatetime, datetime.datetime(2024, 5, 6, 7, 8, 9, tzinfo=LONDON)),
    ("TzTimestamp", T.TzTimestamp, datetime.datetime(2024, 5, 6, 7, 8, 9, 10, tzinfo=LONDON)),
]


def native(value):
    """The value as the SDK returns it: documents are parsed."""
    return json.loads(value) if isinstance(value, str) and value.startswith("{") else value


class Types(Case):
    def test_a_parameter_comes_back(self):
        for name, ty, values in VALUES:
            for value in values:
                with self.subTest(name, value=value):
                    (row,) = self.ask(f"DECLARE $v AS {name}; SELECT $v AS v", {"$v": (value, ty)})
                    self.assertEqual(row.v, native(value))

    def test_an_optional_parameter_comes_back(self):
        for name, ty, values in VALUES:
            with self.subTest(name):
                optional = ydb.OptionalType(ty)
                rows = self.ask(
                    f"DECLARE $some AS {name}?; DECLARE $none AS {name}?; SELECT $some AS some, $none AS none",
                    {"$some": (values[0], optional), "$none": (None, optional)},
                )
                self.assertEqual((rows[0].some, rows[0].none), (native(values[0]), None))

    def test_a_column_keeps_the_value(self):
        for name, ty, values in VALUES:
            with self.subTest(name):
                table = self.table(f"id Int32 NOT NULL, v {name}, PRIMARY KEY (id)")
                for id, value in enumerate(values):
                    self.run_query(
                        f"DECLARE $id AS Int32; DECLARE $v AS {name}; UPSERT INTO {table} (id, v) VALUES ($id, $v)",
                        {"$id": (id, T.Int32), "$v": (value, ty)},
                    )
                rows = self.ask(f"SELECT v FROM {table} ORDER BY id")
                self.assertEqual([row.v for row in rows], [native(value) for value in values])

    def test_types_with_a_time_zone(self):
        for name, ty, value in TZ_VALUES:
            with self.subTest(name):
                (row,) = self.ask(f"DECLARE $v AS {name}; SELECT $v AS v", {"$v": (value, ty)})
                self.assertEqual(row.v, value)

    def test_types_are_guessed_from_plain_values(self):
        (row,) = self.ask("SELECT $i AS i, $s AS s, $b AS b", {"$i": 5, "$s": "text", "$b": True})
        self.assertEqual((row.i, row.s, row.b), (5, "text", True))

    def test_containers(self):
        numbers = ydb.ListType(T.Int64)
        pair = ydb.TupleType().add_element(T.Int32).add_element(ydb.OptionalType(T.Utf8))
        struct = ydb.StructType().add_member("x", T.Int32).add_member("y", ydb.OptionalType(T.Double))
        by_name = ydb.DictType(T.Utf8, T.Uint32)
        (row,) = self.ask(
            """
            DECLARE $l AS List<Int64>; DECLARE $t AS Tuple<Int32, Utf8?>; DECLARE $d AS Dict<Utf8, Uint32>;
            DECLARE $s AS Struct<x: Int32, y: Double?>;
            SELECT $l AS l, $t AS t, $s AS s, $d AS d
            """,
            {
                "$l": ([1, -2], numbers),
                "$t": ((1, None), pair),
                "$s": ({"x": 3, "y": 0.5}, struct),
                "$d": ({"a": 1, "b": 2}, by_name),
            },
        )
        self.assertEqual((row.l, row.t, row.d), ([1, -2], (1, None), {"a": 1, "b": 2}))
        self.assertEqual((row.s.x, row.s.y), (3, 0.5))

    def test_rows_as_one_parameter(self):
        table = self.table("id Uint64 NOT NULL, note Utf8, at Timestamp, PRIMARY KEY (id)")
        row_type = ydb.StructType()
        row_type.add_member("id", T.Uint64)
        row_type.add_member("note", ydb.OptionalType(T.Utf8))
        row_type.add_member("at", ydb.OptionalType(T.Timestamp))
        rows = [
            {"id": 1, "note": "one", "at": datetime.datetime(2024, 1, 1)},
            {"id": 2, "note": None, "at": None},
        ]
        self.run_query(
            f"DECLARE $rows AS List<Struct<id: Uint64, note: Utf8?, at: Timestamp?>>;"
            f"UPSERT INTO {table} SELECT * FROM AS_TABLE($rows)",
            {"$rows": (rows, ydb.ListType(row_type))},
        )
        self.assertEqual([dict(row) for row in self.ask(f"SELECT * FROM {table} ORDER BY id")], rows)

    def test_times_with_a_zone_are_sent_as_utc(self):
        at = datetime.datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)
        (row,) = self.ask("DECLARE $v AS Timestamp; SELECT $v AS v", {"$v": (at, T.Timestamp)})
        self.assertEqual(row.v, at.replace(tzinfo=None))
