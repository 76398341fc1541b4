//! Secondary indexes: whether their rows spread, and whether they are needed.

use ydb_keys_core::__chapter;
use ydb_keys_core::ddl::{AlterTable, Change};
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_core::schema::any::{IndexDef, Table};
use ydb_keys_core::schema::rules::{few_in_index, hot_index};
use ydb_keys_migrate::__internal::LiveIndexKind;

use super::finding::{Cure, CureKind, Finding, Severity};
use super::rule::LintRule;
use super::seen::Seen;

pub(super) fn findings(seen: &Seen, table: &Table<'_>) -> Vec<Finding> {
    table.indexes.iter().flat_map(|index| hot(table, index).into_iter().chain(prefix(seen, index))).collect()
}

/// An index whose rows gather in a few partitions. The table of an index splits by itself, as any other.
fn hot(table: &Table<'_>, index: &IndexDef<'_>) -> Option<Finding> {
    let parts = hot_index(table, index).or_else(|| few_in_index(table, index))?.parts();
    let mut finding = Finding::of(table.name, Rule::HotIndex.id(), Severity::High, parts, CureKind::Attribute);
    finding.cure.page = finding.cure.attribute.is_some().then_some(__chapter!("buckets"));
    Some(finding.of_index(index.name))
}

/// An index on the first columns of the key. The derive refuses it in a model; a unique one would be refused too, but
/// it keeps values from repeating, so it is left alone here.
fn prefix(seen: &Seen, index: &IndexDef<'_>) -> Option<Finding> {
    let live = seen.live.index(index.name).filter(|live| live.kind != LiveIndexKind::Unique)?;
    if !seen.live.primary_key.starts_with(&live.on) {
        return None;
    }
    let path = &seen.live.path;
    let fault = format!(
        "index `{}` of table `{path}` is on the first columns of the primary key, by which the table is sorted already: \
         every write pays for it, and no read needs it",
        index.name
    );
    let statement = AlterTable { path, change: Change::DropIndex(index.name) };
    let cure = Cure {
        kind: CureKind::Statement,
        text: "drop the index, after the queries that name it in VIEW read the table itself".to_owned(),
        statement: Some(format!("{statement};")),
        ..Cure::default()
    };
    Some(Finding::new(path, LintRule::Index, Severity::Low, fault).of_index(index.name).cure(cure))
}
