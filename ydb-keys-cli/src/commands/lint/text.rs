//! The findings as a page.

use std::io;

use indicatif::{DecimalBytes, HumanCount};
use ydb_keys::__chapter;
use ydb_keys_migrate::__internal::counted;

use super::super::page::{Page, Tone};
use crate::lint::{AllowedBy, Counters, Cure, Finding, Report, Severity};

/// What stands under the first line of a finding.
const INDENT: &str = "        ";

pub(super) fn print(report: &Report, has_file: bool, page: &mut Page<'_>) -> io::Result<()> {
    page.paragraph("", "  ", &head(report))?;
    for finding in &report.findings {
        page.line("")?;
        self::finding(finding, page)?;
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

/// `3 findings in 12 tables of /local: 1 high, 2 low`
fn head(report: &Report) -> String {
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

fn finding(finding: &Finding, page: &mut Page<'_>) -> io::Result<()> {
    let tone = match finding.severity {
        Severity::High => Tone::Bad,
        Severity::Medium => Tone::Warn,
        Severity::Low => Tone::Dim,
    };
    let place = match &finding.index {
        Some(index) => format!("{}, index {index}", finding.table),
        None => finding.table.clone(),
    };
    let severity = page.paint(tone, &format!("{:<8}", name(finding.severity)));
    let place = page.paint(Tone::Strong, &place);
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

/// `1,200 rows, 3.40 MB in 2 partitions; 5,000 rows written, 10 deleted, 70 read`
fn counted_out(counters: &Counters) -> String {
    let partitions = counted(counters.partitions, "partition");
    if counters.rows == 0 && counters.load() == 0 {
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

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "high",
        Severity::Medium => "medium",
        Severity::Low => "low",
    }
}

/// With a capital and a full stop, unless it ends with a question.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let stop = if text.ends_with('?') { None } else { Some('.') };
    first.into_iter().chain(letters).chain(stop).collect()
}

/// A cure, with the chapter of the guide that shows how it is done.
pub(super) fn cured(Cure { text, page, .. }: &Cure) -> String {
    match page.and_then(|page| page.strip_prefix(__chapter!())) {
        Some(chapter) => format!("{text} (guide: {}).", chapter.trim_matches('/')),
        None => format!("{text}."),
    }
}
