//! Prints the report of hot partitions as a page, and formats its numbers.

use crate::parse::grouped;
use std::io;

use super::observe::Observed;
use crate::commands::findings::subject;
use crate::commands::page::{Align, Page, Tone, sentence};
use crate::hot::{Cause, Hottest, LockStatement, Locks, Measure, Origin, TableReport, percent};

/// Most partitions of a table that the page shows.
const SHOWN: usize = 5;

/// Least width of a page, in characters, that shows the sizes of partitions.
const WIDE: usize = 100;

/// Most tables without a finding that the page shows.
const CALM: usize = 20;

pub(super) fn print(page: &mut Page<'_>, observed: &Observed) -> io::Result<()> {
    let report = &observed.report;
    let (hot, calm): (Vec<_>, Vec<_>) = report.tables.iter().partition(|table| table.cause.is_hot());
    let broken_of = report.tables.iter().filter(|table| table.locks.as_ref().is_some_and(|locks| locks.much)).count();
    let summary = match (hot.len(), broken_of) {
        (0, 0) => page.paint(Tone::Good, "nothing is hot"),
        (0, broken) => page.paint(Tone::Bad, &format!("locks broken in {broken}")),
        (hot, 0) => page.paint(Tone::Bad, &format!("{hot} hot")),
        (hot, broken) => page.paint(Tone::Bad, &format!("{hot} hot, locks broken in {broken}")),
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
    for table in report.tables.iter() {
        if let Some(locks) = table.locks.as_ref().filter(|locks| locks.much) {
            page.line("")?;
            broken(page, table, locks)?;
        }
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
    page.paint(Tone::Strong, &subject(&table.table, table.index.as_deref()))
}

fn finding(page: &mut Page<'_>, table: &TableReport, by: Measure) -> io::Result<()> {
    let tone = if table.over_limit { Tone::Bad } else { Tone::Warn };
    let cause = page.paint(tone, table.cause.name());
    page.line(&format!("{}: {cause}", name(page, table)))?;
    page.paragraph("  ", "  ", &sentence(&table.why))?;
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

/// Prints the broken locks of a table: the partitions, the statements, and the cure.
fn broken(page: &mut Page<'_>, table: &TableReport, locks: &Locks) -> io::Result<()> {
    let head = page.paint(Tone::Warn, "broken locks");
    page.line(&format!("{}: {head}", name(page, table)))?;
    let places = locks.partitions.iter().map(|at| {
        let range = match (&at.from, &at.to) {
            (None, None) => String::new(),
            (from, to) => {
                let end = |end: &Option<String>, open: &str| end.clone().unwrap_or_else(|| open.to_owned());
                format!(", from {} to {}", end(from, "the beginning"), end(to, "the end"))
            }
        };
        format!("{} in partition {} of {}{range}", percent(at.share), at.partition, table.partitions)
    });
    let places = places.collect::<Vec<_>>().join("; ");
    let places = if places.is_empty() { places } else { format!(": {places}") };
    let rate = |number: f64| if number < 10.0 { format!("{number:.1}") } else { grouped(number) };
    page.paragraph(
        "  ",
        "  ",
        &format!("{} of {} locks a second are broken{places}.", rate(locks.broken), rate(locks.taken)),
    )?;
    if locks.whole_partition > 0 {
        let locks = counted(locks.whole_partition as usize, "lock");
        page.paragraph("  ", "  ", &format!("{locks} on a whole partition, because too many rows were read."))?;
    }
    for (what, statement) in [("breaks most", &locks.breaks_most), ("loses most", &locks.loses_most)] {
        if let Some(LockStatement { text, locks }) = statement {
            page.line(&format!("  {what}, {} in ten minutes:", counted(*locks as usize, "lock")))?;
            page.paragraph("    ", "      ", text)?;
        }
    }
    for cure in &locks.cures {
        page.paragraph("  cure: ", "        ", cure)?;
    }
    Ok(())
}

/// Prints how many partitions were overloaded in the last ten minutes, if any were.
fn lately(page: &mut Page<'_>, table: &TableReport) -> io::Result<()> {
    match table.overloaded_lately {
        0 => Ok(()),
        some => {
            let partitions = counted(some, "partition");
            page.paragraph("  ", "  ", &format!("{partitions} had 0.7 cores or more in the last ten minutes."))
        }
    }
}

/// Column of the partitions' table: its header, its alignment, and the text for a partition.
type HotColumn<'t> = (&'static str, Align, Box<dyn Fn(&Hottest) -> String + 't>);

fn partitions(page: &mut Page<'_>, table: &TableReport, by: Measure) -> io::Result<()> {
    let mut columns: Vec<HotColumn<'_>> =
        vec![("partition", Align::Right, Box::new(|of| grouped(of.partition as f64)))];
    if table.hottest.iter().any(|of| of.from.is_some() || of.to.is_some()) {
        columns.push(("from", Align::Left, Box::new(|of| of.from.clone().unwrap_or_else(|| "(first)".to_owned()))));
    }
    for (measure, header) in [(Measure::Writes, "writes/s"), (Measure::Reads, "reads/s")] {
        if table.total.get(measure) > 0.0 {
            columns.push((header, Align::Right, Box::new(move |of| grouped(of.load.get(measure)))));
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
    columns.push(("rows", Align::Right, Box::new(|of| grouped(of.load.rows))));
    if page.width() >= WIDE || by == Measure::Size {
        columns.push(("size", Align::Right, Box::new(|of| bytes(of.load.size))));
    }
    if table.hottest.iter().any(|of| of.tablet_is != Origin::WentOn) {
        columns.push((
            "tablet",
            Align::Left,
            Box::new(|of| match of.tablet_is {
                Origin::WentOn => String::new(),
                Origin::Restarted => "restart".to_owned(),
                Origin::New => "new".to_owned(),
            }),
        ));
    }
    let header = columns.iter().map(|(header, ..)| (*header).to_owned()).collect();
    let row = |of: &Hottest| columns.iter().map(|(.., cell)| cell(of)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(table.hottest.iter().take(SHOWN).map(row)).collect();
    let sides: Vec<Align> = columns.iter().map(|(_, side, _)| *side).collect();
    page.table(&sides, &rows)
}

/// Formats a size with its unit: `1.2 MB`.
pub(super) fn bytes(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let mut size = bytes.max(0.0);
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    let name = units.get(unit).copied().unwrap_or_default();
    if unit == 0 { format!("{size:.0} {name}") } else { format!("{size:.1} {name}") }
}

/// Formats a number with its noun: `1 table`, `2 tables`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hot::percent;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            ["0", "999", "1,000", "12,345", "1,234,567"],
            [0.0, 999.4, 999.6, 12_345.0, 1_234_567.0].map(grouped)
        );
        assert_eq!(
            ["0 %", "<1 %", "1 %", "97 %", ">99 %", "100 %"],
            [0.0, 0.004, 0.01, 0.968, 0.998, 1.0].map(percent)
        );
        assert_eq!(
            ["0 B", "999 B", "1.2 kB", "3.4 MB", "5.0 GB", "7000.0 TB"],
            [0.0, 999.0, 1_200.0, 3_400_000.0, 5e9, 7e15].map(bytes)
        );
        assert_eq!(
            [counted(1, "split"), counted(2, "split"), counted(0, "split")],
            ["1 split", "2 splits", "0 splits"]
        );
    }
}
