//! What a page token is bound to: making a token for a scan, and reading it back for a scan.
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
//! number of buckets, because the order of a scan does not depend on it: a token survives a change of that number. Where
//! the order does depend on it, which is so for an index on a table whose key has buckets, and for a part or an export of
//! such a table, the line ends with ` % 16`. The hash of an index has its line after that of the index. The columns of a hash are
//! separated by `, `. A type is in YQL's spelling, followed by ` NULL` for a nullable column. The ends are `open`,
//! `included` or `excluded`; the direction is `ascending` or `descending`. A part of a table that is read in parts has the
//! line `slice 3 of 8` after the direction, numbered from 0, and an export has the line `export`; all other scans have no
//! such line. The table, whose path may
//! contain any character, ends the text, without a newline.

use std::ops::Bound;

use xxhash_rust::xxh3::xxh3_64;

use super::super::bytes::ordered_bytes;
use super::super::limits::shorten;
use super::order::OrderColumn;
use super::page_token::PageToken;
use super::values;
use crate::error::{Error, PageTokenError, Result};
use crate::schema::{HashDef, IndexDef, Table};
use crate::types::Value;

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
    fn fingerprint(&self) -> u64 {
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
    fn check_fixed(&self, columns: &[OrderColumn], values: &[Value<'static>]) -> Result<(), PageTokenError> {
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
        text.push_str(&format!("{word} {} = {}({}){modulo}\n", hash.name, hash.function, inputs.join(", ")));
    }
}

/// What is left of a part of an export: the rows from `from` on, or after `after`, and before `to`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    /// Values of the first columns that rows are sorted by, the hashes included; none from the beginning.
    pub(crate) from: Vec<Value<'static>>,
    /// The position of a row, without the hashes.
    pub(crate) after: Option<Vec<Value<'static>>>,
    /// As `from`, none up to the end.
    pub(crate) to: Vec<Value<'static>>,
}

fn end(bound: Bound<()>) -> &'static str {
    match bound {
        Bound::Unbounded => "open",
        Bound::Included(()) => "included",
        Bound::Excluded(()) => "excluded",
    }
}

impl PageToken {
    /// The token after the row whose ordering columns hold `last`.
    ///
    /// # Errors
    /// A value that its column cannot hold: so every token can be read back.
    pub(crate) fn new(scope: &Scope<'_>, last: &[Value<'_>]) -> Result<Self> {
        let table = scope.table.name;
        let mut bytes = Vec::new();
        let mut last = last.iter();
        for column in scope.order {
            let value = last.next().ok_or(Error::MissingColumn { table, column: column.name })?;
            values::write(column, value, &mut bytes).map_err(|error| Error::in_column(table, column.name, error))?;
        }
        Ok(PageToken { fingerprint: scope.fingerprint(), values: bytes })
    }

    /// The values of the ordering columns of the row after which the scan continues.
    ///
    /// # Errors
    /// [`Error::PageToken`] if the token is of another table or scan, or of rows with other values in the fixed
    /// columns.
    pub(crate) fn position(&self, scope: &Scope<'_>) -> Result<Vec<Value<'static>>> {
        let table = scope.table.name;
        if self.fingerprint != scope.fingerprint() {
            return Err(PageTokenError::OtherScan { table }.into());
        }
        let last = values::read_all(scope.order, &self.values).ok_or(PageTokenError::Damaged)?;
        scope.check_fixed(scope.order, &last)?;
        Ok(last)
    }
}

#[cfg(feature = "bulk")]
impl PageToken {
    /// The token of what is left of a part of an export: how many values `from` and `to` have, whether there is an
    /// `after`, and their values. `ordering` are all columns that rows are sorted by.
    ///
    /// # Errors
    /// A value that its column cannot hold.
    pub(crate) fn of_rest(scope: &Scope<'_>, ordering: &[OrderColumn], rest: &Rest) -> Result<Self> {
        // At most 61 columns.
        let mut bytes = vec![rest.from.len() as u8, rest.to.len() as u8, rest.after.is_some().into()];
        let ends = ordering.iter().zip(&rest.from).chain(ordering.iter().zip(&rest.to));
        for (column, value) in ends.chain(scope.order.iter().zip(rest.after.iter().flatten())) {
            let failed = |error| Error::in_column(scope.table.name, column.name, error);
            values::write(column, value, &mut bytes).map_err(failed)?;
        }
        Ok(PageToken { fingerprint: scope.fingerprint(), values: bytes })
    }

    /// What is left of a part of an export.
    ///
    /// # Errors
    /// [`Error::PageToken`] if the token is not one of the same export.
    pub(crate) fn rest(&self, scope: &Scope<'_>, ordering: &[OrderColumn]) -> Result<Rest> {
        if self.fingerprint != scope.fingerprint() {
            return Err(PageTokenError::OtherScan { table: scope.table.name }.into());
        }
        let read = || {
            let (&[from, to, after], bytes) = self.values.split_first_chunk()?;
            let (from, to) = (ordering.get(..from.into())?, ordering.get(..to.into())?);
            let after = match after {
                0 => None,
                1 => Some(scope.order),
                _ => return None,
            };
            let mut values = values::read_all(&[from, to, after.unwrap_or_default()].concat(), bytes)?;
            let position = values.split_off(from.len() + to.len());
            let to = values.split_off(from.len());
            Some(Rest { from: values, to, after: after.map(|_| position) })
        };
        let rest = read().ok_or(PageTokenError::Damaged)?;
        for end in [&rest.from, &rest.to] {
            scope.check_fixed(ordering, end)?;
        }
        scope.check_fixed(scope.order, rest.after.as_deref().unwrap_or_default())?;
        Ok(rest)
    }
}

/// Whether YDB stores both in the same way: it changes the spelling of a DyNumber.
fn same(left: &Value<'_>, right: &Value<'_>) -> bool {
    left == right || ordered_bytes(std::slice::from_ref(left)) == ordered_bytes(std::slice::from_ref(right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{ColumnDef, HashFunction, IndexKind};
    use crate::types::{Column, DecimalValue, YdbType};

    const ORDERS: Table = Table {
        name: "orders",
        columns: &[
            ColumnDef::new("order_id", <u64 as Column>::INFO),
            ColumnDef::new("customer", <Option<String> as Column>::INFO),
        ],
        key: &[0],
        hash: Some(HashDef { name: "order_hash", function: HashFunction::NumericHash, inputs: &[0], buckets: None }),
        ..Table::EMPTY
    };
    const EVENTS: Table = Table {
        name: "dir/user events",
        columns: &[ColumnDef::new("part", <u8 as Column>::INFO), ColumnDef::new("id", <String as Column>::INFO)],
        hash: Some(HashDef { name: "h", function: HashFunction::Xxh3, inputs: &[1, 0], buckets: None }),
        ..Table::EMPTY
    };
    const BY_CUSTOMER: IndexDef =
        IndexDef { name: "by_customer", kind: IndexKind::Sync, hash: None, on: &[], cover: &[] };
    const ORDER_ID: OrderColumn = OrderColumn { name: "order_id", ty: YdbType::Uint64, nullable: false };
    const CUSTOMER: OrderColumn = OrderColumn { name: "customer", ty: YdbType::Utf8, nullable: true };

    fn orders() -> Scope<'static> {
        Scope {
            table: &ORDERS,
            index: None,
            order: &[ORDER_ID],
            fixed: &[],
            from: Bound::Unbounded,
            to: Bound::Unbounded,
            descending: false,
            slice: None,
            export: false,
        }
    }

    /// The orders of one customer by the index, up to some order, last first.
    fn by_customer<'a>(fixed: &'a [Value<'a>]) -> Scope<'a> {
        Scope {
            index: Some(&BY_CUSTOMER),
            order: &[CUSTOMER, ORDER_ID],
            fixed,
            to: Bound::Excluded(()),
            descending: true,
            ..orders()
        }
    }

    fn utf8(text: &'static str) -> Value<'static> {
        Value::Utf8(text.into())
    }

    fn refused(token: &PageToken, scope: &Scope<'_>) -> PageTokenError {
        match token.position(scope) {
            Err(Error::PageToken(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    /// Made with Python: `xxhash.xxh3_64_intdigest` over the texts of this page, `struct.pack("<Q", ..)`,
    /// `base64.urlsafe_b64encode(..)` without its `=`.
    #[test]
    fn golden_tokens() {
        let check = |scope: Scope<'_>, last: &[Value<'_>], expected: &str| {
            assert_eq!(PageToken::new(&scope, last).unwrap().to_string(), expected);
            assert_eq!(expected.parse::<PageToken>().unwrap().position(&scope).unwrap(), last);
        };
        check(orders(), &[Value::Uint64(1001)], "AV22nibW-b8d6QMAAAAAAABJjmhF");
        check(
            by_customer(&[utf8("alice")]),
            &[utf8("alice"), Value::Uint64(1001)],
            "ARxGV1ZfmMzmAQVhbGljZekDAAAAAAAAFxunWQ",
        );
        check(by_customer(&[Value::Null]), &[Value::Null, Value::Uint64(1001)], "ARxGV1ZfmMzmAOkDAAAAAAAAu8RzWA");
        let column = |name, ty| OrderColumn { name, ty, nullable: false };
        let decimal = YdbType::Decimal { precision: 22, scale: 9 };
        let uuid = Value::Uuid([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let price = Value::Decimal(DecimalValue::new(-19_990_000_000, 22, 9));
        check(
            Scope {
                table: &EVENTS,
                order: &[
                    column("id", YdbType::Utf8),
                    column("part", YdbType::Uuid),
                    column("at", YdbType::Timestamp),
                    OrderColumn { nullable: true, ..column("price", decimal) },
                ],
                fixed: &[utf8("ab"), uuid.clone()],
                from: Bound::Included(()),
                ..orders()
            },
            &[utf8("ab"), uuid, Value::Timestamp(1_714_979_289_123_456), price],
            "AZgNOikLiO32AmFiAAECAwQFBgcICQoLDA0OD4BKU7vDFwYAAYDOgFj7______________8lxKY_",
        );
    }

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

    const EVENT_BUCKET: HashDef =
        HashDef { name: "shard", function: HashFunction::Xxh3, inputs: &[1], buckets: Some(16) };
    const FEED: Table = Table {
        name: "feed",
        columns: &[ColumnDef::new("at", <u64 as Column>::INFO), ColumnDef::new("event_id", <u64 as Column>::INFO)],
        key: &[0, 1],
        hash: Some(EVENT_BUCKET),
        ..Table::EMPTY
    };
    const AT: OrderColumn = OrderColumn { name: "at", ty: YdbType::Uint64, nullable: false };
    const EVENT_ID: OrderColumn = OrderColumn { name: "event_id", ..AT };

    fn feed() -> Scope<'static> {
        Scope { table: &FEED, order: &[AT, EVENT_ID], ..orders() }
    }

    /// Made as `golden_tokens`.
    #[test]
    fn a_golden_token_of_buckets() {
        let token = PageToken::new(&feed(), &[Value::Uint64(20), Value::Uint64(1001)]).unwrap();
        assert_eq!(token.to_string(), "AcB1nGW9eSw_FAAAAAAAAADpAwAAAAAAAGEaadA");
    }

    #[test]
    fn the_text_of_buckets() {
        assert_eq!(
            feed().text(),
            "bucket shard = xxh3(event_id)\ncolumn at Uint64\ncolumn event_id Uint64\nfixed 0\nfrom open\nto open\n\
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
            "bucket shard = xxh3(event_id) % 16\nindex by_at\nbucket at_shard = xxh3(event_id)\nfixed 0\nfrom open\n\
             to open\nascending\ntable feed"
        );
    }

    #[test]
    fn a_token_survives_a_change_of_the_number_of_buckets_and_of_nothing_else() {
        const fn with(hash: HashDef) -> Table {
            Table { hash: Some(hash), ..FEED }
        }
        const MORE: Table = with(HashDef { buckets: Some(32), ..EVENT_BUCKET });
        const RENAMED: Table = with(HashDef { name: "bucket", ..EVENT_BUCKET });
        const OTHER_FUNCTION: Table = with(HashDef { function: HashFunction::NumericHash, ..EVENT_BUCKET });
        const OTHER_INPUTS: Table = with(HashDef { inputs: &[0, 1], ..EVENT_BUCKET });
        const HASHED: Table = with(HashDef { buckets: None, ..EVENT_BUCKET });
        let token = PageToken::new(&feed(), &[Value::Uint64(20), Value::Uint64(1001)]).unwrap();
        let of = |table| Scope { table, ..feed() };
        assert_eq!(token.position(&of(&MORE)).unwrap(), [Value::Uint64(20), Value::Uint64(1001)]);
        for other in [&RENAMED, &OTHER_FUNCTION, &OTHER_INPUTS, &HASHED] {
            assert_eq!(refused(&token, &of(other)), PageTokenError::OtherScan { table: "feed" }, "{:?}", other.hash);
        }
        let slice = |table| Scope { slice: Some((0, 4)), ..of(table) };
        let token = PageToken::new(&slice(&FEED), &[Value::Uint64(20), Value::Uint64(1001)]).unwrap();
        assert_eq!(refused(&token, &slice(&MORE)), PageTokenError::OtherScan { table: "feed" });
    }

    #[test]
    fn a_token_is_bound_to_its_scan() {
        const RENAMED: Table = Table { name: "archive", ..ORDERS };
        const HASHLESS: Table = Table { hash: None, ..ORDERS };
        const OTHER_HASH: Table = Table {
            hash: Some(HashDef { name: "order_hash", function: HashFunction::IntHash64, inputs: &[0], buckets: None }),
            ..ORDERS
        };
        let fixed = [Value::Uint64(1001)];
        let token = PageToken::new(&orders(), &fixed).unwrap();
        let others = [
            Scope { table: &RENAMED, ..orders() },
            Scope { table: &HASHLESS, ..orders() },
            Scope { table: &OTHER_HASH, ..orders() },
            Scope { index: Some(&BY_CUSTOMER), ..orders() },
            Scope { order: &[ORDER_ID, CUSTOMER], ..orders() },
            Scope { order: &[OrderColumn { name: "id", ..ORDER_ID }], ..orders() },
            Scope { order: &[OrderColumn { ty: YdbType::Int64, ..ORDER_ID }], ..orders() },
            Scope { order: &[OrderColumn { nullable: true, ..ORDER_ID }], ..orders() },
            Scope { fixed: &fixed, ..orders() },
            Scope { from: Bound::Included(()), ..orders() },
            Scope { from: Bound::Excluded(()), ..orders() },
            Scope { to: Bound::Included(()), ..orders() },
            Scope { descending: true, ..orders() },
            Scope { slice: Some((0, 1)), ..orders() },
            Scope { export: true, ..orders() },
        ];
        for other in others {
            assert_eq!(refused(&token, &other), PageTokenError::OtherScan { table: other.table.name }, "{other:?}");
        }
        let slice = |number, of| Scope { slice: Some((number, of)), ..orders() };
        let token = PageToken::new(&slice(1, 8), &fixed).unwrap();
        assert!(token.position(&slice(1, 8)).is_ok());
        for other in [slice(2, 8), slice(1, 4), orders()] {
            assert_eq!(refused(&token, &other), PageTokenError::OtherScan { table: "orders" }, "{other:?}");
        }
    }

    #[test]
    fn a_token_of_another_prefix_names_the_column_and_both_values() {
        let token = PageToken::new(&by_customer(&[utf8("alice")]), &[utf8("alice"), Value::Uint64(1001)]).unwrap();
        assert_eq!(
            token.position(&by_customer(&[utf8("bob")])).unwrap_err().to_string(),
            "table `orders`, column `customer`: the page token continues a scan of \"alice\", not of \"bob\"; \
             start from the first page"
        );
        let long = "b".repeat(10_000);
        let error = refused(&token, &by_customer(&[Value::Utf8(long.into())]));
        assert!(error.to_string().len() < 400, "{error}");
        assert!(matches!(refused(&token, &by_customer(&[Value::Null])), PageTokenError::OtherRows { .. }));
    }

    #[test]
    fn the_servers_spelling_of_a_dynumber_is_the_same_number() {
        let order = [OrderColumn { name: "number", ty: YdbType::DyNumber, nullable: false }];
        let number = |text: &'static str| [Value::DyNumber(text.into())];
        let (stored, same, other) = (number(".15e1"), number("1.50"), number("1.51"));
        let scope = Scope { order: &order, fixed: &same, ..orders() };
        let token = PageToken::new(&scope, &stored).unwrap();
        assert!(token.position(&scope).is_ok());
        assert!(token.position(&Scope { fixed: &other, ..scope }).is_err());
    }

    #[test]
    fn a_forged_position_is_refused() {
        let forged = |values: &[u8]| PageToken {
            fingerprint: by_customer(&[Value::Null]).fingerprint(),
            values: values.to_vec(),
        };
        for values in [&[][..], &[0], &[2], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[1, 1, 0xff, 1, 2, 3, 4, 5, 6, 7, 8]] {
            assert_eq!(refused(&forged(values), &by_customer(&[Value::Null])), PageTokenError::Damaged, "{values:?}");
        }
    }

    #[test]
    fn no_token_is_given_out_for_what_the_columns_cannot_hold() {
        let error = |last: &[Value<'_>]| PageToken::new(&by_customer(&[Value::Null]), last).unwrap_err().to_string();
        assert_eq!(
            error(&[Value::Null, Value::Null]),
            "table `orders`, column `order_id`: unexpected NULL; make the field an `Option` if the column may hold NULL"
        );
        assert_eq!(error(&[Value::Null]), "table `orders`: the result has no column `order_id`");
        assert_eq!(
            error(&[Value::Null, Value::Int64(1)]),
            "table `orders`, column `order_id`: expected Uint64, found Int64"
        );
    }
}
