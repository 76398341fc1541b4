//! Python: frozen dataclasses, with the packages `ydb` and `xxhash`.
//!
//! Times and intervals become integers in the unit of their YDB type when a key is made, since `datetime` has no time
//! beyond the year 9999; the client takes both. `xxhash` is the binding of the reference implementation, with wheels for
//! every platform and without dependencies.

use std::fmt::Write as _;

use ydb_keys::__internal::ddl::Name;
use ydb_keys::YdbType;
use ydb_keys::schema::HashFunction;

use super::common::{
    MARK, Names, columns, computes, has_input, is_bytes, is_interval, join, limits, literal, point, range, rows_of,
    stored, unit, values,
};
use super::name::{snake, types};
use super::table::{AT_LEAST, BELOW, Computed, KeyTable, Range};

/// Names that a column's field may not have: keywords, and what the classes define or use themselves.
const RESERVED: &str = "and as assert async await break class continue def del elif else except finally for from global \
                        if import in is lambda nonlocal not or pass raise return try while with none true false self \
                        parameters point at_least below fixed cls date datetime timedelta ydb list range str";

pub(super) fn refuses(ty: YdbType) -> Option<&'static str> {
    match ty {
        YdbType::Decimal { precision: 29.., .. } => Some("Python's client rounds to 28 digits"),
        _ => None,
    }
}

/// The head of a file.
const HEAD: &str = r#"
from __future__ import annotations

{imports}

class Condition(NamedTuple):
    """What is written after WHERE, and its parameters."""

    text: str
    parameters: dict[str, tuple[Any, Any]]


def query(text: str, parameters: dict[str, tuple[Any, Any]]) -> tuple[str, dict[str, tuple[Any, Any]]]:
    """The arguments of `execute_with_retries`: the text with a DECLARE for each parameter, which some servers need."""
    names = {name: str(ty).replace("UUID", "Uuid") for name, (_, ty) in parameters.items()}
    return "".join(f"DECLARE {name} AS {ty};\n" for name, ty in names.items()) + text, parameters


def check(driver: ydb.Driver, directory: str) -> None:
    """Fails if a table has another layout than this file computes. `directory` is that of the tables, often the database.

    Call it at start-up. With another layout, reads by key would miss rows, and writes would duplicate them.
    """
    for key in KEYS:
        check_table(key, driver.table_client.describe_table(f"{directory}/{key.PATH}"))


def check_table(key: type, table: ydb.TableSchemeEntry) -> None:
    """Fails if the description of one table has another layout."""
    cure = "write this file again with `ydb-keys keys`, or use the version of it that the table was made for"
    if list(table.primary_key) != key.PRIMARY_KEY:
        raise RuntimeError(f"`{key.PATH}` has the key {list(table.primary_key)}, not {key.PRIMARY_KEY}; {cure}")
    layout = table.attributes.get("ydb_keys.layout")
    if layout is None and key.COMPUTED:
        raise RuntimeError(f"`{key.PATH}` has no layout, so its hashes may be others; run `apply` of its program")
    if layout not in (None, key.LAYOUT):
        raise RuntimeError(f"`{key.PATH}` has the layout\n  {layout}\nnot\n  {key.LAYOUT}\n{cure}")


def _range(condition: Condition, column: str, type: Any, at_least: Any, below: Any) -> Condition:
    """Adds the bounds of a column; None is no bound."""
    words, parameters = [condition.text] if condition.text else [], dict(condition.parameters)
    for sign, name, bound in ((">=", "$at_least", at_least), ("<", "$below", below)):
        if bound is not None:
            words.append(f"{column} {sign} {name}")
            parameters[name] = (bound, type)
    return Condition(" AND ".join(words), parameters)
"#;

const XXH3_FRAMED: &str = r#"

def _framed(data: bytes) -> bytes:
    """A Utf8 or a String among several columns."""
    return _pack("<I", len(data)) + data
"#;

const NUMERIC_HASH: &str = r#"

def _numeric_hash(x: int) -> int:
    x &= _MASK
    x = (x + ~(x << 32)) & _MASK
    x ^= x >> 22
    x = (x + ~(x << 13)) & _MASK
    x ^= x >> 8
    x = (x + (x << 3)) & _MASK
    x ^= x >> 15
    x = (x + ~(x << 27)) & _MASK
    return x ^ (x >> 31)
"#;

const INT_HASH64: &str = r#"

def _int_hash64(x: int) -> int:
    x = (x & _MASK) ^ 0x4CF2D2BAAE6DA887
    x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD & _MASK
    x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53 & _MASK
    return x ^ (x >> 33)
"#;

const OF: &str = r#"

def _of(value: Any, type: type) -> Any:
    if not isinstance(value, type):
        raise TypeError(f"{value!r} is not of type {type.__name__}")
    return value
"#;

const INT: &str = r#"

def _int(value: int, least: int, greatest: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not an integer")
    if not least <= value <= greatest:
        raise ValueError(f"{value} is not from {least} to {greatest}")
    return value
"#;

const TIME: &str = r#"

def _time(value: datetime | date | int, microseconds: int, least: int, greatest: int) -> int:
    """Units of so many microseconds since 1970; a finer time is rounded down, and one without a zone is UTC."""
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if isinstance(value, datetime):
        epoch = datetime(1970, 1, 1, tzinfo=timezone.utc if value.tzinfo else None)
        value = (value - epoch) // timedelta(microseconds=microseconds)
    return _int(value, least, greatest)
"#;

const INTERVAL: &str = r#"

def _interval(value: timedelta | int, least: int, greatest: int) -> int:
    """Microseconds."""
    return _int(value // timedelta(microseconds=1) if isinstance(value, timedelta) else value, least, greatest)
"#;

/// The file with the keys of all tables.
pub(super) fn file(tables: &[KeyTable]) -> String {
    let has = |is_it: fn(YdbType) -> bool| tables.iter().any(|table| table.has(is_it));
    let has_time = has(|ty| unit(ty).is_some());
    let has_interval = has(is_interval);
    let has_int = has(|ty| ty.is_integer()) || has_time || has_interval;
    let hashes = || tables.iter().flat_map(|table| table.computed().map(move |hash| (table, hash)));
    let is_used = |function| hashes().any(|(_, hash)| hash.function == function);
    let has_bytes = hashes().any(|(table, hash)| framed(table, hash));
    let packs = hashes().any(|(table, hash)| packs(table, hash)) || has_bytes;

    let mut out = format!("\"\"\"Generated {} python`: change the tables, not this file.\n\n", MARK);
    out += "The keys of YDB tables. A key computes the hash and the bucket that lead the primary key, and gives the conditions\n";
    out +=
        "and parameters of reads, and the columns and parameters of writes, as the package `ydb` takes them.\n\"\"\"\n";
    let imports = [
        (true, "from dataclasses import dataclass, field"),
        (has_time, "from datetime import date, datetime, timedelta, timezone"),
        (has_interval && !has_time, "from datetime import timedelta"),
        (has(|ty| matches!(ty, YdbType::Decimal { .. })), "from decimal import Decimal"),
        (packs, "from struct import pack as _pack"),
        (true, "from typing import Any, NamedTuple"),
        (has(|ty| ty == YdbType::Uuid), "from uuid import UUID"),
        (true, ""),
        (true, "import ydb"),
        (is_used(HashFunction::Xxh3), "from xxhash import xxh3_64_intdigest as _xxh3"),
        (true, "from ydb import PrimitiveType as T"),
    ];
    let mut imports: Vec<&str> =
        imports.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, line)| line).collect();
    let is_numeric = is_used(HashFunction::NumericHash) || is_used(HashFunction::IntHash64);
    if is_numeric {
        imports.extend(["", "_MASK = (1 << 64) - 1"]);
    }
    imports.push("");
    out += &HEAD.replace("{imports}", &imports.join("\n"));
    for (is_needed, text) in [
        (has_bytes, XXH3_FRAMED),
        (is_used(HashFunction::NumericHash), NUMERIC_HASH),
        (is_used(HashFunction::IntHash64), INT_HASH64),
        (has(|ty| limits(ty).is_none()), OF),
        (has_int, INT),
        (has_time, TIME),
        (has_interval, INTERVAL),
    ] {
        if is_needed {
            out += text;
        }
    }
    let names = types(tables.iter().map(|table| table.path.as_str()));
    for (table, name) in tables.iter().zip(&names) {
        out += "\n\n";
        out += &class(table, name);
    }
    let _ = write!(out, "\n\nKEYS = [{}]\n", names.join(", "));
    out
}

fn class(table: &KeyTable, name: &str) -> String {
    let fields = Names::of(table, RESERVED, snake);
    let mut out = format!("@dataclass(frozen=True)\nclass {name}:\n");
    let hashes = computes(table);
    let _ = write!(out, "    \"\"\"A key of {}{hashes}.\"\"\"\n\n", Name(&table.path));
    let primary = join(table.primary_key().map(literal), ", ");
    for (constant, value) in [
        ("PATH", literal(&table.path)),
        ("TABLE", literal(&Name(&table.path).to_string())),
        ("LAYOUT", literal(&table.layout)),
        ("PRIMARY_KEY", format!("[{primary}]")),
        ("COMPUTED", if hashes.is_empty() { "False" } else { "True" }.to_owned()),
        ("COLUMNS", literal(&columns(table))),
        ("VALUES", literal(&values(table))),
    ] {
        let _ = writeln!(out, "    {constant} = {value}");
    }
    out.push('\n');
    for (column, field) in table.key.iter().zip(&fields.key) {
        let _ = writeln!(out, "    {field}: {}", annotation(column.ty));
    }
    for field in &fields.computed {
        let _ = writeln!(out, "    {field}: int = field(init=False)");
    }
    out += "\n    def __post_init__(self) -> None:\n";
    for (column, field) in table.key.iter().zip(&fields.key) {
        let value = converted(column.ty, &format!("self.{field}"));
        let _ = writeln!(out, "        object.__setattr__(self, \"{field}\", {value})");
    }
    for (hash, field) in table.computed().zip(&fields.computed) {
        let inputs = join(hash.inputs.iter().map(|&input| format!("self.{}", fields.key[input])), ", ");
        let _ = writeln!(out, "        object.__setattr__(self, \"{field}\", self._{field}({inputs}))");
    }
    for (hash, field) in table.computed().zip(&fields.computed) {
        let inputs = join(hash.inputs.iter().map(|&input| fields.key[input].clone()), ", ");
        let _ = write!(out, "\n    @staticmethod\n    def _{field}({inputs}) -> int:\n");
        let modulo = hash.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
        let _ = writeln!(out, "        return {}{modulo}", computed_by(table, hash, &fields));
    }
    out += "\n    def parameters(self) -> dict[str, tuple[Any, Any]]:\n";
    out += "        \"\"\"Of a write: the values of COLUMNS, named as in VALUES.\"\"\"\n";
    let names = fields.computed.iter().chain(&fields.key);
    let types = table.computed().map(Computed::ty).chain(table.key.iter().map(|column| column.ty));
    let all: Vec<(String, YdbType, String)> = stored(table)
        .zip(types)
        .zip(names)
        .map(|(((_, parameter), ty), field)| (parameter.to_owned(), ty, format!("self.{field}")))
        .collect();
    out += &returned(&all.iter().map(typed).collect::<Vec<_>>());
    out += "\n    def point(self) -> Condition:\n        \"\"\"The row with this key.\"\"\"\n";
    if table.indexed.is_empty() {
        let _ = writeln!(out, "        return Condition({}, self.parameters())", literal(&point(table)));
    } else {
        let is_of_key = |(parameter, ..): &&(String, YdbType, String)| {
            !table.indexed.iter().any(|hash| hash.parameter == *parameter)
        };
        let of_key = join(all.iter().filter(is_of_key).map(typed), ", ");
        let _ = writeln!(out, "        parameters = {{{of_key}}}");
        let _ = writeln!(out, "        return Condition({}, parameters)", literal(&point(table)));
    }
    for of in table.ranges() {
        out += &range_method(table, &fields, of);
    }
    out
}

/// `return {..}`, with a line for each entry.
fn returned(entries: &[String]) -> String {
    let lines = entries.iter().map(|entry| format!("            {entry},\n")).collect::<String>();
    format!("        return {{\n{lines}        }}\n")
}

/// `"$id": (self.id, T.Uint64)`
fn typed((parameter, ty, value): &(String, YdbType, String)) -> String {
    format!("\"${parameter}\": ({value}, {})", sdk_type(*ty))
}

fn range_method(table: &KeyTable, fields: &Names, of: Range) -> String {
    let (column, field) = (&table.key[of.fixed], &fields.key[of.fixed]);
    let fixed = || table.key.iter().zip(&fields.key).take(of.fixed);
    let bound = annotation(column.ty);
    let arguments = fixed()
        .map(|(column, field)| format!("{field}: {}", annotation(column.ty)))
        .chain([AT_LEAST, BELOW].map(|name| format!("{name}: {bound} | None = None")))
        .map(|argument| format!("        {argument},\n"));
    let mut out = "\n    @classmethod\n".to_owned();
    let _ = writeln!(out, "    def range_{field}(\n        cls,\n{}    ) -> Condition:", join(arguments, ""));
    let rows = rows_of(of, &fields.key);
    let _ = writeln!(out, "        \"\"\"{rows}: `at_least` <= `{field}` < `below`.\"\"\"");
    for (column, field) in fixed() {
        let _ = writeln!(out, "        {field} = {}", converted(column.ty, field));
    }
    let mut entries = Vec::new();
    if let (Some(hash), Some(own)) = (&table.hash, fields.computed.first()) {
        entries.push(match (of.every_bucket, hash.buckets) {
            (true, Some(buckets)) => {
                format!("\"${}\": (list(range({buckets})), ydb.ListType(T.Uint32))", hash.parameter)
            }
            _ => {
                let inputs = join(hash.inputs.iter().map(|&input| fields.key[input].clone()), ", ");
                typed(&(hash.parameter.clone(), hash.ty(), format!("cls._{own}({inputs})")))
            }
        });
    }
    entries.extend(fixed().map(|(column, field)| typed(&(column.parameter.clone(), column.ty, field.clone()))));
    let lines: String = entries.iter().map(|entry| format!("            {entry},\n")).collect();
    let lines = if lines.is_empty() { "{}".to_owned() } else { format!("{{\n{lines}        }}") };
    let _ = writeln!(out, "        parameters = {lines}");
    if of.fixed == 0 {
        out += "        if at_least is None and below is None:\n";
        out += "            raise ValueError(\"a range without a bound is the whole table\")\n";
    }
    for bound in [AT_LEAST, BELOW] {
        let _ = writeln!(out, "        if {bound} is not None:\n            {bound} = {}", converted(column.ty, bound));
    }
    let (text, name) = (literal(&range(table, of)), literal(&Name(&column.name).to_string()));
    let _ = writeln!(out, "        fixed = Condition({text}, parameters)");
    let _ = writeln!(out, "        return _range(fixed, {name}, {}, {AT_LEAST}, {BELOW})", sdk_type(column.ty));
    out
}

/// What a caller gives for a column.
fn annotation(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Bool => "bool",
        YdbType::String => "bytes",
        YdbType::Uuid => "UUID",
        YdbType::Decimal { .. } => "Decimal",
        YdbType::Date | YdbType::Date32 => "date | int",
        _ if unit(ty).is_some() => "datetime | int",
        _ if is_interval(ty) => "timedelta | int",
        _ if ty.is_integer() => "int",
        _ => "str",
    }
}

/// A value as the key holds it.
fn converted(ty: YdbType, value: &str) -> String {
    match (limits(ty), unit(ty)) {
        (Some((least, greatest)), Some(unit)) => format!("_time({value}, {unit}, {least}, {greatest})"),
        (Some((least, greatest)), None) if is_interval(ty) => format!("_interval({value}, {least}, {greatest})"),
        (Some((least, greatest)), None) => format!("_int({value}, {least}, {greatest})"),
        (None, _) => format!("_of({value}, {})", annotation(ty)),
    }
}

/// The type in the client.
fn sdk_type(ty: YdbType) -> String {
    match ty {
        YdbType::Decimal { precision, scale } => format!("ydb.DecimalType({precision}, {scale})"),
        YdbType::Uuid => "T.UUID".to_owned(),
        _ => format!("T.{ty}"),
    }
}

/// Whether a Utf8 or a String among several columns is hashed.
fn framed(table: &KeyTable, hash: &Computed) -> bool {
    hash.inputs.len() > 1 && has_input(table, hash, is_bytes)
}

/// Whether a number is hashed as bytes.
fn packs(table: &KeyTable, hash: &Computed) -> bool {
    hash.function == HashFunction::Xxh3 && has_input(table, hash, |ty| !is_bytes(ty) && ty != YdbType::Uuid)
}

/// The hash of columns.
fn computed_by(table: &KeyTable, hash: &Computed, fields: &Names) -> String {
    let input = |&input: &usize| (table.key[input].ty, fields.key[input].as_str());
    match hash.function {
        HashFunction::Xxh3 => {
            let bytes = hash.inputs.iter().map(input).map(|(ty, field)| bytes(ty, field, hash.inputs.len() > 1));
            format!("_xxh3({})", join(bytes, " + "))
        }
        function => {
            let inputs = join(hash.inputs.iter().map(input).map(|(_, field)| field.to_owned()), ", ");
            format!("_{function}({inputs})")
        }
    }
}

/// The canonical bytes of a column, alone or among several.
fn bytes(ty: YdbType, field: &str, among: bool) -> String {
    let bytes = match ty {
        YdbType::Utf8 => format!("{field}.encode()"),
        YdbType::String => field.to_owned(),
        YdbType::Uuid => return format!("str({field}).encode()"),
        _ => return format!("_pack(\"<{}\", {field})", code(ty)),
    };
    if among { format!("_framed({bytes})") } else { bytes }
}

/// The code of a number in `struct`.
fn code(ty: YdbType) -> char {
    match ty.stored_as().unwrap_or(ty) {
        YdbType::Int8 => 'b',
        YdbType::Uint8 => 'B',
        YdbType::Int16 => 'h',
        YdbType::Uint16 => 'H',
        YdbType::Int32 => 'i',
        YdbType::Uint32 => 'I',
        YdbType::Int64 => 'q',
        YdbType::Uint64 => 'Q',
        _ => '?',
    }
}
