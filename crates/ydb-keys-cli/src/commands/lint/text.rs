//! Prints findings as a page; findings with the same explanation are a group.

use std::collections::BTreeMap;
use std::io;

use indicatif::{DecimalBytes, HumanCount};
use ydb_keys_core::__chapter;
use ydb_keys_migrate::__internal::counted;

use super::super::page::{Align, Page, Tone};
use crate::commands::findings::subject;
use crate::commands::page::{sentence, without_reason};
use crate::lint::{AllowedBy, Finding, LintCure, LintReport, Severity, TableCounters};

/// Indent of the lines under a finding's first line.
const INDENT: &str = "        ";

/// Prints the findings. With `all` each is explained; otherwise similar findings share an explanation, and low ones of
/// empty tables are only counted.
pub(super) fn print(report: &LintReport, all: bool, has_file: bool, page: &mut Page<'_>) -> io::Result<()> {
    page.paragraph("", "  ", &head(report))?;
    counts(&report.findings, page)?;
    let groups = FindingGroups::of(&report.findings, all);
    for group in &groups.listed {
        page.line("")?;
        self::group(group, page)?;
    }
    if groups.is_short() {
        let counted = match groups.counted as u64 {
            0 => String::new(),
            count => format!("Not listed: {} of empty tables. ", counted(count, "low finding")),
        };
        page.line("")?;
        page.paragraph(
            "",
            "  ",
            &format!("{counted}`--all` explains every finding, with its own cure and statement."),
        )?;
    }
    if report.findings.iter().any(|finding| finding.cure.page.is_some()) {
        page.line("")?;
        page.paragraph("", "  ", &format!("The guide: {}", __chapter!()))?;
    }
    if !report.findings.is_empty() && !has_file {
        page.line("")?;
        let how = "To accept findings: `--allow FILE`, with a line `table:rule=reason` for each finding.";
        page.paragraph("", "  ", how)?;
    }
    if !report.allowed.is_empty() {
        page.line("\nAllowed:")?;
        for allowed in &report.allowed {
            let by = match allowed.by {
                AllowedBy::File => "",
                AllowedBy::Model => " (by its model)",
            };
            let text = format!("{}: {}{by}: {}", allowed.table, allowed.rule.id(), allowed.reason);
            page.paragraph("- ", "  ", &text)?;
        }
    }
    if !report.unread.is_empty() {
        page.line("\nNot read:")?;
        for unread in &report.unread {
            page.paragraph("- ", "  ", &format!("{}: {}", unread.path, unread.why))?;
        }
    }
    for warning in &report.warnings {
        page.line("")?;
        page.paragraph("Warning: ", "  ", warning)?;
    }
    Ok(())
}

/// Returns the first line of the page: `3 findings in 12 tables of /local: 1 high, 2 low`.
fn head(report: &LintReport) -> String {
    let place = format!("{} of {}", counted(report.tables as u64, "table"), report.database);
    let of = |severity: Severity| report.findings.iter().filter(|finding| finding.severity == severity).count();
    let counts = [Severity::High, Severity::Medium, Severity::Low].map(|severity| (of(severity), name(severity)));
    let counts: Vec<String> =
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
    let found = report.findings.len() as u64;
    match found {
        0 => format!("No findings in {place}."),
        _ => format!("{} in {place}: {}.", counted(found, "finding"), counts.join(", ")),
    }
}

/// Prints a table that counts the findings of each rule, if there are several rules.
fn counts(findings: &[Finding], page: &mut Page<'_>) -> io::Result<()> {
    let mut rules: BTreeMap<(Severity, &str), (usize, usize)> = BTreeMap::new();
    for finding in findings {
        let (all, empty) = rules.entry((finding.severity, finding.rule.id())).or_default();
        *all += 1;
        *empty += usize::from(is_empty(finding));
    }
    if rules.len() < 2 {
        return Ok(());
    }
    let header = ["severity", "rule", "findings", "of empty tables"].map(str::to_owned).to_vec();
    let row = |((severity, rule), (all, empty)): (&(Severity, &str), &(usize, usize))| {
        let empty = if *empty == 0 { String::new() } else { empty.to_string() };
        vec![name(*severity).to_owned(), (*rule).to_owned(), all.to_string(), empty]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rules.iter().map(row)).collect();
    page.line("")?;
    page.table(&[Align::Left, Align::Left, Align::Right, Align::Right], &rows)
}

/// Prints the worst finding of a group, and a line for each other finding.
fn group(group: &FindingGroup<'_>, page: &mut Page<'_>) -> io::Result<()> {
    finding(group.worst, page)?;
    if group.others.is_empty() {
        return Ok(());
    }
    page.paragraph(INDENT, INDENT, "The same:")?;
    for (other, particular) in group.others.iter().zip(group.particulars()) {
        let counters = other.counters.as_ref().map(counted_shortly);
        let said: Vec<String> = Some(particular).filter(|text| !text.is_empty()).into_iter().chain(counters).collect();
        let said = if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) };
        page.paragraph(&format!("{INDENT}- "), &format!("{INDENT}  "), &format!("{}{said}", place(other)))?;
    }
    Ok(())
}

fn finding(finding: &Finding, page: &mut Page<'_>) -> io::Result<()> {
    let tone = match finding.severity {
        Severity::High => Tone::Bad,
        Severity::Medium => Tone::Warn,
        Severity::Low => Tone::Dim,
    };
    let severity = page.paint(tone, &format!("{:<8}", name(finding.severity)));
    let place = page.paint(Tone::Strong, &place(finding));
    page.line(&format!("{severity}{}: {place}", finding.rule.id()))?;
    page.paragraph(INDENT, INDENT, &sentence(&finding.fault))?;
    let cure = &finding.cure;
    page.paragraph(INDENT, INDENT, &format!("Cure: {}", cured(cure)))?;
    if let Some(attribute) = cure.attribute.as_ref().filter(|attribute| !cure.text.contains(attribute.as_str())) {
        page.paragraph(INDENT, "            ", &format!("#[ydb({attribute})]"))?;
    }
    if let Some(statement) = &cure.statement {
        page.paragraph(INDENT, "            ", statement)?;
    }
    match &finding.counters {
        Some(counters) => {
            let counters = page.paint(Tone::Dim, &counted_out(counters));
            page.paragraph(INDENT, INDENT, &counters)
        }
        None => Ok(()),
    }
}

/// Describes the rows and load of a table at length: `1,200 rows, 3.40 MB in 2 partitions; 5,000 rows written, 10
/// deleted, 70 read`.
fn counted_out(counters: &TableCounters) -> String {
    let partitions = counted(counters.partitions, "partition");
    if has_nothing(counters) {
        return format!("No rows; {partitions}");
    }
    let read = counters.row_reads.saturating_add(counters.range_read_rows);
    format!(
        "{} rows, {} in {partitions}; {} written, {} deleted, {} read",
        HumanCount(counters.rows),
        DecimalBytes(counters.bytes),
        HumanCount(counters.row_updates),
        HumanCount(counters.row_deletes),
        HumanCount(read)
    )
}

/// Describes the rows and load of a table in short: `1,200 rows, 3.40 MB; 5,000 written, 70 read`.
fn counted_shortly(counters: &TableCounters) -> String {
    if has_nothing(counters) {
        return "no rows".to_owned();
    }
    let read = counters.row_reads.saturating_add(counters.range_read_rows);
    let load = [(counters.row_updates, "written"), (counters.row_deletes, "deleted"), (read, "read")];
    let load: Vec<String> = load
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", HumanCount(*count)))
        .collect();
    let load = if load.is_empty() { String::new() } else { format!("; {}", load.join(", ")) };
    format!("{} rows, {}{load}", HumanCount(counters.rows), DecimalBytes(counters.bytes))
}

/// Names the finding's table and index: `orders, index by_customer`.
fn place(finding: &Finding) -> String {
    subject(&finding.table, finding.index.as_deref())
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "high",
        Severity::Medium => "medium",
        Severity::Low => "low",
    }
}

/// Returns the text of a cure, with the guide's chapter that shows the steps.
pub(super) fn cured(LintCure { text, page, .. }: &LintCure) -> String {
    match page.and_then(|page| page.strip_prefix(__chapter!())) {
        Some(chapter) => format!("{text} (guide: {}).", chapter.trim_matches('/')),
        None => format!("{text}."),
    }
}

// Groups findings that share their explanation and cure, so that a page prints both once.
//
// Findings belong together if they have the same rule and severity, and cures that differ only in the names between
// backquotes. The first finding of a group is the worst; it is explained. For each other finding the page prints only
// the beginning of its fault: without the reason after `: `, and without the table, whose name begins the line.

/// Findings as a page shows them.
#[derive(Debug)]
struct FindingGroups<'a> {
    pub(super) listed: Vec<FindingGroup<'a>>,
    /// Number of low findings of empty tables, which are only counted.
    pub(super) counted: usize,
}

/// Findings that share one explanation.
#[derive(Debug)]
struct FindingGroup<'a> {
    pub(super) worst: &'a Finding,
    pub(super) others: Vec<&'a Finding>,
}

impl<'a> FindingGroups<'a> {
    /// Groups findings that are sorted by rank. With `all` each finding is explained, and none is only counted.
    pub(super) fn of(findings: &'a [Finding], all: bool) -> Self {
        let mut groups = FindingGroups { listed: Vec::new(), counted: 0 };
        for finding in findings {
            if all {
                groups.listed.push(FindingGroup { worst: finding, others: Vec::new() });
            } else if finding.severity == Severity::Low && is_empty(finding) {
                groups.counted += 1;
            } else {
                match groups.listed.iter_mut().find(|group| is_alike(group.worst, finding)) {
                    Some(group) => group.others.push(finding),
                    None => groups.listed.push(FindingGroup { worst: finding, others: Vec::new() }),
                }
            }
        }
        groups
    }

    /// Returns `true` if the page leaves out the explanation of some finding.
    fn is_short(&self) -> bool {
        self.counted > 0 || self.listed.iter().any(|group| !group.others.is_empty())
    }
}

impl FindingGroup<'_> {
    /// Returns the fault's beginning for each other finding; empty texts if all are equal to the worst finding's.
    fn particulars(&self) -> Vec<String> {
        let own = particular(self.worst);
        let others: Vec<String> = self.others.iter().map(|other| particular(other)).collect();
        if others.iter().all(|other| *other == own) { vec![String::new(); others.len()] } else { others }
    }
}

/// Returns `true` if the table or index has no rows, and nothing was written or read. Returns `false` if the counters
/// are unknown.
pub(super) fn is_empty(finding: &Finding) -> bool {
    finding.counters.as_ref().is_some_and(has_nothing)
}

fn has_nothing(counters: &TableCounters) -> bool {
    counters.rows == 0 && counters.load() == 0
}

fn is_alike(one: &Finding, other: &Finding) -> bool {
    one.rule == other.rule
        && one.severity == other.severity
        && one.cure.kind == other.cure.kind
        && one.cure.page == other.cure.page
        && without_names(&one.cure.text) == without_names(&other.cure.text)
}

/// Splits a text into the pieces outside backquotes.
fn without_names(text: &str) -> Vec<&str> {
    text.split('`').step_by(2).collect()
}

/// Returns the beginning of a fault, without its reason and its table.
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
    use crate::lint::{LintCure, LintRule};

    fn finding(table: &str, severity: Severity, fault: &str, cure: &str, rows: Option<u64>) -> Finding {
        Finding {
            table: table.to_owned(),
            index: None,
            rule: LintRule::Ttl,
            severity,
            fault: fault.to_owned(),
            cure: LintCure { text: cure.to_owned(), ..LintCure::default() },
            counters: rows.map(|rows| TableCounters { rows, ..TableCounters::default() }),
        }
    }

    #[test]
    fn cures_that_differ_in_names_only_are_shared() {
        let of = |table, cure| finding(table, Severity::High, "it is hot", cure, Some(0));
        let all = [of("a", "hash `a` first"), of("b", "hash `b` first"), of("c", "drop `c`")];
        let groups = FindingGroups::of(&all, false);
        let shown: Vec<(&str, usize)> =
            groups.listed.iter().map(|group| (&*group.worst.table, group.others.len())).collect();
        assert_eq!((shown, groups.counted, groups.is_short()), (vec![("a", 1), ("c", 0)], 0, true));
        let groups = FindingGroups::of(&all, true);
        assert_eq!((groups.listed.len(), groups.is_short()), (3, false));
    }

    #[test]
    fn only_low_findings_of_tables_known_to_be_empty_are_counted() {
        let of = |severity, rows| finding("a", severity, "it grows", "cut it", rows);
        let written = TableCounters { row_updates: 1, ..TableCounters::default() };
        let queue = Finding { counters: Some(written), ..of(Severity::Low, None) };
        for listed in [of(Severity::Low, Some(1)), of(Severity::Low, None), of(Severity::Medium, Some(0)), queue] {
            assert_eq!(FindingGroups::of(&[listed], false).counted, 0);
        }
        let counted = [of(Severity::Low, Some(0))];
        let groups = FindingGroups::of(&counted, false);
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
        assert_eq!(FindingGroups::of(&same, false).listed[0].particulars(), ["", ""]);
        let other = [of("a", "at"), of("b", "at"), of("c", "id")];
        assert_eq!(
            FindingGroups::of(&other, false).listed[0].particulars(),
            ["column `at` grows", "column `id` grows"]
        );
    }
}
