//! The plan in the form that all formats of findings write: each difference at the line of its field, what a step ends or
//! loses, what needs a copy or hands, and the queries that break.

use serde_json::Value;
use ydb_keys_migrate::__internal::Sum;
use ydb_keys_migrate::{Action, Effect, TablePlan};

use super::review::Review;
use crate::commands::findings::{Found, Level, Lines};
use crate::commands::queries::errors;
use crate::cost::Programs;

pub(super) fn found(review: &Review, lines: &Lines) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for table in &review.plan.tables {
        of_table(review, table, lines, &mut found);
    }
    for query in review.queries.iter().flatten() {
        found.extend(errors(&query.file, &query.errors));
    }
    found.sort_by_key(|found| found.level);
    found
}

fn of_table(review: &Review, table: &TablePlan, lines: &Lines, found: &mut Vec<Found>) {
    let mut add = |rule: &str, level, part: Option<&str>, message: String| {
        let place = lines.of(&table.path, part);
        found.push(Found { rule: rule.to_owned(), level, subject: Some(table.path.clone()), message, place });
    };
    for difference in &table.differences {
        let value = serde_json::to_value(difference).unwrap_or_default();
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let part = ["name", "column", "index"].into_iter().find_map(text);
        add(text("difference").unwrap_or("difference"), Level::Note, part, difference.to_string());
    }
    for step in table.runnable() {
        let cost = review.judged(table, Some(step));
        let Action::Statement { statement, .. } = &step.action else { continue };
        if step.effect == Effect::Destructive || cost.old_programs != Programs::GoOn {
            let rule = if step.effect == Effect::Destructive { "destructive_step" } else { "ends_old_programs" };
            let message = format!("{statement}. Old programs: {}. Undo: {}", cost.old_programs_text, cost.undo);
            add(rule, Level::Warning, part_of(statement), message);
        }
    }
    if let Some(rekey) = &table.rekey {
        rekey.reasons.iter().for_each(|reason| add("needs_copy", Level::Warning, named(reason), reason.clone()));
        rekey.obstacles.iter().for_each(|what| add("copy_obstacle", Level::Error, named(what), what.clone()));
    }
    table.by_hand.iter().for_each(|what| add("by_hand", Level::Error, named(what), what.clone()));
}

/// The first name in a sentence: ``column `amount`: ..``.
fn named(sentence: &str) -> Option<&str> {
    sentence.split('`').nth(1)
}

/// The first name after the table in a statement.
fn part_of(statement: &str) -> Option<&str> {
    statement.split('`').nth(3)
}

/// The last line of the plan, as a heading.
pub(super) fn heading(review: &Review) -> String {
    Sum(&review.plan).to_string()
}
