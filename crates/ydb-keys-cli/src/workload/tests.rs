//! Tests over schemas that are spoiled on purpose, in `tests/cli/workloads`: the best answer was written down first.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::lint::LiveShape;
use crate::queries::{Described, QueryTables, named, schema};

fn directories(below: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/workloads").join(below);
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.join("schema.sql").is_file()).collect();
    found.sort();
    found
}

/// Advises on the schema and the queries of a directory.
fn advised(directory: &Path) -> WorkloadAdvice {
    let read = |name: &str| fs::read_to_string(directory.join(name)).unwrap();
    let (ddl, file) = (read("schema.sql"), read("queries.sql"));
    let statistics = statistics_of(&ddl).unwrap();
    let described = schema(&[("schema.sql".to_owned(), ddl)], None).unwrap().tables;
    let guessed: Vec<&str> = described.iter().filter(|table| table.is_guessed()).map(Described::path).collect();
    let shapes: Vec<LiveShape<'_>> = described.iter().map(Described::shape).collect();
    let indexes: Vec<_> = shapes.iter().map(LiveShape::indexes).collect();
    let tables: Vec<_> = shapes.iter().zip(&indexes).map(|(shape, indexes)| shape.table(indexes)).collect();
    let of: Vec<Statistics> = tables.iter().map(|table| statistics[table.name].clone()).collect();
    let query = |query: &crate::queries::NamedQuery<'_>| RunQuery {
        name: query.name.to_owned(),
        text: query.text.to_owned(),
        runs: runs_of(query.text).unwrap().unwrap(),
        rows: None,
    };
    let queries: Vec<RunQuery> = named("queries", &file).iter().map(query).collect();
    advise(&queries, &QueryTables { all: &tables, guessed: &guessed, sampled: &[], others: &[] }, &of)
}

/// Reads the proposals that may come first, and those that must not come at all.
fn answer(directory: &Path) -> (Vec<String>, Vec<String>) {
    let text = fs::read_to_string(directory.join("answer.txt")).unwrap();
    let first = text.lines().take_while(|line| !line.trim().is_empty()).map(str::to_owned);
    let never = text.lines().filter_map(|line| line.strip_prefix("never: ")).map(str::to_owned);
    (first.collect(), never.collect())
}

#[test]
fn show() {
    for directory in directories("").into_iter().chain(directories("public")) {
        let advice = advised(&directory);
        let (first, never) = answer(&directory);
        println!("== {} expects {first:?}, never {never:?}", directory.file_name().unwrap().to_string_lossy());
        println!("   total {:.0} -> {:.0}; {:?}", advice.before.total(), advice.after.total(), advice.not_understood);
        for rewrite in &advice.rewrites {
            println!("   rewrite {}: {} {:?}", rewrite.name, rewrite.reason, rewrite.text);
        }
        for proposal in &advice.proposals {
            println!("   {} saves {:.0}", proposal.change, proposal.before.total() - proposal.after.total());
            for change in &proposal.queries {
                println!("       {} x{:.2}: {} -> {}: {:.1} -> {:.1}", change.name, change.runs, change.reads_before, change.reads_after, change.before.total(), change.after.total());
            }
        }
    }
}
