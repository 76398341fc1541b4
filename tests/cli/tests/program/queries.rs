//! Tests `queries check`: queries in files, by the DDL of a directory or by models.

use std::fs;

use insta::assert_snapshot;
use ydb_keys::Table;
use ydb_keys_cli::{Streams, run};

use crate::TABLES;
use crate::directory::Directory;

const FAULTS: &str = "\
-- The queries of a shop.
-- name: one_order :one
SELECT * FROM orders WHERE order_id = $id;

-- name: latest
SELECT o.amont
FROM ordrs AS o
WHERE o.order_id = 1;

-- name: all_orders
-- full_scan(a report)
SELECT order_id FROM orders;

-- name: three_faults
UPSERT INTO orders (order_hash, order_id, amont) VALUES (1, 'x', 2);
";

/// Files of a test, with the program's output about them.
struct Files(Directory);

impl Files {
    /// Writes the queries, and the DDL that `ddl` writes with these options.
    fn new(queries: &[(&str, &str)], ddl: &[&str]) -> Self {
        let directory = Directory::with(&[]);
        let schema = directory.path().join("schema");
        let schema = schema.to_str().unwrap();
        let printed = check(TABLES, &[&["ddl", "--out", schema], ddl].concat());
        assert!(printed.ends_with("[exit code 0]"), "{printed}");
        for (name, text) in queries {
            fs::write(directory.path().join(name), text).unwrap();
        }
        Files(directory)
    }

    fn check(&self, tables: &[&'static Table], args: &[&str]) -> String {
        let root = self.0.path().to_str().unwrap();
        let args: Vec<String> = args.iter().map(|arg| arg.replace("DIR", root)).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        check(tables, &[&["queries", "check"], &args[..]].concat()).replace(root, "DIR")
    }

    fn by_schema(&self, args: &[&str]) -> String {
        self.check(&[], &[&["--schema", "DIR/schema"], args].concat())
    }
}

/// Tests a program in place of a text, in a directory of queries.
#[test]
fn a_file_that_is_no_text() {
    let files = Files::new(&[("a.sql", "SELECT * FROM orders WHERE order_id = 1")], &[]);
    fs::write(files.0.path().join("b.sql"), b"\x7FELF\x02\x80\x81").unwrap();
    let said = files.by_schema(&["DIR"]);
    let place = "`DIR/b.sql` is no text: it is not UTF-8 from byte 6 on, in line 1\nhelp: name a file of text";
    assert!(said.contains(place) && said.ends_with("[exit code 2]"), "{said}");
}

fn check(tables: &[&'static Table], args: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let status = run(
        ["migrate"].iter().chain(args),
        tables,
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO),
    );
    let text = |bytes| String::from_utf8(bytes).unwrap();
    format!("$ migrate {}\n{}{}[exit code {}]", args.join(" "), text(out), text(err), status.code())
}

#[test]
fn each_format() {
    let files = Files::new(&[("shop.sql", FAULTS)], &[]);
    assert_snapshot!("as_text", files.by_schema(&["DIR/shop.sql"]));
    assert_snapshot!("as_json", files.by_schema(&["DIR/shop.sql", "--format", "json"]));
    assert_snapshot!("for_github", files.by_schema(&["DIR/shop.sql", "--format", "github"]));
}

/// Tests a column that only has the name of a hash: the program asks for the written value, and the exit code is 0.
#[test]
fn a_question_is_no_fault() {
    let files = Files::new(&[("files.sql", "UPSERT INTO files (file_hash, name) VALUES (1, 'a')")], &[]);
    let ddl = "CREATE TABLE files (file_hash Uint64 NOT NULL, name Utf8 NOT NULL, PRIMARY KEY (file_hash, name));\n";
    fs::create_dir(files.0.path().join("tables")).unwrap();
    fs::write(files.0.path().join("tables/files.sql"), ddl).unwrap();
    let check = |format| files.check(&[], &["DIR/files.sql", "--schema", "DIR/tables", "--format", format]);
    assert_snapshot!("question_as_text", check("text"));
    assert_snapshot!("question_as_json", check("json"));
    assert_snapshot!("question_for_github", check("github"));
}

/// Tests that the files of `ddl`, in each tool's format, say how the hashes are computed, and that the models agree.
#[test]
fn the_schema_as_each_tool_has_it() {
    let good = "SELECT * FROM orders WHERE order_hash = Digest::NumericHash($id) AND order_id = $id";
    for format in ["goose", "flyway", "plain"] {
        let files = Files::new(&[("a.yql", FAULTS), ("b.yql", good)], &["--format", format]);
        let by_schema = files.by_schema(&["DIR/a.yql", "DIR/b.yql"]);
        let by_models = files.check(TABLES, &["DIR/a.yql", "DIR/b.yql"]);
        let tool = if format == "plain" {
            "plain names"
        } else if format == "flyway" {
            "Flyway"
        } else {
            format
        };
        assert!(by_schema.contains(&format!("Schema: 3 files in the order of {tool}.\n\n")), "{by_schema}");
        let judged = by_schema.replace(&format!("Schema: 3 files in the order of {tool}.\n\n"), "");
        assert_eq!(after_first_line(&judged), after_first_line(&by_models), "{format}");
        assert!(by_schema.contains("Digest::NumericHash($id)"), "{by_schema}");
        // A directory stands for its files.
        assert_eq!(after_first_line(&files.by_schema(&["DIR"])), after_first_line(&by_schema), "{format}");
    }
}

fn after_first_line(text: &str) -> String {
    text.lines().skip(1).collect::<Vec<_>>().join("\n")
}

/// Queries in the syntax of other SQLs, and texts with an opening but no closing mark.
const FOREIGN: &str = "\
-- name: named
SELECT * FROM orders WHERE order_id = :id;

-- name: numbered
SELECT * FROM orders
WHERE order_id = ?;

-- name: of_python
SELECT * FROM orders WHERE order_id = %(id)s;

-- name: of_format
SELECT * FROM orders WHERE order_id = {id} AND amount IN {amounts};

-- name: a_model
SELECT * FROM {Order} WHERE order_id = $id;

-- name: open_string
SELECT * FROM orders WHERE order_id = 1 AND note = 'it's';

-- name: open_name
SELECT * FROM `orders WHERE order_id = 1;

-- name: open_comment
SELECT * FROM orders WHERE order_id = 1 /* AND amount > 5;
";

#[test]
fn other_languages() {
    let files = Files::new(&[("foreign.sql", FOREIGN)], &[]);
    assert_snapshot!("other_languages", files.by_schema(&["DIR/foreign.sql", "--implied-hash"]));
}

#[test]
fn the_condition_is_written_into_the_file() {
    let files = Files::new(&[("shop.sql", FAULTS), ("fine.sql", "SELECT 1")], &[]);
    assert_snapshot!("fix", files.by_schema(&["DIR/shop.sql", "DIR/fine.sql", "--fix"]));
    let fixed = files.0.read("shop.sql");
    let (before, after) = fixed.split_once("order_hash = ").unwrap();
    let (expression, rest) = after.split_once(" AND ").unwrap();
    assert!(expression.starts_with("Digest::"), "{expression}");
    // Nothing else has changed.
    assert_eq!(format!("{before}{rest}"), FAULTS);
    let again = files.by_schema(&["DIR/shop.sql", "DIR/fine.sql", "--fix"]);
    assert!(!again.contains("Added") && !again.contains("missing_hash"), "{again}");
    assert_eq!(files.0.read("shop.sql"), fixed);
    assert_eq!(files.0.names(), ["fine.sql", "schema", "shop.sql"]);
}

/// Tests that no file is changed if one file cannot be read.
#[test]
fn all_files_or_none() {
    let files = Files::new(&[("shop.sql", FAULTS), ("twice.sql", "-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;")], &[]);
    assert_snapshot!("two_of_one_name", files.by_schema(&["DIR/shop.sql", "DIR/twice.sql", "--fix"]));
    assert_eq!(files.0.read("shop.sql"), FAULTS);
}

#[test]
fn a_file_as_a_directory_of_tables() {
    let files = Files::new(&[("shop.sql", FAULTS)], &[]);
    let said = files.check(&[], &["DIR/shop.sql", "--schema", "DIR/shop.sql"]);
    assert!(said.contains("error: `DIR/shop.sql` is not a directory\n"), "{said}");
}

#[test]
fn wrong_input() {
    const BLANK: &str = "-- SELECT 1;\n\n";
    let files = Files::new(&[("shop.sql", FAULTS), ("blank.sql", BLANK)], &[]);
    fs::create_dir(files.0.path().join("empty")).unwrap();
    fs::create_dir(files.0.path().join("broken")).unwrap();
    fs::write(files.0.path().join("broken/1.sql"), "CREATE TABLE t (\n    id Uint64,,\n    PRIMARY KEY (id)\n)")
        .unwrap();
    assert_snapshot!("no_such_file", files.by_schema(&["DIR/none.sql"]));
    assert_snapshot!("no_queries", files.by_schema(&["DIR/empty"]));
    let blank = files.by_schema(&["DIR/blank.sql", "--fix"]);
    assert!(blank.contains("error: there are no queries: "), "{blank}");
    let both = files.by_schema(&["DIR/shop.sql", "DIR/blank.sql", "--fix"]);
    assert!(both.contains("DIR/shop.sql:") && !both.contains("blank.sql:"), "{both}");
    assert_eq!(files.0.read("blank.sql"), BLANK);
    assert_snapshot!("no_such_schema", files.check(&[], &["DIR/shop.sql", "--schema", "DIR/none"]));
    assert_snapshot!("empty_schema", files.check(&[], &["DIR/shop.sql", "--schema", "DIR/empty"]));
    assert_snapshot!("broken_schema", files.check(&[], &["DIR/shop.sql", "--schema", "DIR/broken"]));
    assert_snapshot!("no_files", files.by_schema(&[]));
    assert_snapshot!("fix_of_implied", files.by_schema(&["DIR/shop.sql", "--fix", "--implied-hash"]));
}

/// Tests that the page quotes the files with queries and tables; `GUIDE_BLESS=1` rewrites the output of its commands.
#[test]
fn the_page_shows_what_is_printed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src/operating-queries.md");
    let page = fs::read_to_string(file).unwrap();
    let mut blocks = page.split("```sql\n").skip(1).map(|block| block.split_once("```").unwrap().0);
    let (queries, schema) = (blocks.next().unwrap(), blocks.next().unwrap());
    let directory = Directory::with(&[]);
    for (name, text) in [("queries/shop.sql", queries), ("schema/shop.sql", schema)] {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = format!("{}/", directory.path().to_str().unwrap());
    let mut parts = page.split("```console\n");
    let mut shown = parts.next().unwrap().to_owned();
    for part in parts {
        let (block, rest) = part.split_once("```").unwrap();
        let command = block.lines().next().unwrap();
        let in_root = |word: &str| match word {
            "queries" | "schema" => format!("{root}{word}"),
            _ => word.to_owned(),
        };
        // The command is of this name, too.
        let args: Vec<String> = ["queries".to_owned()]
            .into_iter()
            .chain(command.strip_prefix("$ ydb-keys queries ").unwrap().split(' ').map(in_root))
            .collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let printed = after_first_line(&check(&[], &args)).replace(&root, "");
        shown += &format!("```console\n{command}\n{printed}\n```{rest}").replace("[exit code 1]", "(exit code 1)");
    }
    assert_eq!(shown.matches("(exit code 1)").count(), 2, "{shown}");
    if std::env::var_os("GUIDE_BLESS").is_some() {
        fs::write(file, &shown).unwrap();
    }
    assert_eq!(page, shown);
}
