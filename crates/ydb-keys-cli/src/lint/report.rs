//! Report of the findings of all tables, ranked, without those that are allowed; and the allow file.

use serde::Serialize;
use ydb_keys::Table;
use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_migrate::__internal::Release;

use super::finding::{CureKind, Finding, LintCure, LintRule, Severity};
use super::{AllCounters, LintContext, SeenTable, judge};

#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) database: String,
    pub(crate) seen: Vec<SeenTable>,
    /// Tables and directories that could not be read.
    pub(crate) unread: Vec<Unread>,
    /// Names of views and external tables.
    pub(crate) others: Vec<String>,
    pub(crate) counters: Option<AllCounters>,
    pub(crate) release: Option<Release>,
    /// Warnings about limits of the result.
    pub(crate) warnings: Vec<String>,
    /// `true` if all tables of the database were read; an allowance for an unknown table is then a mistake.
    pub(crate) is_whole: bool,
}

/// A table or directory that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Unread {
    pub(crate) path: String,
    pub(crate) why: String,
}

/// Tables of models, and the directory that contains them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelTables<'a> {
    pub(crate) tables: &'a [&'static Table],
    pub(crate) below: &'a str,
}

impl ModelTables<'_> {
    /// Returns the model of the table at a path.
    pub(crate) fn of(&self, table: &str) -> Option<&'static Table> {
        self.tables.iter().copied().find(|model| model.path_in(self.below) == table)
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct LintReport {
    version: u32,
    command: &'static str,
    pub(crate) database: String,
    pub(crate) release: Option<String>,
    /// Number of tables that were read.
    pub(crate) tables: usize,
    pub(crate) findings: Vec<Finding>,
    pub(crate) allowed: Vec<Allowed>,
    pub(crate) unread: Vec<Unread>,
    pub(crate) warnings: Vec<String>,
}

/// Finding that the allow file or a model permits.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Allowed {
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    pub(crate) rule: LintRule,
    pub(crate) severity: Severity,
    pub(crate) reason: String,
    pub(crate) by: AllowedBy,
}

/// Source of an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AllowedBy {
    File,
    Model,
}

impl LintReport {
    /// Judges the tables of a survey. Findings below the severity `least` are left out.
    pub(crate) fn of(survey: Survey, models: ModelTables<'_>, lines: &[AllowLine], least: Severity) -> Self {
        let context = LintContext { counters: survey.counters.as_ref(), release: survey.release };
        let mut report = LintReport {
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

/// Returns the source and the reason of a finding's allowance: a line of the file, or else the model. A line that
/// applies is marked in `used`.
fn allowance(
    finding: &Finding,
    models: ModelTables<'_>,
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

// Allow file: a list of accepted findings.
//
// Each allowance is a line `table:rule=reason`. Empty lines and lines that begin with `#` are ignored. A name of a
// table may hold `:`, and a reason may hold anything.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllowLine {
    pub(crate) number: usize,
    pub(crate) table: String,
    /// Id of the rule, as written.
    pub(crate) rule: String,
    pub(crate) reason: String,
}

/// Parses the allow file. The error lists each bad line as its number and a sentence.
pub(crate) fn parse(text: &str) -> Result<Vec<AllowLine>, Vec<(usize, String)>> {
    let lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let (mut good, mut bad) = (Vec::<AllowLine>::new(), Vec::new());
    for (line, number) in lines {
        match one(line, number) {
            Ok(line) => match good.iter().find(|other| other.table == line.table && other.rule == line.rule) {
                Some(other) => bad.push((number, format!("line {} says the same; remove one of them", other.number))),
                None => good.push(line),
            },
            Err(why) => bad.push((number, why)),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(bad) }
}

fn one(line: &str, number: usize) -> Result<AllowLine, String> {
    let form = |what: &str| format!("{what}; write `table:rule=reason`");
    let (named, reason) = line.split_once('=').ok_or_else(|| form("there is no `=` with a reason after it"))?;
    let (table, rule) = named.rsplit_once(':').ok_or_else(|| form("there is no `:` between a table and a rule"))?;
    let [table, rule, reason] = [table, rule, reason].map(|part| part.trim().to_owned());
    for (part, what) in [(&table, "the table is empty"), (&rule, "the rule is empty"), (&reason, "the reason is empty")]
    {
        if part.is_empty() {
            return Err(form(what));
        }
    }
    Ok(AllowLine { number, table, rule, reason })
}

/// Makes a finding for a line that allows nothing. `tables` has the paths of all tables.
fn unused(line: &AllowLine, tables: &[&str]) -> Finding {
    let meant = |name: Option<&str>| name.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let AllowLine { number, table, rule, .. } = line;
    let (why, text) = if LintRule::of(rule).is_none() {
        let nearest = LintRule::all().fold(Nearest::to(rule), |nearest, rule| nearest.or(rule.id()));
        let meant = meant(nearest.name());
        (format!("names the rule `{rule}`, which does not exist{meant}"), "correct the rule, or remove the line")
    } else if !tables.contains(&table.as_str()) {
        let meant = meant(tables.iter().copied().fold(Nearest::to(table), Nearest::or).name());
        (format!("names the table `{table}`, which does not exist{meant}"), "correct the table, or remove the line")
    } else {
        let why = format!("allows `{rule}`, which table `{table}` does not break");
        (why, "remove the line; it would hide the next mistake")
    };
    let cure = LintCure { kind: CureKind::Allowance, text: text.to_owned(), ..LintCure::default() };
    let fault = format!("line {number} of the allow file {why}");
    Finding::new(table, LintRule::UnusedAllowance, Severity::Low, fault).cure(cure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_remarks() {
        let text = "# known\n\n shop/events : hot_index = few writes = fine \r\nodd:name:ttl=kept # for ever\n";
        let line = |number, table: &str, rule: &str, reason: &str| AllowLine {
            number,
            table: table.into(),
            rule: rule.into(),
            reason: reason.into(),
        };
        let read = parse(text).unwrap();
        assert_eq!(
            read,
            [line(3, "shop/events", "hot_index", "few writes = fine"), line(4, "odd:name", "ttl", "kept # for ever")]
        );
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn all_bad_lines_are_named() {
        let bad = parse("a:hot_index=x\nhot_index\na=why\n:hot_index=why\na:=why\na:hot_index=\na:hot_index=again\n");
        let numbers: Vec<usize> = bad.as_ref().unwrap_err().iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [2, 3, 4, 5, 6, 7]);
        assert_eq!(bad.unwrap_err()[5].1, "line 1 says the same; remove one of them");
    }

    fn said(table: &str, rule: &str) -> String {
        let line = AllowLine { number: 7, table: table.into(), rule: rule.into(), reason: "why".into() };
        unused(&line, &["shop/orders", "shop/events"]).fault
    }

    #[test]
    fn what_was_probably_meant() {
        assert!(said("shop/orders", "hot_indx").ends_with("which does not exist; did you mean `hot_index`?"));
        assert!(said("shop/orders", "slow").ends_with("names the rule `slow`, which does not exist"));
        assert!(said("shop/order", "hot_index").ends_with("which does not exist; did you mean `shop/orders`?"));
        assert!(said("elsewhere", "hot_index").ends_with("names the table `elsewhere`, which does not exist"));
        assert!(
            said("shop/orders", "hot_index").starts_with("line 7 of the allow file allows `hot_index`, which table")
        );
    }
}
