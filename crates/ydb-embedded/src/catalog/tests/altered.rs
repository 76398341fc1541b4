//! Tests of ALTER TABLE: changes and refusals.

use super::super::spec::{Alteration, DefaultSpec, PartitioningSpec};
use super::super::{ColumnId, Effect, IndexKind, Partitioning, ReadReplicas, Table, TableId, TableIds, TtlUnit, alter};
use super::{DAY, NOW, column, create, family, index, int, olap, row, ttl, with};
use crate::error::{Result, Status};
use crate::types::Value;

fn base() -> Table {
    let spec = row(&["id Uint64!", "a Utf8", "b Int32", "c Utf8!", "at Timestamp"], &["id"]);
    let spec = with(spec, |t| {
        t.indexes = vec![index("by_b", &["b"], &["c"])];
        t.ttl = Some(ttl("at", None, &[(DAY, None)]));
    });
    create(spec).unwrap()
}

fn change(table: &Table, alterations: Vec<Alteration>) -> Result<(Table, Vec<Effect>)> {
    let mut ids = TableIds::default();
    for _ in 0..10 {
        ids.allocate();
    }
    alter(table, alterations, &mut ids, NOW)
}

fn changed(alteration: Alteration) -> (Table, Vec<Effect>) {
    change(&base(), vec![alteration]).unwrap()
}

fn by_load(on: bool) -> PartitioningSpec {
    PartitioningSpec { by_load: Some(on), ..PartitioningSpec::default() }
}

fn feed(name: &str, settings: &[(&str, &str)]) -> Alteration {
    let settings = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    Alteration::AddChangefeed { name: name.to_owned(), settings }
}

const GOOD_FEED: [(&str, &str); 2] = [("MODE", "UPDATES"), ("FORMAT", "JSON")];

#[test]
fn refused() {
    let name = |text: &str| text.to_owned();
    let unique = super::super::spec::IndexSpec { kind: IndexKind::GlobalUnique, ..index("u", &["a"], &[]) };
    let size_off = PartitioningSpec { by_size: Some(false), size_mb: Some(1), ..PartitioningSpec::default() };
    let (generic, scheme, bad) = (Status::GenericError, Status::SchemeError, Status::BadRequest);
    let (precondition, unsupported) = (Status::PreconditionFailed, Status::Unsupported);
    let cases = [
        (vec![], bad, "Empty alter"),
        (
            vec![Alteration::AddColumn(column("a Utf8"))],
            generic,
            "AlterTable : db.[/local/t] Column: \"a\" already exists",
        ),
        (
            vec![Alteration::AddColumn(column("n Serial"))],
            generic,
            "Column addition with serial data type is unsupported",
        ),
        (vec![Alteration::AddColumn(column("n Int32!"))], bad, "Cannot add not null column without default value"),
        // The schema shard refuses this name with StatusInvalidParameter (schemeshard__operation_alter_table.cpp,
        // ParseParams).
        (vec![Alteration::AddColumn(column("a.b Int32"))], bad, "Invalid name for column 'a.b'"),
        (vec![Alteration::DropColumn(name("no"))], generic, "Column \"no\" does not exist"),
        (vec![Alteration::DropColumn(name("id"))], generic, "Key column drop is not supported"),
        (
            vec![Alteration::DropColumn(name("b"))],
            precondition,
            "Impossible drop column because table has an index with that column, column name: b, \
             table name: /local/t, index name: by_b",
        ),
        (
            vec![Alteration::DropColumn(name("c"))],
            precondition,
            "Impossible drop column because table index covers that column, column name: c",
        ),
        (vec![Alteration::DropColumn(name("at"))], bad, "Can't drop TTL column: 'at', disable TTL first"),
        (vec![Alteration::SetNotNull(name("a"))], generic, "SET NOT NULL is currently not supported."),
        (vec![Alteration::DropNotNull(name("no"))], generic, "Column: \"no\" does not exist"),
        (
            vec![Alteration::SetFamily { column: name("id"), family: name("cold") }],
            bad,
            "Cannot set family for key column ' id' with id 1",
        ),
        (
            vec![Alteration::SetDefault { column: name("a"), value: DefaultSpec::Literal(int(1).0, int(1).1) }],
            generic,
            "type mismatch, expected: Utf8, actual: Int32",
        ),
        (vec![Alteration::AddIndex(index("by_b", &["a"], &[]))], bad, "not unique names"),
        (vec![Alteration::AddIndex(index("i", &["no"], &[]))], generic, "Column: \"no\" does not exist"),
        (vec![Alteration::AddIndex(unique)], bad, "Failed item check: Adding a unique index"),
        (
            vec![Alteration::AddIndex(index("i", &["a"], &[])), Alteration::AddIndex(index("j", &["a"], &[]))],
            unsupported,
            "Only one index can be added by one operation",
        ),
        (vec![Alteration::DropIndex(name("no"))], generic, "Index: \"no\" does not exist"),
        (
            vec![Alteration::SetIndexPartitioning { index: name("no"), settings: by_load(true) }],
            scheme,
            "Unknown index name: no",
        ),
        (
            vec![Alteration::AddColumn(column("n Int32")), Alteration::AddIndex(index("i", &["a"], &[]))],
            unsupported,
            "Mixed alter is unsupported",
        ),
        (vec![Alteration::SetPartitioning(size_off)], bad, "while auto partitioning by size is disabled"),
        (
            vec![Alteration::SetTtl(ttl("id", None, &[(DAY, None)]))],
            bad,
            "'ValueSinceUnixEpochModeSettings' should be specified",
        ),
        (vec![feed("f", &[("FORMAT", "JSON")])], generic, "MODE"),
        (vec![feed("f", &[("MODE", "ALL"), ("FORMAT", "JSON")])], generic, "ALL"),
        (vec![feed("f", &[GOOD_FEED[0], GOOD_FEED[1], ("SPEED", "1")])], generic, "SPEED"),
        (vec![Alteration::DropChangefeed(name("no"))], scheme, "no"),
    ];
    for (alterations, status, fragment) in cases {
        let error = change(&base(), alterations).expect_err(fragment);
        assert!(error.to_string().contains(fragment), "{error}\ndoes not contain\n{fragment}");
        assert_eq!(error.status, status, "{error}");
    }
}

#[test]
fn columns_come_and_go() {
    let added = with_default("n Int32", 7);
    let (table, effects) =
        change(&base(), vec![Alteration::AddColumn(added), Alteration::DropColumn("a".into())]).unwrap();
    assert_eq!(effects, [Effect::FillDefault { column: ColumnId(6) }, Effect::ForgetColumn(ColumnId(2))]);
    let names: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["id", "b", "c", "at", "n"]);
    assert_eq!((table.version, table.next_column_id), (2, 7));
    // Stored positions follow their columns.
    assert_eq!(table.key, [0]);
    assert_eq!((&table.indexes[0].columns[..], &table.indexes[0].cover[..]), (&[1][..], &[2][..]));
    assert_eq!(table.ttl.unwrap().column, 3);
}

fn with_default(text: &str, value: i64) -> super::super::spec::ColumnSpec {
    let mut spec = column(text);
    spec.default = Some(DefaultSpec::Literal(int(value).0, Value::Int(value)));
    spec
}

#[test]
fn a_dropped_name_can_return_with_another_id() {
    let (table, _) = changed(Alteration::DropColumn("a".into()));
    let (table, effects) = change(&table, vec![Alteration::AddColumn(column("a Int64"))]).unwrap();
    assert_eq!(table.columns.last().unwrap().id, ColumnId(6));
    assert_eq!(effects, []);
}

#[test]
fn settings_reset_their_siblings() {
    let spec = with(row(&["id Uint64"], &["id"]), |t| {
        t.partitioning.size_mb = Some(100);
        t.partitioning.min = Some(5);
        t.partitioning.max = Some(9);
    });
    let table = create(spec).unwrap();
    let set = |spec| {
        let (table, effects) = change(&table, vec![Alteration::SetPartitioning(spec)]).unwrap();
        let Partitioning::Ranges { settings, .. } = table.partitioning else { panic!("not ranges") };
        assert_eq!(effects, [Effect::Repartition { table: TableId(2), settings: settings.clone() }]);
        (settings.by_size, settings.size_mb, settings.by_load, settings.min, settings.max)
    };
    assert_eq!(set(by_load(true)), (true, 100, true, 1, Some(9)));
    assert_eq!(set(by_load(false)), (true, 100, false, 5, Some(9)));
    let by_size = PartitioningSpec { by_size: Some(true), ..PartitioningSpec::default() };
    assert_eq!(set(by_size), (true, 2048, false, 1, Some(9)));
    let max = PartitioningSpec { max: Some(20), ..PartitioningSpec::default() };
    assert_eq!(set(max), (true, 100, false, 5, Some(20)));
}

#[test]
fn indexes_come_and_go() {
    let (table, effects) = changed(Alteration::AddIndex(index("by_a", &["a"], &[])));
    assert_eq!(effects, [Effect::BackfillIndex("by_a".into())]);
    assert_eq!(table.index("by_a").unwrap().table.id, TableId(12));
    let (table, effects) = changed(Alteration::DropIndex("by_b".into()));
    assert_eq!((table.indexes.len(), effects), (0, vec![Effect::DropIndexData(TableId(3))]));
    let (table, _) = changed(Alteration::RenameIndex { from: "by_b".into(), to: "new".into() });
    assert_eq!(&*table.index("new").unwrap().table.path, "/local/t/new/indexImplTable");
    let (table, effects) = changed(Alteration::SetIndexPartitioning { index: "by_b".into(), settings: by_load(true) });
    let Partitioning::Ranges { settings, .. } = &table.indexes[0].table.partitioning else { panic!("not ranges") };
    assert!(settings.by_load);
    assert_eq!(effects, [Effect::Repartition { table: TableId(3), settings: settings.clone() }]);
}

#[test]
fn the_rest_changes_the_description() {
    let (table, _) = changed(Alteration::DropNotNull("c".into()));
    assert!(!table.columns[3].not_null);
    assert!(!table.indexes[0].table.columns[2].not_null);
    let (table, _) = changed(Alteration::ResetTtl);
    assert_eq!(table.ttl, None);
    let (table, _) = changed(Alteration::SetTtl(ttl("id", Some(TtlUnit::Seconds), &[(DAY, None)])));
    assert_eq!(table.ttl.unwrap().unit, Some(TtlUnit::Seconds));
    let (table, _) = changed(Alteration::SetReadReplicas(ReadReplicas::AnyAz(2)));
    let (table, _) = change(&table, vec![Alteration::SetReadReplicas(ReadReplicas::AnyAz(0))]).unwrap();
    assert_eq!(table.read_replicas, None);
    // YDB 25.1 and 26.2 create the family, too (stokaro/ptah, TestYDBLint_UndeclaredColumnFamilyIsCreated).
    let (table, _) = changed(Alteration::AlterFamily(family("warm", Some("lz4"), None)));
    assert_eq!(&*table.families[0].name, "warm");
    let (_, effects) = changed(Alteration::RenameTo("/local/u".into()));
    assert_eq!(effects, [Effect::Rename("/local/u".into())]);
}

#[test]
fn changefeeds_are_described() {
    let (table, _) = changed(feed("f", &GOOD_FEED));
    let rename = change(&table, vec![Alteration::RenameTo("/local/u".into())]).unwrap_err();
    assert_eq!(rename.status, Status::PreconditionFailed);
    assert!(rename.to_string().contains("Cannot move table with cdc streams"));
    let (table, _) = change(&table, vec![Alteration::DisableChangefeed("f".into())]).unwrap();
    assert!(table.changefeeds[0].disabled);
    let mut table = change(&table, vec![Alteration::DropChangefeed("f".into())]).unwrap().0;
    for i in 0..5 {
        table = change(&table, vec![feed(&format!("f{i}"), &GOOD_FEED)]).unwrap().0;
    }
    let sixth = change(&table, vec![feed("f5", &GOOD_FEED)]).unwrap_err();
    assert_eq!(sixth.status, Status::PreconditionFailed);
    let text = create(row(&["k Utf8"], &["k"])).unwrap();
    let many = feed("f", &[GOOD_FEED[0], GOOD_FEED[1], ("TOPIC_MIN_ACTIVE_PARTITIONS", "2")]);
    let error = change(&text, vec![many]).unwrap_err();
    assert!(error.to_string().contains("Unsupported first key column type Utf8, only Uint32 and Uint64 are supported"));
}

#[test]
fn column_tables_have_fewer_settings() {
    let table = create(olap(&["id Uint64!", "v Utf8"], &["id"])).unwrap();
    for alteration in [
        Alteration::SetKeyBloomFilter(true),
        Alteration::SetReadReplicas(ReadReplicas::PerAz(1)),
        Alteration::SetPartitioning(by_load(true)),
    ] {
        assert_eq!(change(&table, vec![alteration]).unwrap_err().status, Status::BadRequest);
    }
    assert!(change(&table, vec![Alteration::AddColumn(column("w Json"))]).is_ok());
}
