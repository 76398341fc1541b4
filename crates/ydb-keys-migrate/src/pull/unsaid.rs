//! Parts of a table that a model cannot declare.
//!
//! The law of `pull` and `diff`: `pull` writes each part of a table as an attribute, or names it in a comment. A
//! comparison with the pulled model lists the parts in comments as left alone. A pulled model therefore never differs
//! from its table, and no step removes parts that people made by hand. The functions here decide for `pull` and for
//! `diff` which parts cannot be declared; `tests/lifecycle` searches for tables that break the law.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{index_partitioning, switch};
use ydb_keys_core::schema::rules::duration;
use ydb_yql::printed_settings;

use super::{changefeed, literal};
use crate::live::{LiveColumn, LiveIndex, LiveTable, LiveTtl};

const BY_LOAD: &str = "AUTO_PARTITIONING_BY_LOAD";

/// Returns the reason why a model cannot declare an index, apart from its kind. Columns from position `skip` on must be
/// fields, which `is_field` tells. `key` is the primary key if no hash leads it.
pub(crate) fn index(
    index: &LiveIndex,
    skip: usize,
    key: Option<&[String]>,
    primary_key: &[String],
    is_field: impl Fn(&str) -> bool,
) -> Option<String> {
    let columns = || index.on.iter().skip(skip).chain(&index.cover);
    if let Some(column) = columns().find(|column| !is_field(column)) {
        return Some(format!("the model has no field for `{column}`"));
    }
    if key.is_some_and(|key| key.starts_with(&index.on)) {
        return Some("the table is already sorted by these columns".to_owned());
    }
    let contained = |column: &&String| index.on.contains(column) || primary_key.contains(column);
    let covered = index.cover.iter().find(contained);
    covered.map(|column| format!("it covers `{column}`, which it contains anyway"))
}

/// Returns the partitioning settings of an index with buckets that no model can declare. A model sets some of these
/// settings by itself; they are not returned. An index that does not split by load counts as such a setting, too.
pub(crate) fn of_buckets(text: &str, buckets: u32) -> Vec<String> {
    let of_model = index_partitioning(buckets);
    let printed = printed_settings(text).unwrap_or_default().into_iter().map(|setting| setting.span.of(text));
    let others = printed.filter(|&one| of_model.iter().all(|own| own != one)).map(str::to_owned);
    let unsplit = (!text.contains(BY_LOAD)).then(|| format!("{BY_LOAD} = {}", switch(false)));
    unsplit.into_iter().chain(others).collect()
}

/// Returns the type of a column in a model. The client does not report precision and scale of a decimal.
pub(super) fn model_type(column: &LiveColumn, store: Store) -> Option<YdbType> {
    let ty = match (column.ty, column.type_text.starts_with("Decimal")) {
        (Some(ty), _) => ty,
        (None, true) => YdbType::Decimal { precision: 22, scale: 9 },
        (None, false) => return None,
    };
    (store == Store::Row || ty.is_in_column_table()).then_some(ty)
}

/// Returns `true` if YDB reserves the column for itself.
pub(super) fn is_of_ydb(column: &LiveColumn) -> bool {
    column.name.starts_with("__ydb_")
}

/// Returns `true` if a column can be a field: a model has its type, and YDB does not reserve its name.
pub(crate) fn can_be_field(column: &LiveColumn, store: Store) -> bool {
    !is_of_ydb(column) && model_type(column, store).is_some()
}

/// Converts the default of a column into a literal of the derive; `None` if a model cannot declare it.
pub(crate) fn default(printed: &str, ty: YdbType, store: Store) -> Option<String> {
    literal::default(printed, ty).filter(|_| store == Store::Row)
}

/// Returns `true` if a model in which the TTL's column is a field can declare the TTL.
pub(crate) fn is_ttl(live: &LiveTable, ttl: &LiveTtl) -> bool {
    let ty = live.column(&ttl.column).and_then(|column| model_type(column, live.store));
    let Some((ty, [tier])) = ty.zip(Some(ttl.tiers.as_slice())) else { return false };
    let is_number = matches!(ty, YdbType::Uint32 | YdbType::Uint64 | YdbType::DyNumber);
    tier.to.is_none()
        && duration(&tier.after).is_some()
        && is_number == ttl.unit.is_some()
        && (is_number || ty.is_time())
}

/// Returns `true` if a model can declare a changefeed with these settings.
pub(crate) fn is_changefeed(name: &str, with: &str, store: Store) -> bool {
    store == Store::Row && changefeed::one(name, with).is_ok()
}
