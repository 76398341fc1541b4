//! The layout fingerprint: key order and hash of a table as one line of text.

use super::Table;

/// The attribute of a table that holds its [`layout`].
pub const LAYOUT_ATTRIBUTE: &str = "ydb_keys.layout";

/// The layout of a model's key as one line: the version of this format, the key columns in order, and what the hash is computed
/// from, with types, since the hashed bytes depend on them.
///
/// ```
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// assert_eq!(ydb_keys::layout(Order::TABLE), "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64");
/// ```
pub fn layout(table: &Table) -> String {
    let column = |i: &usize| format!("{} {}", table.columns[*i].name, table.columns[*i].ty);
    let list = |positions: &[usize]| positions.iter().map(column).collect::<Vec<_>>().join(", ");
    let hash = table.hash.map(|hash| format!("{} = {}({}), ", hash.name, hash.function, list(hash.inputs)));
    format!("v1: {}{}", hash.unwrap_or_default(), list(table.key))
}
