//! What a table has beside its rows: what a copy gives to the new table, what it loses, what is in the way.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys::migrate::{LiveRights, LiveSettings, Rekey, compare};
use ydb_keys::schema::Store;
use ydb_keys::{YdbTable, YdbType};

use super::orders::{Order, column, orders, required, with, with_column};

/// The copy that a table with another key needs.
fn rekey(change: impl FnOnce(&mut ydb_keys::migrate::LiveTable)) -> Rekey {
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
            "owner `ann`, if this user runs the copy; else it stops before the first row, for the owner can only be changed by hand",
            "attribute `team` = 'it\\'s'",
        ]
    );
    assert_eq!(rekey.not_copied, ["attribute `__document_api_version`, which only the server can set"]);
    assert!(rekey.obstacles.is_empty());
}

/// Settings that a model can leave out, and those that it cannot name.
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
    assert_eq!(
        compare(Plain::TABLE, "plain", Some(&live)).rekey.unwrap().not_copied,
        [
            "settings of index `gone`: AUTO_PARTITIONING_BY_LOAD = ENABLED",
            "AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000",
            "AUTO_PARTITIONING_BY_LOAD = ENABLED",
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4",
            "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 64",
            "KEY_BLOOM_FILTER = ENABLED",
            "READ_REPLICAS_SETTINGS = \"PER_AZ:1\"",
            "COMPACTION_POLICY = 'small'",
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
        [
            "changefeed `feed`: YDB renames no table that has one. When its readers are done, run ALTER TABLE `shop/orders` DROP CHANGEFEED \
             `feed`; after the copy, run ALTER TABLE `shop/orders` ADD CHANGEFEED `feed` WITH (MODE = 'UPDATES', FORMAT = 'JSON')"
        ]
    );
}

/// A part of a path has 255 characters at most.
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
            "a copy needs the name `{name}__ydb_keys_new`, which has 257 characters where YDB allows 255: give the table a name that is \
             2 shorter, with ALTER TABLE ... RENAME TO, and the model its path"
        )]
    );
}

#[test]
fn a_column_table_is_renamed_as_a_trial_first() {
    let live = with(|table| table.store = Store::Column);
    let phases = compare(Order::TABLE, "shop/orders", Some(&live)).rekey.unwrap().phases;
    assert_eq!(
        phases[0],
        "rename an empty column table first, to see whether this server can: before it does, no row is copied (ydb #14976)"
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
fn a_server_that_does_not_tell_where_a_sequence_is() {
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
        [
            "the position of the sequence of `id`, which this server does not tell: numbers go on after the greatest one in the rows, so \
          those of rows deleted from the end are given again"
        ]
    );
    assert_eq!(
        old.phases[0],
        "ask whether the server knows ALTER SEQUENCE: one older than YDB 25.1 cannot rename a table with serial columns"
    );
    let new = plan(Some(LiveSettings::default()));
    assert!(new.not_copied.is_empty(), "{:?}", new.not_copied);
    assert_eq!(
        new.phases[3],
        "let the new sequence of `id` go on after all numbers that the old one has given, before the swap and again after it; numbers are left \
         out for writers who draw some in between, and the copy says if those were too few"
    );
}

/// YDB parses `ALTER COLUMN .. SET NOT NULL` and refuses it (ydb #51999): a plan never has it.
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
    // Nor where the model is the looser one.
    let live = with_column("note", |note| *note = required("note", column("note", YdbType::Utf8).ty.unwrap()));
    assert!(!compare(Order::TABLE, "shop/orders", Some(&live)).to_string().contains("SET NOT NULL"));
    assert!(compare(Order::TABLE, "shop/orders", Some(&orders())).differences.is_empty());
}
