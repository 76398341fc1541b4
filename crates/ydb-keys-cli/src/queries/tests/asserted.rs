//! The reads that YDB's own tests assert (`tests/data/asserted_access.txt`), against what the checker says of them.

use std::collections::HashMap;

use super::super::{Options, judge, named};
use super::by;

const CASES: &str = include_str!("../../../../../tests/data/asserted_access.txt");

/// What came out of a comparison, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Outcome {
    Same,
    /// The checker says that it does not know.
    Unknown,
    /// Another bounded read, or another index.
    Other,
    /// The checker lets a query pass that reads all rows.
    Accepted,
    /// The checker refuses a query that YDB reads by an index or a range.
    Refused,
}

fn outcome(asserted: &str, said: &str) -> Outcome {
    let mut words = asserted.split(' ');
    let how = words.next().unwrap_or_default();
    let index = words.find_map(|word| word.strip_prefix("index="));
    let (said, said_index) = said.split_once(':').map_or((said, None), |(said, index)| (said, Some(index)));
    match (how, said) {
        // Of a query that reads no row, nothing that is said can be wrong.
        ("none", _) => Outcome::Same,
        (_, "unknown") => Outcome::Unknown,
        ("full", "full") => Outcome::Same,
        ("full", _) => Outcome::Accepted,
        (_, "full") => Outcome::Refused,
        _ if index != said_index => Outcome::Other,
        // From where the rows of a join are looked up, the table says nothing.
        ("lookup", _) => Outcome::Same,
        _ if how == said => Outcome::Same,
        _ => Outcome::Other,
    }
}

#[test]
fn the_checker_says_what_ydb_reads() {
    let tables: HashMap<&str, &str> =
        CASES.lines().filter_map(|line| line.strip_prefix("table ")).filter_map(|line| line.split_once('\t')).collect();
    let (mut counts, mut lines) = (HashMap::<Outcome, u32>::new(), Vec::new());
    for line in CASES.lines().filter(|line| !line.starts_with('#') && !line.starts_with("table ")) {
        let [name, numbers, text, reads, _] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let ddl: String = numbers.split(',').map(|number| format!("{};\n", tables[number])).collect();
        let judged = by(&ddl, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: false }));
        for read in reads.split("; ") {
            let (table, asserted) = read.split_once(' ').unwrap();
            let said = judged.sources.iter().filter(|source| source.table == table);
            let said = said.map(|source| match &source.index {
                Some(index) => format!("{}:{index}", source.access),
                None => source.access.to_string(),
            });
            // Of a table that is read twice, the file says the worse one.
            let said: Vec<String> = said.collect();
            let worst = said.iter().map(|said| outcome(asserted, said)).min();
            let worst = worst.unwrap_or_else(|| panic!("{name}: {table} is not read: {judged:?}"));
            *counts.entry(worst).or_default() += 1;
            if worst != Outcome::Same {
                lines.push(format!("{worst:?} {name}: {table} {asserted}, said {}: {text}", said.join(", ")));
            }
        }
    }
    lines.sort();
    let all = format!("{}\n{counts:?}", lines.join("\n"));
    // Of a named query that is read twice nothing is said, nor of a table beside rows that a UNION writes, nor of one
    // that a query in parentheses renames for a join.
    let unsaid =
        ["Unknown choice_union_used_twice: ", "Unknown suite_join_of_constants: ", "Unknown suite_cross_of_renamed: "];
    assert_eq!(lines.len(), 4, "{all}");
    assert!(lines.iter().all(|line| unsaid.iter().any(|start| line.starts_with(start))), "{all}");
}
