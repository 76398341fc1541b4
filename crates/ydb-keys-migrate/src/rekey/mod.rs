//! The copy of a table into a new one with another key: the texts of its statements, and digests of rows.
//!
//! The old table stays in use while it is copied, so the copy must catch up with writers. `run/rekey` runs it:
//!
//! 1. **Create** `<path>__ydb_keys_new`, as the model declares it, and give it the grants and attributes of the old
//!    table, and its columns and settings that the model does not declare (`kept.rs`).
//! 2. **Copy** the rows in *pages of the old key*. A page is a range: after one key, up to another one.
//!    `LIMIT 1 OFFSET n` finds its end ([`Pair::last_key`]), and one `UPSERT .. SELECT` copies it within the server,
//!    which computes the hash ([`Pair::copy`]). The ranges cover the whole key space without gaps, so no row is missed,
//!    whatever is written meanwhile.
//! 3. **Compare** the tables, page by page. One query reads the rows of a page and, by a join, those with the same new
//!    keys, within the server ([`Pair::digests`]). It returns a *digest* of each side: the number of rows and the sum of
//!    their hashes, which does not depend on the order of the rows ([`Digest`]). If the digests differ, the page is copied
//!    again. A wide table is compared in groups of columns, because the length of a query is limited ([`Pair::groups`]).
//! 4. **Delete extra rows**. That comparison starts from the old table, so it cannot see rows that were deleted there
//!    after they had been copied. They show in the row counts ([`Pair::counts`]). If the new table has more rows, a
//!    pass over its own key finds rows without a counterpart and deletes them ([`Pair::extra`]).
//! 5. **Agreement**: steps 3 and 4 repeat until a whole pass finds no page that differs and both tables have the same
//!    number of rows. After too many passes the copy gives up and names a few keys that differ. It also gives up if two
//!    old rows have the same new key ([`Pair::collisions`]), because then only one of them can be copied.
//!    Rows that have expired by a TTL are left out of all comparisons (`ttl.rs`).
//! 6. **Swap** the names in one transaction, so that there is a table at the path at every moment. The old table stays
//!    as `<path>__ydb_keys_old` until `apply --drop-old`.
//!
//! NULL sorts before all values, and no comparison with it is true. `range.rs` therefore writes it into the text of a
//! condition, and only values that are not NULL become parameters.

mod compare;
mod conflicts;
mod copy;
mod digest;
mod extra;
mod fill;
mod kept;
mod old_hash;
mod pair;
mod phases;
mod range;
mod rights;
mod sequence;
#[cfg(test)]
mod tests;
mod ttl;

pub(crate) use compare::{IN_NEW, ROWS, SUM};
pub(crate) use digest::{Digest, row_hash};
pub(crate) use fill::Fill;
pub(crate) use kept::{alterations, extra_columns, kept_settings, settings_of_index};
pub(crate) use pair::{Pair, Paths, may_be_recomputed, old_programs, recomputed};
pub(crate) use phases::phases;
pub(crate) use range::{Ends, Nulls};
pub(crate) use rights::{
    attributes_to_set, grant_statements, lost_attributes, lost_rights, reserved_attributes, user_attributes,
};
pub(crate) use sequence::{greatest, may_have_sequences, restart, serials};
