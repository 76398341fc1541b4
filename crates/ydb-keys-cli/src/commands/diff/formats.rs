//! Prints the review of a plan as a page, as JSON, as a pull request comment, and as findings.

use std::fmt::Write as _;
use std::io;

use indicatif::{DecimalBytes, HumanCount};
use serde::Serialize;
use serde_json::Value;
use ydb_keys_migrate::__internal::{Shown, Sum};
use ydb_keys_migrate::{Action, Difference, Effect, NotCompared, Rekey, Step, TablePlan};

use super::Review;
use super::queries::{ChangedQuery, QueryEffect, summary};
use crate::commands::findings::{FindingLevel, Lines, ReportedFinding, cell};
use crate::commands::page::Page;
use crate::commands::queries::errors;
use crate::cost::{Cost, Programs, order};

pub(super) fn print_plan(review: &Review, page: &mut Page<'_>) -> io::Result<()> {
    let notes = |table: &_, step: Option<&_>| review.cost(table, step).as_ref().map(cost_lines).unwrap_or_default();
    page.text(&Shown { plan: &review.plan, destructive: true, notes: &notes }.to_string())?;
    if review.statistics.is_some() {
        let order = order(&review.plan);
        if !order.is_empty() {
            page.line("\nOrder of deployment:")?;
        }
        for (number, what) in (1..).zip(order) {
            page.line(&format!("  {number}. {what}"))?;
        }
    }
    if let Some(queries) = &review.queries {
        page.line("")?;
        page.line(&summary(queries))?;
        for query in queries.iter().filter(|query| query.effect != QueryEffect::Nothing) {
            for fault in &query.errors {
                let (file, line, column) = (&query.file, fault.line, fault.column);
                page.line(&format!("  {file}:{line}:{column}: {} ({})", fault.rule, query.name))?;
                page.paragraph("    ", "    ", &fault.message)?;
            }
        }
    }
    Ok(())
}

/// Returns a line for each question that a reviewer asks about a step's cost.
fn cost_lines(cost: &Cost) -> Vec<String> {
    vec![
        format!("touches {}", touched(cost)),
        format!("locks {}", cost.locks),
        format!("old programs: {}", cost.old_programs_text),
        format!("undo: {}", cost.undo),
    ]
}

/// Describes the rows that a step goes through, e.g. `1,200,000 rows, 340 MB: 2 minutes at 10,000 rows a second
/// (assumed)`.
pub(super) fn touched(cost: &Cost) -> String {
    let touched = &cost.touched;
    let Some(rate) = touched.rate else { return "no row: some seconds".to_owned() };
    let is_measured = if rate.measured { "measured" } else { "assumed" };
    let rate = format!("{} rows a second ({is_measured})", HumanCount(rate.rows_per_second.round() as u64));
    match (touched.rows, touched.bytes, touched.minutes) {
        (Some(rows), Some(bytes), Some(minutes)) => {
            format!("{} rows, {}: {} at {rate}", HumanCount(rows), DecimalBytes(bytes), time(minutes))
        }
        _ => format!("all rows, of which `.sys/partition_stats` does not say how many; at {rate}"),
    }
}

/// Formats minutes for readers: `less than a minute`, `2 minutes`, `3.5 hours`.
fn time(minutes: f64) -> String {
    match minutes {
        ..1.0 => "less than a minute".to_owned(),
        ..1.5 => "a minute".to_owned(),
        ..120.0 => format!("{minutes:.0} minutes"),
        _ => format!("{:.1} hours", minutes / 60.0),
    }
}

#[derive(Serialize)]
struct PlanJson<'a> {
    version: u32,
    command: &'static str,
    tables: Vec<TableJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queries: Option<&'a [ChangedQuery]>,
}

/// JSON of a [`TablePlan`], field by field.
#[derive(Serialize)]
struct TableJson<'a> {
    path: &'a str,
    differences: &'a [Difference],
    steps: Vec<CostedJson<'a, Step>>,
    rekey: Option<CostedJson<'a, Rekey>>,
    by_hand: &'a [String],
    not_compared: &'a [NotCompared],
    left_alone: &'a [String],
}

#[derive(Serialize)]
struct CostedJson<'a, T> {
    #[serde(flatten)]
    what: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
}

pub(super) fn json(review: &Review) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&PlanJson {
        version: 1,
        command: "diff",
        tables: review.plan.tables.iter().map(|table| table_json(review, table)).collect(),
        order: review.statistics.as_ref().map(|_| order(&review.plan)),
        queries: review.queries.as_deref(),
    })
}

fn table_json<'a>(review: &Review, table: &'a TablePlan) -> TableJson<'a> {
    let step = |step: &'a Step| CostedJson { what: step, cost: review.cost(table, Some(step)) };
    TableJson {
        path: &table.path,
        differences: &table.differences,
        steps: table.steps.iter().map(step).collect(),
        rekey: table.rekey.as_ref().map(|rekey| CostedJson { what: rekey, cost: review.cost(table, None) }),
        by_hand: &table.by_hand,
        not_compared: &table.not_compared,
        left_alone: &table.left_alone,
    }
}

pub(super) fn markdown(review: &Review) -> String {
    let mut out = format!("### `ydb-keys diff`: {}\n", Sum(&review.plan).to_string().trim_end_matches('.'));
    for table in review.plan.tables.iter().filter(|table| !table.differences.is_empty()) {
        table_section(&mut out, review, table);
    }
    let order = if review.plan.is_in_step() { Vec::new() } else { order(&review.plan) };
    if !order.is_empty() {
        out += "\n**Order of deployment**\n\n";
    }
    for (number, what) in (1..).zip(&order) {
        let _ = writeln!(out, "{number}. {what}");
    }
    if let Some(queries) = &review.queries {
        let _ = writeln!(out, "\n**Queries**: {}", summary(queries));
        if queries.iter().any(|query| query.effect != QueryEffect::Nothing) {
            out += "\n| Query | Where | What |\n|---|---|---|\n";
        }
        for (query, fault) in queries.iter().flat_map(|query| query.errors.iter().map(move |fault| (query, fault))) {
            let sign = if query.effect == QueryEffect::Breaks { "❌ breaks" } else { "⚠️ becomes a scan" };
            let (name, file, line) = (&query.name, &query.file, fault.line);
            let _ = writeln!(out, "| `{name}` {sign} | `{file}:{line}` | {} |", cell(&fault.message));
        }
    }
    out
}

fn table_section(out: &mut String, review: &Review, table: &TablePlan) {
    let _ = writeln!(out, "\n#### `{}`\n", table.path);
    let differences = table.differences.iter().map(|difference| format!("- {}", cell(&difference.to_string())));
    differences.for_each(|line| *out += &(line + "\n"));
    bullets(out, "Do this by hand first; until then, `apply` does not change this table:", &table.by_hand);
    if let Some(rekey) = &table.rekey {
        bullets(out, "Only a copy into a new table can do this (`apply --rekey`):", &rekey.reasons);
        bullets(out, "Before the copy:", &rekey.obstacles);
    }
    if table.steps.is_empty() && table.rekey.is_none() {
        return;
    }
    *out += "\n| Step | Touches | Locks | Old programs | Undo |\n|---|---|---|---|---|\n";
    for step in &table.steps {
        step_row(out, review, table, Some(step));
    }
    if table.rekey.is_some() {
        step_row(out, review, table, None);
    }
}

fn step_row(out: &mut String, review: &Review, table: &TablePlan, step: Option<&Step>) {
    let cost = review.judged(table, step);
    let what = match step {
        Some(step) => step.action.to_string(),
        None => "apply --rekey".to_owned(),
    };
    let what = what.lines().filter(|line| !line.is_empty()).map(|line| format!("<code>{}</code>", cell(line)));
    let mut what = what.collect::<Vec<_>>().join("<br>");
    if step.is_some_and(|step| step.effect == Effect::Destructive) {
        what = format!("🗑️ **destructive**<br>{what}");
    }
    let sign = match cost.old_programs {
        Programs::GoOn => "✅",
        Programs::SomeFail => "⚠️",
        Programs::Fail => "❌",
    };
    let touched = match &review.statistics {
        Some(_) => touched(&cost),
        None if cost.touched.rate.is_none() => "no row".to_owned(),
        None => "all rows (`--cost` says how many)".to_owned(),
    };
    let (locks, old, undo) = (cell(&cost.locks), cell(&cost.old_programs_text), cell(&cost.undo));
    let _ = writeln!(out, "| {what} | {touched} | {locks} | {sign} {old} | {undo} |");
}

fn bullets(out: &mut String, heading: &str, items: &[String]) {
    if !items.is_empty() {
        let _ = writeln!(out, "\n{heading}\n");
        items.iter().for_each(|item| *out += &format!("- {}\n", cell(item)));
    }
}

// Findings of a plan: each difference at the line of its field, steps that are destructive or end old programs, changes
// that need a copy or work by hand, and queries that break.

pub(super) fn found(review: &Review, lines: &Lines) -> Vec<ReportedFinding> {
    let mut found: Vec<ReportedFinding> = Vec::new();
    for table in &review.plan.tables {
        findings_of_table(review, table, lines, &mut found);
    }
    for query in review.queries.iter().flatten() {
        found.extend(errors(&query.file, &query.errors));
    }
    found.sort_by_key(|found| found.level);
    found
}

fn findings_of_table(review: &Review, table: &TablePlan, lines: &Lines, found: &mut Vec<ReportedFinding>) {
    let mut add = |rule: &str, level, part: Option<&str>, message: String| {
        let place = lines.of(&table.path, part);
        found.push(ReportedFinding { rule: rule.to_owned(), level, subject: Some(table.path.clone()), message, place });
    };
    for difference in &table.differences {
        let value = serde_json::to_value(difference).unwrap_or_default();
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let part = ["name", "column", "index"].into_iter().find_map(text);
        add(text("difference").unwrap_or("difference"), FindingLevel::Note, part, difference.to_string());
    }
    for step in table.runnable() {
        let cost = review.judged(table, Some(step));
        let Action::Statement { statement, .. } = &step.action else { continue };
        if step.effect == Effect::Destructive || cost.old_programs != Programs::GoOn {
            let rule = if step.effect == Effect::Destructive { "destructive_step" } else { "ends_old_programs" };
            let message = format!("{statement}. Old programs: {}. Undo: {}", cost.old_programs_text, cost.undo);
            // Statements quote the table first; the second name is the column or index.
            add(rule, FindingLevel::Warning, statement.split('`').nth(3), message);
        }
    }
    if let Some(rekey) = &table.rekey {
        rekey.reasons.iter().for_each(|reason| add("needs_copy", FindingLevel::Warning, named(reason), reason.clone()));
        rekey.obstacles.iter().for_each(|what| add("copy_obstacle", FindingLevel::Error, named(what), what.clone()));
    }
    table.by_hand.iter().for_each(|what| add("by_hand", FindingLevel::Error, named(what), what.clone()));
}

/// Returns the first name in a sentence, e.g. `amount` of ``column `amount`: ..``.
fn named(sentence: &str) -> Option<&str> {
    sentence.split('`').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_readable() {
        assert_eq!(
            ["less than a minute", "a minute", "2 minutes", "119 minutes", "2.0 hours"],
            [0.0, 1.2, 1.6, 119.4, 120.0].map(time)
        );
    }
}
