//! DDL from hand-made syntax trees to specifications. The expected values come from YDB's sources and documentation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::{alter_table, create_table};
use crate::catalog::spec::{Alteration, DefaultSpec, InitialPartitions};
use crate::catalog::{ReadReplicas, Store, TtlUnit};
use crate::error::{Position, Status};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::{
    AlterAction, AlterKind, Arg, Call, ChangefeedSpec, ColumnSpec, CreateTable, Expr, ExprKind, FamilySpec, Ident,
    IndexSpec, IntegerSuffix, Literal, Setting, SettingValue, StringSuffix, TableName, TtlTier, TypeExpr, TypeExprKind,
    UnaryOp,
};

use ydb_yql::Span;

const AT: Position = Position { line: 1, column: 0 };

fn ident(name: &str) -> Ident {
    Ident::new(name, AT)
}

fn expr(kind: ExprKind) -> Expr {
    Expr::new(AT, kind)
}

fn number(value: u64) -> Expr {
    expr(ExprKind::Literal(Literal::Integer { value, suffix: None }))
}

fn suffixed(value: u64, suffix: IntegerSuffix) -> Expr {
    expr(ExprKind::Literal(Literal::Integer { value, suffix: Some(suffix) }))
}

fn string(text: &str, suffix: Option<StringSuffix>) -> Expr {
    expr(ExprKind::Literal(Literal::String { bytes: text.as_bytes().into(), suffix }))
}

fn call(name: &str, args: Vec<Expr>) -> Expr {
    let args = args.into_iter().map(Arg::Value).collect();
    expr(ExprKind::Call(Box::new(Call {
        module: None,
        name: ident(name),
        distinct: false,
        args,
        ignore_nulls: false,
        over: None,
    })))
}

fn of(name: &str, text: &str) -> Expr {
    call(name, vec![string(text, None)])
}

fn minus(inner: Expr) -> Expr {
    expr(ExprKind::Unary { op: UnaryOp::Minus, expr: Box::new(inner) })
}

fn column(name: &str, ty: &str) -> ColumnSpec {
    let ty = TypeExpr { at: AT, kind: TypeExprKind::Name(ident(ty)) };
    ColumnSpec {
        name: ident(name),
        ty,
        family: None,
        not_null: None,
        default: None,
        compression: None,
        generated: false,
    }
}

fn default(ty: &str, value: Expr) -> ColumnSpec {
    ColumnSpec { default: Some(value), ..column("v", ty) }
}

fn word(key: &str, value: &str) -> Setting {
    valued(key, SettingValue::Word(ident(value)))
}

fn setting(key: &str, value: Expr) -> Setting {
    valued(key, SettingValue::Expr(value))
}

fn valued(key: &str, value: SettingValue) -> Setting {
    Setting { key: ident(key), value, span: Span::default(), has_more: false }
}

fn expires(interval: Expr, unit: Option<&str>) -> Setting {
    let value = SettingValue::Ttl {
        tiers: vec![TtlTier { interval, storage: None }],
        column: ident("at"),
        unit: unit.map(ident),
    };
    valued("ttl", value)
}

fn index(name: &str, columns: &[&str]) -> IndexSpec {
    IndexSpec {
        name: ident(name),
        local: false,
        unique: false,
        is_async: None,
        using: None,
        columns: columns.iter().map(|name| ident(name)).collect(),
        cover: Vec::new(),
        settings: Vec::new(),
        span: Span::default(),
        unread: None,
    }
}

fn base() -> CreateTable {
    CreateTable {
        table: TableName { path: ident("t"), view: None, is_by_key: false, elsewhere: false },
        if_not_exists: false,
        columns: vec![column("id", "Uint64"), column("at", "Timestamp")],
        primary_key: Some(vec![ident("id")]),
        indexes: Vec::new(),
        families: Vec::new(),
        changefeeds: Vec::new(),
        partition_by_hash: None,
        settings: Vec::new(),
    }
}

fn with(change: impl FnOnce(&mut CreateTable)) -> CreateTable {
    let mut table = base();
    change(&mut table);
    table
}

fn settings(settings: Vec<Setting>) -> CreateTable {
    with(|t| t.settings = settings)
}

#[test]
fn refused() {
    let (generic, bad, unsupported) = (Status::GenericError, Status::BadRequest, Status::Unsupported);
    let indexed = |index| with(|t| t.indexes = vec![index]);
    let feed = ChangefeedSpec { name: ident("f"), settings: Vec::new(), list: Span::default() };
    let family = FamilySpec { name: ident("f"), settings: vec![word("KEEP_IN_MEMORY", "true")] };
    let cases = [
        (with(|t| t.primary_key = None), generic, "Primary key is required for ydb tables."),
        (with(|t| t.primary_key = Some(vec![ident("no")])), generic, "Undefined column: no"),
        (with(|t| t.primary_key = Some(vec![ident("id"), ident("id")])), generic, "Duplicated column in PK: id"),
        (with(|t| t.columns.push(column("at", "Int32"))), generic, "Duplicate column: at."),
        (with(|t| t.columns.push(column("v", "Number"))), generic, "'Number'"),
        (with(|t| t.changefeeds = vec![feed]), generic, "Cannot create table with changefeed"),
        (with(|t| t.families = vec![family]), generic, "Unknown table setting: KEEP_IN_MEMORY"),
        (with(|t| t.columns.push(default("Serial", number(1)))), generic, "serial column: v"),
        (
            with(|t| t.columns.push(default("Date", of("Date", "2020-13-01")))),
            generic,
            "Invalid value \"2020-13-01\" for type Date",
        ),
        (with(|t| t.columns.push(default("Int8", suffixed(200, IntegerSuffix::Int8)))), generic, "Int8"),
        (
            with(|t| t.columns.push(default("Timestamp", call("CurrentUtcTimestamp", vec![])))),
            unsupported,
            "CurrentUtcTimestamp",
        ),
        (settings(vec![word("SPEED", "FAST")]), generic, "Unknown table setting: SPEED"),
        (settings(vec![setting("AUTO_PARTITIONING_BY_SIZE", number(1))]), generic, "value should be an identifier"),
        (settings(vec![word("AUTO_PARTITIONING_BY_LOAD", "yes")]), bad, "Unknown feature flag 'yes'"),
        (settings(vec![word("UNIFORM_PARTITIONS", "x")]), generic, "UNIFORM_PARTITIONS value should be an integer"),
        (settings(vec![setting("AUTO_PARTITIONING_PARTITION_SIZE_MB", number(0))]), generic, "partition size to 0"),
        (
            settings(vec![setting("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT", number(0))]),
            generic,
            "Can't set min partition count to 0",
        ),
        (
            settings(vec![setting("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT", number(0))]),
            generic,
            "Can't set max partition count to 0",
        ),
        (settings(vec![setting("PARTITION_AT_KEYS", number(1))]), generic, "value should be a list of keys"),
        (
            settings(vec![valued("PARTITION_AT_KEYS", SettingValue::Keys(vec![vec![minus(number(1))]]))]),
            generic,
            "value should be a list of keys",
        ),
        (settings(vec![setting("READ_REPLICAS_SETTINGS", string("ALL:1", None))]), generic, "for each AZ"),
        (settings(vec![word("STORE", "DISK")]), generic, "Unsupported table store type: DISK"),
        (settings(vec![setting("TTL", number(1))]), generic, "Invalid TTL settings"),
        (settings(vec![expires(string("P1D", None), None)]), generic, "Literal of Interval type is expected for TTL"),
        (settings(vec![expires(of("Interval", "-P1D"), None)]), generic, "Interval value cannot be negative"),
        (settings(vec![expires(of("Interval", "P1D"), Some("YEARS"))]), generic, "Invalid TTL settings"),
        (settings(vec![setting("COMPACTION_POLICY", string("x", None))]), unsupported, "COMPACTION_POLICY"),
        (indexed(index("i", &["no"])), generic, "Undefined column: no"),
        (indexed(IndexSpec { cover: vec![ident("no")], ..index("i", &["at"]) }), generic, "Undefined column: no"),
        (indexed(IndexSpec { unique: true, is_async: Some(true), ..index("i", &["at"]) }), generic, "not implemented"),
        (indexed(IndexSpec { local: true, ..index("i", &["at"]) }), generic, "LOCAL index requires USING"),
        (
            indexed(IndexSpec { using: Some(ident("secondary")), ..index("i", &["at"]) }),
            generic,
            "SECONDARY index subtype is not supported",
        ),
        (
            indexed(IndexSpec { using: Some(ident("vector_kmeans_tree")), ..index("i", &["at"]) }),
            unsupported,
            "vector_kmeans_tree",
        ),
        (
            indexed(IndexSpec { using: Some(ident("bloom_filter")), local: true, ..index("i", &["at"]) }),
            unsupported,
            "bloom_filter",
        ),
    ];
    for (statement, status, fragment) in cases {
        let error = create_table(&statement, "/local/t".into()).expect_err(fragment);
        assert!(error.to_string().contains(fragment), "{error}\ndoes not contain\n{fragment}");
        assert_eq!(error.status, status, "{error}");
    }
}

#[test]
fn defaults() {
    let uuid = "01234567-89ab-cdef-0123-456789abcdef";
    // UUIDs are stored in Microsoft's byte order: the bytes of the first three groups are reversed.
    let bytes = [0x67, 0x45, 0x23, 0x01, 0xab, 0x89, 0xef, 0xcd, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef];
    let decimal = Type::Decimal { precision: 10, scale: 2 };
    let cases: Vec<(Expr, Type, Value)> = vec![
        (number(5), Primitive::Int32.into(), Value::Int(5)),
        (number(5_000_000_000), Primitive::Int64.into(), Value::Int(5_000_000_000)),
        (number(u64::MAX), Primitive::Uint64.into(), Value::Uint(u64::MAX)),
        (minus(number(5)), Primitive::Int32.into(), Value::Int(-5)),
        (suffixed(5, IntegerSuffix::Int8), Primitive::Int8.into(), Value::Int(5)),
        (suffixed(5, IntegerSuffix::Uint32), Primitive::Uint32.into(), Value::Uint(5)),
        (string("x", None), Primitive::String.into(), Value::bytes(*b"x")),
        (string("x", Some(StringSuffix::Utf8)), Primitive::Utf8.into(), Value::text("x")),
        (expr(ExprKind::Literal(Literal::Bool(true))), Primitive::Bool.into(), Value::Bool(true)),
        (expr(ExprKind::Literal(Literal::Null)), Type::Null, Value::Null),
        (of("Date", "1970-01-03"), Primitive::Date.into(), Value::Uint(2)),
        (of("Datetime", "1970-01-02T00:00:01Z"), Primitive::Datetime.into(), Value::Uint(86_401)),
        (of("Timestamp", "1970-01-01T00:00:01.5Z"), Primitive::Timestamp.into(), Value::Uint(1_500_000)),
        (of("Interval", "P1DT2H"), Primitive::Interval.into(), Value::Int(93_600_000_000)),
        (of("Uuid", uuid), Primitive::Uuid.into(), Value::Uuid(bytes)),
        (of("Float", "1.5"), Primitive::Float.into(), Value::Float(1.5)),
        (call("Decimal", vec![string("1.5", None), number(10), number(2)]), decimal, Value::Decimal(150)),
    ];
    for (written, ty, value) in cases {
        let statement = with(|t| t.columns.push(default("Int32", written)));
        let spec = create_table(&statement, "/local/t".into()).unwrap();
        assert_eq!(spec.columns[2].default, Some(DefaultSpec::Literal(ty, value)));
    }
}

#[test]
fn settings_are_read_without_regard_to_case() {
    let point = valued("Partition_At_Keys", SettingValue::Keys(vec![vec![number(10)]]));
    let statement = settings(vec![
        word("auto_partitioning_by_load", "Enabled"),
        setting("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT", number(5)),
        setting("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT", number(6)),
        word("KEY_BLOOM_FILTER", "ENABLED"),
        setting("READ_REPLICAS_SETTINGS", string("PER_AZ:2", None)),
        expires(of("Interval", "PT1H"), Some("seconds")),
        word("STORE", "row"),
        point,
    ]);
    let spec = create_table(&statement, "/local/t".into()).unwrap();
    assert_eq!((spec.partitioning.by_load, spec.partitioning.max), (Some(true), Some(6)));
    assert_eq!((spec.key_bloom_filter, spec.read_replicas), (Some(true), Some(ReadReplicas::PerAz(2))));
    let ttl = spec.ttl.unwrap();
    assert_eq!((ttl.unit, ttl.tiers[0].after_us), (Some(TtlUnit::Seconds), 3_600_000_000));
    assert_eq!(spec.store, Store::Row);
    let points = vec![vec![(Type::from(Primitive::Int32), Value::Int(10))]];
    assert_eq!(spec.partitions, InitialPartitions::AtKeys(points));
}

#[test]
fn serial_types_are_not_null() {
    let spec = create_table(&with(|t| t.columns.push(column("n", "BigSerial"))), "/local/t".into()).unwrap();
    let column = &spec.columns[2];
    assert_eq!((&column.ty, column.not_null), (&Type::from(Primitive::Int64), true));
    assert_eq!(column.default, Some(DefaultSpec::Sequence));
}

fn altered(kind: AlterKind) -> crate::error::Result<Vec<Alteration>> {
    alter_table(&[AlterAction { at: AT, span: Span::default(), kind }], |path| Ok(format!("/local/{path}")))
}

#[test]
fn alterations() {
    let set = AlterKind::Set(vec![word("AUTO_PARTITIONING_BY_LOAD", "ENABLED"), word("KEY_BLOOM_FILTER", "DISABLED")]);
    let changes = altered(set).unwrap();
    assert!(matches!(&changes[..], [Alteration::SetPartitioning(_), Alteration::SetKeyBloomFilter(false)]));
    assert_eq!(altered(AlterKind::Reset(vec![ident("Ttl")])).unwrap(), [Alteration::ResetTtl]);
    assert_eq!(altered(AlterKind::RenameTo(ident("u"))).unwrap(), [Alteration::RenameTo("/local/u".into())]);
    let feed = ChangefeedSpec {
        name: ident("f"),
        settings: vec![
            setting("mode", string("UPDATES", None)),
            setting("retention_period", of("Interval", "PT24H")),
            valued("VIRTUAL_TIMESTAMPS", SettingValue::None),
        ],
        list: Span::default(),
    };
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let expected = vec![pair("MODE", "UPDATES"), pair("RETENTION_PERIOD", "P1D"), pair("VIRTUAL_TIMESTAMPS", "true")];
    assert_eq!(
        altered(AlterKind::AddChangefeed(feed)).unwrap(),
        [Alteration::AddChangefeed { name: "f".into(), settings: expected }]
    );
    let refused = |kind| altered(kind).unwrap_err().to_string();
    let uniform = AlterKind::Set(vec![setting("UNIFORM_PARTITIONS", number(4))]);
    assert!(refused(uniform).contains("UNIFORM_PARTITIONS alter is not supported"));
    assert!(refused(AlterKind::Reset(vec![ident("STORE")])).contains("STORE reset is not supported"));
    let on_index = AlterKind::AlterIndexSet {
        index: ident("i"),
        settings: vec![setting("levels", number(2))],
        list: Span::default(),
    };
    assert!(refused(on_index).contains("Unknown table setting: levels"));
}
