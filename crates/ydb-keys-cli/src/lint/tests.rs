//! Tests of the rules on live tables, as a database describes them.

use std::collections::BTreeMap;

use ydb_keys::schema::{ColumnDef, Store};
use ydb_keys::{Column as _, Layout, Table, YdbType};
use ydb_keys_core::schema::allowance::{Allowance, Rule};
use ydb_keys_migrate::__internal::{
    HashSample, KeyFinding, LiveColumn, LiveDefault, LiveIndex, LiveIndexKind, LiveSettings, LiveTable, LiveTtl,
    LiveTtlTier, Release,
};

use super::finding::REKEY_PAGE;
use super::{LintContext, SeenTable, judge, *};

/// Returns a row table `t` with these columns. The first `key` columns are its key. A type with `?` may be NULL.
fn live(columns: &[(&str, &str)], key: usize) -> LiveTable {
    let column = |&(name, ty): &(&str, &str)| LiveColumn {
        name: name.to_owned(),
        ty: YdbType::from_text(ty.trim_end_matches('?').trim_end_matches("Serial").trim()),
        type_text: ty.to_owned(),
        nullable: ty.ends_with('?'),
        family: None,
        serial: Some(ty.ends_with("Serial")),
        default: LiveDefault::None,
    };
    LiveTable {
        path: "t".to_owned(),
        columns: columns.iter().map(column).collect(),
        primary_key: columns[..key].iter().map(|(name, _)| (*name).to_owned()).collect(),
        store: Store::Row,
        indexes: Vec::new(),
        attributes: BTreeMap::new(),
        settings: Some(split_by_load(4, None)),
        hash_sample: None,
        index_samples: BTreeMap::new(),
        rights: None,
    }
}

/// Returns the settings of a table that is split by load into `min` to `max` partitions.
fn split_by_load(min: u64, max: Option<u64>) -> LiveSettings {
    LiveSettings {
        by_size: Some(true),
        size_mb: Some(2048),
        by_load: Some(true),
        min: Some(min),
        max,
        ..LiveSettings::default()
    }
}

fn seen(live: LiveTable, key: KeyFinding, model: Option<&'static Table>) -> SeenTable {
    SeenTable { live, key: Some(key), model, sample: None }
}

fn findings(live: LiveTable) -> Vec<Finding> {
    judge(&seen(live, KeyFinding::NoHash, None), LintContext::default())
}

/// Returns the rules of the findings, in the order in which they are found.
fn rules(live: LiveTable) -> Vec<&'static str> {
    findings(live).into_iter().map(|finding| finding.rule.id()).collect()
}

fn index(name: &str, on: &[&str], kind: LiveIndexKind) -> LiveIndex {
    let on = on.iter().map(|&name| name.to_owned()).collect();
    LiveIndex { name: name.to_owned(), kind, on, cover: Vec::new(), ready: true }
}

#[test]
fn what_leads_the_key() {
    let leads = |ty| rules(live(&[("a", ty), ("b", "Utf8")], 2));
    for ty in ["Utf8", "String", "Uuid", "Float"] {
        assert_eq!(leads(ty), [""; 0], "{ty}");
    }
    for ty in ["Uint64", "Int32", "Uint16", "Decimal(22,9)", "DyNumber", "Interval"] {
        assert_eq!(leads(ty), ["undeclared_leading_key"], "{ty}");
    }
    for ty in ["Bool", "Uint8", "Int8"] {
        assert_eq!(leads(ty), ["low_cardinality_leading_key"], "{ty}");
    }
    for ty in ["Timestamp", "Date", "Datetime64"] {
        assert_eq!(leads(ty), ["monotonic_leading_key", "ttl"], "{ty}");
    }
    assert_eq!(leads("Int64 Serial"), ["monotonic_leading_key"]);
    assert_eq!(leads("Utf8?"), ["nullable_key"]);
}

#[test]
fn the_texts_are_those_of_the_rules_without_what_only_a_model_can_do() {
    let found = findings(live(&[("at", "Timestamp"), ("userid", "Uint64")], 2)).remove(0);
    assert_eq!(
        found.fault,
        "column `at` of table `t` leads the key and always grows (it is a Timestamp): all new rows are \
         added at the end of the table, so one partition handles all the inserts"
    );
    assert_eq!(
        found.cure.text,
        "to read rows in this order put a bucket in front, `primary_key(shard = xxh3(userid) % 16, at, userid)`; to \
         read the rows of one `userid` put a hash in front, `primary_key(userid_hash = numeric_hash(userid), userid, \
         at)`; or lead with a column whose values are spread"
    );
    assert_eq!(found.cure.attribute.as_deref(), Some("primary_key(shard = xxh3(userid) % 16, at, userid)"));
    assert_eq!((found.severity, found.cure.page), (Severity::High, Some(REKEY_PAGE)));
    let found = findings(live(&[("id", "Uint64")], 1)).remove(0);
    assert!(found.cure.text.ends_with("write `#[ydb(dispersed)]` on the field"), "{}", found.cure.text);
    assert_eq!(found.cure.attribute.as_deref(), Some("primary_key(id_hash = numeric_hash(id), id)"));
    assert_eq!(found.severity, Severity::Medium);
}

#[test]
fn nulls_in_the_key_are_one_finding() {
    let found = findings(live(&[("a", "Utf8?"), ("b", "Utf8"), ("c", "Utf8?")], 3));
    assert_eq!(found.len(), 1);
    assert!(found[0].fault.starts_with("column `a` of table `t` is a nullable key column: "), "{}", found[0].fault);
    assert!(found[0].fault.ends_with("; `c` is nullable too"), "{}", found[0].fault);
    // The layout declares that the key may be nullable.
    let mut table = live(&[("a", "Utf8?"), ("b", "Utf8"), ("c", "Utf8?")], 3);
    let layout = "v3: a Utf8, b Utf8, c Utf8; key_not_null = false";
    table.attributes.insert(Layout::ATTRIBUTE.to_owned(), layout.to_owned());
    assert_eq!(rules(table.clone()), [""; 0]);
    let mut foreign = table.clone();
    let layout = "v3: a Utf8 = old@1(c Utf8), b Utf8, c Utf8; key_not_null = false";
    foreign.attributes.insert(Layout::ATTRIBUTE.to_owned(), layout.to_owned());
    assert_eq!(rules(foreign), [""; 0]);
    // A load therefore refuses NULL in the key.
    let seen = seen(table, KeyFinding::NoHash, None);
    assert!(seen.shape().table(&[]).key_columns().all(|column| !column.is_nullable()));
}

#[test]
fn a_hash_in_front_spreads_what_grows() {
    let mut table = live(&[("h", "Uint64"), ("at", "Timestamp"), ("id", "Uint64")], 3);
    table.settings.as_mut().unwrap().ttl = Some(expires("at"));
    assert_eq!(rules(table.clone()), ["undeclared_leading_key"]);
    let layout = "v1: h = xxh3(id Uint64), at Timestamp, id Uint64";
    table.attributes.insert(Layout::ATTRIBUTE.to_owned(), layout.to_owned());
    let key = KeyFinding::Layout(ydb_keys_migrate::__internal::by_layout(&table).unwrap());
    assert_eq!(judge(&seen(table.clone(), key.clone(), None), LintContext::default()), []);
    // Three sampled rows hold another number.
    let sample = Some(HashSample { rows: 1000, differing: 3, first: Vec::new() });
    let found = judge(&SeenTable { sample, ..seen(table, key, None) }, LintContext::default());
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].fault,
        "column `h` of table `t` is xxh3(id) as its layout attribute says, but 3 of 1000 sampled rows hold another \
         number: reads by key do not find these rows"
    );
}

#[test]
fn a_hash_of_days_gathers_rows() {
    let mut table = live(&[("h", "Uint64"), ("day", "Date"), ("id", "Utf8")], 3);
    let layout = "v1: h = xxh3(day Date), day Date, id Utf8";
    table.attributes.insert(Layout::ATTRIBUTE.to_owned(), layout.to_owned());
    let key = KeyFinding::Layout(ydb_keys_migrate::__internal::by_layout(&table).unwrap());
    let found = judge(&seen(table, key, None), LintContext::default());
    let found: Vec<_> = found.iter().map(|finding| (finding.rule.id(), finding.severity)).collect();
    assert_eq!(found, [("low_cardinality_leading_key", Severity::High), ("ttl", Severity::Low)]);
}

#[test]
fn a_number_that_is_called_a_hash_is_taken_for_one() {
    for name in ["userhash", "order_hash", "Shard", "bucket"] {
        assert_eq!(rules(live(&[(name, "Uint64"), ("id", "Utf8")], 2)), [""; 0], "{name}");
    }
    // A hash is unsigned; `Int64` is not taken for one.
    assert_eq!(rules(live(&[("hash", "Int64"), ("id", "Utf8")], 2)), ["undeclared_leading_key"]);
}

#[test]
fn nothing_is_said_of_a_number_whose_rows_cannot_be_read() {
    let table = live(&[("n", "Uint64"), ("id", "Utf8")], 2);
    let unread = SeenTable { live: table, key: None, model: None, sample: None };
    assert_eq!(judge(&unread, LintContext::default()), []);
}

#[test]
fn a_layout_attribute_of_another_table() {
    let with = |line: &str| {
        let mut table = live(&[("userhash", "Uint64"), ("id", "Utf8")], 2);
        table.attributes.insert(Layout::ATTRIBUTE.to_owned(), line.to_owned());
        rules(table)
    };
    assert_eq!(with("v1: userhash = xxh3(id Utf8), id Utf8"), [""; 0]);
    assert_eq!(with("v1: userhash = xxh3(name Utf8), name Utf8"), ["layout_attribute"]);
    assert_eq!(with("damaged"), ["layout_attribute"]);
    // A layout from a newer release may be right.
    assert_eq!(with("v9: whatever"), [""; 0]);
}

#[test]
fn indexes() {
    let found = |on: &[&str], kind| {
        let columns =
            [("a", "Utf8"), ("b", "Utf8"), ("at", "Timestamp?"), ("done", "Bool?"), ("city", "Utf8?"), ("n", "Int64?")];
        let mut table = live(&columns, 2);
        table.indexes.push(index("i", on, kind));
        findings(table).into_iter().map(|finding| (finding.rule.id(), finding.index)).collect::<Vec<_>>()
    };
    let of_index = |rule| vec![(rule, Some("i".to_owned()))];
    assert_eq!(found(&["city", "at"], LiveIndexKind::Sync), []);
    assert_eq!(found(&["n"], LiveIndexKind::Async), []);
    assert_eq!(found(&["at"], LiveIndexKind::Sync), of_index("hot_index"));
    assert_eq!(found(&["done", "city"], LiveIndexKind::Async), of_index("hot_index"));
    assert_eq!(found(&["a"], LiveIndexKind::Sync), of_index("index"));
    assert_eq!(found(&["a", "b"], LiveIndexKind::Async), of_index("index"));
    assert_eq!(found(&["b"], LiveIndexKind::Sync), []);
    // A unique index keeps values from repeating.
    assert_eq!(found(&["a"], LiveIndexKind::Unique), []);
    // Vector and fulltext indexes are not sorted.
    assert_eq!(found(&["at"], LiveIndexKind::Other), []);
}

#[test]
fn the_cure_of_an_index() {
    let mut table = live(&[("id", "Utf8"), ("at", "Timestamp?")], 1);
    table.indexes = vec![index("by_time", &["at"], LiveIndexKind::Sync), index("by_id", &["id"], LiveIndexKind::Sync)];
    let found = findings(table);
    let attribute = "index(by_time, on(at_shard = xxh3(id) % 16, at))";
    assert_eq!(found[0].cure.attribute.as_deref(), Some(attribute));
    assert_eq!(found[1].cure.statement.as_deref(), Some("ALTER TABLE `t` DROP INDEX `by_id`;"));
}

fn partitioned(settings: LiveSettings) -> LiveTable {
    LiveTable { settings: Some(settings), ..live(&[("id", "Utf8")], 1) }
}

#[test]
fn partitioning() {
    let found = |settings| {
        let found = findings(partitioned(settings));
        found.into_iter().map(|finding| (finding.rule.id(), finding.severity)).collect::<Vec<_>>()
    };
    let by_size = LiveSettings { by_load: None, ..split_by_load(1, None) };
    assert_eq!(found(by_size.clone()), [("partitioning_by_load", Severity::Low)]);
    let never = LiveSettings { by_size: Some(false), size_mb: None, ..by_size };
    assert_eq!(found(never), [("partitioning_by_load", Severity::High)]);
    assert_eq!(found(split_by_load(4, None)), []);
    assert_eq!(found(split_by_load(80, Some(100))), []);
    assert_eq!(found(split_by_load(79, Some(100))), [("partitioning", Severity::Low)]);
    assert_eq!(found(split_by_load(1, None)), [("partitioning", Severity::Low)]);
    // Four split points make five partitions.
    let split_points: Vec<String> = (1..5).map(|point| format!("({point})")).collect();
    let full = |min| LiveSettings { split_points: split_points.clone(), ..split_by_load(min, Some(5)) };
    assert_eq!(found(full(4)), [("partitioning_max", Severity::Medium)]);
    assert_eq!(found(full(5)), []);
    // If MIN is not printed, it is the number of partitions.
    assert_eq!(found(LiveSettings { min: None, ..full(4) }), []);
    assert_eq!(found(LiveSettings { min: None, ..split_by_load(1, None) }), [("partitioning", Severity::Low)]);
}

#[test]
fn the_statement_names_all_settings_of_partitioning() {
    let statement = |settings, partitions| {
        let counters = TableCounters { partitions, ..TableCounters::default() };
        let counters = AllCounters(BTreeMap::from([("t".to_owned(), counters)]));
        let seen = seen(partitioned(settings), KeyFinding::NoHash, None);
        let found = judge(&seen, LintContext { counters: Some(&counters), release: None }).remove(0);
        (found.cure.statement.unwrap(), found.cure.attribute.unwrap())
    };
    let (sql, attribute) = statement(LiveSettings { by_load: None, ..split_by_load(1, None) }, 1);
    assert_eq!(
        sql,
        "ALTER TABLE `t` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, \
         AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4);"
    );
    assert_eq!(attribute, "partitioning(by_load, min = 4)");
    // MIN becomes 80 % of 100.
    assert_eq!(statement(split_by_load(10, Some(100)), 20).1, "partitioning(by_load, min = 80, max = 100)");
    // MAX becomes 63, because 50 is 80 % of it. MIN is 80 % of 63, rounded up: 51.
    assert_eq!(statement(split_by_load(45, Some(50)), 50).1, "partitioning(by_load, min = 51, max = 63)");
    let small = LiveSettings { size_mb: Some(100), by_load: None, ..split_by_load(6, None) };
    assert_eq!(statement(small, 6).1, "partitioning(by_size = 100, by_load, min = 6)");
}

fn expires(column: &str) -> LiveTtl {
    let tiers = vec![LiveTtlTier { after: "P30D".to_owned(), to: None }];
    LiveTtl { column: column.to_owned(), tiers, unit: None }
}

#[test]
fn settings() {
    let with = |ty, ttl: Option<&str>| {
        let mut table = live(&[("id", "Utf8"), ("at", ty)], 1);
        table.settings.as_mut().unwrap().ttl = ttl.map(expires);
        rules(table)
    };
    assert_eq!(with("Timestamp", Some("at")), [""; 0]);
    assert_eq!(with("Timestamp?", Some("at")), ["ttl"]);
    assert_eq!(with("Timestamp?", None), [""; 0]);
    let mut table = live(&[("id", "Utf8")], 1);
    table.settings.as_mut().unwrap().simple.insert("KEY_BLOOM_FILTER", "ENABLED".to_owned());
    let on = |release| {
        let context = LintContext { release, ..LintContext::default() };
        judge(&seen(table.clone(), KeyFinding::NoHash, None), context)
    };
    assert_eq!(on(Some(Release::new(26, 1))), []);
    assert_eq!(on(Some(Release::new(26, 2)))[0].rule.id(), "deprecated_setting");
    let statement = on(None).remove(0).cure.statement;
    assert_eq!(statement.as_deref(), Some("ALTER TABLE `t` SET (KEY_BLOOM_FILTER = DISABLED);"));
}

#[test]
fn what_an_older_server_does_not_say_is_not_judged() {
    assert_eq!(rules(LiveTable { settings: None, ..live(&[("id", "Utf8")], 1) }), [""; 0]);
}

#[test]
fn column_tables() {
    let found = |columns: &[(&str, &str)], by: &[&str]| {
        let partition_by = by.iter().map(|&name| name.to_owned()).collect();
        let settings = Some(LiveSettings { partition_by, ttl: Some(expires("at")), ..LiveSettings::default() });
        rules(LiveTable { store: Store::Column, settings, ..live(columns, columns.len()) })
    };
    let columns = [("at", "Timestamp"), ("id", "Uint64"), ("kind", "Uint8")];
    assert_eq!(found(&columns, &[]), [""; 0]);
    assert_eq!(found(&columns, &["id"]), [""; 0]);
    assert_eq!(found(&columns, &["at"]), ["column_partition_key"]);
    assert_eq!(found(&columns, &["at", "kind"]), ["column_partition_key"]);
    assert_eq!(found(&columns[..1], &[]), ["column_partition_key"]);
}

/// Returns a model of the table `t` with this first column.
fn model(id: ColumnDef, allowances: &'static [Allowance]) -> &'static Table {
    let columns = vec![id].leak();
    Box::leak(Box::new(Table { name: "t", columns, key: &[0], allowances, ..Table::EMPTY }))
}

const PLAIN: ColumnDef = ColumnDef::new("id", u64::INFO);

#[test]
fn a_model_declares_how_values_are_spread() {
    let with = |column| {
        let found = judge(
            &seen(live(&[("id", "Uint64")], 1), KeyFinding::NoHash, Some(model(column, &[]))),
            LintContext::default(),
        );
        found.into_iter().map(|finding| finding.rule.id()).collect::<Vec<_>>()
    };
    assert_eq!(with(PLAIN), ["undeclared_leading_key"]);
    assert_eq!(with(ColumnDef { dispersed: true, ..PLAIN }), [""; 0]);
    assert_eq!(with(ColumnDef { monotonic: true, ..PLAIN }), ["monotonic_leading_key"]);
}

fn survey(tables: Vec<LiveTable>) -> Survey {
    let seen = |live| seen(live, KeyFinding::NoHash, None);
    Survey { seen: tables.into_iter().map(seen).collect(), is_whole: true, ..Survey::default() }
}

const NO_MODELS: ModelTables<'_> = ModelTables { tables: &[], below: "" };

#[test]
fn what_is_allowed_is_listed_apart() {
    const FEW: &[Allowance] = &[Allowance { rule: Rule::UndeclaredLeadingKey, reason: "few rows" }];
    let table = || survey(vec![live(&[("id", "Uint64")], 1)]);
    let models = [model(PLAIN, FEW)];
    let report = LintReport::of(table(), ModelTables { tables: &models, below: "" }, &[], Severity::Low);
    assert_eq!(report.findings, []);
    assert_eq!((report.allowed[0].reason.as_str(), report.allowed[0].by), ("few rows", AllowedBy::Model));
    // The models are of tables in another directory.
    let report = LintReport::of(table(), ModelTables { tables: &models, below: "tests" }, &[], Severity::Low);
    assert_eq!(report.findings.len(), 1);
    let lines = parse("t:undeclared_leading_key=random ids").unwrap();
    let report = LintReport::of(table(), NO_MODELS, &lines, Severity::Low);
    assert_eq!(report.findings, []);
    assert_eq!((report.allowed[0].reason.as_str(), report.allowed[0].by), ("random ids", AllowedBy::File));
}

#[test]
fn an_allowance_that_allows_nothing_is_found() {
    let lines = parse("t:hot_index=a\nu:hot_index=b\nt:hot_indx=c\nsecret/x:hot_index=d").unwrap();
    let mut survey = survey(vec![live(&[("id", "Utf8")], 1)]);
    survey.unread.push(Unread { path: "secret".to_owned(), why: "denied".to_owned() });
    let report = LintReport::of(survey, NO_MODELS, &lines, Severity::Low);
    let faults: Vec<&str> = report.findings.iter().map(|finding| finding.fault.as_str()).collect();
    assert_eq!(
        faults,
        [
            "line 1 of the allow file allows `hot_index`, which table `t` does not break",
            "line 3 of the allow file names the rule `hot_indx`, which does not exist; did you mean `hot_index`?",
            "line 2 of the allow file names the table `u`, which does not exist",
        ]
    );
}

/// If only some tables were read, allowances of all other tables are not judged.
#[test]
fn allowances_of_other_tables_are_left_alone() {
    let lines = parse("u:hot_index=b").unwrap();
    let part = Survey { is_whole: false, ..survey(vec![live(&[("id", "Utf8")], 1)]) };
    assert_eq!(LintReport::of(part, NO_MODELS, &lines, Severity::Low).findings, []);
}

#[test]
fn the_worst_comes_first_and_then_the_busiest() {
    let named = |name: &str, ty| LiveTable { path: name.to_owned(), ..live(&[("id", ty)], 1) };
    let tables = || vec![named("a", "Uint64"), named("b", "Uint64"), named("c", "Uint64"), named("d", "Uint8")];
    let counters = |row_updates, rows| TableCounters { row_updates, rows, ..TableCounters::default() };
    let all = [("a", counters(1, 9)), ("b", counters(5, 1)), ("c", counters(1, 10))];
    let all = AllCounters(all.into_iter().map(|(name, counters)| (name.to_owned(), counters)).collect());
    let survey = Survey { counters: Some(all), ..survey(tables()) };
    let report = LintReport::of(survey, NO_MODELS, &[], Severity::Low);
    let order: Vec<&str> = report.findings.iter().map(|finding| finding.table.as_str()).collect();
    assert_eq!(order, ["d", "b", "c", "a"]);
    let report = LintReport::of(self::survey(tables()), NO_MODELS, &[], Severity::High);
    assert_eq!(report.findings.len(), 1);
}
