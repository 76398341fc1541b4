//! Tests the parts of a table besides its rows: those that a copy carries over, those that it loses, and those that
//! prevent it.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys::schema::Store;
use ydb_keys::{YdbTable, YdbType};
use ydb_keys_migrate::__internal::{LiveRights, LiveSettings, compare};
use ydb_keys_migrate::Rekey;

use super::orders::{Order, column, orders, required, with, with_column};

/// Returns the copy for a table with another key.
fn rekey(change: impl FnOnce(&mut ydb_keys_migrate::__internal::LiveTable)) -> Rekey {
    let live = with(|table| {
        table.primary_key.reverse();
        change(table);
    });
    compare(Order::TABLE, "shop/orders", Some(&live)).rekey.unwrap()
}

#[test]
fn grants_owner_and_attributes_are_named() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    let rekey = rekey(|table| {
        let grants = BTreeMap::from([
            ("app".to_owned(), names(&["ydb.generic.read", "ydb.tables.modify"])),
            ("reader@builtin".to_owned(), names(&["ydb.generic.read"])),
        ]);
        table.rights = Some(LiveRights { owner: "ann".into(), grants: grants.clone(), effective: grants });
        table.attributes.insert("team".into(), "it's".into());
        table.attributes.insert("__document_api_version".into(), "1".into());
    });
    assert_eq!(
        rekey.carried,
        [
            "grant of ydb.generic.read, ydb.tables.modify to `app`",
            "grant of ydb.generic.read to `reader@builtin`",
            "owner `ann`, if this user runs the copy; otherwise the copy stops before the first row, because an owner \
             can only be changed by hand",
            "attribute `team` = 'it\\'s'",
        ]
    );
    assert_eq!(rekey.not_copied, ["attribute `__document_api_version`, which only the server can set"]);
    assert!(rekey.obstacles.is_empty());
}

/// Tests settings that a model can leave out, and settings that it cannot declare.
#[test]
fn settings_that_the_model_leaves_out_are_named() {
    #[derive(YdbTable)]
    #[ydb(table = "plain", primary_key(a, b))]
    struct Plain {
        a: String,
        #[ydb(dispersed)]
        b: u64,
    }
    let live = with(|table| {
        table.columns = vec![required("a", YdbType::Utf8), required("b", YdbType::Uint64)];
        table.primary_key = vec!["b".into(), "a".into()];
        table.indexes.clear();
        table.attributes.clear();
        let settings = table.settings.as_mut().unwrap();
        settings.ttl = None;
        settings.families.clear();
        settings.index_settings.push(("gone".into(), "AUTO_PARTITIONING_BY_LOAD = ENABLED".into()));
        settings.other.push("COMPACTION_POLICY = 'small'".into());
    });
    let copy = compare(Plain::TABLE, "plain", Some(&live)).rekey.unwrap();
    assert_eq!(
        copy.not_copied,
        ["settings of index `gone`: AUTO_PARTITIONING_BY_LOAD = ENABLED", "COMPACTION_POLICY = 'small'"]
    );
    // What ALTER TABLE leaves alone is set on the new table.
    assert_eq!(
        copy.carried,
        [
            "AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000",
            "AUTO_PARTITIONING_BY_LOAD = ENABLED",
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4",
            "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 64",
            "KEY_BLOOM_FILTER = ENABLED",
            "READ_REPLICAS_SETTINGS = \"PER_AZ:1\"",
        ]
    );
}

#[test]
fn a_changefeed_is_printed_as_it_is_made_again() {
    let rekey = rekey(|table| {
        let settings = table.settings.as_mut().unwrap();
        settings.changefeeds.push("feed".into());
        settings.changefeed_settings.push(("feed".into(), "MODE = 'UPDATES', FORMAT = 'JSON'".into()));
    });
    assert_eq!(
        rekey.obstacles,
        ["changefeed `feed`: YDB cannot rename a table that has a changefeed. When its readers are done, run ALTER \
             TABLE `shop/orders` DROP CHANGEFEED `feed`; after the copy, run ALTER TABLE `shop/orders` ADD CHANGEFEED \
             `feed` WITH (MODE = 'UPDATES', FORMAT = 'JSON')"]
    );
}

/// Tests that a name without room for a suffix is an obstacle: each name in a path has at most 255 characters.
#[test]
fn names_that_leave_no_room_are_an_obstacle() {
    let obstacles = |name: &str| {
        let path = format!("shop/{name}");
        let live = with(|table| {
            table.primary_key.reverse();
            table.path = path.clone();
        });
        compare(Order::TABLE, &path, Some(&live)).rekey.unwrap().obstacles
    };
    assert!(obstacles(&"t".repeat(241)).is_empty());
    let name = "t".repeat(243);
    assert_eq!(
        obstacles(&name),
        [format!(
            "a copy needs the name `{name}__ydb_keys_new`, which has 257 characters, but YDB allows 255: rename the \
             table with ALTER TABLE ... RENAME TO, to a name that is 2 shorter, and give the model that path"
        )]
    );
}

#[test]
fn a_column_table_is_renamed_as_a_trial_first() {
    let live = with(|table| table.store = Store::Column);
    let phases = compare(Order::TABLE, "shop/orders", Some(&live)).rekey.unwrap().phases;
    assert_eq!(
        phases[0],
        "rename an empty column table, to find out whether this server can; if not, no row is copied (ydb #14976)"
    );
}

#[derive(YdbTable)]
#[ydb(table = "tickets", primary_key(area, id))]
struct Ticket {
    area: String,
    #[ydb(serial)]
    id: i64,
}

#[test]
fn a_server_that_does_not_report_the_position_of_a_sequence() {
    let plan = |settings: Option<LiveSettings>| {
        let live = with(|table| {
            table.columns = vec![required("area", YdbType::Utf8), required("id", YdbType::Int64)];
            table.columns[1].serial = settings.is_some().then_some(true);
            table.primary_key = vec!["id".into(), "area".into()];
            table.indexes.clear();
            table.attributes.clear();
            table.settings = settings;
        });
        compare(Ticket::TABLE, "tickets", Some(&live)).rekey.unwrap()
    };
    let old = plan(None);
    assert_eq!(
        old.not_copied,
        ["the position of the sequence of `id`, which this server does not report: numbering continues after the \
             greatest number in the rows, so the numbers of rows deleted from the end are used again"]
    );
    assert_eq!(
        old.phases[0],
        "check that the server has ALTER SEQUENCE: servers before YDB 25.1 cannot rename a table with serial columns"
    );
    let new = plan(Some(LiveSettings::default()));
    assert!(new.not_copied.is_empty(), "{:?}", new.not_copied);
    assert_eq!(
        new.phases[3],
        "move the new sequence of `id` past all numbers that the old one has given, before the swap and again after \
         it; a gap is left for writers who take numbers in between, and the copy reports a gap that was too small"
    );
}

/// Tests that no plan contains `ALTER COLUMN .. SET NOT NULL`: YDB parses it, but refuses it (ydb #51999).
#[test]
fn set_not_null_is_never_planned() {
    for name in ["customer", "created", "status", "order_id"] {
        let live = with_column(name, |column| column.nullable = true);
        let plan = compare(Order::TABLE, "shop/orders", Some(&live));
        assert!(!plan.to_string().contains("SET NOT NULL"), "{plan}");
        assert!(plan.steps.is_empty() && plan.rekey.is_some(), "{plan}");
    }
    let live = with(|table| table.columns.retain(|column| column.name != "status"));
    let plan = compare(Order::TABLE, "shop/orders", Some(&live));
    assert!(!plan.to_string().contains("SET NOT NULL"), "{plan}");
    // Not even if the model allows NULL and the table does not.
    let live = with_column("note", |note| *note = required("note", column("note", YdbType::Utf8).ty.unwrap()));
    assert!(!compare(Order::TABLE, "shop/orders", Some(&live)).to_string().contains("SET NOT NULL"));
    assert!(compare(Order::TABLE, "shop/orders", Some(&orders())).differences.is_empty());
}
