//! Go: structs that only their constructors fill, with the modules `ydb-go-sdk/v3` and `zeebo/xxh3`.
//!
//! A `time.Time` and a `time.Duration` are exact, and become the number that YDB stores. `zeebo/xxh3` is the maintained
//! XXH3 of Go, with vectors of the reference implementation in its tests.

use std::fmt::Write as _;

use ydb_keys::__internal::ddl::Name;
use ydb_keys::YdbType;
use ydb_keys::schema::HashFunction;

use super::common::{
    MARK, Names, columns, computes, is_bytes, join, limits, literal, point, range, rows_of, stored, unit, values,
};
use super::name::{camel, pascal, types};
use super::table::{Computed, KeyTable, Range};

/// Names that a column's variable may not have: keywords, packages, and what the functions use themselves.
const RESERVED: &str = "break case chan const continue default defer else fallthrough for func go goto if import \
                        interface map package range return select struct switch type var string bool byte error true \
                        false nil len append make uint8 uint16 uint32 uint64 int8 int16 int32 int64 key atLeast below \
                        condition err hashed big binary context errors fmt options slices table time types utf8 uuid \
                        xxh3";

pub(super) fn refuses(ty: YdbType) -> Option<&'static str> {
    match ty {
        YdbType::Interval64 => Some("the Go client documents in nanoseconds and sends as microseconds"),
        _ => None,
    }
}

const HEAD: &str = r#"
// Condition is what is written after WHERE, and its parameters: table.NewQueryParameters(condition.Parameters...).
type Condition struct {
	Text       string
	Parameters []table.ParameterOption
}

// Declared is a query with a DECLARE for each parameter, which some servers need.
func Declared(text string, parameters ...table.ParameterOption) string {
	declares := ""
	for _, parameter := range parameters {
		declares += "DECLARE " + parameter.Name() + " AS " + parameter.Value().Type().Yql() + ";\n"
	}
	return declares + text
}

func (condition *Condition) and(text string, parameter table.ParameterOption) {
	if condition.Text != "" {
		condition.Text += " AND "
	}
	condition.Text += text
	condition.Parameters = append(condition.Parameters, parameter)
}

// Table is what keys of one table have in common.
type Table struct {
	Path       string   // relative to the database
	Layout     string   // the layout line
	PrimaryKey []string // the columns of the primary key
	Computed   bool     // whether the key has hashes or buckets
	Columns    string   // the columns that a key gives a row, for UPSERT INTO .. (..)
	Values     string   // their parameters, for VALUES (..)
}

// Check fails if a table has another layout than this file computes. The directory is that of the tables, often the
// database.
//
// Call it at start-up. With another layout, reads by key would miss rows, and writes would duplicate them.
func Check(ctx context.Context, client table.Client, directory string) error {
	const cure = "write this file again with `ydb-keys keys`, or use the version of it that the table was made for"
	for _, key := range Tables {
		var found options.Description
		err := client.Do(ctx, func(ctx context.Context, session table.Session) (err error) {
			found, err = session.DescribeTable(ctx, directory+"/"+key.Path)
			return err
		}, table.WithIdempotent())
		if err != nil {
			return fmt.Errorf("the table %s cannot be described: %w", key.Path, err)
		}
		if !slices.Equal(found.PrimaryKey, key.PrimaryKey) {
			return fmt.Errorf("the table %s has the key %v, not %v; %s", key.Path, found.PrimaryKey, key.PrimaryKey, cure)
		}
		layout, ok := found.Attributes["ydb_keys.layout"]
		if !ok && key.Computed {
			return fmt.Errorf("the table %s has no layout, so its hashes may be others; run `apply` of its program", key.Path)
		}
		if ok && layout != key.Layout {
			return fmt.Errorf("the table %s has the layout\n  %s\nnot\n  %s\n%s", key.Path, layout, key.Layout, cure)
		}
	}
	return nil
}
"#;

const FLOOR: &str = r#"
// inRange is a number in units of so many microseconds, rounded down, if the column can have it.
func inRange[T int32 | int64 | uint16 | uint32 | uint64](name string, micros, unit, least, greatest int64) (T, error) {
	number := micros / unit
	if micros%unit < 0 {
		number--
	}
	if number < least || number > greatest {
		return 0, fmt.Errorf("%s: %d is not from %d to %d", name, number, least, greatest)
	}
	return T(number), nil
}
"#;

const TEXT: &str = r#"
func validText(name, value string) (string, error) {
	if !utf8.ValidString(value) {
		return "", fmt.Errorf("%s: %q is not UTF-8", name, value)
	}
	return value, nil
}
"#;

const LE: &str = r#"
// le appends a number in so many bytes, little-endian.
func le(hashed []byte, number uint64, width int) []byte {
	return append(hashed, binary.LittleEndian.AppendUint64(nil, number)[:width]...)
}
"#;

const BOOL: &str = r#"
func bit(value bool) uint64 {
	if value {
		return 1
	}
	return 0
}
"#;

const NUMERIC_HASH: &str = r#"
func numericHash(x uint64) uint64 {
	x += ^(x << 32)
	x ^= x >> 22
	x += ^(x << 13)
	x ^= x >> 8
	x += x << 3
	x ^= x >> 15
	x += ^(x << 27)
	return x ^ (x >> 31)
}
"#;

const INT_HASH64: &str = r#"
func intHash64(x uint64) uint64 {
	x ^= 0x4CF2D2BAAE6DA887
	x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD
	x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53
	return x ^ (x >> 33)
}
"#;

/// The file with the keys of all tables.
pub(super) fn file(tables: &[KeyTable]) -> String {
    let has = |is_it: fn(YdbType) -> bool| tables.iter().any(|table| table.has(is_it));
    let hashes = || tables.iter().flat_map(|table| table.computed().map(move |hash| (table, hash)));
    let is_used = |function| hashes().any(|(_, hash)| hash.function == function);
    let bytes_are_counted = |(table, hash): (&KeyTable, &Computed)| {
        let is_number = |&input: &usize| !is_bytes(table.key[input].ty) && table.key[input].ty != YdbType::Uuid;
        let is_framed = |input: &usize| hash.inputs.len() > 1 && is_bytes(table.key[*input].ty);
        hash.function == HashFunction::Xxh3 && hash.inputs.iter().any(|input| is_number(input) || is_framed(input))
    };
    let has_le = hashes().any(bytes_are_counted);
    let is_bool_hashed = hashes().any(|(table, hash)| hash.inputs.iter().any(|&i| table.key[i].ty == YdbType::Bool));
    let has_text = has(|ty| ty == YdbType::Utf8);

    let mut out = format!("// Code generated {} go`. DO NOT EDIT.\n\n", MARK);
    out += "// Package keys has the keys of YDB tables. A key computes the hash and the bucket that lead the primary key, and gives\n";
    out += "// the conditions and parameters of reads, and the columns and parameters of writes, as ydb-go-sdk takes them.\n";
    out += "package keys\n\nimport (\n";
    let uuid = has(|ty| ty == YdbType::Uuid);
    for (is_needed, line) in [
        (true, "\"context\""),
        (has_le, "\"encoding/binary\""),
        (true, "\"fmt\""),
        (has(|ty| matches!(ty, YdbType::Decimal { .. })), "\"math/big\""),
        (true, "\"slices\""),
        (has(is_time), "\"time\""),
        (has_text, "\"unicode/utf8\""),
        (true, ""),
        (uuid, "\"github.com/google/uuid\""),
        (true, "\"github.com/ydb-platform/ydb-go-sdk/v3/table\""),
        (true, "\"github.com/ydb-platform/ydb-go-sdk/v3/table/options\""),
        (true, "\"github.com/ydb-platform/ydb-go-sdk/v3/table/types\""),
        (is_used(HashFunction::Xxh3), "\"github.com/zeebo/xxh3\""),
    ] {
        if is_needed {
            let _ = writeln!(out, "{}{line}", if line.is_empty() { "" } else { "\t" });
        }
    }
    out += ")\n";
    out += HEAD;
    for (is_needed, text) in [
        (has(is_time), FLOOR),
        (has_text, TEXT),
        (has_le, LE),
        (is_bool_hashed, BOOL),
        (is_used(HashFunction::NumericHash), NUMERIC_HASH),
        (is_used(HashFunction::IntHash64), INT_HASH64),
    ] {
        if is_needed {
            out += text;
        }
    }
    let names = types(tables.iter().map(|table| table.path.as_str()));
    for (table, name) in tables.iter().zip(&names) {
        out += &key(table, name);
    }
    let tables = join(names.iter().map(|name| format!("{}Table", stem(name))), ", ");
    let _ = write!(out, "\n// Tables are all tables of this file.\nvar Tables = []Table{{{tables}}}\n");
    out
}

/// `Orders` of `OrdersKey`
fn stem(name: &str) -> String {
    name.replacen("Key", "", 1)
}

fn key(table: &KeyTable, name: &str) -> String {
    let names = Names::of(table, RESERVED, camel);
    let stem = stem(name);
    let path = Name(&table.path).to_string();
    let mut out = format!("\n// {stem}Table is {path}.\nvar {stem}Table = Table{{\n");
    let primary = join(table.primary_key().map(literal), ", ");
    for (field, value) in [
        ("Path:", literal(&table.path)),
        ("Layout:", literal(&table.layout)),
        ("PrimaryKey:", format!("[]string{{{primary}}}")),
        ("Computed:", table.computed().next().is_some().to_string()),
        ("Columns:", literal(&columns(table))),
        ("Values:", literal(&values(table))),
    ] {
        let _ = writeln!(out, "\t{field:<11} {value},");
    }
    let hashes = computes(table);
    let _ = write!(out, "}}\n\n// {name} is a key of {path}{hashes}. New{name} makes it.\ntype {name} struct {{\n");
    let fields: Vec<(&str, &str)> = names
        .computed
        .iter()
        .zip(table.computed().map(|hash| held(hash.ty())))
        .chain(names.key.iter().zip(table.key.iter().map(|column| held(column.ty))))
        .map(|(field, ty)| (field.as_str(), ty))
        .collect();
    let width = fields.iter().map(|(field, _)| field.len()).max().unwrap_or_default();
    for (field, ty) in &fields {
        let _ = writeln!(out, "\t{field:<width$} {ty}");
    }
    let arguments =
        join(table.key.iter().zip(&names.key).map(|(column, name)| format!("{name} {}", given(column.ty))), ", ");
    let fails = table.has(is_checked);
    let result = if fails { format!("({name}, error)") } else { name.to_owned() };
    let _ = write!(
        out,
        "}}\n\n// New{name} computes the hashes of a key.\nfunc New{name}({arguments}) {result} {{\n\tvar key {name}\n"
    );
    if fails {
        out += "\tvar err error\n";
    }
    for (column, field) in table.key.iter().zip(&names.key) {
        out += &assigned(column.ty, &column.name, &format!("key.{field}"), field, &format!("{name}{{}}"));
    }
    for (hash, field) in table.computed().zip(&names.computed) {
        let inputs = join(hash.inputs.iter().map(|&input| format!("key.{}", names.key[input])), ", ");
        let _ = writeln!(out, "\tkey.{field} = {}({inputs})", function(&stem, field));
    }
    let _ = writeln!(out, "\treturn key{}\n}}", if fails { ", nil" } else { "" });
    for (hash, field) in table.computed().zip(&names.computed) {
        let inputs = join(hash.inputs.iter().map(|&i| format!("{} {}", names.key[i], held(table.key[i].ty))), ", ");
        let _ = write!(out, "\nfunc {}({inputs}) {} {{\n", function(&stem, field), held(hash.ty()));
        out += &body(table, hash, &names);
        let _ = write!(out, "}}\n\n// {} is the computed column.\n", pascal(&hash.name));
        let method = pascal(&hash.name);
        let _ = writeln!(out, "func (key {name}) {method}() {} {{\n\treturn key.{field}\n}}", held(hash.ty()));
    }
    let types = table.computed().map(Computed::ty).chain(table.key.iter().map(|column| column.ty));
    let all: Vec<(&str, String)> = stored(table)
        .zip(types)
        .zip(names.computed.iter().chain(&names.key))
        .map(|(((_, parameter), ty), field)| (parameter, parameter_of(parameter, ty, &format!("key.{field}"))))
        .collect();
    out += "\n// Parameters are those of a write: the values of Columns, named as in Values.\n";
    let _ = write!(out, "func (key {name}) Parameters() []table.ParameterOption {{\n\treturn {}\n}}\n", {
        listed(all.iter().map(|(_, value)| value))
    });
    let is_of_key = |parameter: &str| !table.indexed.iter().any(|hash| hash.parameter == parameter);
    let of_key = listed(all.iter().filter(|(parameter, _)| is_of_key(parameter)).map(|(_, value)| value));
    let _ = write!(out, "\n// Point is the row with this key.\nfunc (key {name}) Point() Condition {{\n");
    let _ = write!(out, "\treturn Condition{{{}, {of_key}}}\n}}\n", literal(&point(table)));
    for of in table.ranges() {
        out += &range_function(table, &stem, &names, of);
    }
    out
}

fn range_function(table: &KeyTable, stem: &str, names: &Names, of: Range) -> String {
    let (column, field) = (&table.key[of.fixed], &names.key[of.fixed]);
    let fixed = || table.key.iter().zip(&names.key).take(of.fixed);
    let title = format!("{stem}Range{}", pascal(&column.name));
    let bound = given(column.ty);
    let arguments = fixed()
        .map(|(column, field)| format!("{field} {}", given(column.ty)))
        .chain([format!("atLeast, below *{bound}")]);
    let rows = rows_of(of, &names.key);
    let rows = rows.strip_prefix("Rows").unwrap_or(&rows);
    let mut out = format!("\n// {title} are the rows{rows}: atLeast <= `{field}` < below; nil is no bound.\n");
    let _ = writeln!(out, "func {title}({}) (Condition, error) {{", join(arguments, ", "));
    if of.fixed == 0 {
        out += "\tif atLeast == nil && below == nil {\n";
        out += "\t\treturn Condition{}, fmt.Errorf(\"a range without a bound is the whole table\")\n\t}\n";
    }
    if is_checked(column.ty) || fixed().any(|(column, _)| is_checked(column.ty)) {
        out += "\tvar err error\n";
    }
    // What the key would hold: an argument, or the number that is made of it.
    let mut own = Vec::new();
    for (column, name) in fixed() {
        if is_checked(column.ty) {
            let _ = writeln!(out, "\tvar {name}Value {}", held(column.ty));
            out += &assigned(column.ty, &column.name, &format!("{name}Value"), name, "Condition{}");
            own.push(format!("{name}Value"));
        } else {
            own.push(name.clone());
        }
    }
    let of_key = fixed().zip(&own).map(|((column, _), value)| parameter_of(&column.parameter, column.ty, value));
    let mut entries: Vec<String> = of_key.collect();
    if let (Some(hash), Some(field)) = (&table.hash, names.computed.first()) {
        match (of.every_bucket, hash.buckets) {
            (true, Some(buckets)) => {
                let _ = writeln!(out, "\tbuckets := make([]types.Value, {buckets})");
                out +=
                    "\tfor bucket := range buckets {\n\t\tbuckets[bucket] = types.Uint32Value(uint32(bucket))\n\t}\n";
                entries.insert(0, format!("table.ValueParam(\"${}\", types.ListValue(buckets...))", hash.parameter));
            }
            _ => {
                let inputs = join(hash.inputs.iter().map(|&input| own[input].clone()), ", ");
                let call = format!("{}({inputs})", function(stem, field));
                entries.insert(0, parameter_of(&hash.parameter, hash.ty(), &call));
            }
        }
    }
    let _ = writeln!(out, "\tcondition := Condition{{{}, {}}}", literal(&range(table, of)), listed(entries.iter()));
    let name = Name(&column.name).to_string();
    for (variable, sign, parameter) in [("atLeast", ">=", "at_least"), ("below", "<", "below")] {
        let _ = writeln!(out, "\tif {variable} != nil {{");
        let value = if is_checked(column.ty) {
            // A method needs no `*`.
            let value = if unit(column.ty).is_some() { variable.to_owned() } else { format!("*{variable}") };
            let _ = writeln!(out, "\t\tvar value {}", held(column.ty));
            let checked = assigned(column.ty, &column.name, "value", &value, "Condition{}");
            checked.lines().for_each(|line| out += &format!("\t{line}\n"));
            "value".to_owned()
        } else {
            format!("*{variable}")
        };
        let (text, value) =
            (literal(&format!("{name} {sign} ${parameter}")), parameter_of(parameter, column.ty, &value));
        let _ = writeln!(out, "\t\tcondition.and({text}, {value})\n\t}}");
    }
    out + "\treturn condition, nil\n}\n"
}

/// Statements that check a value and assign it.
fn assigned(ty: YdbType, column: &str, to: &str, value: &str, nothing: &str) -> String {
    let failed = format!("\tif err != nil {{\n\t\treturn {nothing}, err\n\t}}\n");
    let name = literal(column);
    match (limits(ty), unit(ty)) {
        (Some((least, greatest)), Some(unit)) => {
            let (number, of) = match unit {
                1 => ("UnixMicro", 1),
                // Seconds have room for every year, microseconds have not.
                unit => ("Unix", unit / 1_000_000),
            };
            let held = held(ty);
            let number = format!("inRange[{held}]({name}, {value}.{number}(), {of}, {least}, {greatest})");
            format!("\t{to}, err = {number}\n{failed}")
        }
        (Some((least, greatest)), None) if ty == YdbType::Interval => {
            let number = format!("inRange[int64]({name}, int64({value}), 1000, {least}, {greatest})");
            format!("\t{to}, err = {number}\n{failed}")
        }
        _ if ty == YdbType::Utf8 => format!("\t{to}, err = validText({name}, {value})\n{failed}"),
        _ => format!("\t{to} = {value}\n"),
    }
}

fn listed<'a>(entries: impl Iterator<Item = &'a String>) -> String {
    let lines: String = entries.map(|entry| format!("\t\t{entry},\n")).collect();
    if lines.is_empty() { "nil".to_owned() } else { format!("[]table.ParameterOption{{\n{lines}\t}}") }
}

/// The function of a computed column.
fn function(stem: &str, field: &str) -> String {
    camel(&format!("{stem}_{field}_of"))
}

fn is_time(ty: YdbType) -> bool {
    unit(ty).is_some() || ty == YdbType::Interval
}

/// Whether a value may be refused.
fn is_checked(ty: YdbType) -> bool {
    is_time(ty) || ty == YdbType::Utf8
}

/// The type of a field.
fn held(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Bool => "bool",
        YdbType::String => "[]byte",
        YdbType::Uuid => "uuid.UUID",
        YdbType::Decimal { .. } => "*big.Int",
        _ => match ty.stored_as() {
            Some(YdbType::Int8) => "int8",
            Some(YdbType::Int16) => "int16",
            Some(YdbType::Int32) => "int32",
            Some(YdbType::Int64) => "int64",
            Some(YdbType::Uint8) => "uint8",
            Some(YdbType::Uint16) => "uint16",
            Some(YdbType::Uint32) => "uint32",
            Some(_) => "uint64",
            None => "string",
        },
    }
}

/// What a caller gives for it.
fn given(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Interval => "time.Duration",
        _ if unit(ty).is_some() => "time.Time",
        _ => held(ty),
    }
}

/// `table.ValueParam("$id", types.Uint64Value(key.id))`
fn parameter_of(parameter: &str, ty: YdbType, value: &str) -> String {
    let value = match ty {
        YdbType::String => format!("types.BytesValue({value})"),
        YdbType::Utf8 => format!("types.TextValue({value})"),
        YdbType::Date => format!("types.DateValue(uint32({value}))"),
        YdbType::Interval => format!("types.IntervalValueFromMicroseconds({value})"),
        YdbType::Decimal { precision, scale } => {
            format!("types.DecimalValueFromBigInt({value}, {precision}, {scale})")
        }
        _ => format!("types.{}Value({value})", ty.name()),
    };
    format!("table.ValueParam(\"${parameter}\", {value})")
}

/// The statements that compute a column.
fn body(table: &KeyTable, hash: &Computed, names: &Names) -> String {
    let input = |&input: &usize| (table.key[input].ty, names.key[input].as_str());
    let number = match (hash.function, hash.inputs.as_slice()) {
        (HashFunction::Xxh3, [one]) if matches!(input(one).0, YdbType::Utf8 | YdbType::Uuid) => {
            let (ty, name) = input(one);
            format!("xxh3.HashString({name}{})", if ty == YdbType::Uuid { ".String()" } else { "" })
        }
        (HashFunction::Xxh3, [one]) if input(one).0 == YdbType::String => format!("xxh3.Hash({})", input(one).1),
        (HashFunction::Xxh3, inputs) => {
            let mut out = "\tvar hashed []byte\n".to_owned();
            for (ty, name) in inputs.iter().map(input) {
                let _ = match ty {
                    YdbType::Utf8 | YdbType::String => write!(
                        out,
                        "\thashed = le(hashed, uint64(len({name})), 4)\n\thashed = append(hashed, {name}...)\n"
                    ),
                    YdbType::Uuid => writeln!(out, "\thashed = append(hashed, {name}.String()...)"),
                    YdbType::Bool => writeln!(out, "\thashed = le(hashed, bit({name}), 1)"),
                    _ => {
                        writeln!(out, "\thashed = le(hashed, uint64({name}), {})", ty.fixed_size().unwrap_or_default())
                    }
                };
            }
            return out + &returned(hash, "xxh3.Hash(hashed)");
        }
        (function, inputs) => {
            let inputs = join(inputs.iter().map(input).map(|(_, name)| format!("uint64({name})")), ", ");
            format!("{}({inputs})", camel(function.name()))
        }
    };
    returned(hash, &number)
}

fn returned(hash: &Computed, number: &str) -> String {
    match hash.buckets {
        Some(buckets) => format!("\treturn uint32({number} % {buckets})\n"),
        None => format!("\treturn {number}\n"),
    }
}
