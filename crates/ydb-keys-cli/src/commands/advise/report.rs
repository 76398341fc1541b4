//! Prints the comparison of keys as a page or as one JSON object, which `docs/guide/src/operating-advise.md` describes.

use std::io::Write;

use serde::Serialize;

use crate::advise::{Advice, ProfiledColumn, Ranked, percent};
use crate::commands::failure::Failure;
use crate::commands::page::{Align, Page, Tone};
use crate::parse::grouped;

#[derive(Serialize)]
struct AdviceReport<'a> {
    version: u32,
    command: &'static str,
    #[serde(flatten)]
    advice: &'a Advice,
}

pub(super) fn print_json(advice: &Advice, out: &mut dyn Write) -> Result<(), Failure> {
    let report = AdviceReport { version: 1, command: "advise", advice };
    serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

pub(super) fn print_page(advice: &Advice, file: &str, keys: usize, page: &mut Page<'_>) -> Result<(), Failure> {
    head(advice, file, page)?;
    columns(advice, page)?;
    ranking(advice, keys, page)?;
    for remark in &advice.remarks {
        page.line("")?;
        let note = page.paint(Tone::Warn, "Note:");
        page.paragraph("", "  ", &format!("{note} {remark}"))?;
    }
    page.line("")?;
    match &advice.source {
        Ok(source) => {
            page.line(&page.paint(Tone::Strong, "The model"))?;
            page.line("")?;
            source.lines().try_for_each(|line| page.line(line))?;
        }
        Err(reason) => page.paragraph("", "", &format!("There is no model: {reason}."))?,
    }
    Ok(())
}

fn head(advice: &Advice, file: &str, page: &mut Page<'_>) -> Result<(), Failure> {
    let sampled = if advice.sampled as u64 == advice.rows {
        String::new()
    } else {
        format!(", of which {} are a sample spread evenly over them", grouped(advice.sampled as f64))
    };
    page.paragraph("", "", &format!("{} rows of {file}{sampled}.", grouped(advice.rows as f64)))?;
    let id = advice.id.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let how = match (advice.id_is_found, advice.id.len()) {
        (false, _) => "",
        (true, 1) => " (found: all its values differ)",
        (true, _) => " (found: together they differ in all rows)",
    };
    if !id.is_empty() {
        page.paragraph("", "", &format!("A row is identified by {id}{how}."))?;
    }
    let reads = advice.reads.iter().map(|read| format!("`{read}`")).collect::<Vec<_>>().join(", ");
    page.paragraph("", "", &format!("Reads, the most frequent first: {reads}."))?;
    Ok(())
}

fn columns(advice: &Advice, page: &mut Page<'_>) -> Result<(), Failure> {
    page.line("")?;
    page.line(&page.paint(Tone::Strong, "Columns"))?;
    let header = ["column", "type", "distinct", "NULL", "growth", "bytes", "most frequent value"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(advice.columns.iter().map(column_cells));
    let align = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left];
    page.table(&align, &rows)?;
    page.line("")?;
    page.paragraph(
        "",
        "",
        "Growth is the rank correlation of the value with the order of arrival: 1 if it always grows, 0 if not at all.",
    )?;
    Ok(())
}

fn column_cells(column: &ProfiledColumn) -> Vec<String> {
    let about = if column.distinct_is_exact { "" } else { "~" };
    let frequent = column.frequent.as_ref();
    vec![
        column.name.clone(),
        column.ty.to_string(),
        format!("{about}{}", grouped(column.distinct as f64)),
        if column.nulls == 0.0 { "-".to_owned() } else { percent(column.nulls) },
        // Prints small negative numbers as `0.00`, not as `-0.00`.
        format!("{:.2}", if column.growth.abs() < 0.005 { 0.0 } else { column.growth }),
        format!("{:.0}", column.size),
        frequent.map_or_else(
            || "-".to_owned(),
            |frequent| format!("{} of rows: {}", percent(frequent.share), frequent.value),
        ),
    ]
}

fn ranking(advice: &Advice, keys: usize, page: &mut Page<'_>) -> Result<(), Failure> {
    page.line("")?;
    page.line(&page.paint(Tone::Strong, "Keys, the best one first"))?;
    let shown = advice.ranked.get(..keys).unwrap_or(&advice.ranked);
    let header = ["", "score", "max/mean", "hottest", "ranges", "bytes", "key"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(shown.iter().enumerate().map(|(place, key)| row(place + 1, key)));
    rows.push(vec![
        String::new(),
        String::new(),
        format!("{:.1}", advice.even.max_over_mean),
        percent(advice.even.hottest),
        String::new(),
        String::new(),
        "(random keys)".to_owned(),
    ]);
    let align = [Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left];
    page.table(&align, &rows)?;
    page.line("")?;
    page.paragraph(
        "",
        "",
        "Max/mean and hottest are of the writes to one partition, in windows of the order of arrival; ranges are those \
         of each read, `all` for a scan of the table. The lower the score, the better. Random keys show what an even key measures.",
    )?;
    page.line("")?;
    for (place, key) in shown.iter().enumerate() {
        let number = format!("{:>2}. ", place + 1);
        page.paragraph(&number, "    ", &format!("({}): {}", key.key, key.reason))?;
    }
    if advice.ranked.len() > shown.len() {
        let more = advice.ranked.len() - shown.len();
        page.line(&page.paint(Tone::Dim, &format!("    {more} more: --keys {}", advice.ranked.len())))?;
    }
    Ok(())
}

fn row(place: usize, key: &Ranked) -> Vec<String> {
    let ranges = key.reads.iter().map(|read| read.served.ranges.map_or("all".to_owned(), |ranges| ranges.to_string()));
    vec![
        format!("{place}."),
        format!("{:.1}", key.score.total()),
        format!("{:.1}", key.measured.max_over_mean),
        percent(key.measured.hottest),
        ranges.collect::<Vec<_>>().join(" "),
        format!("{:.0}", key.key_size),
        key.key.clone(),
    ]
}
