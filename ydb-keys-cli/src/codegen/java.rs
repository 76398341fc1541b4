//! Java: one class with a nested class for each key, with `ydb-sdk-table` and `zero-allocation-hashing`.
//!
//! An `Instant` and a `Duration` are exact, and become the number that YDB stores; unsigned 64 bits are a `long`, as in the
//! client. `net.openhft:zero-allocation-hashing` has the one maintained XXH3 of Java that is pure Java.

use std::fmt::Write as _;

use ydb_keys::__internal::ddl::Name;
use ydb_keys::YdbType;
use ydb_keys::schema::HashFunction;

use super::common::{
    MARK, Names, columns, computes, is_bytes, is_interval, join, limits, literal, point, range, rows_of, stored, unit,
    values,
};
use super::name::{camel, types};
use super::table::{Computed, KeyTable, Range};

/// Names that a column's variable may not have: keywords, and what the classes define or use themselves.
const RESERVED: &str = "abstract assert boolean break byte case catch char class const continue default do double else \
                        enum extends final finally float for goto if implements import instanceof int interface long \
                        native new package private protected public return short static strictfp super switch \
                        synchronized this throw throws transient try void volatile while true false null var record yield \
                        table parameters point atLeast below condition buckets bucket getClass hashCode equals toString \
                        notify notifyAll wait clone finalize";

pub(super) fn refuses(ty: YdbType) -> Option<&'static str> {
    match ty {
        YdbType::DyNumber => Some("the Java client does not have"),
        _ => None,
    }
}

const IMPORTS: &str = r#"
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.openhft.hashing.LongHashFunction;
import tech.ydb.core.grpc.GrpcRequestSettings;
import tech.ydb.core.grpc.GrpcTransport;
import tech.ydb.proto.table.YdbTable;
import tech.ydb.table.query.Params;
import tech.ydb.table.rpc.grpc.GrpcTableRpc;
import tech.ydb.table.values.DecimalType;
import tech.ydb.table.values.ListType;
import tech.ydb.table.values.PrimitiveType;
import tech.ydb.table.values.PrimitiveValue;
import tech.ydb.table.values.Value;
"#;

const HEAD: &str = r#"
    /** What is written after WHERE, and its parameters. */
    public static final class Condition {
        private String text;
        public final Params parameters = Params.create();

        private Condition(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        private void and(String text, String parameter, Value<?> value) {
            this.text += (this.text.isEmpty() ? "" : " AND ") + text;
            parameters.put(parameter, value);
        }
    }

    /** A query with a DECLARE for each parameter, which some servers need. */
    public static String declared(String text, Params parameters) {
        StringBuilder declares = new StringBuilder();
        for (Map.Entry<String, Value<?>> parameter : parameters.values().entrySet()) {
            declares.append("DECLARE ").append(parameter.getKey()).append(" AS ");
            declares.append(parameter.getValue().getType()).append(";\n");
        }
        return declares + text;
    }

    /** What the keys of one table have in common. */
    public static final class Table {
        /** Relative to the database. */
        public final String path;
        public final String layout;
        public final List<String> primaryKey;
        /** Whether the key has hashes or buckets. */
        public final boolean computed;
        /** The columns that a key gives a row, for UPSERT INTO .. (..). */
        public final String columns;
        /** Their parameters, for VALUES (..). */
        public final String values;

        private Table(
                String path, String layout, boolean computed, String columns, String values, String... primaryKey) {
            this.path = path;
            this.layout = layout;
            this.primaryKey = Arrays.asList(primaryKey);
            this.computed = computed;
            this.columns = columns;
            this.values = values;
        }
    }

    /**
     * Fails if a table has another layout than this file computes. The directory is that of the tables, often the database.
     *
     * <p>Call it at start-up. With another layout, reads by key would miss rows, and writes would duplicate them.
     */
    public static void check(GrpcTransport transport, String directory) {
        String cure = "write this file again with `ydb-keys keys`, or use the version that the table was made for";
        for (Table key : TABLES) {
            YdbTable.DescribeTableRequest request =
                    YdbTable.DescribeTableRequest.newBuilder().setPath(directory + "/" + key.path).build();
            YdbTable.DescribeTableResult found = GrpcTableRpc.useTransport(transport)
                    .describeTable(request, GrpcRequestSettings.newBuilder().build())
                    .join()
                    .getValue();
            List<String> primaryKey = new ArrayList<>(found.getPrimaryKeyList());
            if (!primaryKey.equals(key.primaryKey)) {
                throw new IllegalStateException("the table " + key.path + " has the key " + primaryKey + ", not "
                        + key.primaryKey + "; " + cure);
            }
            String layout = found.getAttributesMap().get("ydb_keys.layout");
            if (layout == null && key.computed) {
                throw new IllegalStateException("the table " + key.path
                        + " has no layout, so its hashes may be others; run `apply` of its program");
            }
            if (layout != null && !layout.equals(key.layout)) {
                throw new IllegalStateException("the table " + key.path + " has the layout\n  " + layout + "\nnot\n  "
                        + key.layout + "\n" + cure);
            }
        }
    }

    private static long inRange(String column, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(column + ": " + value + " is not from " + least + " to " + greatest);
        }
        return value;
    }
"#;

const TIME: &str = r#"
    /** Units of so many microseconds since 1970; a finer time is rounded down. */
    private static long time(String column, Instant value, long unit, long least, long greatest) {
        long number = unit == 1
                ? Math.addExact(Math.multiplyExact(value.getEpochSecond(), 1_000_000L), value.getNano() / 1000)
                : Math.floorDiv(value.getEpochSecond(), unit / 1_000_000L);
        return inRange(column, number, least, greatest);
    }
"#;

const INTERVAL: &str = r#"
    /** Microseconds; a finer interval is rounded down. */
    private static long interval(String column, Duration value, long least, long greatest) {
        long micros = Math.addExact(Math.multiplyExact(value.getSeconds(), 1_000_000L), value.getNano() / 1000);
        return inRange(column, micros, least, greatest);
    }
"#;

const TEXT: &str = r#"
    private static String text(String column, String value) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            throw new IllegalArgumentException(column + ": a lone surrogate is not Unicode");
        }
        return value;
    }
"#;

const DECIMAL: &str = r#"
    private static BigDecimal decimal(String column, BigDecimal value, int precision, int scale) {
        BigDecimal exact = value.setScale(scale, RoundingMode.UNNECESSARY);
        if (exact.precision() > precision) {
            throw new IllegalArgumentException(column + ": " + value + " has more than " + precision + " digits");
        }
        return exact;
    }
"#;

const LE: &str = r#"
    /** A number in so many bytes, little-endian. */
    private static byte[] le(long number, int width) {
        byte[] bytes = new byte[width];
        for (int i = 0; i < width; i++) {
            bytes[i] = (byte) (number >>> (8 * i));
        }
        return bytes;
    }
"#;

const UTF8: &str = r#"
    private static byte[] utf8(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
"#;

const JOINED: &str = r#"
    private static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
"#;

const FRAMED: &str = r#"
    /** A Utf8 or a String among several columns: its length in bytes, and the bytes. */
    private static byte[] framed(byte[] bytes) {
        return joined(le(bytes.length, 4), bytes);
    }
"#;

const NUMERIC_HASH: &str = r#"
    private static long numericHash(long x) {
        x += ~(x << 32);
        x ^= x >>> 22;
        x += ~(x << 13);
        x ^= x >>> 8;
        x += x << 3;
        x ^= x >>> 15;
        x += ~(x << 27);
        return x ^ (x >>> 31);
    }
"#;

const INT_HASH64: &str = r#"
    private static long intHash64(long x) {
        x ^= 0x4CF2D2BAAE6DA887L;
        x = (x ^ (x >>> 33)) * 0xFF51AFD7ED558CCDL;
        x = (x ^ (x >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return x ^ (x >>> 33);
    }
"#;

/// The file with the keys of all tables.
pub(super) fn file(tables: &[KeyTable]) -> String {
    let has = |is_it: fn(YdbType) -> bool| tables.iter().any(|table| table.has(is_it));
    let hashes = || tables.iter().flat_map(|table| table.computed().map(move |hash| (table, hash)));
    let is_used = |function| hashes().any(|(_, hash)| hash.function == function);
    let hashes_any = |is_it: fn(YdbType) -> bool, least: usize| {
        let is_it = |(table, hash): (&KeyTable, &Computed)| {
            let of_bytes = hash.function == HashFunction::Xxh3 && hash.inputs.len() >= least;
            of_bytes && hash.inputs.iter().any(|&input| is_it(table.key[input].ty))
        };
        hashes().any(is_it)
    };
    let is_framed = hashes_any(is_bytes, 2);
    let is_decimal = |ty| matches!(ty, YdbType::Decimal { .. });
    let has_every_bucket = tables.iter().any(|table| table.ranges().any(|range| range.every_bucket));
    let body = [
        (has(|ty| unit(ty).is_some()), TIME),
        (has(is_interval), INTERVAL),
        (has(|ty| ty == YdbType::Utf8), TEXT),
        (has(is_decimal), DECIMAL),
        (is_framed || hashes_any(|ty| !is_bytes(ty) && ty != YdbType::Uuid, 1), LE),
        (hashes_any(|ty| matches!(ty, YdbType::Utf8 | YdbType::Uuid), 1), UTF8),
        (hashes_any(|_| true, 2), JOINED),
        (is_framed, FRAMED),
        (is_used(HashFunction::NumericHash), NUMERIC_HASH),
        (is_used(HashFunction::IntHash64), INT_HASH64),
    ];
    let mut out = format!("// Generated {} java`: change the tables, not this file.\n\npackage keys;\n", MARK);
    for line in IMPORTS.lines() {
        let is_needed = match line.rsplit('.').next().unwrap_or_default() {
            "BigDecimal;" | "RoundingMode;" | "DecimalType;" => has(is_decimal),
            "StandardCharsets;" => body[2].0 || body[5].0,
            "Duration;" => has(is_interval),
            "Instant;" => has(|ty| unit(ty).is_some()),
            "UUID;" => has(|ty| ty == YdbType::Uuid),
            "LongHashFunction;" => is_used(HashFunction::Xxh3),
            "ListType;" | "PrimitiveType;" => has_every_bucket,
            _ => true,
        };
        if is_needed {
            let _ = writeln!(out, "{line}");
        }
    }
    out += "\n/**\n * The keys of YDB tables. A key computes the hash and the bucket that lead the primary key, and gives the conditions\n";
    out +=
        " * and parameters of reads, and the columns and parameters of writes, as the client of YDB takes them.\n */\n";
    out += "public final class Keys {\n    private Keys() {\n    }\n";
    out += HEAD;
    body.iter().filter(|(is_needed, _)| *is_needed).for_each(|(_, text)| out += text);
    let names = types(tables.iter().map(|table| table.path.as_str()));
    for (table, name) in tables.iter().zip(&names) {
        out.push('\n');
        class(table, name).lines().for_each(|line| {
            let _ = writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " });
        });
    }
    let all = join(names.iter().map(|name| format!("{name}.TABLE")), ", ");
    let _ = write!(
        out,
        "\n    /** All tables of this file. */\n    public static final List<Table> TABLES = Arrays.asList({all});\n}}\n"
    );
    out
}

fn class(table: &KeyTable, name: &str) -> String {
    let names = Names::of(table, RESERVED, camel);
    let path = Name(&table.path).to_string();
    let hashes = computes(table);
    let mut out = format!("/** A key of {path}{hashes}. */\npublic static final class {name} {{\n");
    let table_of = [literal(&table.path), literal(&table.layout), (!hashes.is_empty()).to_string()]
        .into_iter()
        .chain([literal(&columns(table)), literal(&values(table))])
        .chain(table.primary_key().map(literal));
    let _ = writeln!(
        out,
        "    public static final Table TABLE = new Table(\n            {});\n",
        join(table_of, ",\n            ")
    );
    for (column, field) in table.key.iter().zip(&names.key) {
        let _ = writeln!(out, "    public final {} {field};", held(column.ty));
    }
    for (hash, field) in table.computed().zip(&names.computed) {
        let _ = writeln!(out, "    public final {} {field};", held(hash.ty()));
    }
    let arguments =
        join(table.key.iter().zip(&names.key).map(|(column, name)| format!("{} {name}", given(column.ty))), ", ");
    let _ = write!(out, "\n    public {name}({arguments}) {{\n");
    for (column, field) in table.key.iter().zip(&names.key) {
        let _ = writeln!(out, "        this.{field} = {};", converted(column.ty, &column.name, field));
    }
    for (hash, field) in table.computed().zip(&names.computed) {
        let inputs = join(hash.inputs.iter().map(|&input| format!("this.{}", names.key[input])), ", ");
        let _ = writeln!(out, "        this.{field} = {field}Of({inputs});");
    }
    out += "    }\n";
    for (hash, field) in table.computed().zip(&names.computed) {
        let inputs = join(hash.inputs.iter().map(|&i| format!("{} {}", held(table.key[i].ty), names.key[i])), ", ");
        let _ = write!(out, "\n    private static long {field}Of({inputs}) {{\n");
        let _ = write!(out, "        return {};\n    }}\n", number(table, hash, &names));
    }
    let types = table.computed().map(Computed::ty).chain(table.key.iter().map(|column| column.ty));
    let all: Vec<(&str, String)> = stored(table)
        .zip(types)
        .zip(names.computed.iter().chain(&names.key))
        .map(|(((_, parameter), ty), field)| (parameter, format!("\"${parameter}\", {}", typed(ty, field))))
        .collect();
    out += "\n    /** Of a write: the values of TABLE.columns, named as in TABLE.values. */\n    public Params parameters() {\n";
    out += "        Params parameters = Params.create();\n";
    for (_, value) in &all {
        let _ = writeln!(out, "        parameters.put({value});");
    }
    out += "        return parameters;\n    }\n\n    /** The row with this key. */\n    public Condition point() {\n";
    let _ = writeln!(out, "        Condition condition = new Condition({});", literal(&point(table)));
    for (parameter, value) in &all {
        if !table.indexed.iter().any(|hash| hash.parameter == *parameter) {
            let _ = writeln!(out, "        condition.parameters.put({value});");
        }
    }
    out += "        return condition;\n    }\n";
    for of in table.ranges() {
        out += &range_method(table, &names, of);
    }
    out + "}\n"
}

fn range_method(table: &KeyTable, names: &Names, of: Range) -> String {
    let (column, field) = (&table.key[of.fixed], &names.key[of.fixed]);
    let fixed = || table.key.iter().zip(&names.key).take(of.fixed);
    let bound = boxed(given(column.ty));
    let arguments = fixed()
        .map(|(column, field)| format!("{} {field}", given(column.ty)))
        .chain([format!("{bound} atLeast"), format!("{bound} below")]);
    let rows = rows_of(of, &names.key);
    let mut out = format!("\n    /** {rows}: atLeast &lt;= `{field}` &lt; below; null is no bound. */\n");
    let _ =
        writeln!(out, "    public static Condition {}({}) {{", camel(&format!("range_{field}")), join(arguments, ", "));
    if of.fixed == 0 {
        out += "        if (atLeast == null && below == null) {\n";
        out += "            throw new IllegalArgumentException(\"a range without a bound is the whole table\");\n        }\n";
    }
    let _ = writeln!(out, "        Condition condition = new Condition({});", literal(&range(table, of)));
    let own: Vec<String> = fixed().map(|(column, field)| converted(column.ty, &column.name, field)).collect();
    if let (Some(hash), Some(field)) = (&table.hash, names.computed.first()) {
        let value = match (of.every_bucket, hash.buckets) {
            (true, Some(buckets)) => {
                out += "        List<Value<?>> buckets = new ArrayList<>();\n";
                let _ = writeln!(out, "        for (int bucket = 0; bucket < {buckets}; bucket++) {{");
                out += "            buckets.add(PrimitiveValue.newUint32(bucket));\n        }\n";
                "ListType.of(PrimitiveType.Uint32).newValue(buckets)".to_owned()
            }
            _ => {
                let inputs = join(hash.inputs.iter().map(|&input| own[input].clone()), ", ");
                typed(hash.ty(), &format!("{field}Of({inputs})"))
            }
        };
        let _ = writeln!(out, "        condition.parameters.put(\"${}\", {value});", hash.parameter);
    }
    for ((column, _), value) in fixed().zip(&own) {
        let _ =
            writeln!(out, "        condition.parameters.put(\"${}\", {});", column.parameter, typed(column.ty, value));
    }
    let name = Name(&column.name).to_string();
    for (variable, sign, parameter) in [("atLeast", ">=", "$at_least"), ("below", "<", "$below")] {
        let value = typed(column.ty, &converted(column.ty, &column.name, variable));
        let text = literal(&format!("{name} {sign} {parameter}"));
        let _ = writeln!(out, "        if ({variable} != null) {{");
        let _ = writeln!(out, "            condition.and({text}, \"{parameter}\", {value});\n        }}");
    }
    out + "        return condition;\n    }\n"
}

/// The type of a field.
fn held(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Bool => "boolean",
        YdbType::Int8 => "byte",
        YdbType::Int16 => "short",
        YdbType::Int32 | YdbType::Uint8 | YdbType::Uint16 => "int",
        YdbType::String => "byte[]",
        YdbType::Uuid => "UUID",
        YdbType::Decimal { .. } => "BigDecimal",
        _ if ty.stored_as().is_some() => "long",
        _ => "String",
    }
}

/// What a caller gives for it.
fn given(ty: YdbType) -> &'static str {
    match ty {
        _ if unit(ty).is_some() => "Instant",
        _ if is_interval(ty) => "Duration",
        _ => held(ty),
    }
}

fn boxed(ty: &'static str) -> &'static str {
    match ty {
        "boolean" => "Boolean",
        "byte" => "Byte",
        "short" => "Short",
        "int" => "Integer",
        "long" => "Long",
        other => other,
    }
}

/// A value as the key holds it.
fn converted(ty: YdbType, column: &str, value: &str) -> String {
    let column = literal(column);
    match (ty, limits(ty), unit(ty)) {
        (_, Some((least, greatest)), Some(unit)) => format!("time({column}, {value}, {unit}L, {least}L, {greatest}L)"),
        (_, Some((least, greatest)), _) if is_interval(ty) => {
            format!("interval({column}, {value}, {least}L, {greatest}L)")
        }
        (YdbType::Uint8 | YdbType::Uint16, Some((least, greatest)), _) => {
            format!("(int) inRange({column}, {value}, {least}, {greatest})")
        }
        (YdbType::Uint32, Some((least, greatest)), _) => format!("inRange({column}, {value}, {least}L, {greatest}L)"),
        (YdbType::Utf8, ..) => format!("text({column}, {value})"),
        (YdbType::Decimal { precision, scale }, ..) => format!("decimal({column}, {value}, {precision}, {scale})"),
        _ => value.to_owned(),
    }
}

/// A value as the client sends it.
fn typed(ty: YdbType, value: &str) -> String {
    match ty {
        YdbType::String => format!("PrimitiveValue.newBytes({value})"),
        YdbType::Utf8 => format!("PrimitiveValue.newText({value})"),
        YdbType::Decimal { precision, scale } => format!("DecimalType.of({precision}, {scale}).newValue({value})"),
        _ => format!("PrimitiveValue.new{}({value})", ty.name()),
    }
}

/// The hash or the bucket.
fn number(table: &KeyTable, hash: &Computed, names: &Names) -> String {
    let input = |&input: &usize| (table.key[input].ty, names.key[input].as_str());
    let number = match hash.function {
        HashFunction::Xxh3 => {
            let among = hash.inputs.len() > 1;
            let parts = join(hash.inputs.iter().map(input).map(|(ty, name)| bytes(ty, name, among)), ", ");
            let all = if among { format!("joined({parts})") } else { parts };
            format!("LongHashFunction.xx3().hashBytes({all})")
        }
        function => {
            let inputs = join(hash.inputs.iter().map(input).map(|(_, name)| name.to_owned()), ", ");
            format!("{}({inputs})", camel(function.name()))
        }
    };
    hash.buckets.map_or(number.clone(), |buckets| format!("Long.remainderUnsigned({number}, {buckets}L)"))
}

/// The canonical bytes of a column, alone or among several.
fn bytes(ty: YdbType, name: &str, among: bool) -> String {
    let bytes = match ty {
        YdbType::Utf8 => format!("utf8({name})"),
        YdbType::String => name.to_owned(),
        YdbType::Uuid => return format!("utf8({name}.toString())"),
        YdbType::Bool => return format!("le({name} ? 1 : 0, 1)"),
        _ => return format!("le({name}, {})", ty.fixed_size().unwrap_or_default()),
    };
    if among { format!("framed({bytes})") } else { bytes }
}
