//! Scopes of page tokens: the fingerprint of a scan, the columns that it fixes, and the bytes of values in a token.
//!
//! A scan puts the ordering columns of the last row into the token, without the hash, which follows from them. To
//! continue, the scan checks that a scan of the same shape made the token (the fingerprint). It decodes the values by
//! the types of its own columns, and checks that its fixed columns have its own values. So no token, even a forged one,
//! leads out of the scan. `statements::order` explains the comparison with the values.
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
//! Without a hash or an index, its line is left out. A bucket has the line `bucket shard = xxh3(event_id)`, without the
//! number of buckets, because the order of a scan does not depend on that number: a token survives its change. The line
//! ends with ` % 16` if the order does depend on the number, which is the case for an index on a table whose key has
//! buckets, and for a part or an export of such a table. The hash of an index has its line after the line of the index.
//! The columns of a hash are separated by `, `. A type is in YQL's spelling, followed by ` NULL` for a nullable column.
//! The ends are `open`, `included` or `excluded`; the direction is `ascending` or `descending`. A part of a table that
//! is read in parts has the line `slice 3 of 8` after the direction, numbered from 0, and an export has the line
//! `export`; all other scans have no such line. The table, whose path may contain any character, ends the text, without
//! a newline.

use std::ops::Bound;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::{PageTokenError, Result, ValueError};
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::keys::sink::shorten;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::schema::{HashDef, IndexDef, Table};
use ydb_keys_core::types::{Column, Value, YdbType, time_in_range};

/// Properties of a scan that its page tokens are bound to.
///
/// The hash column is not part of the order: it follows from the other columns, so a token cannot contain a wrong one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    /// Table of the scan. The name in the model counts, not the directory at run time.
    pub(crate) table: &'static Table,
    /// Index that the scan reads.
    pub(crate) index: Option<&'static IndexDef>,
    /// Columns of the order without the hash: the columns of the index, then the rest of the key.
    pub(crate) order: &'a [Member],
    /// Values of the columns that the scan fixes, which are the first ones.
    pub(crate) fixed: &'a [Value<'a>],
    /// Kind of the lower end of the range. Its value does not count, so that a range that moves with time can be read
    /// in pages.
    pub(crate) from: Bound<()>,
    /// Kind of the upper end of the range.
    pub(crate) to: Bound<()>,
    /// `true` if the greatest key comes first.
    pub(crate) descending: bool,
    /// Number of the part that is read, from 0, and the number of parts.
    pub(crate) slice: Option<(u32, u32)>,
    /// `true` if rows are read in the order of the key itself, the bucket first.
    pub(crate) export: bool,
}

impl Scope<'_> {
    /// Returns the fingerprint that the tokens of this scan begin with.
    pub(super) fn fingerprint(&self) -> u64 {
        xxh3_64(self.text().as_bytes())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(hash) = self.table.hash {
            // The order of a scan does not contain the buckets that lead it.
            let buckets = hash.buckets.filter(|_| self.index.is_some() || self.slice.is_some() || self.export);
            self.hash(&mut text, &hash, buckets);
        }
        if let Some(index) = self.index {
            text.push_str(&format!("index {}\n", index.name));
            if let Some(hash) = index.hash {
                self.hash(&mut text, &hash, hash.buckets.filter(|_| self.export));
            }
        }
        for Member { name, ty, optional, .. } in self.order {
            text.push_str(&format!("column {name} {ty}{}\n", if *optional { " NULL" } else { "" }));
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

    /// Checks that values of a token are equal to the values of the scan's fixed columns.
    pub(super) fn check_fixed(&self, columns: &[Member], values: &[Value<'static>]) -> Result<(), PageTokenError> {
        let fixed = |column: &Member| {
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
        // Another number of buckets needs another name of the column, so the name is left out.
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

/// Returns `true` if YDB stores both values in the same way. YDB changes the spelling of a DyNumber.
fn same(left: &Value<'_>, right: &Value<'_>) -> bool {
    left == right || ordered_bytes(std::slice::from_ref(left)) == ordered_bytes(std::slice::from_ref(right))
}

// Bytes of the ordering columns of a row in a page token.
//
// The fingerprint covers the types of the columns, so the bytes do not contain them. A nullable column begins with one
// byte: 0 for NULL, with nothing after it, or 1. Numbers and times are little-endian at the width of the YDB type, a
// Bool is 0 or 1, a Decimal is its scaled integer in 16 bytes, a Uuid the 16 bytes of its text. Texts, bytes and
// DyNumbers are preceded by their length: one byte up to 254, otherwise 255 and the length in 4 bytes.

/// Length byte that is followed by the length in 4 bytes.
const LONG: u8 = u8::MAX;

/// Appends a value.
///
/// # Errors
/// A value that the column cannot hold.
pub(super) fn write(column: &Member, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), ValueError> {
    if *value == Value::Null && column.optional {
        out.push(0);
        return Ok(());
    }
    check(column.ty, value)?;
    if column.optional {
        out.push(1);
    }
    if column.ty.fixed_size().is_none() {
        match u8::try_from(value.size()) {
            Ok(length) if length != LONG => out.push(length),
            // A key has a megabyte at most, so its length fits.
            _ => {
                out.push(LONG);
                out.extend((value.size() as u32).to_le_bytes());
            }
        }
    }
    value.append_plain(out);
    Ok(())
}

/// Reads the values of all columns. Returns `None` if the bytes are not exactly what [`write`] writes for some values.
pub(super) fn read_all(order: &[Member], bytes: &[u8]) -> Option<Vec<Value<'static>>> {
    let mut reader = Reader(bytes);
    let values = order.iter().map(|column| reader.value(column)).collect::<Option<Vec<_>>>()?;
    reader.0.is_empty().then_some(values)
}

/// Bytes that are not read yet.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn value(&mut self, column: &Member) -> Option<Value<'static>> {
        if column.optional {
            match self.take()? {
                [0] => return Some(Value::Null),
                [1] => {}
                _ => return None,
            }
        }
        let length = match column.ty.fixed_size() {
            Some(width) => width,
            None => match self.take()? {
                [LONG] => usize::try_from(u32::from_le_bytes(self.take()?)).ok().filter(|&n| n >= usize::from(LONG))?,
                [length] => usize::from(length),
            },
        };
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        let value = Value::from_plain(column.ty, bytes)?;
        check(column.ty, &value).ok()?;
        Some(value)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }
}

/// Checks that YDB has this value of the type, because the values of a forged token become parameters of a statement.
fn check(ty: YdbType, value: &Value<'_>) -> Result<(), ValueError> {
    match (ty, value) {
        _ if value.ydb_type() != Some(ty) => Err(value.unexpected(ty.name())),
        (YdbType::Decimal { precision, .. }, Value::Decimal(x)) => {
            let fits = 10_u128.checked_pow(u32::from(precision)).is_some_and(|end| x.scaled().unsigned_abs() < end);
            if fits { Ok(()) } else { Err(ty.out_of_range(x)) }
        }
        (YdbType::DyNumber, Value::DyNumber(x)) => x.clone().into_owned().encode(ty).map(|_| ()),
        _ => time_in_range(value),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
    use super::*;
    use proptest::prelude::*;
    use ydb_keys_core::schema::IndexKind;
    use ydb_keys_core::types::{DecimalValue, any_value};

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
        // Rows with the same `at` are sorted by the bucket of the key.
        let index = Scope { index: Some(&BY_AT), order: &[], ..feed() };
        assert_eq!(
            index.text(),
            "bucket shard = xxh3(event_id) % 16\nindex by_at\nbucket = xxh3(event_id)\nfixed 0\nfrom open\n\
             to open\nascending\ntable feed"
        );
    }

    fn column(ty: YdbType, nullable: bool) -> Member {
        order_column("c", ty, nullable)
    }

    /// Generates a column and a value for it.
    fn cell() -> impl Strategy<Value = (Member, Value<'static>)> {
        (any_value(), any::<bool>(), any::<bool>()).prop_map(|(value, nullable, null)| {
            let column = column(value.ydb_type().unwrap(), nullable);
            (column, if nullable && null { Value::Null } else { value })
        })
    }

    fn written(order: &[Member], values: &[Value<'_>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        order.iter().zip(values).for_each(|(column, value)| write(column, value, &mut bytes).unwrap());
        bytes
    }

    proptest! {
        #[test]
        fn values_read_back(cells in prop::collection::vec(cell(), 0..6)) {
            let (order, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            prop_assert_eq!(read_all(&order, &written(&order, &values)), Some(values));
        }

        /// Bytes that can be read are equal to the bytes that would be written, so there is only one token for each
        /// position.
        #[test]
        fn other_bytes_are_other_values_or_none(cells in prop::collection::vec(cell(), 1..6), bytes in any::<Vec<u8>>(), at in any::<prop::sample::Index>(), xor in 1..=255_u8) {
            let (order, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            let mut changed = written(&order, &values);
            let at = at.index(changed.len());
            changed[at] ^= xor;
            for bytes in [bytes, changed] {
                if let Some(read) = read_all(&order, &bytes) {
                    prop_assert_eq!(written(&order, &read), bytes);
                }
            }
        }

        #[test]
        fn missing_and_further_bytes_are_refused(cells in prop::collection::vec(cell(), 1..6), more in any::<u8>()) {
            let (order, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            let mut bytes = written(&order, &values);
            prop_assert_eq!(read_all(&order, &bytes[..bytes.len() - 1]), None);
            bytes.push(more);
            prop_assert_eq!(read_all(&order, &bytes), None);
        }
    }

    #[test]
    fn the_bytes_are_what_the_page_says() {
        let decimal = Value::Decimal(DecimalValue::new(-1, 5, 2));
        let cells = [
            (Value::Bool(true), vec![1]),
            (Value::Int16(-2), vec![0xfe, 0xff]),
            (Value::Date(258), vec![2, 1]),
            (Value::Datetime64(-1), vec![0xff; 8]),
            (decimal, vec![0xff; 16]),
            (Value::Uuid([7; 16]), vec![7; 16]),
            (Value::DyNumber("1.5".into()), vec![3, b'1', b'.', b'5']),
            (Value::Utf8("".into()), vec![0]),
            (Value::String(vec![9; 254].into()), [vec![254], vec![9; 254]].concat()),
            (Value::String(vec![9; 255].into()), [vec![255, 255, 0, 0, 0], vec![9; 255]].concat()),
            (Value::String(vec![9; 70_000].into()), [vec![255, 0x70, 0x11, 1, 0], vec![9; 70_000]].concat()),
        ];
        for (value, bytes) in cells {
            let ty = value.ydb_type().unwrap();
            assert_eq!(written(&[column(ty, false)], std::slice::from_ref(&value)), bytes);
            assert_eq!(written(&[column(ty, true)], &[value]), [vec![1], bytes].concat());
            assert_eq!(written(&[column(ty, true)], &[Value::Null]), [0]);
        }
    }

    #[test]
    fn what_ydb_does_not_have_is_refused() {
        let read = |ty, bytes: &[u8]| read_all(&[column(ty, false)], bytes);
        assert_eq!(read(YdbType::Bool, &[2]), None);
        assert_eq!(read(YdbType::Date, &49_672_u16.to_le_bytes()), Some(vec![Value::Date(49_672)]));
        assert_eq!(read(YdbType::Date, &49_673_u16.to_le_bytes()), None);
        assert_eq!(read(YdbType::Datetime64, &i64::MAX.to_le_bytes()), None);
        assert_eq!(read(YdbType::Timestamp, &u64::MAX.to_le_bytes()), None);
        assert_eq!(read(YdbType::Interval64, &i64::MIN.to_le_bytes()), None);
        assert_eq!(read(YdbType::Utf8, &[1, 0xff]), None);
        assert_eq!(read(YdbType::DyNumber, &[3, b'N', b'a', b'N']), None);
        // A length that needs no 4 bytes, and a length beyond the end.
        assert_eq!(read(YdbType::String, &[255, 1, 0, 0, 0, 7]), None);
        assert_eq!(read(YdbType::String, &[255, 255, 255, 255, 255, 7]), None);
        let decimal = YdbType::Decimal { precision: 2, scale: 1 };
        assert_eq!(read(decimal, &100_i128.to_le_bytes()), None);
        assert_eq!(read(decimal, &i128::MIN.to_le_bytes()), None);
        assert!(read(decimal, &(-99_i128).to_le_bytes()).is_some());
    }
}
