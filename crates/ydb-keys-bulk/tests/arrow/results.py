"""Results as YDB sends them in Arrow, written by pyarrow; src/decode/tests/pyarrow.rs reads them.

    pip install pyarrow==26.0.1 && python3 crates/ydb-keys-bulk/tests/arrow/results.py     # writes results.txt

Values are written the same way here and in the test: numbers, times and the scaled numbers of Decimals in decimal, floats
as their bits in hex, Uuids as their text, everything else as x and its bytes in hex.
"""

import pathlib
import struct
import uuid

import pyarrow as pa

HERE = pathlib.Path(__file__).parent
SIXTEEN = pa.binary(16)


class Column:
    """A column: its type in YDB, its type in Arrow, and its values."""

    def __init__(self, ydb, arrow, values):
        self.ydb, self.arrow, self.values = ydb, arrow, values

    def array(self):
        return pa.array([self.sent(value) for value in self.values], self.arrow)

    def sent(self, value):
        if isinstance(value, uuid.UUID):
            return value.bytes_le
        if self.ydb.startswith("Decimal") and value is not None:
            return value.to_bytes(16, "little", signed=True)
        return value

    def shown(self):
        return " ".join(self.text(value) for value in self.values)

    def text(self, value):
        if value is None:
            return "null"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return struct.pack(">f" if self.ydb == "Float" else ">d", value).hex()
        if isinstance(value, uuid.UUID):
            return str(value)
        return "x" + (value.encode() if isinstance(value, str) else value).hex()


def key(rows):
    return Column("Uint64", pa.uint64(), list(range(rows)))


NUMBERS = {
    "b": Column("Bool", pa.uint8(), [1, 0, None]),
    "i8": Column("Int8", pa.int8(), [-128, 127, None]),
    "i16": Column("Int16", pa.int16(), [-(2**15), 2**15 - 1, None]),
    "i32": Column("Int32", pa.int32(), [-(2**31), 2**31 - 1, None]),
    "i64": Column("Int64", pa.int64(), [-(2**63), 2**63 - 1, None]),
    "u8": Column("Uint8", pa.uint8(), [0, 255, None]),
    "u16": Column("Uint16", pa.uint16(), [0, 2**16 - 1, None]),
    "u32": Column("Uint32", pa.uint32(), [0, 2**32 - 1, None]),
    "u64": Column("Uint64", pa.uint64(), [0, 2**64 - 1, None]),
    "f": Column("Float", pa.float32(), [1.5, float("-inf"), None]),
    "d": Column("Double", pa.float64(), [-0.0, 1e300, None]),
}

# Results have plain numbers, also where a BulkUpsert takes timestamps and durations.
TIMES = {
    "date": Column("Date", pa.uint16(), [0, 49_672, None]),
    "dt": Column("Datetime", pa.uint32(), [0, 4_291_747_199, None]),
    "ts": Column("Timestamp", pa.uint64(), [0, 4_291_747_199_999_999, None]),
    "iv": Column("Interval", pa.int64(), [-4_291_747_199_999_999, 4_291_747_199_999_999, None]),
    "date32": Column("Date32", pa.int32(), [-53_375_809, 53_375_807, None]),
    "dt64": Column("Datetime64", pa.int64(), [-4_611_669_897_600, 4_611_669_811_199, None]),
    "ts64": Column("Timestamp64", pa.int64(), [-4_611_669_897_600_000_000, 4_611_669_811_199_999_999, None]),
    "iv64": Column("Interval64", pa.int64(), [-9_223_339_708_799_999_999, 9_223_339_708_799_999_999, None]),
}

TEXTS = {
    "s": Column("String", pa.binary(), [b"\x00\xff", b"", None]),
    "u": Column("Utf8", pa.utf8(), ["", "жук 🐞\0", None]),
    "j": Column("Json", pa.utf8(), ['{"a": 1}', "[]", None]),
    "y": Column("Yson", pa.binary(), [b"{a=1}", b"#", None]),
    "jd": Column("JsonDocument", pa.utf8(), ['{"a":[true,null]}', '"t"', None]),
    "dy": Column("DyNumber", pa.utf8(), ["-.125e2", "0", None]),
}

SIXTEENS = {
    "d22": Column("Decimal(22,9)", SIXTEEN, [1_500_000_000, -1, None]),
    "d35": Column("Decimal(35,10)", SIXTEEN, [10**35 - 1, 1 - 10**35, None]),
    "id": Column("Uuid", SIXTEEN, [uuid.UUID("5b99a330-04ef-4f1a-9b64-ba6d5f44eafe"), uuid.UUID(int=0), None]),
}

# As BulkUpsert takes them, and record batches have them.
AS_LOADED = {
    "ts": Column("Timestamp", pa.timestamp("us"), [0, 17, None]),
    "iv": Column("Interval", pa.duration("us"), [-5, 5, None]),
    "jd": Column("JsonDocument", pa.binary(), [b"[1]", b"{}", None]),
    "dy": Column("DyNumber", pa.binary(), [b".15e1", b"0", None]),
}

# More rows than a byte of the validity bitmap has, and than a word.
MANY = {
    "k": key(70),
    "u": Column("Utf8", pa.utf8(), [None if row % 7 == 0 else f"text {row % 3}" for row in range(70)]),
    "i": Column("Int64", pa.int64(), [None if row % 2 else row for row in range(70)]),
}


def some(ids, texts):
    return {"k": Column("Uint64", pa.uint64(), ids), "u": Column("Utf8", pa.utf8(), texts)}


def batch(columns):
    return pa.RecordBatch.from_arrays([column.array() for column in columns.values()], names=list(columns))


def message(made, **options):
    """The record batch message of a stream: what lies between the schema's and the end's."""
    options = pa.ipc.IpcWriteOptions(**options)

    def stream(batches):
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, made.schema, options=options) as writer:
            for each in batches:
                writer.write_batch(each)
        return sink.getvalue().to_pybytes()

    end = 4 if options.use_legacy_format else 8
    return stream([made])[len(stream([])) - end : -end]


def case(name, *batches, schema=None, data=None, refused=None):
    """A schema and the batches after it, and what is found in them, or why they are refused."""
    yield f"== {name}"
    schema = schema if schema is not None else batch(batches[0]).schema.serialize().to_pybytes()
    yield "columns " + "; ".join(f"{name} {column.ydb}" for name, column in batches[0].items())
    yield f"schema {schema.hex()}"
    for each in data or [message(batch(columns)) for columns in batches]:
        yield f"batch {each.hex()}"
    if refused:
        yield f"refused {refused}"
    else:
        for columns in batches:
            yield from (f"found {name} {column.shown()}" for name, column in columns.items())
    yield ""


def bad(name, ydb, arrow, value, refused):
    return case(name, {"k": key(1), "v": Column(ydb, arrow, [value])}, refused=refused)


def cases():
    every = NUMBERS | TIMES | TEXTS | SIXTEENS
    yield from case("every type", every)
    yield from case("as a load sends them", AS_LOADED)
    yield from case("many rows", MANY)
    yield from case("columns in another order", dict(reversed(SIXTEENS.items())))

    # Of the same schema: bitmaps for some NULLs, for none, for nothing else; no rows.
    first, none, only = some([1, 2, 3], ["a", None, "c"]), some([4, 5], ["d", "e"]), some([6], [None])
    yield from case("several batches", first, none, some([], []), only, some([7], [""]))
    yield from case("no rows", some([], []))

    required = pa.schema([pa.field("k", pa.uint64(), False), pa.field("u", pa.utf8(), False)])
    yield from case("without NULL", none, schema=required.serialize().to_pybytes())
    long = batch(some([0, 4, 5, 9], ["zz", "d", "e", "y"]))
    yield from case("a slice", none, data=[message(long.slice(1, 2))])
    yield from case("the older format", first, data=[message(batch(first), use_legacy_format=True)])
    yield from case("metadata of version 4", first, data=[message(batch(first), metadata_version=pa.ipc.MetadataVersion.V4)])
    yield from case("more bytes after the batch", first, data=[message(batch(first)) + b"\x01\x02\x03"])

    for codec in ["lz4", "zstd"]:
        data = [message(batch(first), compression=codec)]
        yield from case(codec, first, data=data, refused="the batch is compressed, which was not requested")
    for name, arrow, value, ty in [
        ("a dictionary", pa.dictionary(pa.int32(), pa.utf8()), "a", "Dictionary(Int32, Utf8)"),
        ("large text", pa.large_utf8(), "a", "LargeUtf8"),
        ("views of text", pa.string_view(), "a", "Utf8View"),
        ("a list", pa.list_(pa.int32()), [1], "List(Int32)"),
        ("a struct", pa.struct([("a", pa.int32())]), {"a": 1}, "Struct(\"a\": Int32)"),
        ("null", pa.null(), None, "Null"),
        ("eight bytes", pa.binary(8), b"12345678", "FixedSizeBinary(8)"),
    ]:
        yield from bad(name, "Utf8", arrow, value, f"the column `v` has the type {ty}")
    for name, ydb, arrow, value, found in [
        ("a number for text", "Utf8", pa.int32(), 1, "Int32"),
        ("a narrower number", "Int64", pa.int32(), 1, "Int32"),
        ("a signed number", "Uint32", pa.int32(), 1, "Int32"),
        ("bytes for text", "Utf8", pa.binary(), b"a", "Binary"),
        ("text for bytes", "String", pa.utf8(), "a", "Utf8"),
        ("text for a Uuid", "Uuid", pa.utf8(), "a", "Utf8"),
        ("sixteen bytes for a String", "String", SIXTEEN, b"1" * 16, "FixedSizeBinary(16)"),
    ]:
        yield from bad(name, ydb, arrow, value, f"the {ydb} column `v` is an array of {found}")
    made = batch(first)
    whole = message(made)
    yield from case("a stream with its schema", first, data=[made.schema.serialize().to_pybytes() + whole],
                    refused="the message is not a record batch")
    yield from case("half a batch", first, data=[whole[:-40]], refused="a column is outside of the message")
    yield from case("half of the metadata", first, data=[whole[:40]], refused="the message is shorter than its header says")
    for name, other in [("a batch with fewer columns", {"k": first["k"]}), ("a batch with more columns", first | {"v": key(3)})]:
        yield from case(name, first, data=[message(batch(other))],
                        refused="the lengths of the columns differ from that of the batch")
    yield from case("a schema with other names", first, schema=batch({"k": first["k"], "v": first["u"]}).schema.serialize().to_pybytes(),
                    refused="the batch does not have the columns of the result")
    yield from case("a schema with more columns", first, schema=batch(first | {"v": key(3)}).schema.serialize().to_pybytes(),
                    data=[message(batch(first | {"v": key(3)}))], refused="the batch does not have the columns of the result")
    for name, offsets, text in [
        ("text that is not UTF-8", [0, 1, 2], b"\xff\xfe"),
        ("offsets outside", [0, 99, 2], b"ab"),
        ("offsets that go back", [1, 0, 2], b"ab"),
    ]:
        buffers = [None, pa.py_buffer(struct.pack("<3i", *offsets)), pa.py_buffer(text)]
        wrong = pa.RecordBatch.from_arrays([batch(none)["k"], pa.Array.from_buffers(pa.utf8(), 2, buffers)], names=["k", "u"])
        yield from case(name, none, data=[message(wrong)], refused="Invalid argument error: ")
    yield from case("a batch for a schema", first, schema=whole, refused="the schema is not valid")


(HERE / "results.txt").write_text("\n".join(line for line in cases()) + "\n")
