//! Tests split points: the printed settings, and the partitions of the created table.

use std::io;

use ydb_keys::{Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run};

use super::{Printed, Shop, file};

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "shop/hashed", primary_key(hash = xxh3(id), id))]
struct Hashed {
    id: u64,
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "shop/bucketed", primary_key(bucket = xxh3(id) % 4, name, id), partitioning(by_load, max = 10))]
struct Bucketed {
    id: u64,
    name: String,
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "shop/named", primary_key(name, id))]
struct Named {
    name: String,
    id: u64,
}

const NEW: &[&Table] = ydb_keys::schema![Hashed, Bucketed, Named];

/// Runs `load` of the program over these models.
fn load(shop: &Shop, args: &[&str]) -> Printed {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let all = ["migrate", "load", "--connection", shop.server.connection_string()];
    let mut input = io::empty();
    let status = run(
        all.iter().chain(args),
        NEW,
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO),
    );
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Printed { status, out: text(out), err: text(err) }
}

/// Returns 1000 rows under four names, in the order of their ids.
fn names() -> String {
    let names = ["anna", "annika", "bob", "carl"];
    (0..1000).map(|id| format!("{id},{}\n", names[id % 4])).collect()
}

fn counts(shop: &Shop, table: &str) -> Vec<u64> {
    shop.server.partition_stats(table).unwrap().iter().map(|partition| partition.row_count).collect()
}

/// Tests that a key with a leading hash needs no sample of the rows.
#[test]
fn a_hash_has_uniform_partitions() {
    let shop = Shop::open();
    let csv = file("split1.csv", format!("id,name\n{}", names()));
    let args = ["shop/hashed", csv.to_str().unwrap(), "--ignore", "name", "--presplit"];
    let printed = load(&shop, &[&args[..], &["print", "--partitions", "8"]].concat());
    assert_eq!(
        (printed.status, printed.err.as_str(), printed.out.as_str()),
        (
            Status::Done,
            "",
            "-- 8 uniform partitions: the hash `hash` spreads any rows evenly over them\n\
             WITH (\n    \
                 AUTO_PARTITIONING_BY_SIZE = ENABLED,\n    \
                 AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048,\n    \
                 AUTO_PARTITIONING_BY_LOAD = DISABLED,\n    \
                 AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8,\n    \
                 UNIFORM_PARTITIONS = 8\n)\n"
        )
    );
    let printed = load(&shop, &[&args[..], &["create", "--partitions", "8"]].concat());
    printed.assert_done(
        "`shop/hashed`: created; 8 uniform partitions: the hash `hash` spreads any rows evenly over them\n\
         `shop/hashed`: 1000 rows loaded, ",
    );
    let found = counts(&shop, "shop/hashed");
    // 125 each, give or take five standard deviations.
    assert!(found.len() == 8 && found.iter().all(|rows| (70..180).contains(rows)), "{found:?}");
    // The layout is stored: a program without models loads as well, and the partitions stay.
    let again = [&args[..], &["create"]].concat();
    shop.load(&mut io::empty(), &again)
        .assert_done("`shop/hashed` exists, and keeps its partitions\n`shop/hashed`: 1000 rows loaded, ");
    assert_eq!(counts(&shop, "shop/hashed"), found);
}

/// Tests that split points contain the whole key with its bucket, and texts as short as possible.
#[test]
fn other_keys_are_sampled() {
    let shop = Shop::open();
    let csv = file("split2.csv", format!("id,name\n{}", names()));
    let csv = csv.to_str().unwrap();
    let printed = load(&shop, &["shop/named", csv, "--presplit", "print", "--partitions", "4"]);
    assert_eq!((printed.status, printed.err.as_str()), (Status::Done, ""));
    let (why, settings) = printed.out.split_once('\n').unwrap();
    assert_eq!(why, "-- 4 partitions of about as many rows each, by the keys of 1000 rows");
    // The sorted keys are 250 of each name.
    assert!(settings.ends_with("PARTITION_AT_KEYS = ((\"anni\"), (\"b\"), (\"c\"))\n)\n"), "{settings}");
    load(&shop, &["shop/named", csv, "--presplit", "create", "--partitions", "4"])
        .assert_done("`shop/named`: created; 4");
    assert_eq!(counts(&shop, "shop/named"), [250; 4]);
    // A bucket of the four has about 250 rows: two partitions each.
    let create = ["shop/bucketed", csv, "--presplit", "create", "--partitions", "8"];
    load(&shop, &create).assert_done("`shop/bucketed`: created; 8 partitions of about as many rows each");
    assert_eq!(counts(&shop, "shop/bucketed"), [125; 8]);
    // What it prints for the table that exists is what that table has, and the model's settings stay.
    let print = ["shop/bucketed", csv, "--presplit", "print", "--partitions", "12"];
    let settings = load(&shop, &print).out;
    let max = "BY_LOAD = ENABLED,\n    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 12,\n    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 12,\n";
    assert!(settings.contains(max), "{settings}");
    // A program without models reads the key of the table, and its statement is one of the engine.
    let of_live = shop.load(&mut io::empty(), &print).out;
    assert_eq!(of_live.split_once("PARTITION_AT_KEYS").unwrap().1, settings.split_once("PARTITION_AT_KEYS").unwrap().1);
    shop.exec(&format!(
        "CREATE TABLE again (bucket Uint32 NOT NULL, name Utf8 NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (bucket, name, \
         id))\n{settings}"
    ));
    assert_eq!(counts(&shop, "again").len(), 12);
}

#[test]
fn what_cannot_be_split() {
    let shop = Shop::open();
    shop.exec("CREATE TABLE timed (at Timestamp NOT NULL, PRIMARY KEY (at))");
    shop.exec("CREATE TABLE columns (id Uint64 NOT NULL, PRIMARY KEY (id)) WITH (STORE = COLUMN)");
    let (timed, ids) = (file("split3.csv", "at\n1\n2\n"), file("split4.csv", "id\n1\n2\n"));
    let (timed, ids) = (timed.to_str().unwrap(), ids.to_str().unwrap());
    let print = |table: &str, path: &str| shop.load(&mut io::empty(), &[table, path, "--presplit", "print"]);
    print("timed", timed).assert_failed(
        "error: no split points for `timed`: of 2 rows no two have keys that a literal divides; the key begins with `at`\n\
         help: YDB takes integers from 0 on, texts and bools as split points. A hash in front of the key needs none",
    );
    print("columns", ids).assert_failed(
        "error: `columns` is a column table: its partitions are not ranges of the key\n\
         help: their number is `partitioning(min = ..)` of the model, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT in YQL",
    );
    print("colums", ids).assert_failed("error: there is no table `colums` in the database; did you mean `columns`?");
    print("columns", "-")
        .assert_failed("error: --presplit: the standard input cannot be read twice; pass a file instead");
    shop.load(&mut io::empty(), &["colums", ids, "--presplit", "create"]).assert_failed(
        "error: there is no table `colums`, and this program has no model of it\n\
         help: create it with what `--presplit print` prints for a table with the same key, or use the program over your \
         models",
    );
    // Points of 1000 keys with long names are more than a statement may have.
    let long: String = (0..999).map(|id| format!("{id},{}{id:03}\n", "n".repeat(30))).collect();
    let long = file("split5.csv", format!("id,name\n{long}"));
    let created = load(&shop, &["shop/named", long.to_str().unwrap(), "--presplit", "create", "--partitions", "999"]);
    let (first, help) = created.err.split_once('\n').unwrap();
    assert!(first.starts_with("error: the CREATE TABLE with these split points has ") && first.len() <= 120, "{first}");
    assert_eq!(help, "help: pass fewer `--partitions`; YDB splits them further by size\n");
    assert!(shop.server.partition_stats("shop/named").is_err(), "nothing was created");
}
