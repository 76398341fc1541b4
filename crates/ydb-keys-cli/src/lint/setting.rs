//! Settings other than those of partitioning: TTL, and what a release gives up.

use ydb_keys_core::ddl::{AlterTable, Change};
use ydb_keys_core::schema::any::Table;
use ydb_keys_core::schema::simple::DISABLED;
use ydb_keys_migrate::__internal::LiveSettings;
use ydb_keys_migrate::__internal::Release;

use super::finding::{Cure, CureKind, Finding, Severity};
use super::rule::LintRule;
use super::seen::Seen;

/// The setting that YDB 26.2 deprecates, for local indexes.
const BLOOM_FILTER: &str = "KEY_BLOOM_FILTER";
const WITHOUT_BLOOM_FILTER: Release = Release::new(26, 2);

pub(super) fn findings(seen: &Seen, table: &Table<'_>, release: Option<Release>) -> Vec<Finding> {
    let Some(settings) = &seen.live.settings else { return Vec::new() };
    let found = [missing_ttl(table, settings), nullable_ttl(seen, settings), deprecated(seen, settings, release)];
    found.into_iter().flatten().collect()
}

/// Rows in order of time that nothing removes.
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
    let cure = Cure {
        text: "declare how long rows live, if they may be deleted".to_owned(),
        attribute: Some(format!("ttl(column = {}, after = \"P30D\")", first.field)),
        ..Cure::default()
    };
    Some(Finding::new(table.name, LintRule::Ttl, Severity::Low, fault).cure(cure))
}

/// A TTL on a column that may be NULL: YDB keeps rows with NULL indefinitely (concepts/ttl).
fn nullable_ttl(seen: &Seen, settings: &LiveSettings) -> Option<Finding> {
    let ttl = settings.ttl.as_ref()?;
    let column = seen.live.column(&ttl.column).filter(|column| column.nullable)?;
    let fault = format!(
        "the TTL of table `{}` is on column `{}`, which may be NULL: rows with NULL in it never expire",
        seen.live.path, column.name
    );
    let text = "fill the column in every write, and in the rows with NULL; or allow it, if these rows are to stay";
    let cure = Cure { text: text.to_owned(), ..Cure::default() };
    Some(Finding::new(&seen.live.path, LintRule::Ttl, Severity::Low, fault).cure(cure))
}

/// A setting that a release gives up. An older release is not warned: it has nothing else.
fn deprecated(seen: &Seen, settings: &LiveSettings, release: Option<Release>) -> Option<Finding> {
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
    let cure = Cure {
        kind: CureKind::Statement,
        text:
            "switch it off, and if reads ask for keys that are not there, add an index `LOCAL USING bloom_filter` on \
               the key; remove `bloom_filter` from the model"
                .to_owned(),
        statement: Some(format!("{statement};")),
        ..Cure::default()
    };
    Some(Finding::new(path, LintRule::DeprecatedSetting, Severity::Low, fault).cure(cure))
}
