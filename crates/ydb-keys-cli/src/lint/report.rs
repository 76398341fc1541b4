//! The findings of all tables, ranked, without what is allowed.

use serde::Serialize;
use ydb_keys::Table;
use ydb_keys_migrate::__internal::Release;

use super::allow::{AllowLine, unused};
use super::counters::AllCounters;
use super::finding::{Finding, Severity};
use super::judge::judge;
use super::rule::LintRule;
use super::seen::{Context, Seen};

/// What was read of a database.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) database: String,
    pub(crate) seen: Vec<Seen>,
    /// Tables and directories that could not be read.
    pub(crate) unread: Vec<Unread>,
    /// Views and external tables.
    pub(crate) others: Vec<String>,
    pub(crate) counters: Option<AllCounters>,
    pub(crate) release: Option<Release>,
    /// What limits the answer.
    pub(crate) warnings: Vec<String>,
    /// Whether all tables of the database were looked at, so that an allowance of another one is a mistake.
    pub(crate) is_whole: bool,
}

/// A table or directory that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Unread {
    pub(crate) path: String,
    pub(crate) why: String,
}

/// The tables of models, and the directory that they are in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Models<'a> {
    pub(crate) tables: &'a [&'static Table],
    pub(crate) below: &'a str,
}

impl Models<'_> {
    /// The model of the table at a path.
    pub(crate) fn of(&self, table: &str) -> Option<&'static Table> {
        self.tables.iter().copied().find(|model| model.path_in(self.below) == table)
    }
}

/// The answer.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    version: u32,
    command: &'static str,
    pub(crate) database: String,
    pub(crate) release: Option<String>,
    /// How many tables were read.
    pub(crate) tables: usize,
    pub(crate) findings: Vec<Finding>,
    pub(crate) allowed: Vec<Allowed>,
    pub(crate) unread: Vec<Unread>,
    pub(crate) warnings: Vec<String>,
}

/// A finding that somebody has allowed.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Allowed {
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    pub(crate) rule: LintRule,
    pub(crate) severity: Severity,
    pub(crate) reason: String,
    pub(crate) by: AllowedBy,
}

/// Who allows a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AllowedBy {
    File,
    Model,
}

impl Report {
    /// Judges the tables of a survey. Findings of less than this severity are left out.
    pub(crate) fn of(survey: Survey, models: Models<'_>, lines: &[AllowLine], least: Severity) -> Self {
        let context = Context { counters: survey.counters.as_ref(), release: survey.release };
        let mut report = Report {
            version: 1,
            command: "lint",
            tables: survey.seen.len(),
            findings: Vec::new(),
            allowed: Vec::new(),
            release: survey.release.map(|release| release.to_string()),
            unread: survey.unread,
            warnings: survey.warnings,
            database: survey.database,
        };
        let mut used = vec![false; lines.len()];
        for finding in survey.seen.iter().flat_map(|seen| judge(seen, context)) {
            match allowance(&finding, models, lines, &mut used) {
                Some((by, reason)) => report.allowed.push(allowed(finding, by, reason)),
                None => report.findings.push(finding),
            }
        }
        let tables: Vec<&str> = survey.seen.iter().map(|seen| seen.live.path.as_str()).collect();
        let is_unread = |table: &str| {
            let is_above = |unread: &Unread| {
                table.strip_prefix(&*unread.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            report.unread.iter().any(is_above)
        };
        let is_judged = |line: &AllowLine| survey.is_whole || tables.contains(&line.table.as_str());
        let idle = lines.iter().zip(used).filter(|(line, used)| !used && is_judged(line) && !is_unread(&line.table));
        let idle: Vec<Finding> = idle.map(|(line, _)| unused(line, &tables)).collect();
        report.findings.extend(idle);
        report.findings.retain(|finding| finding.severity <= least);
        report.findings.sort_by(Finding::rank);
        report
    }
}

fn allowed(finding: Finding, by: AllowedBy, reason: String) -> Allowed {
    let Finding { table, index, rule, severity, .. } = finding;
    Allowed { table, index, rule, severity, reason, by }
}

/// The reason why a finding is allowed: by a line of the file, else by its model.
fn allowance(
    finding: &Finding,
    models: Models<'_>,
    lines: &[AllowLine],
    used: &mut [bool],
) -> Option<(AllowedBy, String)> {
    let rule = finding.rule.id();
    let mut of_file = lines.iter().zip(used).filter(|(line, _)| line.table == finding.table && line.rule == rule);
    if let Some((line, used)) = of_file.next() {
        *used = true;
        return Some((AllowedBy::File, line.reason.clone()));
    }
    let model = models.of(&finding.table)?;
    let allowance = model.allowances.iter().find(|allowance| allowance.rule.id() == rule)?;
    Some((AllowedBy::Model, allowance.reason.to_owned()))
}
