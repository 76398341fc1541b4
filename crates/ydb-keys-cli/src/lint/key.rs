//! Findings on keys and indexes: NULL in a key, a bad leading column, rows with a wrong hash, indexes that gather rows
//! or are not needed.

use ydb_keys::{Layout, LayoutError};
use ydb_keys_core::__chapter;
use ydb_keys_core::ddl::{AlterTable, Change};
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_core::schema::any::{HashDef, IndexDef, Table};
use ydb_keys_core::schema::rules::{few_hashes, few_in_index, gathering_partition_key, hot_index, lead, not_null};
use ydb_keys_core::types::const_text::Parts;
use ydb_keys_migrate::__internal::{LiveIndexKind, by_layout, foreign_by_layout};

use super::SeenTable;
use super::finding::{CureKind, Finding, LintCure, LintRule, REKEY_PAGE, Severity};
use super::shape::Declared;

pub(super) fn key_findings(seen: &SeenTable, table: &Table<'_>, declared: Option<Declared>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = nulls(table).into_iter().collect();
    let leads = [lead(table), few_hashes(table), gathering_partition_key(table)];
    findings.extend(leads.into_iter().flatten().filter_map(|message| of_lead(table.name, message.parts())));
    findings.extend(differing(seen, table, declared));
    findings.extend(layout(seen));
    findings
}

/// Makes one finding for all nullable key columns, because they have one cure. `None` if the model permits NULL in the
/// key.
fn nulls(table: &Table<'_>) -> Option<Finding> {
    let columns = table.key.iter().map(|&at| &table.columns[at]);
    let mut broken = columns.filter_map(|column| Some((column.name, not_null(table, column, false)?.parts())));
    let (_, first) = broken.next()?;
    let others: Vec<String> = broken.map(|(name, _)| format!("`{name}`")).collect();
    let also = match others.as_slice() {
        [] => String::new(),
        [other] => format!("; {other} is nullable too"),
        others => format!("; {} are nullable too", others.join(", ")),
    };
    let text = "copy the rows into a table whose key columns are NOT NULL, because YDB cannot make a column NOT NULL later; \
                or take the table as it is, with `key_not_null = false` on its model";
    let cure = LintCure { kind: CureKind::Rekey, text: text.to_owned(), page: Some(REKEY_PAGE), ..LintCure::default() };
    let rule = LintRule::Of(Rule::NullableKey.id());
    Some(Finding::new(table.name, rule, Severity::Medium, format!("{}{also}", first.fault)).cure(cure))
}

/// Makes a finding about the leading key column, or about the columns that choose the partition of a column table.
fn of_lead(table: &str, mut parts: Parts) -> Option<Finding> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.id() == parts.rule)?;
    let severity = match rule {
        // The growth of the number is unknown.
        Rule::UndeclaredLeadingKey => {
            let exception = parts.exception.take().unwrap_or_default();
            parts.cure = format!("{}; {exception}", parts.cure);
            Severity::Medium
        }
        _ => Severity::High,
    };
    Some(Finding::of(table, rule.id(), severity, parts, CureKind::Rekey))
}

/// Finds rows whose hash is not the declared one.
fn differing(seen: &SeenTable, table: &Table<'_>, declared: Option<Declared>) -> Option<Finding> {
    let (hash, sample) = (table.hash?, seen.sample.as_ref().filter(|sample| sample.differing > 0)?);
    let by = match declared? {
        Declared::Layout => "its layout attribute says",
        Declared::Model => "its model says",
    };
    let fault = format!(
        "column `{}` of table `{}` is {} as {by}, but {} of {} sampled rows hold another number: reads by key do not \
         find these rows",
        hash.name,
        table.name,
        hash_call(table, &hash),
        sample.differing,
        sample.rows,
    ) + &sample.first.iter().map(|row| format!("; {row}")).collect::<String>();
    let cure = LintCure {
        kind: CureKind::Rekey,
        text: "find the writer that computes another hash, or none, and stop it; then copy the rows, which computes \
               all hashes anew"
            .to_owned(),
        page: Some(REKEY_PAGE),
        ..LintCure::default()
    };
    Some(Finding::new(table.name, LintRule::HashDiffers, Severity::High, fault).cure(cure))
}

/// Finds a layout attribute that does not describe the table.
fn layout(seen: &SeenTable) -> Option<Finding> {
    let line = seen.live.attributes.get(Layout::ATTRIBUTE)?;
    // A layout from a newer release may be right.
    let is_read = by_layout(&seen.live).is_some() || foreign_by_layout(&seen.live).is_some();
    if is_read || line.parse::<Layout>() == Err(LayoutError::Newer) {
        return None;
    }
    let fault = format!(
        "the layout attribute of table `{}` says `{line}`, which is not the layout of this table: how its hash is \
         computed is not known",
        seen.live.path
    );
    let cure = LintCure {
        text: "run `apply` with the model of the table, which writes the attribute".to_owned(),
        page: Some(__chapter!("migrations")),
        ..LintCure::default()
    };
    Some(Finding::new(&seen.live.path, LintRule::LayoutAttribute, Severity::Medium, fault).cure(cure))
}

/// Formats a computed column: `xxh3(site, user) % 16`.
pub(crate) fn hash_call(table: &Table<'_>, hash: &HashDef<'_>) -> String {
    let inputs: Vec<&str> = hash.inputs.iter().map(|&input| table.columns[input].name).collect();
    let modulo = hash.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
    format!("{}({}){modulo}", hash.function, inputs.join(", "))
}

pub(super) fn index_findings(seen: &SeenTable, table: &Table<'_>) -> Vec<Finding> {
    table.indexes.iter().flat_map(|index| hot(table, index).into_iter().chain(prefix(seen, index))).collect()
}

/// Finds an index whose rows gather in a few partitions. The index's own table splits like any other.
fn hot(table: &Table<'_>, index: &IndexDef<'_>) -> Option<Finding> {
    let parts = hot_index(table, index).or_else(|| few_in_index(table, index))?.parts();
    let mut finding = Finding::of(table.name, Rule::HotIndex.id(), Severity::High, parts, CureKind::Attribute);
    finding.cure.page = finding.cure.attribute.is_some().then_some(__chapter!("buckets"));
    Some(finding.of_index(index.name))
}

/// Finds an index on the first columns of the key. The derive refuses such an index in a model. A unique index is not
/// reported, because it keeps values from repeating.
fn prefix(seen: &SeenTable, index: &IndexDef<'_>) -> Option<Finding> {
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
    let cure = LintCure {
        kind: CureKind::Statement,
        text: "drop the index, after the queries that name it in VIEW read the table itself".to_owned(),
        statement: Some(format!("{statement};")),
        ..LintCure::default()
    };
    Some(Finding::new(path, LintRule::Index, Severity::Low, fault).of_index(index.name).cure(cure))
}
