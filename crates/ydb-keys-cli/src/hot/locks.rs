//! Broken locks of a table, with their places, statements and cures.
//!
//! YDB's transactions take optimistic locks on the rows that they read, and a commit of another transaction that writes
//! there breaks them: the transaction ends ABORTED, and its program begins it again. Below one broken lock per second,
//! the cost is too small for a change.

use serde::Serialize;
use ydb_keys_bulk::__internal::Partitioned;

use super::change::{Changes, ends};
use crate::stats::{BrokenLocks, Contender};

/// Broken locks per second at which a table becomes a finding.
const MUCH: f64 = 1.0;

/// Number of partitions that are named.
const NAMED: usize = 3;

/// Smallest share of all broken locks that one partition must have to be reported as their cause.
const ONE: f64 = 0.5;

/// Number of characters of a statement that are shown.
const TEXT: usize = 400;

/// Broken locks of a table, or of an index's table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Locks {
    /// `true` if so many locks are broken that something should be done.
    pub(crate) much: bool,
    /// Broken locks per second; `taken` is the number of locks taken per second.
    pub(crate) broken: f64,
    pub(crate) taken: f64,
    /// Number of locks between the samples that were widened to a whole partition.
    pub(crate) whole_partition: u64,
    /// Number of locks that were broken in the last ten minutes, as far as that is known.
    pub(crate) broken_lately: u64,
    /// Partitions with the most broken locks.
    pub(crate) partitions: Vec<BrokenAt>,
    /// Statement on this table that broke the most locks in the last ten minutes; `loses_most` is the statement whose
    /// locks were broken most.
    pub(crate) breaks_most: Option<LockStatement>,
    pub(crate) loses_most: Option<LockStatement>,
    /// Cures, the most effective first.
    pub(crate) cures: Vec<&'static str>,
}

/// A partition with broken locks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BrokenAt {
    /// Number of the partition in the order of the key, from 1.
    pub(crate) partition: usize,
    pub(crate) tablet: u64,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    /// Share of the table's broken locks, from 0 to 1.
    pub(crate) share: f64,
}

/// Statement and the number of broken locks that it broke or lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LockStatement {
    pub(crate) text: String,
    pub(crate) locks: u64,
}

/// Reports the broken locks of the table at a path; `None` if there are none.
pub(crate) fn locks(path: &str, changes: &Changes, table: Option<&Partitioned>, known: &BrokenLocks) -> Option<Locks> {
    let counted = |of: fn(&crate::stats::PartitionCounters) -> u64| {
        changes.partitions.iter().map(move |change| of(&change.counted)).sum::<u64>()
    };
    let (broken, taken) = (counted(|counters| counters.locks_broken), counted(|counters| counters.locks_taken));
    let lately = changes.partitions.iter().filter_map(|change| known.tablets.get(&change.tablet)).sum();
    if broken == 0 && lately == 0 {
        return None;
    }
    let seconds = changes.seconds;
    let whole_partition = counted(|counters| counters.locks_whole);
    let partitions = partitions(changes, table, broken);
    let named = || known.statements.iter().filter(|statement| names(&statement.text, path));
    let most = |of: fn(&Contender) -> u64| {
        let most = named().filter(|statement| of(statement) > 0).max_by_key(|statement| of(statement))?;
        Some(LockStatement { text: shown(&most.text), locks: of(most) })
    };
    let (breaks_most, loses_most) = (most(|statement| statement.breaks), most(|statement| statement.loses));
    let much = broken as f64 / seconds >= MUCH;
    Some(Locks {
        cures: if much { cures(whole_partition, &partitions, loses_most.as_ref()) } else { Vec::new() },
        much,
        broken: rounded(broken as f64 / seconds),
        taken: rounded(taken as f64 / seconds),
        whole_partition,
        broken_lately: lately,
        partitions,
        breaks_most,
        loses_most,
    })
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

fn partitions(changes: &Changes, table: Option<&Partitioned>, broken: u64) -> Vec<BrokenAt> {
    let count = |position: usize| changes.partitions[position].counted.locks_broken;
    let mut order: Vec<usize> = (0..changes.partitions.len()).filter(|&position| count(position) > 0).collect();
    order.sort_by_key(|&position| (std::cmp::Reverse(count(position)), position));
    let one = |position: usize| {
        let (from, to) = ends(table, changes.partitions.len(), position);
        let share = rounded(count(position) as f64 / broken as f64);
        BrokenAt { partition: position + 1, tablet: changes.partitions[position].tablet, from, to, share }
    };
    order.into_iter().take(NAMED).map(one).collect()
}

fn cures(whole_partition: u64, partitions: &[BrokenAt], loses: Option<&LockStatement>) -> Vec<&'static str> {
    let reads = |statement: &LockStatement| {
        let text = statement.text.to_ascii_uppercase();
        !["UPDATE", "UPSERT", "INSERT", "REPLACE", "DELETE"].iter().any(|verb| text.contains(verb))
    };
    let mut cures = Vec::new();
    if whole_partition > 0 {
        cures.push(
            "Read less: some transactions read so many rows that YDB locked whole partitions for them. Give more columns of \
             the key, or read them in a transaction of the mode `SnapshotReadOnly`, which takes no locks.",
        );
    }
    cures.push(
        "Where a transaction reads a row to change it, make that one statement, an update with a condition: \
         `Stock::update(key).left(sub(1)).when(c.left.ge(1))`. Nothing can come between its read and its write.",
    );
    if partitions.first().is_some_and(|first| first.share >= ONE) {
        cures.push(
            "If all change one row, such as a counter or a total, give it buckets, and add them up when it is read: the \
             recipe `Counters` of the guide.",
        );
    }
    if loses.is_some_and(reads) {
        cures.push(
            "If the transaction that loses writes nothing, run it in the mode `SnapshotReadOnly`: it takes no locks, and \
             cannot lose.",
        );
    }
    cures.push(
        "Order the statements: what others change is read last, calls of other services come before or after the \
         transaction, and the last statement commits. A lock can be broken from the read to the commit.",
    );
    cures
}

/// Returns `true` if a statement names the table at a path. Only the last name is compared, because a statement may
/// have a path prefix.
fn names(text: &str, path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or(path);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(last).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + last.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Shortens a statement to one line, without its declarations.
fn shown(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("DECLARE "));
    let line = lines.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hot::change::compare;
    use crate::stats::{PartitionCounters, SampledPartition};

    /// Returns the changes of four partitions within ten seconds. The third has this many broken locks.
    fn changes(broken: u64, whole: u64) -> Changes {
        let tablet = |tablet: u64, locks_broken, locks_whole| SampledPartition {
            tablet,
            started_us: Some(1),
            rows: 10,
            counters: PartitionCounters {
                locks_broken,
                locks_whole,
                locks_taken: 2 * locks_broken,
                ..PartitionCounters::default()
            },
            ..SampledPartition::default()
        };
        let before: Vec<SampledPartition> = (1..=4).map(|number| tablet(number, 7, 0)).collect();
        let after = [tablet(1, 7, 0), tablet(2, 7, 0), tablet(3, 7 + broken, whole), tablet(4, 8, 0)];
        compare((10_000_000, &before), (20_000_000, &after))
    }

    fn statements(all: &[(&str, u64, u64)]) -> BrokenLocks {
        let one = |&(text, breaks, loses): &(&str, u64, u64)| Contender { text: text.to_owned(), breaks, loses };
        BrokenLocks { tablets: [(3, 400)].into(), statements: all.iter().map(one).collect() }
    }

    #[test]
    fn where_and_by_which_statements() {
        let known = statements(&[
            ("UPSERT INTO `shop/stocks` (id) VALUES (1)", 900, 0),
            ("DECLARE $id AS Uint64;\nUPDATE `shop/stock`\n  SET n = n - 1 WHERE id = $id", 210, 3),
            ("UPSERT INTO stock (id, n) VALUES ($id, 7)", 4, 1),
            ("SELECT n FROM `shop/stock` WHERE id = $id", 0, 198),
        ]);
        let found = locks("shop/stock", &changes(99, 0), None, &known).unwrap();
        assert!(found.much);
        assert_eq!((found.broken, found.taken, found.broken_lately, found.whole_partition), (10.0, 20.0, 400, 0));
        let [third, fourth] = &found.partitions[..] else { panic!("{found:?}") };
        assert_eq!((third.partition, third.tablet, third.share), (3, 3, 0.99));
        assert_eq!((fourth.partition, fourth.share), (4, 0.01));
        let breaks = found.breaks_most.unwrap();
        assert_eq!((&*breaks.text, breaks.locks), ("UPDATE `shop/stock` SET n = n - 1 WHERE id = $id", 210));
        assert_eq!(found.loses_most.unwrap().text, "SELECT n FROM `shop/stock` WHERE id = $id");
        let begins: Vec<&str> = found.cures.iter().map(|cure| cure.split([',', ':']).next().unwrap()).collect();
        assert_eq!(
            begins,
            [
                "Where a transaction reads a row to change it",
                "If all change one row",
                "If the transaction that loses writes nothing",
                "Order the statements",
            ]
        );
    }

    #[test]
    fn whole_partitions_are_read_less() {
        let found = locks("shop/stock", &changes(50, 2), None, &BrokenLocks::default()).unwrap();
        assert!(found.cures[0].starts_with("Read less"), "{found:?}");
        assert_eq!((found.breaks_most, found.loses_most, found.broken_lately), (None, None, 0));
    }

    #[test]
    fn few_are_no_finding_and_none_are_nothing() {
        let few = locks("shop/stock", &changes(8, 0), None, &BrokenLocks::default()).unwrap();
        assert!(!few.much && few.cures.is_empty() && few.broken == 0.9, "{few:?}");
        assert_eq!(
            locks("shop/stock", &Changes { seconds: 10.0, ..Changes::default() }, None, &BrokenLocks::default()),
            None
        );
    }

    #[test]
    fn a_table_is_named_by_whole_words() {
        assert!(names("SELECT * FROM `a/stock`", "a/stock") && names("FROM stock WHERE", "a/stock"));
        assert!(!names("FROM stocks", "a/stock") && !names("FROM old_stock", "a/stock"));
    }
}
