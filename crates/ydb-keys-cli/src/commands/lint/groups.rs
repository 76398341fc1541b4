//! Findings that share their explanation and cure, so that a page says both once.
//!
//! Findings belong together if they have the same rule and severity, and cures that differ only in the names between
//! backquotes. The first of them, the worst, is explained; of the others the page says what is particular: the part of
//! the fault in front of its reason (`: ..`), without the table, which stands in front of it.

use crate::commands::page::without_reason;
use crate::lint::{Counters, Finding, Severity};

/// The findings as a page shows them.
#[derive(Debug)]
pub(super) struct Groups<'a> {
    pub(super) listed: Vec<Group<'a>>,
    /// The low findings of empty tables, which are only counted.
    pub(super) counted: usize,
}

/// Findings with one explanation.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) worst: &'a Finding,
    pub(super) others: Vec<&'a Finding>,
}

impl<'a> Groups<'a> {
    /// Findings in the order of their ranks. With `all` each is explained, and none is only counted.
    pub(super) fn of(findings: &'a [Finding], all: bool) -> Self {
        let mut groups = Groups { listed: Vec::new(), counted: 0 };
        for finding in findings {
            if all {
                groups.listed.push(Group { worst: finding, others: Vec::new() });
            } else if finding.severity == Severity::Low && is_empty(finding) {
                groups.counted += 1;
            } else {
                match groups.listed.iter_mut().find(|group| is_alike(group.worst, finding)) {
                    Some(group) => group.others.push(finding),
                    None => groups.listed.push(Group { worst: finding, others: Vec::new() }),
                }
            }
        }
        groups
    }

    /// Whether findings are there without their own explanation.
    pub(super) fn is_short(&self) -> bool {
        self.counted > 0 || self.listed.iter().any(|group| !group.others.is_empty())
    }
}

impl Group<'_> {
    /// What is particular to each of the others; nothing if all say the same.
    pub(super) fn particulars(&self) -> Vec<String> {
        let own = particular(self.worst);
        let others: Vec<String> = self.others.iter().map(|other| particular(other)).collect();
        if others.iter().all(|other| *other == own) { vec![String::new(); others.len()] } else { others }
    }
}

/// Whether nothing is stored in the table or index, and nothing was written or read. Without counters it is not known.
pub(super) fn is_empty(finding: &Finding) -> bool {
    finding.counters.as_ref().is_some_and(has_nothing)
}

pub(super) fn has_nothing(counters: &Counters) -> bool {
    counters.rows == 0 && counters.load() == 0
}

fn is_alike(one: &Finding, other: &Finding) -> bool {
    one.rule == other.rule
        && one.severity == other.severity
        && one.cure.kind == other.cure.kind
        && one.cure.page == other.cure.page
        && without_names(&one.cure.text) == without_names(&other.cure.text)
}

/// The words of a text, without what stands between backquotes.
fn without_names(text: &str) -> Vec<&str> {
    text.split('`').step_by(2).collect()
}

/// The start of the fault, without its reason and its table.
fn particular(finding: &Finding) -> String {
    let table = format!("table `{}`", finding.table);
    let start = without_reason(&finding.fault);
    match start.strip_prefix(&*format!("{table} ")) {
        Some(rest) => rest.to_owned(),
        None => start.replacen(&format!(" of {table}"), "", 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{Cure, LintRule};

    fn finding(table: &str, severity: Severity, fault: &str, cure: &str, rows: Option<u64>) -> Finding {
        Finding {
            table: table.to_owned(),
            index: None,
            rule: LintRule::Ttl,
            severity,
            fault: fault.to_owned(),
            cure: Cure { text: cure.to_owned(), ..Cure::default() },
            counters: rows.map(|rows| Counters { rows, ..Counters::default() }),
        }
    }

    #[test]
    fn cures_that_differ_in_names_only_are_shared() {
        let of = |table, cure| finding(table, Severity::High, "it is hot", cure, Some(0));
        let all = [of("a", "hash `a` first"), of("b", "hash `b` first"), of("c", "drop `c`")];
        let groups = Groups::of(&all, false);
        let shown: Vec<(&str, usize)> =
            groups.listed.iter().map(|group| (&*group.worst.table, group.others.len())).collect();
        assert_eq!((shown, groups.counted, groups.is_short()), (vec![("a", 1), ("c", 0)], 0, true));
        let groups = Groups::of(&all, true);
        assert_eq!((groups.listed.len(), groups.is_short()), (3, false));
    }

    #[test]
    fn only_low_findings_of_tables_known_to_be_empty_are_counted() {
        let of = |severity, rows| finding("a", severity, "it grows", "cut it", rows);
        let written = Counters { row_updates: 1, ..Counters::default() };
        let queue = Finding { counters: Some(written), ..of(Severity::Low, None) };
        for listed in [of(Severity::Low, Some(1)), of(Severity::Low, None), of(Severity::Medium, Some(0)), queue] {
            assert_eq!(Groups::of(&[listed], false).counted, 0);
        }
        let counted = [of(Severity::Low, Some(0))];
        let groups = Groups::of(&counted, false);
        assert_eq!((groups.listed.len(), groups.counted, groups.is_short()), (0, 1, true));
    }

    #[test]
    fn what_is_particular_to_a_table() {
        let of = |fault| particular(&finding("d/t", Severity::High, fault, "", None));
        assert_eq!(of("column `at` of table `d/t` leads the key: all rows"), "column `at` leads the key");
        assert_eq!(of("table `d/t` has 5 partitions: it is full"), "has 5 partitions");
        assert_eq!(of("the attribute of table `d/t` says `v1: x`, no more"), "the attribute says `v1: x`, no more");
        assert_eq!(of("index `i` of table `d/t2` is hot"), "index `i` of table `d/t2` is hot");
    }

    #[test]
    fn nothing_is_particular_where_all_say_the_same() {
        let of = |table: &str, column: &str| {
            finding(table, Severity::High, &format!("column `{column}` of table `{table}` grows: x"), "y", None)
        };
        let same = [of("a", "at"), of("b", "at"), of("c", "at")];
        assert_eq!(Groups::of(&same, false).listed[0].particulars(), ["", ""]);
        let other = [of("a", "at"), of("b", "at"), of("c", "id")];
        assert_eq!(Groups::of(&other, false).listed[0].particulars(), ["column `at` grows", "column `id` grows"]);
    }
}
