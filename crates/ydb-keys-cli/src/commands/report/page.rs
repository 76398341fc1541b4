//! Writes the HTML page: the drawing, the findings, the heat map, the queries, and the cures that these link to.

use crate::commands::advise::LineKind;
use std::fmt::Write as _;

use serde_json::Value;

use super::ReportSample;
use crate::commands::findings::{FindingLevel, ReportedFinding};
use crate::commands::page::{TextPart, fault_and_cure, parts, sentence};
use crate::commands::queries::HELP;
use crate::plot::escaped;

const PAGE: &str = include_str!("page.html");

const HOT: &str = ydb_keys_core::__chapter!("operating_hot");
const ADVICE: &str = ydb_keys_core::__chapter!("operating_workload");
const LINT: &str = ydb_keys_core::__chapter!("operating_lint");

/// Finding with its cure, as the page shows it.
struct ReportEntry {
    level: &'static str,
    rule: String,
    place: String,
    /// Remark on the place, in small letters.
    remark: String,
    what: String,
    /// Sentences of the cure; `code` has its statements and attributes.
    cure: Vec<String>,
    code: Vec<String>,
    /// Chapter of the guide on the cure.
    page: String,
}

pub(super) fn page(sample: &ReportSample, queries: Option<&[ReportedFinding]>) -> String {
    let (lint, hot) = (of_lint(&sample.lint), of_hot(&sample.heat));
    let queries: Option<Vec<ReportEntry>> = queries.map(|queries| queries.iter().map(of_query).collect());
    let database = escaped(&sample.database);
    let link = if sample.advice.is_empty() { "" } else { "<a href=\"#proposals\">Proposals</a>" };
    let mut body = format!(
        "<h1>{database}</h1>\n<nav><a href=\"#tables\">Tables</a><a href=\"#findings\">Findings</a><a href=\"#heat\">Heat \
         map</a><a href=\"#queries\">Queries</a>{link}<a href=\"#cures\">Cures</a></nav>\n<h2 id=\"tables\">Tables</h2>\n<div \
         class=\"scroll\">{}</div>\n",
        sample.drawing
    );
    let mut cures = String::new();
    let tables = sample.lint["tables"].as_u64().unwrap_or(0);
    section(&mut body, &mut cures, "findings", &format!("Findings in {tables} tables"), &lint);
    for unread in sample.lint["unread"].as_array().into_iter().flatten() {
        let _ = writeln!(
            body,
            "<p class=\"soft\">Not read: {}: {}</p>",
            text(&unread["path"]),
            prose(&plain(&unread["why"]))
        );
    }
    section(&mut body, &mut cures, "heat", "Heat map", &hot);
    let names = ["Rows written a second", "Rows read a second"];
    let maps: Vec<String> = names
        .iter()
        .enumerate()
        .filter_map(|(at, name)| {
            Some(format!("<h3>{name}</h3>\n<div class=\"heat\">{}</div>\n", heat(&sample.heat, at)?))
        })
        .collect();
    body += &maps.concat();
    if maps.is_empty() {
        body += "<p class=\"soft\">No load was seen.</p>\n";
    }
    notes(&mut body, &sample.heat["notes"]);
    match &queries {
        Some(queries) => section(&mut body, &mut cures, "queries", "Queries", queries),
        None => {
            let ran = of_ran(&sample.ran["queries"]);
            section(&mut body, &mut cures, "queries", "Queries that the database has run", &ran);
            notes(&mut body, &sample.ran["notes"]);
        }
    }
    if !sample.advice.is_empty() {
        let line = |(kind, text): &(LineKind, String)| match kind {
            LineKind::Title => format!("<h3>{}</h3>\n", prose(text)),
            LineKind::Code => format!("<code class=\"block\">{}</code>\n", escaped(text)),
            LineKind::Text | LineKind::Item => format!("<p>{}</p>\n", prose(text)),
        };
        let lines: String = sample.advice.iter().map(line).collect();
        let _ = write!(body, "<h2 id=\"proposals\">Proposals</h2>\n{lines}<p><a href=\"{ADVICE}\">The guide</a></p>\n");
    }
    let _ = write!(body, "<h2 id=\"cures\">Cures</h2>\n{cures}");
    PAGE.replacen("BODY", &body, 1).replacen("TITLE", &format!("{database}: ydb-keys report"), 1)
}

/// Writes a table of findings, each linked to its cure.
fn section(body: &mut String, cures: &mut String, id: &str, title: &str, entries: &[ReportEntry]) {
    let _ = writeln!(body, "<h2 id=\"{id}\">{title}</h2>");
    if entries.is_empty() {
        *body += "<p>Nothing found.</p>\n";
        return;
    }
    *body += "<table><tr><th>Rule</th><th>Where</th><th>What</th><th></th></tr>\n";
    for (number, entry) in (1..).zip(entries) {
        let ReportEntry { level, .. } = entry;
        let [rule, place, remark] = [&entry.rule, &entry.place, &entry.remark].map(|text| escaped(text));
        let what = prose(&entry.what);
        let remark = if remark.is_empty() { remark } else { format!("<br><span class=\"soft\">{remark}</span>") };
        let _ = writeln!(
            body,
            "<tr><td class=\"{level}\">{rule}</td><td>{place}{remark}</td><td>{what}</td><td><a \
             href=\"#cure-{id}-{number}\">cure</a></td></tr>"
        );
        let _ = write!(cures, "<article id=\"cure-{id}-{number}\"><h3>{rule}: {place}</h3>");
        entry.cure.iter().for_each(|cure| *cures += &format!("<p>{}</p>", prose(cure)));
        entry.code.iter().for_each(|code| *cures += &format!("<code class=\"block\">{}</code>", escaped(code)));
        let _ = writeln!(cures, "<p><a href=\"{}\">The guide</a></p></article>", escaped(&entry.page));
    }
    *body += "</table>\n";
}

fn of_lint(lint: &Value) -> Vec<ReportEntry> {
    let entry = |finding: &Value| {
        let cure = &finding["cure"];
        let attribute = cure["attribute"].as_str().map(|attribute| format!("#[ydb({attribute})]"));
        ReportEntry {
            level: match finding["severity"].as_str() {
                Some("high") => "error",
                Some("medium") => "warning",
                _ => "soft",
            },
            rule: plain(&finding["rule"]),
            place: place(finding),
            remark: String::new(),
            what: plain(&finding["fault"]),
            cure: vec![plain(&cure["text"])],
            code: attribute.into_iter().chain(cure["statement"].as_str().map(str::to_owned)).collect(),
            page: cure["page"].as_str().unwrap_or(LINT).to_owned(),
        }
    };
    lint["findings"].as_array().into_iter().flatten().map(entry).collect()
}

fn of_hot(heat: &Value) -> Vec<ReportEntry> {
    let entry = |table: &Value| {
        let cures = table["cures"].as_array().cloned().unwrap_or_default();
        let attribute = |cure: &Value| cure["attribute"].as_str().map(|attribute| format!("#[ydb({attribute})]"));
        let statement = |cure: &Value| cure["statement"].as_str().map(|statement| format!("{statement};"));
        ReportEntry {
            level: if table["over_limit"] == true { "error" } else { "warning" },
            rule: plain(&table["cause"]),
            place: place(table),
            remark: String::new(),
            what: plain(&table["why"]),
            cure: cures.iter().map(|cure| plain(&cure["text"])).collect(),
            code: cures.iter().flat_map(|cure| attribute(cure).into_iter().chain(statement(cure))).collect(),
            page: HOT.to_owned(),
        }
    };
    let tables = heat["report"]["tables"].as_array().into_iter().flatten();
    tables.filter(|table| table["cures"].as_array().is_some_and(|cures| !cures.is_empty())).map(entry).collect()
}

/// Returns the entry for a fault of a query in a file.
fn of_query(found: &ReportedFinding) -> ReportEntry {
    let place = found.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!("{}:{}:{}", place.file, place.line, place.column));
    let level = match found.level {
        FindingLevel::Error => "error",
        FindingLevel::Warning => "warning",
        FindingLevel::Note => "soft",
    };
    ReportEntry { level, ..of_fault(&found.rule, place, &found.message) }
}

/// Returns the entries for the faults of queries that the database has run, with the cost of each query.
fn of_ran(queries: &Value) -> Vec<ReportEntry> {
    let of = |query: &Value| -> Vec<ReportEntry> {
        let fault = |fault: &Value| {
            let place = format!("{}:{}:{}", plain(&query["name"]), fault["line"], fault["column"]);
            let entry = of_fault(&plain(&fault["rule"]), place, &plain(&fault["message"]));
            ReportEntry { remark: plain(&query["cost"]), code: vec![plain(&query["text"])], ..entry }
        };
        query["errors"].as_array().into_iter().flatten().map(fault).collect()
    };
    queries.as_array().into_iter().flatten().flat_map(of).collect()
}

/// Returns the entry for a fault, whose message gives the cure after its last colon unless it is obvious.
fn of_fault(rule: &str, place: String, message: &str) -> ReportEntry {
    let (what, cure) = fault_and_cure(message).unwrap_or((message, "correct the query, or keep what it uses"));
    ReportEntry {
        level: "error",
        rule: rule.to_owned(),
        place,
        remark: String::new(),
        what: what.to_owned(),
        cure: vec![cure.to_owned()],
        code: Vec::new(),
        page: HELP.to_owned(),
    }
}

fn notes(body: &mut String, notes: &Value) {
    for note in notes.as_array().into_iter().flatten() {
        let _ = writeln!(body, "<p class=\"soft\">{}</p>", prose(&plain(note)));
    }
}

/// Formats a text as a sentence of HTML, with names as code.
fn prose(text: &str) -> String {
    let part = |part| match part {
        TextPart::Words(words) => escaped(words),
        TextPart::Name(name) => format!("<code>{}</code>", escaped(name)),
    };
    parts(&sentence(text)).map(part).collect()
}

fn place(of: &Value) -> String {
    let index = of["index"].as_str().map_or_else(String::new, |index| format!(", index {index}"));
    plain(&of["table"]) + &index
}

fn plain(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

/// Colours of the heat map, from little load to much.
const RAMP: [&str; 6] = ["#fff3cd", "#fdcc78", "#f68c46", "#d64242", "#8a1858", "#3a0846"];

const ROW: usize = 14;
const NAMES: usize = 250;
const WIDTH: usize = 900;

/// Draws one measure of the heat map as SVG; returns `None` if nothing was measured.
pub(super) fn heat(data: &Value, measure: usize) -> Option<String> {
    let rows = data["rows"].as_array()?;
    let columns = data["columns"].as_array().filter(|columns| !columns.is_empty())?.len();
    let values = |row: &Value| -> Vec<f64> {
        row["values"][measure].as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
    };
    let most = rows.iter().flat_map(values).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let height = rows.len() * ROW + 2;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" role=\"img\" aria-label=\"Key ranges from \
         top to bottom, time from left to right\"><rect class=\"empty\" x=\"{NAMES}\" width=\"{WIDTH}\" height=\"{height}\"/>\n",
        NAMES + WIDTH
    );
    let mut before = String::new();
    for (at, row) in rows.iter().enumerate() {
        let table = row["table"].as_str().unwrap_or_default();
        let index = row["index"].as_str().map_or_else(String::new, |index| format!(", index {index}"));
        let (from, y) = (row["from"].as_str().unwrap_or("the beginning"), at * ROW);
        let title = format!("{table}{index}");
        let (name, class) = if title == before { (from, "soft") } else { (title.as_str(), "name") };
        let short: String = name.chars().take(36).collect();
        let _ = write!(out, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", NAMES - 8, y + 11, escaped(&short));
        before = title;
        for (column, value) in values(row).into_iter().enumerate().filter(|(_, value)| *value > 0.0) {
            let step = ((value / most).sqrt() * (RAMP.len() - 1) as f64).round() as usize;
            let (left, right) = (column * WIDTH / columns, (column + 1) * WIDTH / columns);
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{ROW}\" fill=\"{}\"><title>{}{}, from {}: {value}</title>\
                 </rect>",
                NAMES + left,
                right - left,
                RAMP[step.min(RAMP.len() - 1)],
                escaped(table),
                escaped(&index),
                escaped(from)
            );
        }
        out.push('\n');
    }
    Some(out + "</svg>\n")
}
