//! What a page token is bound to: a scan, by its fingerprint and by the values of the columns that it fixes.
//!
//! A scan puts the ordering columns of the last row into the token, without the hash, which follows from them. To
//! continue, the scan checks that the token was made by a scan of the same shape (the fingerprint), decodes the values
//! by the types of its own columns, and checks that the columns which it fixes have its own values. So no token, even a
//! forged one, leads out of the scan. What the values are compared with is explained in `statements::order`.
//!
//! The fingerprint is XXH3 (64 bits, seed 0) over lines of text, frozen like the token's layout, for example:
//!
//! ```text
//! hash order_hash = numeric_hash(order_id)
//! index by_customer
//! column customer_id Uint64
//! column order_id Uint64
//! fixed 1
//! from open
//! to excluded
//! descending
//! table orders
//! ```
//!
//! Without a hash or an index its line is left out. A bucket has the line `bucket shard = xxh3(event_id)`, without the
//! number of buckets, because the order of a scan does not depend on it: a token survives a change of that number.
//! Where the order does depend on it, which is so for an index on a table whose key has buckets, and for a part or an
//! export of such a table, the line ends with ` % 16`. The hash of an index has its line after that of the index. The
//! columns of a hash are separated by `, `. A type is in YQL's spelling, followed by ` NULL` for a nullable column. The
//! ends are `open`, `included` or `excluded`; the direction is `ascending` or `descending`. A part of a table that is
//! read in parts has the line `slice 3 of 8` after the direction, numbered from 0, and an export has the line `export`;
//! all other scans have no such line. The table, whose path may contain any character, ends the text, without a
//! newline.

use std::ops::Bound;

use xxhash_rust::xxh3::xxh3_64;

use super::order::OrderColumn;
use crate::error::PageTokenError;
use ydb_keys_core::keys::limits::shorten;
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::schema::{HashDef, IndexDef, Table};
use ydb_keys_core::types::Value;

/// A scan as its page tokens see it.
///
/// The hash column is not part of the order: it follows from the other columns, so a token cannot contain a wrong one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    /// The table. The name in the model counts, not the directory at run time.
    pub(crate) table: &'static Table,
    /// The index that the scan reads.
    pub(crate) index: Option<&'static IndexDef>,
    /// The columns of the order without the hash: those of the index, then the rest of the key.
    pub(crate) order: &'a [OrderColumn],
    /// The values of the columns that the scan fixes, which are the first ones.
    pub(crate) fixed: &'a [Value<'a>],
    /// The lower end of the range. Its value does not count, so that a range that moves with time can be read in pages.
    pub(crate) from: Bound<()>,
    /// The upper end of the range.
    pub(crate) to: Bound<()>,
    /// Greatest first.
    pub(crate) descending: bool,
    /// The number of the part that is read, from 0, and how many parts there are.
    pub(crate) slice: Option<(u32, u32)>,
    /// Whether rows are read in the order of the key itself, the bucket first.
    pub(crate) export: bool,
}

impl Scope<'_> {
    /// What tokens of this scan begin with.
    pub(super) fn fingerprint(&self) -> u64 {
        xxh3_64(self.text().as_bytes())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(hash) = self.table.hash {
            // The order of a scan has nothing of the buckets that lead it.
            let buckets = hash.buckets.filter(|_| self.index.is_some() || self.slice.is_some() || self.export);
            self.hash(&mut text, &hash, buckets);
        }
        if let Some(index) = self.index {
            text.push_str(&format!("index {}\n", index.name));
            if let Some(hash) = index.hash {
                self.hash(&mut text, &hash, hash.buckets.filter(|_| self.export));
            }
        }
        for OrderColumn { name, ty, nullable } in self.order {
            text.push_str(&format!("column {name} {ty}{}\n", if *nullable { " NULL" } else { "" }));
        }
        let (from, to) = (end(self.from), end(self.to));
        let direction = if self.descending { "descending" } else { "ascending" };
        let fixed = self.fixed.len();
        text.push_str(&format!("fixed {fixed}\nfrom {from}\nto {to}\n{direction}\n"));
        if let Some((number, of)) = self.slice {
            text.push_str(&format!("slice {number} of {of}\n"));
        }
        if self.export {
            text.push_str("export\n");
        }
        text + "table " + self.table.name
    }

    /// Whether values of a token are those that the scan has in its fixed columns.
    pub(super) fn check_fixed(&self, columns: &[OrderColumn], values: &[Value<'static>]) -> Result<(), PageTokenError> {
        let fixed = |column: &OrderColumn| {
            self.order.iter().zip(self.fixed).find(|(fixed, _)| fixed.name == column.name).map(|(_, value)| value)
        };
        for (column, token) in columns.iter().zip(values) {
            if let Some(scan) = fixed(column).filter(|scan| !same(token, scan)) {
                let (token, scan) = (shorten(token.to_string()), shorten(scan.to_string()));
                return Err(PageTokenError::OtherRows { table: self.table.name, column: column.name, token, scan });
            }
        }
        Ok(())
    }

    fn hash(&self, text: &mut String, hash: &HashDef, buckets: Option<u32>) {
        let inputs: Vec<&str> = hash.inputs.iter().map(|&input| self.table.columns[input].name).collect();
        let word = if hash.buckets.is_some() { "bucket" } else { "hash" };
        let modulo = buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
        // Another number of buckets needs another name.
        let (space, name) = if hash.buckets.is_some() && buckets.is_none() { ("", "") } else { (" ", hash.name) };
        text.push_str(&format!("{word}{space}{name} = {}({}){modulo}\n", hash.function, inputs.join(", ")));
    }
}

fn end(bound: Bound<()>) -> &'static str {
    match bound {
        Bound::Unbounded => "open",
        Bound::Included(()) => "included",
        Bound::Excluded(()) => "excluded",
    }
}

/// Whether YDB stores both in the same way: it changes the spelling of a DyNumber.
fn same(left: &Value<'_>, right: &Value<'_>) -> bool {
    left == right || ordered_bytes(std::slice::from_ref(left)) == ordered_bytes(std::slice::from_ref(right))
}

#[cfg(test)]
mod tests {
    use super::super::samples::*;
    use super::*;
    use ydb_keys_core::schema::IndexKind;

    #[test]
    fn the_text_of_the_fingerprint() {
        assert_eq!(
            by_customer(&[Value::Null]).text(),
            "hash order_hash = numeric_hash(order_id)\nindex by_customer\ncolumn customer Utf8 NULL\ncolumn order_id Uint64\n\
             fixed 1\nfrom open\nto excluded\ndescending\ntable orders"
        );
        let events = Scope { table: &EVENTS, order: &[], from: Bound::Included(()), ..orders() };
        assert_eq!(
            events.text(),
            "hash h = xxh3(id, part)\nfixed 0\nfrom included\nto open\nascending\ntable dir/user events"
        );
        let slice = Scope { slice: Some((3, 8)), ..events };
        assert_eq!(
            slice.text(),
            "hash h = xxh3(id, part)\nfixed 0\nfrom included\nto open\nascending\nslice 3 of 8\ntable dir/user events"
        );
    }

    #[test]
    fn the_text_of_buckets() {
        assert_eq!(
            feed().text(),
            "bucket = xxh3(event_id)\ncolumn at Uint64\ncolumn event_id Uint64\nfixed 0\nfrom open\nto open\n\
             ascending\ntable feed"
        );
        // A part of the table has some of the buckets.
        let slice = Scope { slice: Some((1, 4)), order: &[], ..feed() };
        assert_eq!(
            slice.text(),
            "bucket shard = xxh3(event_id) % 16\nfixed 0\nfrom open\nto open\nascending\nslice 1 of 4\ntable feed"
        );
        const BY_AT: IndexDef = IndexDef {
            name: "by_at",
            kind: IndexKind::Sync,
            hash: Some(HashDef { name: "at_shard", buckets: Some(8), ..EVENT_BUCKET }),
            on: &[0],
            cover: &[],
        };
        // Rows of one `at` are sorted by the bucket of the key.
        let index = Scope { index: Some(&BY_AT), order: &[], ..feed() };
        assert_eq!(
            index.text(),
            "bucket shard = xxh3(event_id) % 16\nindex by_at\nbucket = xxh3(event_id)\nfixed 0\nfrom open\n\
             to open\nascending\ntable feed"
        );
    }
}
