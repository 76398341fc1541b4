//! The review as the comment of a pull request.

use std::fmt::Write as _;

use ydb_keys_migrate::{Effect, Step, TablePlan};

use super::found::heading;
use super::queries::{Effect as OnQuery, summary};
use super::review::Review;
use super::text::touched;
use crate::commands::findings::cell;
use crate::cost::{Programs, order};

pub(super) fn markdown(review: &Review) -> String {
    let mut out = format!("### `ydb-keys diff`: {}\n", heading(review).trim_end_matches('.'));
    for table in review.plan.tables.iter().filter(|table| !table.differences.is_empty()) {
        self::table(&mut out, review, table);
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
        if queries.iter().any(|query| query.effect != OnQuery::Nothing) {
            out += "\n| Query | Where | What |\n|---|---|---|\n";
        }
        for (query, fault) in queries.iter().flat_map(|query| query.errors.iter().map(move |fault| (query, fault))) {
            let sign = if query.effect == OnQuery::Breaks { "❌ breaks" } else { "⚠️ becomes a scan" };
            let (name, file, line) = (&query.name, &query.file, fault.line);
            let _ = writeln!(out, "| `{name}` {sign} | `{file}:{line}` | {} |", cell(&fault.message));
        }
    }
    out
}

fn table(out: &mut String, review: &Review, table: &TablePlan) {
    let _ = writeln!(out, "\n#### `{}`\n", table.path);
    let differences = table.differences.iter().map(|difference| format!("- {}", cell(&difference.to_string())));
    differences.for_each(|line| *out += &(line + "\n"));
    list(out, "Do this by hand first; until then, `apply` does not change this table:", &table.by_hand);
    if let Some(rekey) = &table.rekey {
        list(out, "Only a copy into a new table can do this (`apply --rekey`):", &rekey.reasons);
        list(out, "Before the copy:", &rekey.obstacles);
    }
    if table.steps.is_empty() && table.rekey.is_none() {
        return;
    }
    *out += "\n| Step | Touches | Locks | Old programs | Undo |\n|---|---|---|---|---|\n";
    for step in &table.steps {
        row(out, review, table, Some(step));
    }
    if table.rekey.is_some() {
        row(out, review, table, None);
    }
}

fn row(out: &mut String, review: &Review, table: &TablePlan, step: Option<&Step>) {
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

fn list(out: &mut String, heading: &str, items: &[String]) {
    if !items.is_empty() {
        let _ = writeln!(out, "\n{heading}\n");
        items.iter().for_each(|item| *out += &format!("- {}\n", cell(item)));
    }
}
