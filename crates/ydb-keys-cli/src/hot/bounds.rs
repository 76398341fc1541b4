//! Where a partition begins and ends, as texts.

use ydb_keys_bulk::__internal::Partitioned;

/// The values at the ends of a partition, as far as there are some and they are known.
pub(super) fn ends(
    table: Option<&Partitioned>,
    partitions: usize,
    position: usize,
) -> (Option<String>, Option<String>) {
    let bounds = table.map(|table| &*table.bounds).filter(|bounds| bounds.len() + 1 == partitions);
    let bound = |position: Option<usize>| {
        let bound = bounds?.get(position?)?;
        Some(bound.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    };
    (bound(position.checked_sub(1)), bound(Some(position)))
}
