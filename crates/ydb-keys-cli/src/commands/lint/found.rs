//! The findings in the form that all formats write.

use super::text::cured;
use crate::commands::findings::{Found, Level, Lines, subject};
use crate::commands::page::sentence;
use crate::lint::{Finding, Report, Severity};

pub(super) fn found(report: &Report, lines: &Lines) -> Vec<Found> {
    report.findings.iter().map(|finding| one(finding, lines)).collect()
}

fn one(finding: &Finding, lines: &Lines) -> Found {
    let mut message = format!("{} Cure: {}", sentence(&finding.fault), cured(&finding.cure));
    if let Some(statement) = &finding.cure.statement {
        message += &format!(" {statement}");
    }
    Found {
        rule: finding.rule.id().to_owned(),
        level: match finding.severity {
            Severity::High => Level::Error,
            Severity::Medium => Level::Warning,
            Severity::Low => Level::Note,
        },
        subject: Some(subject(&finding.table, finding.index.as_deref())),
        message,
        place: lines.of(&finding.table, finding.index.as_deref()),
    }
}
