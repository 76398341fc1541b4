//! What a model cannot say of a table.
//!
//! The law of `pull` and `diff`: whatever a table has, `pull` either writes it as an attribute, or names it in a comment; and
//! of what it names in a comment, a comparison with that model says that it is left alone. So the model of a table that was
//! pulled never differs from the table, and no step takes from the table what people made by hand. The functions here decide
//! for both sides what cannot be said; `tests/lifecycle` searches for tables that break the law.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{index_partitioning, switch};
use ydb_keys_core::schema::rules::duration;
use ydb_yql::printed_settings;

use super::{changefeed, literal};
use crate::live::{LiveColumn, LiveIndex, LiveTable, LiveTtl};

const BY_LOAD: &str = "AUTO_PARTITIONING_BY_LOAD";

/// Why a model cannot declare an index, apart from its kind. The columns from `skip` on are fields, if `is_field` says so of
/// them; `key` is the primary key, if no hash leads it.
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

/// The settings of an index with so many buckets that a model cannot declare: all but those that every model gives it. One that is
/// not printed as split by load is not.
pub(crate) fn of_buckets(text: &str, buckets: u32) -> Vec<String> {
    let of_model = index_partitioning(buckets);
    let printed = printed_settings(text).unwrap_or_default().into_iter().map(|setting| setting.span.of(text));
    let others = printed.filter(|&one| of_model.iter().all(|own| own != one)).map(str::to_owned);
    let unsplit = (!text.contains(BY_LOAD)).then(|| format!("{BY_LOAD} = {}", switch(false)));
    unsplit.into_iter().chain(others).collect()
}

/// The type of a column in a model. The client does not report precision and scale of a decimal.
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

/// Returns `true` if a column could be a field: of a type that a model has, and not YDB's own.
pub(crate) fn can_be_field(column: &LiveColumn, store: Store) -> bool {
    !is_of_ydb(column) && model_type(column, store).is_some()
}

/// The default of a column as a literal of the derive; `None` if a model cannot declare it.
pub(crate) fn default(printed: &str, ty: YdbType, store: Store) -> Option<String> {
    literal::default(printed, ty).filter(|_| store == Store::Row)
}

/// Returns `true` if a model can declare a TTL, if its column is a field.
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
