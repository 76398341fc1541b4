//! Tests the queries of published services, with other names: the findings of `queries check`, and the result of the
//! engine.
//!
//! A file of tests/data/collected_queries has the tables of a service, some rows, and its queries. The comments of a
//! query are written by hand, from the text and the keys of the tables:
//!
//! - `-- given $p = expression`: the value of a parameter, which the engine computes first; `-- within $p = ..`: a
//!   value of a type that the client lacks, so it replaces the parameter's DECLARE in the text;
//! - `-- reads table access; ..`: the access to the rows of each table, equal reads once. Rows that `ON` changes are
//!   found by their key. The check may also say `unknown`;
//! - `-- found rule`: a fault that the check must find, once a line, such as a full scan that the service wants;
//! - `-- refused construct`: the construct that the engine refuses, by this name, which its README must have;
//! - `-- invalid message`: the message with which YDB's released translator refuses the query, too
//!   (`SelectJoinNonEqualityPredicate` in sql_ut_common.h, although the owner of the query runs it on a newer server).

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use e2e_tests::Database;
use serde_json::Value as Json;
use ydb::Value;
use ydb_embedded::Server;

use super::stdout;

/// Beginning of the first line of each query.
const NAME: &str = "-- name: ";

#[tokio::test]
async fn collected_queries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/collected_queries");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut wrong, mut refused, mut count) = (Vec::new(), Vec::new(), 0);
    for file in files {
        let service = Service::read(&file);
        service.judge(&mut wrong).await;
        count += service.queries.len();
        refused.extend(
            service
                .queries
                .iter()
                .filter_map(|query| Some(format!("{}: {}", query.name, query.said("refused").next()?))),
        );
    }
    assert!(wrong.is_empty(), "{} of {count} queries:\n{}", wrong.len(), wrong.join("\n"));
    // A refusal more is a step back, and a query less, too.
    assert_eq!(count, 94);
    assert_eq!(
        refused,
        [
            "own_labels: Yson",
            "text_or_nothing: Yson",
            "columns_of_struct: FLATTEN COLUMNS",
            "discard_within: DISCARD",
            "nearest: Knn",
            "put_vector: Untag"
        ]
    );
}

/// File of queries, with the tables that they read.
struct Service {
    name: String,
    tables: String,
    queries: Vec<Query>,
    /// Text of the queries, as in the file.
    text: String,
}

impl Service {
    fn read(file: &Path) -> Self {
        let all = fs::read_to_string(file).unwrap();
        let (tables, queries) = all.split_at(all.find(NAME).unwrap());
        let found = queries.split(NAME).skip(1).map(Query::read).collect();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        Service { name, tables: tables.to_owned(), queries: found, text: queries.to_owned() }
    }

    /// Compares the comments of each query with the results of the check, the plans and the engine.
    async fn judge(&self, wrong: &mut Vec<String>) {
        // A server of today, which takes parameters without a DECLARE.
        let database = Database::on(Server::start().await.unwrap()).await;
        for statement in self.tables.split(";\n").filter(|statement| !statement.trim().is_empty()) {
            database.run(statement).await;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("collected_queries").join(&self.name);
        fs::create_dir_all(folder.join("schema")).unwrap();
        let (queries, schema) = (folder.join("queries.yql"), folder.join("schema"));
        fs::write(&queries, &self.text).unwrap();
        fs::write(schema.join("tables.sql"), &self.tables).unwrap();
        let (queries, schema) = (queries.to_str().unwrap(), schema.to_str().unwrap());

        let by_files = self.judged(&database, &["queries", "check", queries, "--schema", schema]);
        let by_database = self.judged(&database, &["queries", "check", queries]);
        let plans = self.judged(&database, &["queries", "vet", queries]);
        for (query, ((by_files, by_database), plan)) in
            self.queries.iter().zip(by_files.iter().zip(&by_database).zip(&plans))
        {
            let mut say = |what: String| wrong.push(format!("{}/{}: {what}", self.name, query.name));
            query.compare(by_files, &mut say);
            if by_files != by_database {
                say(format!("the files say {by_files}\nthe database says {by_database}"));
            }
            let is_refused = query.said("refused").chain(query.said("invalid")).next().is_some();
            // Nothing says of which type a parameter is that meets no column.
            let is_untyped = plan["error"].as_str().is_some_and(|error| error.contains("Unknown name: $"));
            if plan["ok"] == is_refused && !is_untyped {
                say(format!("the plan says {plan}"));
            }
            query.run(&database, &mut say).await;
        }
    }

    /// Returns the program's judgement of each query.
    fn judged(&self, database: &Database, args: &[&str]) -> Vec<Json> {
        let (text, _) = stdout(database, &[], &[args, &["--format", "json"]].concat());
        let found: Vec<Json> =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}: {text}", self.name));
        assert_eq!(found.len(), self.queries.len(), "{}", self.name);
        found
    }
}

/// Query with its comments.
struct Query {
    name: String,
    said: Vec<String>,
    text: String,
}

impl Query {
    fn read(text: &str) -> Self {
        let (name, text) = text.split_once('\n').unwrap();
        let is_said = |line: &&str| {
            ["given", "within", "reads", "found", "refused", "invalid"].iter().any(|word| said(line, word).is_some())
        };
        let said = text.lines().take_while(is_said).map(str::to_owned).collect();
        Query { name: name.split(' ').next().unwrap().to_owned(), said, text: text.to_owned() }
    }

    /// Returns the texts after a word in the query's comments.
    fn said<'q>(&'q self, word: &'q str) -> impl Iterator<Item = &'q str> {
        self.said.iter().filter_map(move |line| said(line, word))
    }

    /// Checks that the query's faults and reads are those of the comments; an access may be unknown.
    fn compare(&self, judged: &Json, say: &mut impl FnMut(String)) {
        let rules: Vec<&str> =
            judged["errors"].as_array().unwrap().iter().map(|fault| fault["rule"].as_str().unwrap()).collect();
        let found: Vec<&str> = self.said("found").collect();
        if rules != found {
            say(format!("faults {}", judged["errors"]));
        }
        let expected: BTreeSet<(&str, &str)> =
            self.said("reads").flat_map(|line| line.split("; ")).map(|read| read.split_once(' ').unwrap()).collect();
        let read = |source: &'_ Json| {
            (source["table"].as_str().unwrap().to_owned(), source["access"].as_str().unwrap().to_owned())
        };
        let reads: BTreeSet<(String, String)> = judged["sources"].as_array().unwrap().iter().map(read).collect();
        let is_unknown = |table: &str| reads.contains(&(table.to_owned(), "unknown".to_owned()));
        let is_missing = |&&(table, access): &&(&str, &str)| {
            !reads.contains(&(table.to_owned(), access.to_owned())) && !is_unknown(table)
        };
        let is_wrong = |(table, access): &&(String, String)| {
            access != "unknown" && !expected.contains(&(table.as_str(), access.as_str()))
        };
        let (missing, wrong): (Vec<_>, Vec<_>) =
            (expected.iter().filter(is_missing).collect(), reads.iter().filter(is_wrong).collect());
        if !missing.is_empty() || !wrong.is_empty() {
            say(format!("reads {wrong:?} in place of {missing:?}"));
        }
    }

    /// Checks that the engine runs the query, or refuses it by the name of the missing construct.
    async fn run(&self, database: &Database, say: &mut impl FnMut(String)) {
        let mut text = self.text.clone();
        for (name, value) in self.said("within").map(|line| line.split_once(" = ").unwrap()) {
            let begin = text.find(&format!("DECLARE {name} AS")).unwrap();
            let end = begin + text[begin..].find(';').unwrap();
            text.replace_range(begin..end, &format!("{name} = {value}"));
        }
        let mut params: Vec<(String, Value)> = Vec::new();
        for (name, value) in self.said("given").map(|line| line.split_once(" = ").unwrap()) {
            let mut row = database
                .q()
                .query_row(format!("SELECT {value} AS value"))
                .await
                .unwrap_or_else(|error| panic!("{value}: {error}"));
            params.push((name.to_owned(), row.remove_field(0).unwrap()));
        }
        let mut client = database.q();
        let query = params.into_iter().fold(client.exec(text), |query, (name, value)| query.param(name, value));
        let done = query.await.map_err(|error| error.to_string());
        let readme = include_str!("../../../../../crates/ydb-embedded/README.md");
        let (lacking, invalid) = (self.said("refused").next(), self.said("invalid").next());
        match (done, lacking.or(invalid)) {
            (Ok(()), None) => {}
            (Ok(()), Some(what)) => say(format!("the engine runs it, and should refuse {what}")),
            (Err(error), None) => say(format!("the engine refuses it: {error}")),
            (Err(error), Some(what)) => {
                let is_named = |construct: &str| error.contains("is not supported") && readme.contains(construct);
                if !error.contains(what) || !lacking.is_none_or(is_named) {
                    say(format!("refused without the name {what}: {error}"));
                }
            }
        }
    }
}

/// Returns the text after a word in a comment.
fn said<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    line.strip_prefix("-- ")?.strip_prefix(word)?.strip_prefix(' ')
}
