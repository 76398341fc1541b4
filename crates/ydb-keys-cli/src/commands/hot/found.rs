//! Hot tables in the form that all formats of findings write.

use crate::commands::findings::{Found, Level, Lines, subject};
use crate::hot::{Locks, Report, TableReport};

pub(super) fn found(report: &Report, lines: &Lines) -> Vec<Found> {
    let hot = report.tables.iter().filter(|table| table.cause.is_hot()).map(|table| one(table, lines));
    let broken = report.tables.iter().filter_map(|table| {
        let locks = table.locks.as_ref().filter(|locks| locks.much)?;
        Some(broken(table, locks, lines))
    });
    hot.chain(broken).collect()
}

fn one(table: &TableReport, lines: &Lines) -> Found {
    let mut message = format!("{}.", table.why);
    for cure in &table.cures {
        message += &format!(" {}", cure.text);
        if let Some(attribute) = &cure.attribute {
            message += &format!(" `#[ydb({attribute})]`");
        }
        if let Some(statement) = &cure.statement {
            message += &format!(" `{statement};`");
        }
    }
    let cause = serde_json::to_value(table.cause).ok();
    Found {
        // As the JSON has it.
        rule: cause.as_ref().and_then(|cause| cause.as_str()).unwrap_or_default().to_owned(),
        level: if table.over_limit { Level::Error } else { Level::Warning },
        subject: Some(subject(&table.table, table.index.as_deref())),
        message,
        place: lines.of(&table.table, table.index.as_deref()),
    }
}

fn broken(table: &TableReport, locks: &Locks, lines: &Lines) -> Found {
    let cures = locks.cures.join(" ");
    Found {
        rule: "broken_locks".to_owned(),
        level: Level::Warning,
        subject: Some(subject(&table.table, table.index.as_deref())),
        message: format!("{} of {} locks a second are broken. {cures}", locks.broken, locks.taken),
        place: lines.of(&table.table, table.index.as_deref()),
    }
}
