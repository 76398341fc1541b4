//! Tests `explain` and `hash`, which need no models.

use insta::assert_snapshot;
use ydb_keys_cli::{Status, Streams, run_without_models};

use crate::{TABLES, session};
use rules::RULES;

/// Table of rules in the derive macro's source.
#[allow(dead_code, reason = "the kinds and the cures are compared with the page of rules")]
#[path = "../../../../ydb-keys-derive/src/rules.rs"]
mod rules;

/// Returns the output of the program without models on a page of this width, with the exit code.
fn page(width: usize, colors: bool, args: &[&str]) -> String {
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let streams =
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO).width(width).colors(colors);
    let status = run_without_models(["ydb-keys"].iter().chain(args), streams);
    assert_eq!(status == Status::Done, err.is_empty(), "only what fails writes to stderr");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    format!("{}{}[exit code {}]", text(out), text(err), status.code())
}

fn hash(args: &[&str]) -> String {
    page(80, false, &[&["hash"], args].concat())
}

#[test]
fn a_rule_is_explained_on_a_page() {
    let narrow = page(80, false, &["explain", "nullable_key"]);
    assert!(narrow.lines().all(|line| line.chars().count() <= 80), "{narrow}");
    assert_snapshot!("explain_80", narrow);
    assert_snapshot!("explain_120", page(120, false, &["explain", "nullable_key"]));
    // A program over models has the same command.
    assert!(session(TABLES, &["explain", "nullable_key"]).contains(narrow.trim_end_matches("[exit code 0]")));
}

#[test]
fn what_changes_in_the_example_is_in_colour() {
    let page = page(80, true, &["explain", "nullable_key"]);
    assert!(page.contains("\u{1b}[31m\u{1b}[1m-    receipt: Option<u64>,\u{1b}[0m"), "{page}");
    assert!(page.contains("\u{1b}[32m+    receipt: u64,\u{1b}[0m"), "{page}");
}

#[test]
fn without_a_name_all_rules_are_listed() {
    let list = page(500, false, &["explain"]);
    let lines: Vec<&str> = list.lines().filter(|line| !line.starts_with('[')).collect();
    let shown: Vec<_> = lines.iter().map(|line| line.split_once(' ').unwrap()).collect();
    let shown: Vec<_> = shown.into_iter().map(|(id, line)| (id, line.trim_start())).collect();
    assert_eq!(shown, RULES.iter().map(|rule| (rule.id, rule.line)).collect::<Vec<_>>());

    let list = page(80, false, &["explain"]);
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}

#[test]
fn every_rule_is_explained() {
    for rule in RULES {
        let page = page(80, false, &["explain", rule.id]);
        assert!(page.len() > 50 && page.ends_with("\n[exit code 0]"), "{}: {page}", rule.id);
    }
}

#[test]
fn an_unknown_rule_and_one_like_it() {
    assert_eq!(
        page(80, false, &["explain", "nulable_key"]),
        "error: `nulable_key` is not the name of a rule or an error; did you mean `nullable_key`?\n[exit code 2]"
    );
    assert_eq!(
        page(80, false, &["explain", "performance"]),
        "error: `performance` is not the name of a rule or an error; `explain` without a name lists all rules\n[exit code 2]"
    );
}

/// Tests the golden vectors of `docs/guide/src/hashes.md`.
#[test]
fn hashes_and_their_expressions() {
    for (args, number, expression) in [
        (&["numeric_hash", "1001"][..], "10138685143802077350", "Digest::NumericHash(1001ul)"),
        (&["numeric_hash", "-1"], "11347797999152016406", "Digest::NumericHash(BITCAST(-1l AS Uint64))"),
        (&["int_hash64", "42"], "11490350930367293593", "Digest::IntHash64(42ul)"),
        (&["xxh3", "42"], "15395265915043915720", "Digest::XXH3(ToBytes(42ul))"),
        (&["xxh3", "alice@example.com"], "8569093714482247167", "Digest::XXH3('alice@example.com'u)"),
        (&["xxh3", "Utf8:alice@example.com"], "8569093714482247167", "Digest::XXH3('alice@example.com'u)"),
        (&["xxh3", "String:1"], "7335560060985733464", "Digest::XXH3('1')"),
        (
            &["xxh3", "Timestamp:2024-05-06T07:08:09Z", "42"],
            "13016671078585954744",
            "Digest::XXH3(ToBytes(CAST(Timestamp('2024-05-06T07:08:09Z') AS Uint64)) || ToBytes(42ul))",
        ),
        (
            &["xxh3", "42", "--buckets", "1000"],
            "720",
            "BITCAST(Unwrap(Digest::XXH3(ToBytes(42ul)) % 1000ul) AS Uint32)",
        ),
    ] {
        assert_eq!(hash(args), format!("{number}\n{expression}\n[exit code 0]"), "{args:?}");
    }
}

#[test]
fn values_that_have_no_hash() {
    for (args, error) in [
        (&["xxh4", "1"][..], "`xxh4` is not a hash function: there are `xxh3`, `numeric_hash`, `int_hash64`"),
        (&["numeric_hash", "abc"], "`numeric_hash` takes one integer or time; `xxh3` takes texts and several values"),
        (
            &["numeric_hash", "1", "2"],
            "`numeric_hash` takes one integer or time; `xxh3` takes texts and several values",
        ),
        (&["xxh3", "Int8:300"], "`300` is not a value of type Int8"),
        (&["xxh3", "Date:yesterday"], "`yesterday` is not a value of type Date"),
        (
            &["xxh3", "Double:1.5"],
            "a value of type Double has no hash: only integers, times, intervals, texts, bytes, UUIDs and bools have one",
        ),
        (
            &["xxh3", "Interval:5"],
            "a value of type Interval cannot be given here: give its microseconds as an Int64, which has the same hash",
        ),
    ] {
        assert_eq!(hash(args), format!("error: {error}\n[exit code 2]"), "{args:?}");
    }
    let none = hash(&["xxh3", "1", "--buckets", "0"]);
    assert!(none.contains("invalid value '0' for '--buckets <N>'"), "{none}");
}

#[test]
fn of_the_program_without_models() {
    assert_snapshot!("help_without_models", page(80, false, &["--help"]));
    let shown = page(80, false, &["--version"]);
    assert!(shown.starts_with(concat!("ydb-keys ", env!("CARGO_PKG_VERSION"))), "{shown}");
    // The commands that need models are not there.
    assert!(page(80, false, &["ddl"]).starts_with("error: unrecognized subcommand 'ddl'"));
}

/// Tests that values are taken from the command line unchanged.
#[test]
fn a_text_with_quotes_is_escaped_in_its_expression() {
    assert!(hash(&["xxh3", "it's"]).contains(r"Digest::XXH3('it\'s'u)"), "{}", hash(&["xxh3", "it's"]));
}
