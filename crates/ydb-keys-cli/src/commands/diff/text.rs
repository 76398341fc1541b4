//! The review as a page.

use std::io;

use indicatif::{DecimalBytes, HumanCount};
use ydb_keys_migrate::__internal::Annotated;

use super::queries::{Effect, summary};
use super::review::Review;
use crate::commands::page::Page;
use crate::cost::{Cost, order};

pub(super) fn print(review: &Review, page: &mut Page<'_>) -> io::Result<()> {
    let notes = |table: &_, step: Option<&_>| review.cost(table, step).as_ref().map(lines).unwrap_or_default();
    page.text(&Annotated(&review.plan, &notes).to_string())?;
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
        for query in queries.iter().filter(|query| query.effect != Effect::Nothing) {
            for fault in &query.errors {
                let (file, line, column) = (&query.file, fault.line, fault.column);
                page.line(&format!("  {file}:{line}:{column}: {} ({})", fault.rule, query.name))?;
                page.paragraph("    ", "    ", &fault.message)?;
            }
        }
    }
    Ok(())
}

/// One line for each question of a reviewer.
fn lines(cost: &Cost) -> Vec<String> {
    vec![
        format!("touches {}", touched(cost)),
        format!("locks {}", cost.locks),
        format!("old programs: {}", cost.old_programs_text),
        format!("undo: {}", cost.undo),
    ]
}

/// `1,200,000 rows, 340 MB: 2 minutes at 10,000 rows a second (assumed)`
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

/// `less than a minute`, `2 minutes`, `3.5 hours`
fn time(minutes: f64) -> String {
    match minutes {
        ..1.0 => "less than a minute".to_owned(),
        ..1.5 => "a minute".to_owned(),
        ..120.0 => format!("{minutes:.0} minutes"),
        _ => format!("{:.1} hours", minutes / 60.0),
    }
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
