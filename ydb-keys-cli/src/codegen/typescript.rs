//! TypeScript: classes with read-only fields, with the packages `@ydbjs/*` and `@node-rs/xxhash`.
//!
//! A `Date` has milliseconds, so a time is held as the number that YDB stores, a `bigint` where that has 64 bits; a `Date`
//! may be given for it. `@node-rs/xxhash` is the one maintained package with XXH3 as a synchronous function of 64 bits:
//! `xxhash-wasm` has XXH32 and XXH64 only, and `hash-wasm` gives a promise of a string.

use std::fmt::Write as _;

use ydb_keys::__internal::ddl::Name;
use ydb_keys::YdbType;
use ydb_keys::schema::HashFunction;

use super::common::{
    MARK, Names, columns, computes, has_input, is_bytes, join, limits, literal, point, range, rows_of, stored, unit,
    values,
};
use super::name::{camel, types};
use super::table::{Computed, KeyTable, Range};

/// Names that a column's field may not have: keywords, and what the classes define or use themselves.
const RESERVED: &str = "break case catch class const continue debugger default delete do else enum export extends false \
                        finally for function if import in instanceof new null return super switch this throw true try \
                        typeof var void while with as implements interface let package private protected public static \
                        yield await arguments eval undefined constructor parameters point atLeast below bounded typed int \
                        big time bigTime bool text bytes uuid framed numericHash intHash64 le xxh3 prototype name length";

pub(super) fn refuses(ty: YdbType) -> Option<&'static str> {
    match ty {
        YdbType::Decimal { .. } => Some("the client `@ydbjs/value` does not have"),
        YdbType::Date32 | YdbType::Datetime64 | YdbType::Timestamp64 | YdbType::Interval64 => {
            Some("the client `@ydbjs/query` does not know")
        }
        _ => None,
    }
}

const HEAD: &str = r#"
/** What is written after WHERE, and its parameters. */
export interface Condition {
  text: string
  parameters: Parameters
}

/** Parameters by name. */
export type Parameters = Record<string, Value>

/** A query of `@ydbjs/query` with these parameters. */
export function bind<Q extends { parameter(name: string, value: Value): Q }>(query: Q, parameters: Parameters): Q {
  return Object.entries(parameters).reduce((query, [name, value]) => query.parameter(name, value), query)
}

/**
 * Fails if a table has another layout than this file computes. `directory` is that of the tables, often the database.
 *
 * Call it at start-up. With another layout, reads by key would miss rows, and writes would duplicate them.
 */
export async function check(driver: Driver, directory: string): Promise<void> {
  const client = driver.createClient(TableServiceDefinition)
  for (const key of KEYS) {
    const { operation } = await client.describeTable({ path: `${directory}/${key.PATH}` })
    const table = operation?.result && anyUnpack(operation.result, DescribeTableResultSchema)
    if (operation?.status !== StatusIds_StatusCode.SUCCESS || !table) {
      const issues = operation?.issues.map((issue) => issue.message).join('; ')
      throw new Error(`the table ${key.PATH} cannot be described: ${StatusIds_StatusCode[operation?.status ?? 0]} ${issues}`)
    }
    const cure = 'write this file again with `ydb-keys keys`, or use the version of it that the table was made for'
    if (table.primaryKey.join() !== key.PRIMARY_KEY.join()) {
      throw new Error(`the table ${key.PATH} has the key ${table.primaryKey}, not ${key.PRIMARY_KEY}; ${cure}`)
    }
    const layout = table.attributes['ydb_keys.layout']
    if (layout === undefined && key.COMPUTED) {
      throw new Error(`the table ${key.PATH} has no layout, so its hashes may be others; run \`apply\` of its program`)
    }
    if (layout !== undefined && layout !== key.LAYOUT) {
      throw new Error(`the table ${key.PATH} has the layout\n  ${layout}\nnot\n  ${key.LAYOUT}\n${cure}`)
    }
  }
}

type Wire = 'boolValue' | 'int32Value' | 'uint32Value' | 'int64Value' | 'uint64Value' | 'bytesValue' | 'textValue'

/** A value as the client sends it. */
function typed(id: Id, wire: Wire, value: unknown): Value {
  return new Primitive({ value: { case: wire, value } as never }, new PrimitiveType(id))
}
"#;

const BOUNDED: &str = r#"
/** Adds the bounds of a column; undefined is no bound. */
function bounded(condition: Condition, column: string, atLeast?: Value, below?: Value): Condition {
  const words = condition.text ? [condition.text] : []
  const parameters = { ...condition.parameters }
  if (atLeast) {
    words.push(`${column} >= $at_least`)
    parameters.$at_least = atLeast
  }
  if (below) {
    words.push(`${column} < $below`)
    parameters.$below = below
  }
  return { text: words.join(' AND '), parameters }
}
"#;

const INT: &str = r#"
function int(value: number, least: number, greatest: number): number {
  if (!Number.isInteger(value) || value < least || value > greatest) {
    throw new RangeError(`${value} is not an integer from ${least} to ${greatest}`)
  }
  return value
}
"#;

const BIG: &str = r#"
function big(value: bigint, least: bigint, greatest: bigint): bigint {
  if (typeof value !== 'bigint' || value < least || value > greatest) {
    throw new RangeError(`${value} is not a bigint from ${least} to ${greatest}`)
  }
  return value
}
"#;

const TIME: &str = r#"
/** Units of so many milliseconds since 1970; a finer time is rounded down. */
function time(value: Date | number, milliseconds: number, least: number, greatest: number): number {
  return int(value instanceof Date ? Math.floor(value.getTime() / milliseconds) : value, least, greatest)
}
"#;

const BIG_TIME: &str = r#"
/** Microseconds, or units of so many milliseconds, since 1970; a finer time is rounded down. */
function bigTime(value: Date | bigint, milliseconds: number, least: bigint, greatest: bigint): bigint {
  if (!(value instanceof Date)) return big(value, least, greatest)
  const number = BigInt(Math.floor(value.getTime() / milliseconds))
  return big(milliseconds === 1 ? number * 1000n : number, least, greatest)
}
"#;

const BOOL: &str = r#"
function bool(value: boolean): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${value} is not a boolean`)
  return value
}
"#;

const TEXT: &str = r#"
/** A string without lone surrogates, which UTF-8 cannot write. */
function text(value: string): string {
  if (typeof value !== 'string' || Buffer.from(value).toString() !== value) {
    throw new TypeError(`${JSON.stringify(value)} is not a string of Unicode`)
  }
  return value
}
"#;

const BYTES: &str = r#"
function bytes(value: Uint8Array): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new TypeError(`${value} is not a Uint8Array`)
  return value
}
"#;

const UUID: &str = r#"
function uuid(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw new TypeError(`${value} is not a UUID`)
  return value.toLowerCase()
}
"#;

const LE: &str = r#"
/** A number in so many bytes, little-endian. */
function le(value: number | bigint | boolean, width: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)))
  return bytes.subarray(0, width)
}
"#;

const FRAMED: &str = r#"
/** A Utf8 or a String among several columns: its length in bytes, and the bytes. */
function framed(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([le(bytes.length, 4), bytes])
}
"#;

const NUMERIC_HASH: &str = r#"
function numericHash(value: number | bigint): bigint {
  const wrap = (x: bigint) => BigInt.asUintN(64, x)
  let x = wrap(BigInt(value))
  x = wrap(x + ~(x << 32n))
  x ^= x >> 22n
  x = wrap(x + ~(x << 13n))
  x ^= x >> 8n
  x = wrap(x + (x << 3n))
  x ^= x >> 15n
  x = wrap(x + ~(x << 27n))
  return x ^ (x >> 31n)
}
"#;

const INT_HASH64: &str = r#"
function intHash64(value: number | bigint): bigint {
  let x = BigInt.asUintN(64, BigInt(value)) ^ 0x4cf2d2baae6da887n
  x = BigInt.asUintN(64, (x ^ (x >> 33n)) * 0xff51afd7ed558ccdn)
  x = BigInt.asUintN(64, (x ^ (x >> 33n)) * 0xc4ceb9fe1a85ec53n)
  return x ^ (x >> 33n)
}
"#;

/// The file with the keys of all tables.
pub(super) fn file(tables: &[KeyTable]) -> String {
    let has = |is_it: fn(YdbType) -> bool| tables.iter().any(|table| table.has(is_it));
    let hashes = || tables.iter().flat_map(|table| table.computed().map(move |hash| (table, hash)));
    let is_used = |function| hashes().any(|(_, hash)| hash.function == function);
    let is_framed = hashes().any(|(table, hash)| hash.inputs.len() > 1 && has_input(table, hash, is_bytes));
    let has_every_bucket = tables.iter().any(|table| table.ranges().any(|range| range.every_bucket));
    let has_small_time = has(|ty| unit(ty).is_some() && !is_big(ty));
    let has_big_time = has(|ty| unit(ty).is_some() && is_big(ty));
    let is_xxh3 = is_used(HashFunction::Xxh3);

    let mut out = format!("// Generated {} typescript`: change the tables, not this file.\n", MARK);
    out += "//\n// The keys of YDB tables. A key computes the hash and the bucket that lead the primary key, and gives the\n";
    out += "// conditions and parameters of reads, and the columns and parameters of writes, as the packages `@ydbjs/*` take them.\n\n";
    for (is_needed, line) in [
        (true, "import { anyUnpack } from '@bufbuild/protobuf/wkt'"),
        (is_xxh3, "import { xxh3 } from '@node-rs/xxhash'"),
        (true, "import { StatusIds_StatusCode } from '@ydbjs/api/operation'"),
        (true, "import { DescribeTableResultSchema, TableServiceDefinition } from '@ydbjs/api/table'"),
        (true, "import { Type_PrimitiveTypeId as Id } from '@ydbjs/api/value'"),
        (true, "import type { Driver } from '@ydbjs/core'"),
        (true, "import type { Value } from '@ydbjs/value'"),
        (has_every_bucket, "import { List } from '@ydbjs/value/list'"),
        (!has(|ty| ty == YdbType::Uuid), "import { Primitive, PrimitiveType } from '@ydbjs/value/primitive'"),
        (has(|ty| ty == YdbType::Uuid), "import { Primitive, PrimitiveType, Uuid } from '@ydbjs/value/primitive'"),
    ] {
        if is_needed {
            out.push_str(line);
            out.push('\n');
        }
    }
    out += HEAD;
    for (is_needed, text) in [
        (tables.iter().any(|table| table.ranges().next().is_some()), BOUNDED),
        (has_small_time || has(|ty| limits(ty).is_some() && !is_big(ty)), INT),
        (has(|ty| limits(ty).is_some() && is_big(ty)), BIG),
        (has_small_time, TIME),
        (has_big_time, BIG_TIME),
        (has(|ty| ty == YdbType::Bool), BOOL),
        (has(|ty| matches!(ty, YdbType::Utf8 | YdbType::DyNumber)), TEXT),
        (has(|ty| ty == YdbType::String), BYTES),
        (has(|ty| ty == YdbType::Uuid), UUID),
        (is_framed || hashes().any(|(table, hash)| is_xxh3_of_numbers(table, hash)), LE),
        (is_framed, FRAMED),
        (is_used(HashFunction::NumericHash), NUMERIC_HASH),
        (is_used(HashFunction::IntHash64), INT_HASH64),
    ] {
        if is_needed {
            out += text;
        }
    }
    let names = types(tables.iter().map(|table| table.path.as_str()));
    for (table, name) in tables.iter().zip(&names) {
        out.push('\n');
        out += &class(table, name);
    }
    let _ = write!(out, "\nexport const KEYS = [{}]\n", names.join(", "));
    out
}

fn class(table: &KeyTable, name: &str) -> String {
    let fields = Names::of(table, RESERVED, camel);
    let path = Name(&table.path).to_string();
    let hashes = computes(table);
    let mut out = format!("/** A key of {path}{hashes}. */\nexport class {name} {{\n");
    for (constant, value) in [
        ("PATH", literal(&table.path)),
        ("TABLE", literal(&path)),
        ("LAYOUT", literal(&table.layout)),
        ("PRIMARY_KEY", format!("[{}]", join(table.primary_key().map(literal), ", "))),
        ("COMPUTED", (!hashes.is_empty()).to_string()),
        ("COLUMNS", literal(&columns(table))),
        ("VALUES", literal(&values(table))),
    ] {
        let _ = writeln!(out, "  static readonly {constant} = {value}");
    }
    out.push('\n');
    for (column, field) in table.key.iter().zip(&fields.key) {
        let _ = writeln!(out, "  readonly {field}: {}", held(column.ty));
    }
    for (hash, field) in table.computed().zip(&fields.computed) {
        let _ = writeln!(out, "  readonly {field}: {}", held(hash.ty()));
    }
    let arguments = table.key.iter().zip(&fields.key).map(|(column, field)| format!("{field}: {}", given(column.ty)));
    let _ = write!(out, "\n  constructor({}) {{\n", join(arguments, ", "));
    for (column, field) in table.key.iter().zip(&fields.key) {
        let _ = writeln!(out, "    this.{field} = {}", converted(column.ty, field));
    }
    for (hash, field) in table.computed().zip(&fields.computed) {
        let inputs = join(hash.inputs.iter().map(|&input| format!("this.{}", fields.key[input])), ", ");
        let _ = writeln!(out, "    this.{field} = {name}.#{field}({inputs})");
    }
    out += "  }\n";
    for (hash, field) in table.computed().zip(&fields.computed) {
        let input = |&input: &usize| format!("{}: {}", fields.key[input], held(table.key[input].ty));
        let inputs = join(hash.inputs.iter().map(input), ", ");
        let _ = write!(out, "\n  static #{field}({inputs}): {} {{\n", held(hash.ty()));
        let _ = writeln!(out, "    return {}\n  }}", number(table, hash, &fields));
    }
    let names = fields.computed.iter().chain(&fields.key);
    let types = table.computed().map(Computed::ty).chain(table.key.iter().map(|column| column.ty));
    let all: Vec<(&str, String)> = stored(table)
        .zip(types)
        .zip(names)
        .map(|(((_, parameter), ty), field)| (parameter, typed(ty, &format!("this.{field}"))))
        .collect();
    out += "\n  /** Of a write: the values of COLUMNS, named as in VALUES. */\n  parameters(): Parameters {\n    return {\n";
    for (parameter, value) in &all {
        let _ = writeln!(out, "      ${parameter}: {value},");
    }
    out += "    }\n  }\n\n  /** The row with this key. */\n  point(): Condition {\n";
    let of_key = |parameter: &str| !table.indexed.iter().any(|hash| hash.parameter == parameter);
    let parameters = match table.indexed.is_empty() {
        true => "this.parameters()".to_owned(),
        false => {
            let of_key = all.iter().filter(|(parameter, _)| of_key(parameter));
            format!("{{ {} }}", join(of_key.map(|(parameter, value)| format!("${parameter}: {value}")), ", "))
        }
    };
    let _ = writeln!(out, "    const parameters = {parameters}");
    let _ = writeln!(out, "    return {{ text: {}, parameters }}\n  }}", literal(&point(table)));
    for of in table.ranges() {
        out += &range_method(table, name, &fields, of);
    }
    out + "}\n"
}

fn range_method(table: &KeyTable, name: &str, fields: &Names, of: Range) -> String {
    let (column, field) = (&table.key[of.fixed], &fields.key[of.fixed]);
    let fixed = || table.key.iter().zip(&fields.key).take(of.fixed);
    let bound = given(column.ty);
    let arguments = fixed()
        .map(|(column, field)| format!("{field}: {}", given(column.ty)))
        .chain([format!("bounds: {{ atLeast?: {bound}; below?: {bound} }} = {{}}")]);
    let mut out = format!("\n  /** {}: `atLeast` <= `{field}` < `below`. */\n", rows_of(of, &fields.key));
    let _ = writeln!(out, "  static {}({}): Condition {{", camel(&format!("range_{field}")), join(arguments, ", "));
    for (column, field) in fixed() {
        let _ = writeln!(out, "    {field} = {}", converted(column.ty, field));
    }
    let mut entries = Vec::new();
    if let (Some(hash), Some(own)) = (&table.hash, fields.computed.first()) {
        entries.push(match (of.every_bucket, hash.buckets) {
            (true, Some(buckets)) => {
                let bucket = typed(YdbType::Uint32, "bucket");
                format!(
                    "${}: new List(...Array.from({{ length: {buckets} }}, (_, bucket) => {bucket}))",
                    hash.parameter
                )
            }
            _ => {
                let inputs = join(hash.inputs.iter().map(|&input| fields.key[input].clone()), ", ");
                format!("${}: {}", hash.parameter, typed(hash.ty(), &format!("{name}.#{own}({inputs})")))
            }
        });
    }
    entries.extend(fixed().map(|(column, field)| format!("${}: {}", column.parameter, typed(column.ty, field))));
    let lines: String = entries.iter().map(|entry| format!("      {entry},\n")).collect();
    let lines = if lines.is_empty() { "{}".to_owned() } else { format!("{{\n{lines}    }}") };
    let _ = writeln!(out, "    const parameters = {lines}");
    if of.fixed == 0 {
        out += "    if (bounds.atLeast === undefined && bounds.below === undefined) {\n";
        out += "      throw new RangeError('a range without a bound is the whole table')\n    }\n";
    }
    let end = typed(column.ty, &converted(column.ty, "value"));
    let _ = writeln!(out, "    const end = (value?: {bound}) => (value === undefined ? value : {end})");
    let (text, name) = (literal(&range(table, of)), literal(&Name(&column.name).to_string()));
    let _ = writeln!(out, "    const fixed = {{ text: {text}, parameters }}");
    let _ = writeln!(out, "    return bounded(fixed, {name}, end(bounds.atLeast), end(bounds.below))\n  }}");
    out
}

/// Whether numbers of the type have 64 bits.
fn is_big(ty: YdbType) -> bool {
    matches!(ty.stored_as(), Some(YdbType::Int64 | YdbType::Uint64))
}

fn is_xxh3_of_numbers(table: &KeyTable, hash: &Computed) -> bool {
    hash.function == HashFunction::Xxh3 && has_input(table, hash, |ty| !is_bytes(ty) && ty != YdbType::Uuid)
}

/// The type of a field.
fn held(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Bool => "boolean",
        YdbType::String => "Uint8Array",
        _ if is_big(ty) => "bigint",
        _ if ty.stored_as().is_some() => "number",
        _ => "string",
    }
}

/// What a caller may give for it.
fn given(ty: YdbType) -> &'static str {
    match (unit(ty).is_some(), is_big(ty)) {
        (true, true) => "Date | bigint",
        (true, false) => "Date | number",
        _ => held(ty),
    }
}

/// A value as the key holds it.
fn converted(ty: YdbType, value: &str) -> String {
    let Some((least, greatest)) = limits(ty) else {
        let function = match ty {
            YdbType::Bool => "bool",
            YdbType::String => "bytes",
            YdbType::Uuid => "uuid",
            _ => "text",
        };
        return format!("{function}({value})");
    };
    // A microsecond is less than a millisecond, of which a `Date` has whole ones.
    let milliseconds = unit(ty).map(|unit| (unit / 1000).max(1));
    match (milliseconds, is_big(ty)) {
        (Some(milliseconds), true) => format!("bigTime({value}, {milliseconds}, {least}n, {greatest}n)"),
        (Some(milliseconds), false) => format!("time({value}, {milliseconds}, {least}, {greatest})"),
        (None, true) => format!("big({value}, {least}n, {greatest}n)"),
        (None, false) => format!("int({value}, {least}, {greatest})"),
    }
}

/// A value as the client sends it.
fn typed(ty: YdbType, value: &str) -> String {
    let wire = match ty {
        YdbType::Uuid => return format!("new Uuid({value})"),
        YdbType::Bool => "boolValue",
        YdbType::String => "bytesValue",
        _ => match ty.stored_as() {
            Some(YdbType::Int8 | YdbType::Int16 | YdbType::Int32) => "int32Value",
            Some(YdbType::Uint8 | YdbType::Uint16 | YdbType::Uint32) => "uint32Value",
            Some(YdbType::Int64) => "int64Value",
            Some(_) => "uint64Value",
            None => "textValue",
        },
    };
    format!("typed(Id.{}, '{wire}', {value})", ty.name().to_ascii_uppercase())
}

/// The hash or the bucket.
fn number(table: &KeyTable, hash: &Computed, fields: &Names) -> String {
    let input = |&input: &usize| (table.key[input].ty, fields.key[input].as_str());
    let number = match hash.function {
        HashFunction::Xxh3 => match hash.inputs.as_slice() {
            [one] => {
                let (ty, field) = input(one);
                format!("xxh3.xxh64({})", bytes(ty, field, false))
            }
            several => {
                let parts = several.iter().map(input).map(|(ty, field)| bytes(ty, field, true));
                format!("xxh3.xxh64(Buffer.concat([{}]))", join(parts, ", "))
            }
        },
        function => {
            let inputs = join(hash.inputs.iter().map(input).map(|(_, field)| field.to_owned()), ", ");
            format!("{}({inputs})", camel(function.name()))
        }
    };
    hash.buckets.map_or(number.clone(), |buckets| format!("Number({number} % {buckets}n)"))
}

/// The canonical bytes of a column, alone or among several.
fn bytes(ty: YdbType, field: &str, among: bool) -> String {
    match (ty, among) {
        (YdbType::Utf8 | YdbType::String, true) => format!("framed({field})"),
        (YdbType::Uuid, true) => format!("Buffer.from({field})"),
        (YdbType::Utf8 | YdbType::String | YdbType::Uuid, false) => field.to_owned(),
        _ => format!("le({field}, {})", ty.fixed_size().unwrap_or_default()),
    }
}
