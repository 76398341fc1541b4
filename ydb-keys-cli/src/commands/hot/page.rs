//! The report as a page.

use std::io;

use super::numbers::{bytes, count, counted};
use super::observe::Observed;
use crate::commands::page::{Align, Page, Tone};
use crate::hot::{Cause, Hottest, Measure, TableReport, TabletIs, percent};

/// The partitions of a table that a page shows.
const SHOWN: usize = 5;

/// The width from which on sizes have room beside everything else.
const WIDE: usize = 100;

/// The tables without a finding that a page shows.
const CALM: usize = 20;

pub(super) fn print(page: &mut Page<'_>, observed: &Observed) -> io::Result<()> {
    let report = &observed.report;
    let (hot, calm): (Vec<_>, Vec<_>) = report.tables.iter().partition(|table| table.cause.is_hot());
    let summary = match hot.len() {
        0 => page.paint(Tone::Good, "nothing is hot"),
        hot => page.paint(Tone::Bad, &format!("{hot} hot")),
    };
    let tables = report.tables.iter().filter(|table| table.index.is_none()).count();
    let indexes = report.tables.len() - tables;
    let indexes = if indexes == 0 { String::new() } else { format!(" and {indexes} of indexes") };
    page.line(&format!(
        "{}{indexes}, {}, {:.0} s: {summary}",
        counted(tables, "table"),
        counted(report.partitions, "partition"),
        report.seconds
    ))?;
    for table in hot {
        page.line("")?;
        finding(page, table, report.by)?;
    }
    let is_quiet = |table: &&TableReport| table.cause == Cause::Quiet && table.overloaded_lately == 0;
    let (quiet, even): (Vec<_>, Vec<_>) = calm.into_iter().partition(is_quiet);
    if !even.is_empty() {
        page.line("")?;
    }
    for table in even.iter().take(CALM) {
        page.paragraph(&format!("{}: ", name(page, table)), "  ", &table.why)?;
        lately(page, table)?;
        if report.by != Measure::Writes || even.len() == 1 {
            page.line("")?;
            partitions(page, table, report.by)?;
        }
    }
    if even.len() > CALM {
        page.line(&format!("and {} more with even load", even.len() - CALM))?;
    }
    if !quiet.is_empty() {
        page.line("")?;
        page.line(&format!("{} with hardly any load", counted(quiet.len(), "table")))?;
    }
    for note in &observed.notes {
        page.line("")?;
        let label = page.paint(Tone::Dim, "note: ");
        page.paragraph(&label, "      ", note)?;
    }
    Ok(())
}

fn name(page: &Page<'_>, table: &TableReport) -> String {
    let name = match &table.index {
        Some(index) => format!("{}, index {index}", table.table),
        None => table.table.clone(),
    };
    page.paint(Tone::Strong, &name)
}

fn finding(page: &mut Page<'_>, table: &TableReport, by: Measure) -> io::Result<()> {
    let tone = if table.over_limit { Tone::Bad } else { Tone::Warn };
    let cause = page.paint(tone, table.cause.name());
    page.line(&format!("{}: {cause}", name(page, table)))?;
    page.paragraph("  ", "  ", &format!("{}.", upper(&table.why)))?;
    for (number, text) in [(table.splits, "split"), (table.merges, "merge"), (table.restarts, "restart")] {
        if number > 0 {
            let lost = "what the tablets before it counted in that time is lost";
            page.paragraph("  ", "  ", &format!("{} between the samples: {lost}.", counted(number, text)))?;
        }
    }
    if table.rejected > 0 {
        page.paragraph(
            "  ",
            "  ",
            &format!("{} rejected because a partition had too many.", counted(table.rejected as usize, "transaction")),
        )?;
    }
    lately(page, table)?;
    for cure in &table.cures {
        page.paragraph("  cure: ", "        ", &cure.text)?;
        if let Some(attribute) = &cure.attribute {
            page.line(&format!("        #[ydb({attribute})]"))?;
        }
        if let Some(statement) = &cure.statement {
            page.paragraph("        ", "            ", &format!("{statement};"))?;
        }
    }
    page.line("")?;
    partitions(page, table, by)
}

/// What the last minutes show, besides the seconds between the samples.
fn lately(page: &mut Page<'_>, table: &TableReport) -> io::Result<()> {
    match table.overloaded_lately {
        0 => Ok(()),
        some => {
            let partitions = counted(some, "partition");
            page.paragraph("  ", "  ", &format!("{partitions} had 0.7 cores or more in the last ten minutes."))
        }
    }
}

fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A column: its header, its side, and the text of a partition.
type Column<'t> = (&'static str, Align, Box<dyn Fn(&Hottest) -> String + 't>);

fn partitions(page: &mut Page<'_>, table: &TableReport, by: Measure) -> io::Result<()> {
    let mut columns: Vec<Column<'_>> = vec![("partition", Align::Right, Box::new(|of| count(of.partition as f64)))];
    if table.hottest.iter().any(|of| of.from.is_some() || of.to.is_some()) {
        columns.push(("from", Align::Left, Box::new(|of| of.from.clone().unwrap_or_else(|| "(first)".to_owned()))));
    }
    for (measure, header) in [(Measure::Writes, "writes/s"), (Measure::Reads, "reads/s")] {
        if table.total.get(measure) > 0.0 {
            columns.push((header, Align::Right, Box::new(move |of| count(of.load.get(measure)))));
            columns.push(("share", Align::Right, Box::new(move |of| percent(of.share.get(measure)))));
        }
    }
    columns.push(("cores", Align::Right, Box::new(|of| format!("{:.2}", of.load.cpu))));
    if table.hottest.iter().any(|of| of.peak_cores.is_some()) {
        columns.push((
            "peak",
            Align::Right,
            Box::new(|of| of.peak_cores.map_or_else(String::new, |peak| format!("{peak:.2}"))),
        ));
    }
    columns.push(("rows", Align::Right, Box::new(|of| count(of.load.rows))));
    if page.width() >= WIDE || by == Measure::Size {
        columns.push(("size", Align::Right, Box::new(|of| bytes(of.load.size))));
    }
    if table.hottest.iter().any(|of| of.tablet_is != TabletIs::Same) {
        columns.push((
            "tablet",
            Align::Left,
            Box::new(|of| match of.tablet_is {
                TabletIs::Same => String::new(),
                TabletIs::Restarted => "restart".to_owned(),
                TabletIs::New => "new".to_owned(),
            }),
        ));
    }
    let header = columns.iter().map(|(header, ..)| (*header).to_owned()).collect();
    let row = |of: &Hottest| columns.iter().map(|(.., cell)| cell(of)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(table.hottest.iter().take(SHOWN).map(row)).collect();
    let sides: Vec<Align> = columns.iter().map(|(_, side, _)| *side).collect();
    page.table(&sides, &rows)
}
