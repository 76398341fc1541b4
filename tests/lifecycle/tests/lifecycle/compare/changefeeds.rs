//! Compares changefeeds that differ.

use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::{LiveTable, compare};
use ydb_keys_migrate::{Difference, Effect, TablePlan};

use super::orders::with;

/// Model of the orders of the other tests, reduced to their key.
#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(updates, mode = updates, retention = "PT12H"), changefeed(keys, mode = keys_only))]
struct Order {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Undeclared {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(feed, mode = updates, virtual_timestamps, barriers = "PT10S", auto_partitioning, min_partitions = 4))]
struct Barriers {
    order_id: u64,
}

const UPDATES: (&str, &str) = ("updates", "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('PT12H')");
const KEYS: (&str, &str) = ("keys", "MODE = 'KEYS_ONLY', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D')");

/// Returns the table of these models with some changefeeds.
fn live(feeds: &[(&str, &str)]) -> LiveTable {
    with(|table| {
        let key = table.primary_key.clone();
        table.columns.retain(|column| key.contains(&column.name));
        table.indexes.clear();
        let settings = table.settings.as_mut().unwrap();
        *settings = Default::default();
        for (name, with) in feeds {
            settings.changefeeds.push((*name).to_owned());
            settings.changefeed_settings.push(((*name).to_owned(), (*with).to_owned()));
        }
    })
}

fn plan<T: YdbTable>(feeds: &[(&str, &str)]) -> TablePlan {
    compare(T::TABLE, "shop/orders", Some(&live(feeds)))
}

/// Returns the statements of a plan; destructive ones begin with `! `.
fn statements(plan: &TablePlan) -> Vec<String> {
    let mark = |effect| if effect == Effect::Destructive { "! " } else { "" };
    plan.steps.iter().map(|step| format!("{}{}", mark(step.effect), step.action)).collect()
}

#[test]
fn as_declared() {
    let plan = plan::<Order>(&[KEYS, UPDATES]);
    assert_eq!((plan.differences.len(), plan.steps.len()), (0, 0), "{plan}");
    // The server prints the default, and may print another spelling of the same time.
    let hours = ("updates", "FORMAT = 'JSON', MODE = 'UPDATES', RETENTION_PERIOD = INTERVAL('PT720M')");
    assert!(self::plan::<Order>(&[("keys", "MODE = 'KEYS_ONLY', FORMAT = 'JSON'"), hours]).differences.is_empty());
}

#[test]
fn a_model_that_declares_none_leaves_them_alone() {
    let plan = plan::<Undeclared>(&[KEYS, UPDATES]);
    assert!(plan.differences.is_empty() && plan.steps.is_empty());
    assert_eq!(plan.left_alone, ["changefeed `keys`", "changefeed `updates`"]);
}

#[test]
fn missing_and_superfluous() {
    let plan = plan::<Order>(&[KEYS, ("old", "MODE = 'UPDATES', FORMAT = 'JSON'")]);
    assert_eq!(
        statements(&plan),
        [
            "! ALTER TABLE `shop/orders` DROP CHANGEFEED `old`;",
            "ALTER TABLE `shop/orders` ADD CHANGEFEED `updates` WITH (MODE = 'UPDATES', FORMAT = 'JSON', \
             RETENTION_PERIOD = Interval('PT12H'));",
        ]
    );
    assert!(matches!(
        &plan.differences[..],
        [Difference::ExtraChangefeed { .. }, Difference::MissingChangefeed { .. }]
    ));
    assert!(plan.left_alone.is_empty(), "{plan}");
    let note = plan.steps[0].note.as_deref().unwrap();
    assert_eq!(note, "the topic of `old` is deleted with its records and the positions of its consumers");
    // Without leave to destroy, only what is missing is added.
    assert_eq!(plan_additive(&plan).len(), 1);
}

fn plan_additive(plan: &TablePlan) -> Vec<String> {
    let all = ydb_keys_migrate::Plan { tables: vec![plan.clone()] }.additive();
    statements(&all.tables[0])
}

#[test]
fn each_setting_makes_a_difference() {
    for with in [
        "MODE = 'NEW_IMAGE', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('PT12H')",
        "MODE = 'UPDATES', FORMAT = 'DEBEZIUM_JSON', RETENTION_PERIOD = INTERVAL('PT12H')",
        "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D')",
        "MODE = 'UPDATES', FORMAT = 'JSON'",
        "MODE = 'UPDATES', FORMAT = 'JSON', VIRTUAL_TIMESTAMPS = TRUE, RETENTION_PERIOD = INTERVAL('PT12H')",
        "MODE = 'UPDATES', FORMAT = 'JSON', USER_SIDS = TRUE, RETENTION_PERIOD = INTERVAL('PT12H')",
        "MODE = 'UPDATES', FORMAT = 'JSON', TRACE_IDS = TRUE, RETENTION_PERIOD = INTERVAL('PT12H')",
        "MODE = 'UPDATES', FORMAT = 'JSON', BARRIERS_INTERVAL = INTERVAL('PT1S'), RETENTION_PERIOD = INTERVAL('PT12H')",
        "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('PT12H'), TOPIC_AUTO_PARTITIONING = 'ENABLED'",
    ] {
        let plan = plan::<Order>(&[KEYS, ("updates", with)]);
        assert!(matches!(&plan.differences[..], [Difference::Changefeed { .. }]), "{with}: {plan}");
        let [drop, add] = &statements(&plan)[..] else { panic!("{plan}") };
        assert_eq!(drop, "! ALTER TABLE `shop/orders` DROP CHANGEFEED `updates`;");
        assert!(add.starts_with("ALTER TABLE `shop/orders` ADD CHANGEFEED `updates`"), "{add}");
        let note = plan.steps[0].note.as_deref().unwrap();
        assert!(note.contains("the consumers lose their positions"), "{note}");
        // Half of it is worse than nothing.
        assert_eq!(plan_additive(&plan), [""; 0]);
    }
}

#[test]
fn what_does_not_matter() {
    for with in [
        "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('PT12H'), TOPIC_MIN_ACTIVE_PARTITIONS = 7",
        "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('PT12H'), INITIAL_SCAN = TRUE",
        "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('PT12H'), LATELY = 'x'",
    ] {
        assert!(plan::<Order>(&[KEYS, ("updates", with)]).differences.is_empty(), "{with}");
    }
}

/// Tests that barriers and automatic partitioning are not compared: no release up to 26.2 prints them.
#[test]
fn what_the_server_does_not_print_is_not_compared() {
    let printed = "MODE = 'UPDATES', FORMAT = 'JSON', VIRTUAL_TIMESTAMPS = TRUE, TOPIC_MIN_ACTIVE_PARTITIONS = 4";
    let plan = plan::<Barriers>(&[("feed", printed)]);
    assert!(plan.differences.is_empty(), "{plan}");
    let missed: Vec<String> = plan.not_compared.iter().map(ToString::to_string).collect();
    assert_eq!(
        missed,
        ["not compared: barriers and automatic partitioning of changefeed `feed`: SHOW CREATE TABLE of this server \
          does not print them"]
    );
    let more = format!("{printed}, TOPIC_AUTO_PARTITIONING = 'ENABLED', BARRIERS_INTERVAL = INTERVAL('PT10S')");
    let plan = self::plan::<Barriers>(&[("feed", &more)]);
    assert!(plan.differences.is_empty() && plan.not_compared.is_empty(), "{plan}");
    let fewer = printed.replace('4', "8");
    assert_eq!(self::plan::<Barriers>(&[("feed", &fewer)]).differences.len(), 1);
}

#[test]
fn a_new_table_gets_them_after_it_is_created() {
    let plan = compare(Order::TABLE, "blue/orders", None);
    let statements = statements(&plan);
    assert!(statements[0].starts_with("CREATE TABLE `blue/orders`"), "{statements:?}");
    assert!(statements[1].starts_with("ALTER TABLE `blue/orders` ADD CHANGEFEED `updates`"), "{statements:?}");
    assert!(statements[2].starts_with("ALTER TABLE `blue/orders` ADD CHANGEFEED `keys`"), "{statements:?}");
    assert_eq!(statements.len(), 4);
}

/// Tests that a copy for a new key waits until the changefeed is dropped: YDB cannot rename a table with one.
#[test]
fn a_copy_adds_declared_ones_again() {
    let live = LiveTable { primary_key: vec!["order_id".into()], ..live(&[UPDATES]) };
    let plan = compare(Order::TABLE, "shop/orders", Some(&live));
    assert_eq!(
        plan.rekey.unwrap().obstacles,
        [
            "changefeed `updates`: YDB cannot rename a table that has a changefeed. When its readers are done, run ALTER \
          TABLE `shop/orders` DROP CHANGEFEED `updates`; after the copy, the next plan adds it again"
        ]
    );
}
