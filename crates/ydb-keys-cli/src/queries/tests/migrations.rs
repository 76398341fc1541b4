//! Tests of the order in which files of migrations are read, and of the files that are refused.

use super::super::{DdlSchema, Described, Tool, schema};

fn files(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

/// Returns the names of the files that are read in their order, the names of those that are not, and the tool.
fn order(names: &[&str]) -> (String, String, Tool) {
    let files: Vec<_> = names.iter().map(|name| ((*name).to_owned(), String::new())).collect();
    let DdlSchema { migrations, .. } = schema(&files, None).unwrap();
    let read: Vec<&str> = migrations.read.iter().map(|(name, _)| &**name).collect();
    (read.join(" "), migrations.left_out.join(" "), migrations.tool)
}

#[test]
fn each_tool_has_its_order() {
    let cases: [(&[&str], &str, &str, Tool); 6] = [
        (
            &["R__views.sql", "U10__b.sql", "V1.10__d.sql", "V10__b.sql", "V1_2__c.sql", "V9__a.sql", "notes.sql"],
            "V1_2__c.sql V1.10__d.sql V9__a.sql V10__b.sql R__views.sql",
            "U10__b.sql notes.sql",
            Tool::Flyway,
        ),
        // A baseline replaces all files up to its version.
        (
            &["V1__a.sql", "B2__all.sql", "V2__b.sql", "V3__c.sql"],
            "B2__all.sql V3__c.sql",
            "V1__a.sql V2__b.sql",
            Tool::Flyway,
        ),
        (
            &["10_b.up.sql", "10_b.down.sql", "9_a.up.sql", "9_a.down.sql", "20260101000000_c.up.sql"],
            "9_a.up.sql 10_b.up.sql 20260101000000_c.up.sql",
            "10_b.down.sql 9_a.down.sql",
            Tool::GolangMigrate,
        ),
        (&["10-b.sql", "9-a.sql", "009-a.sql"], "009-a.sql 9-a.sql 10-b.sql", "", Tool::Plain),
        (&["tables.sql", "step2.sql", "step10.yql"], "step2.sql step10.yql tables.sql", "", Tool::Plain),
        (&["m/V2__b.sql", "m/V1__a.sql"], "m/V1__a.sql m/V2__b.sql", "", Tool::Flyway),
    ];
    for (names, read, left_out, tool) in cases {
        assert_eq!(order(names), (read.to_owned(), left_out.to_owned(), tool), "{names:?}");
    }
}

#[test]
fn only_the_way_forth_is_read() {
    let goose =
        "--+goose Up\nCREATE TABLE a (id Uint64 NOT NULL, v Utf8, PRIMARY KEY (id));\n-- +goose Down\nDROP TABLE a;\n";
    let more = "-- +goose Up\n-- +goose StatementBegin\nALTER TABLE a ADD COLUMN r Utf8;\n-- +goose StatementEnd\n\
                -- +goose down\nALTER TABLE a DROP COLUMN r;\n";
    let read = schema(&files(&[("00010_b.sql", more), ("9_a.sql", goose)]), None).unwrap();
    assert_eq!(read.migrations.tool, Tool::Goose);
    assert_eq!(read.migrations.summary(), "2 files in the order of goose");
    assert_eq!(read.tables.iter().map(Described::path).collect::<Vec<_>>(), ["a"]);
    assert_eq!(read.tables[0].shape().table(&[]).columns.len(), 3);
    let dbmate = "-- migrate:up\nCREATE TABLE a (id Uint64, PRIMARY KEY (id));\n-- migrate:down\nDROP TABLE a;\n";
    let read = schema(&files(&[("1_a.sql", dbmate)]), None).unwrap();
    assert_eq!((read.migrations.tool, read.tables.len()), (Tool::Plain, 1));
}

#[test]
fn the_tool_can_be_named() {
    let mixed = files(&[("V1__a.sql", "CREATE TABLE a (id Uint64, PRIMARY KEY (id));"), ("1_a.up.sql", "")]);
    let error = schema(&mixed, None).map(drop).unwrap_err().to_string();
    assert_eq!(
        error,
        "1_a.up.sql:1:1: this file looks like one of golang-migrate, and `V1__a.sql` like one of Flyway: name the tool, \
         `--migrations flyway`"
    );
    let read = schema(&mixed, Some(Tool::Flyway)).unwrap();
    assert_eq!(read.migrations.summary(), "1 file in the order of Flyway, 1 left out");
    let twice = files(&[("V1__a.sql", ""), ("V1.0__b.sql", "")]);
    let error = schema(&twice, None).map(drop).unwrap_err().to_string();
    assert_eq!(error, "V1__a.sql:1:1: `V1.0__b.sql` has the same version");
}

/// Statements that YDB refuses are refused with their place; similar statements that YDB runs are read.
#[test]
fn ddl_that_ydb_refuses() {
    const T: &str = "CREATE TABLE t (id Uint64 NOT NULL, v Utf8, PRIMARY KEY (id), INDEX i GLOBAL ON (v));\n";
    let cases = [
        ("CREATE TABLE a (id Uint64);", "1:14: table `a` has no PRIMARY KEY"),
        ("CREATE TABLE a (id Uint64, PRIMARY KEY (idx, id));", "1:41: table `a` has no column `idx`"),
        ("CREATE TABLE a (id Uint64, PRIMARY KEY (id, id));", "1:45: the primary key has column `id` twice"),
        ("CREATE TABLE a (id Uint64, id Utf8, PRIMARY KEY (id));", "1:28: table `a` has two columns `id`"),
        ("CREATE TABLE a (id Varchar, PRIMARY KEY (id));", "1:17: column `id`: there is no type `Varchar`"),
        ("CREATE TABLE a (id Uint64, PRIMARY KEY (id), INDEX i GLOBAL ON (w));", "1:65: table `a` has no column `w`"),
        ("CREATE TABLE t (id Uint64, PRIMARY KEY (id));", "2:14: table `t` exists already"),
        ("ALTER TABLE u ADD COLUMN w Utf8;", "2:13: there is no table `u` yet"),
        ("ALTER TABLE t ADD COLUMN v Utf8;", "2:26: table `t` has a column `v` already"),
        ("ALTER TABLE t DROP COLUMN id;", "2:27: column `id` belongs to the primary key"),
        ("ALTER TABLE t DROP COLUMN v;", "2:27: index `i` has column `v`: drop the index first"),
        ("ALTER TABLE t DROP INDEX j;", "2:26: table `t` has no index `j`"),
        ("ALTER TABLE t ADD INDEX i GLOBAL ON (v);", "2:25: table `t` has an index `i` already"),
        ("DROP TABLE u;", "2:12: there is no table `u` yet"),
    ];
    for (text, expected) in cases {
        let before = if expected.starts_with('2') { T } else { "" };
        let error = schema(&files(&[("a.sql", &format!("{before}{text}"))]), None).map(drop).unwrap_err().to_string();
        assert!(error.starts_with(&format!("a.sql:{expected}")), "of {text}: {error}");
    }
    let taken = [
        "PRAGMA TablePathPrefix = '/local/dir'; CREATE TABLE t (id Uint64, PRIMARY KEY (id)); ALTER TABLE t ADD COLUMN w Utf8;",
        "CREATE TABLE IF NOT EXISTS t (id Uint64, PRIMARY KEY (id));",
        "DROP TABLE IF EXISTS u; ALTER TABLE `/local/t` ADD COLUMN w Text;",
        "ALTER TABLE t DROP INDEX i; ALTER TABLE t DROP COLUMN v; ALTER TABLE t ADD COLUMN v Yson;",
        "CREATE TABLE a (k Serial, d Decimal(22, 9), p pgtext, z TzDate, PRIMARY KEY (k));",
        "CREATE VIEW u WITH (security_invoker = TRUE) AS SELECT * FROM t; DROP TABLE t; ALTER TABLE u ADD COLUMN w Utf8;",
    ];
    for text in taken {
        let read = schema(&files(&[("a.sql", &format!("{T}{text}"))]), None);
        assert!(read.is_ok(), "of {text}: {}", read.unwrap_err());
    }
}

/// Statements of YDB 26 that the parser does not know are read; statements about other objects are listed.
#[test]
fn ddl_of_later_releases_and_of_other_objects() {
    let text = "-- topics\nCREATE TOPIC `feed` (CONSUMER c) WITH (min_active_partitions = 5);
        CREATE TABLE t (
            id Uint64 NOT NULL, a Int32, sum Int32 GENERATED ALWAYS AS (a + 1) STORED, e String, body Utf8,
            STATISTICS s ON (a), PRIMARY KEY (id),
            INDEX v GLOBAL USING vector_kmeans_tree ON (e) WITH (distance=cosine, vector_type=\"float\", levels=2),
            INDEX f GLOBAL USING fulltext_relevance ON (body) WITH (tokenizer=standard, use_filter_lowercase=true),
            INDEX j GLOBAL USING json ON (body),
            INDEX b LOCAL USING bloom_ngram_filter ON (body) WITH (ngram_size=3, case_sensitive=false),
            INDEX i GLOBAL ON (a) COVER (body)
        );
        ALTER TABLE t ADD COLUMN twice Int32 AS (a * 2) VIRTUAL, ALTER COLUMN a SET ENCODING (DICT), REBUILD INDEX i;
        ALTER TABLE t RENAME COLUMN a TO amount;
        GRANT SELECT ON `t` TO `reader`;
        CREATE VIEW latest WITH (security_invoker = TRUE) AS SELECT * FROM t;
        UPSERT INTO t (id) VALUES (1);";
    let read = schema(&files(&[("1.sql", text)]), None).unwrap();
    assert_eq!(read.migrations.summary(), "1 file in the order of plain names, 4 statements skipped");
    let skipped = [
        "1.sql:2: CREATE TOPIC `feed`",
        "1.sql:14: GRANT SELECT ON `t` TO `reader`",
        "1.sql:15: CREATE VIEW latest",
        "1.sql:16: UPSERT INTO t",
    ];
    assert_eq!(read.migrations.skipped, skipped);
    assert_eq!(read.others, ["latest", "t/v", "t/f", "t/j", "t/b"]);
    let shape = read.tables[0].shape();
    let table = shape.table(&[]);
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    assert_eq!(names, ["id", "amount", "sum", "e", "body", "twice"]);
    let taken = "CREATE TABLE t (id Uint64, a Utf8, PRIMARY KEY (id)); ALTER TABLE t RENAME COLUMN a TO id;";
    let error = schema(&files(&[("1.sql", taken)]), None).map(drop).unwrap_err().to_string();
    assert_eq!(error, "1.sql:1:88: table `t` has a column `id` already");
    let error = schema(&files(&[("1.sql", &format!("{text} ALTER TABLE t DROP COLUMN amount;"))]), None);
    let error = error.map(drop).unwrap_err().to_string();
    assert!(error.ends_with("index `i` has column `amount`: drop the index first"), "{error}");
}
