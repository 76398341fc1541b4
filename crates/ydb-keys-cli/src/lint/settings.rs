//! Findings on settings: splitting of a table, TTL, and settings that YDB deprecates.
//!
//! All findings have one cure, a statement with all settings of partitioning: YDB resets all settings that a statement
//! does not name.
//!
//! "Do not set MIN below 80 % of MAX" is the advice of one page (dev/tables/partitioning/anti-patterns); a gap "much
//! larger than 20 %" splits and merges again and again (auto/limits; troubleshooting: excessive splits and merges).
//! YDB's own tools write MIN n and MAX 1000, and therefore the finding is only a hint here, and not a rule of models.

use ydb_keys_core::ddl::{AlterTable, Change, automatic_partitioning};
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_core::schema::any::Table;
use ydb_keys_core::schema::rules::unsplit;
use ydb_keys_core::schema::settings::{ByLoad, BySize, Partitioning};
use ydb_keys_core::schema::simple::DISABLED;
use ydb_keys_migrate::__internal::{LiveSettings, Release};

use super::SeenTable;
use super::finding::{CureKind, Finding, LintCure, LintRule, Severity};
use super::shape::fewest;

/// MIN that is proposed if the number of the database's nodes is unknown.
const MIN: u32 = 4;
/// Default size of a partition in YDB, in megabytes. A model need not name it.
const DEFAULT_MB: u32 = 2048;

/// Finds faults of automatic partitioning. `partitions` is the number of partitions in the system views.
pub(super) fn partitioning_findings(seen: &SeenTable, table: &Table<'_>, partitions: Option<u64>) -> Vec<Finding> {
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
        // Most tables never need a split by load. The fault is serious only if YDB does not split the table by size
        // either.
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
    // If MIN equals MAX, the author has fixed the number on purpose.
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

/// Returns the advised settings: split by load, MAX above the number of partitions, MIN at 80 % of MAX.
fn advised(now: &Partitioning, count: u64) -> Partitioning {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let max = now.max.map(|max| if count >= max { share(count, 5, 4) } else { max });
    let least = max.map_or(MIN, |max| share(max, 4, 5));
    // A MIN that the author chose stays, unless it is too low for MAX.
    let min = match (now.min, max) {
        (Some(min), Some(_)) => min.max(least),
        (Some(min), None) => min,
        (None, _) => least,
    };
    Partitioning { by_load: ByLoad::On, min: Some(min), max, ..*now }
}

/// Returns a fraction of a number, rounded up.
fn share(number: u32, times: u64, of: u64) -> u32 {
    u32::try_from((u64::from(number) * times).div_ceil(of)).unwrap_or(u32::MAX)
}

fn cure(path: &str, change: &str, advised: &Partitioning) -> LintCure {
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
    LintCure {
        kind: CureKind::Statement,
        text: format!("{change}, and name all settings, because YDB resets those that are left out{min}"),
        attribute: Some(format!("partitioning({})", words.join(", "))),
        statement: Some(format!("{statement};")),
        page: None,
    }
}

/// Name of the setting that YDB 26.2 deprecates in favour of local indexes.
const BLOOM_FILTER: &str = "KEY_BLOOM_FILTER";
const WITHOUT_BLOOM_FILTER: Release = Release::new(26, 2);

pub(super) fn setting_findings(seen: &SeenTable, table: &Table<'_>, release: Option<Release>) -> Vec<Finding> {
    let Some(settings) = &seen.live.settings else { return Vec::new() };
    let found = [missing_ttl(table, settings), nullable_ttl(seen, settings), deprecated(seen, settings, release)];
    found.into_iter().flatten().collect()
}

/// Finds a table whose rows are in the order of a time, without a TTL.
fn missing_ttl(table: &Table<'_>, settings: &LiveSettings) -> Option<Finding> {
    let first = table.key.first().map(|&at| &table.columns[at]).filter(|column| column.ty.is_time())?;
    if settings.ttl.is_some() {
        return None;
    }
    let fault = format!(
        "the rows of table `{}` are in the order of the time in column `{}`, and no TTL removes old ones: the table \
         keeps growing",
        table.name, first.name
    );
    let cure = LintCure {
        text: "declare how long rows live, if they may be deleted".to_owned(),
        attribute: Some(format!("ttl(column = {}, after = \"P30D\")", first.field)),
        ..LintCure::default()
    };
    Some(Finding::new(table.name, LintRule::Ttl, Severity::Low, fault).cure(cure))
}

/// Finds a TTL on a column that may be NULL. YDB keeps rows with NULL for ever (concepts/ttl).
fn nullable_ttl(seen: &SeenTable, settings: &LiveSettings) -> Option<Finding> {
    let ttl = settings.ttl.as_ref()?;
    let column = seen.live.column(&ttl.column).filter(|column| column.nullable)?;
    let fault = format!(
        "the TTL of table `{}` is on column `{}`, which may be NULL: rows with NULL in it never expire",
        seen.live.path, column.name
    );
    let text = "fill the column in every write, and in the rows with NULL; or allow it, if these rows are to stay";
    let cure = LintCure { text: text.to_owned(), ..LintCure::default() };
    Some(Finding::new(&seen.live.path, LintRule::Ttl, Severity::Low, fault).cure(cure))
}

/// Finds a deprecated setting. An older release has nothing else, and gets no finding.
fn deprecated(seen: &SeenTable, settings: &LiveSettings, release: Option<Release>) -> Option<Finding> {
    let is_set = settings.simple.contains_key(BLOOM_FILTER);
    if !is_set || release.is_some_and(|release| release < WITHOUT_BLOOM_FILTER) {
        return None;
    }
    let path = &seen.live.path;
    let fault = format!(
        "table `{path}` has {BLOOM_FILTER}, which YDB {WITHOUT_BLOOM_FILTER} deprecates: a later release may ignore or \
         refuse it"
    );
    let off = [format!("{BLOOM_FILTER} = {DISABLED}")];
    let statement = AlterTable { path, change: Change::Set(&off) };
    let cure = LintCure {
        kind: CureKind::Statement,
        text:
            "switch it off, and if reads ask for keys that are not there, add an index `LOCAL USING bloom_filter` on \
               the key; remove `bloom_filter` from the model"
                .to_owned(),
        statement: Some(format!("{statement};")),
        ..LintCure::default()
    };
    Some(Finding::new(path, LintRule::DeprecatedSetting, Severity::Low, fault).cure(cure))
}
