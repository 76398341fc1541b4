//! How a row table goes on splitting.
//!
//! All findings have one cure, a statement with all settings of partitioning: YDB resets the others where one is set
//! alone.
//!
//! "Do not set MIN below 80 % of MAX" is the advice of one page (dev/tables/partitioning/anti-patterns); a gap "much
//! larger than 20 %" splits and merges again and again (auto/limits; troubleshooting: excessive splits and merges). YDB's
//! own tools write MIN n and MAX 1000, so it is a hint here, and no rule of the models.

use ydb_keys_core::ddl::{AlterTable, Change, automatic_partitioning};
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_core::schema::any::Table;
use ydb_keys_core::schema::rules::unsplit;
use ydb_keys_core::schema::settings::{ByLoad, BySize, Partitioning};

use super::finding::{Cure, CureKind, Finding, Severity};
use super::rule::LintRule;
use super::seen::Seen;
use super::shape::fewest;

/// The MIN that is proposed where nothing says how many nodes the database has.
const MIN: u32 = 4;
/// YDB's default size of a partition, which a model need not name.
const DEFAULT_MB: u32 = 2048;

/// `partitions` are those that the system views count.
pub(super) fn findings(seen: &Seen, table: &Table<'_>, partitions: Option<u64>) -> Vec<Finding> {
    let (Some(settings), Some(partitioning)) = (&seen.live.settings, table.partitioning) else { return Vec::new() };
    let count = partitions.unwrap_or(settings.split_points.len() as u64 + 1);
    let advised = advised(&partitioning, count);
    let mut findings = Vec::new();
    let mut find = |rule, severity, fault, change: &str| {
        findings.push(Finding::new(table.name, rule, severity, fault).cure(cure(table.name, change, &advised)));
    };
    if let Some(message) = unsplit(table) {
        let is_never = partitioning.by_size == BySize::Off;
        let never = if is_never { "; the table is not split by size either" } else { "" };
        let one = if count == 1 { "; it has one partition now" } else { "" };
        // Most tables never need it, so it is bad only if the size does not split the table either.
        let severity = if is_never { Severity::High } else { Severity::Low };
        let rule = LintRule::Of(Rule::PartitioningByLoad.id());
        find(rule, severity, format!("{}{never}{one}", message.parts().fault), "let YDB split the table by load");
    }
    let (by_load, min) = (partitioning.by_load == ByLoad::On, fewest(settings));
    if let Some(max) = settings.max.filter(|&max| by_load && min > 1 && min.saturating_mul(5) < max.saturating_mul(4)) {
        let fault = format!(
            "table `{}` is split by load and has {min} to {max} partitions: with MIN below 80 % of MAX YDB splits \
             partitions when the load rises and merges them when it drops, again and again",
            table.name
        );
        find(LintRule::Partitioning, Severity::Low, fault, "raise MIN to 80 % of MAX, or lower MAX");
    }
    if by_load && min == 1 {
        let now = if count == 1 { " (there is one now)" } else { "" };
        let fault = format!(
            "table `{}` is split by load, but its MIN is 1: in a quiet hour its partitions merge into one{now}, which \
             takes the next load alone until it has been split again",
            table.name
        );
        find(LintRule::Partitioning, Severity::Low, fault, "raise MIN");
    }
    // With MIN and MAX equal the number is fixed on purpose.
    if let Some(max) = settings.max.filter(|&max| count >= max && min < max) {
        let fault = format!(
            "table `{}` has {count} partitions and may have {max}: it is not split any more, however large or loaded \
             its partitions become",
            table.name
        );
        find(LintRule::PartitioningMax, Severity::Medium, fault, "raise MAX");
    }
    findings
}

/// The settings as they should be: split by load, MAX above the number of partitions, MIN at 80 % of MAX.
fn advised(now: &Partitioning, count: u64) -> Partitioning {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let max = now.max.map(|max| if count >= max { share(count, 5, 4) } else { max });
    let least = max.map_or(MIN, |max| share(max, 4, 5));
    // A MIN that the author chose stays, unless MAX says that it is too low.
    let min = match (now.min, max) {
        (Some(min), Some(_)) => min.max(least),
        (Some(min), None) => min,
        (None, _) => least,
    };
    Partitioning { by_load: ByLoad::On, min: Some(min), max, ..*now }
}

/// A part of a number, rounded up.
fn share(number: u32, times: u64, of: u64) -> u32 {
    u32::try_from((u64::from(number) * times).div_ceil(of)).unwrap_or(u32::MAX)
}

fn cure(path: &str, change: &str, advised: &Partitioning) -> Cure {
    let settings = automatic_partitioning(advised, advised.max.map(u64::from));
    let statement = AlterTable { path, change: Change::Set(&settings) };
    let mut words: Vec<String> = Vec::new();
    match advised.by_size {
        BySize::Off => words.push("by_size = off".to_owned()),
        BySize::Megabytes(size) if size != DEFAULT_MB => words.push(format!("by_size = {size}")),
        _ => {}
    }
    words.push("by_load".to_owned());
    words.extend(advised.min.map(|min| format!("min = {min}")));
    words.extend(advised.max.map(|max| format!("max = {max}")));
    let min = match advised.max {
        None => "; a good MIN is the number of the database's nodes, or of its cores for a busy table",
        Some(_) => "",
    };
    Cure {
        kind: CureKind::Statement,
        text: format!("{change}, and name all settings, because YDB resets those that are left out{min}"),
        attribute: Some(format!("partitioning({})", words.join(", "))),
        statement: Some(format!("{statement};")),
        page: None,
    }
}
