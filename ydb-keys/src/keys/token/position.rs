//! Contents of page tokens: the position after a row of a scan, and the rest of an export.

use super::page_token::PageToken;
use super::scope;
use super::scope::Scope;
use crate::error::{Error, PageTokenError, Result};
use ydb_keys_core::keys::Rest;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::Value;

impl PageToken {
    /// Makes the token after the row whose ordering columns hold `last`.
    ///
    /// # Errors
    /// A value that its column cannot hold, so that every token can be read back.
    pub(crate) fn new(scope: &Scope<'_>, last: &[Value<'_>]) -> Result<Self> {
        if let Some(column) = scope.order.get(last.len()) {
            return Err(Error::missing_column(scope.table.name, column.name));
        }
        PageToken::write(scope, Vec::new(), scope.order.iter().zip(last))
    }

    /// Makes a token of these bytes, followed by the values of columns.
    fn write<'v>(
        scope: &Scope<'_>,
        mut bytes: Vec<u8>,
        values: impl Iterator<Item = (&'v Member, &'v Value<'v>)>,
    ) -> Result<Self> {
        for (column, value) in values {
            let failed = |error| Error::in_column(scope.table.name, column.name, error);
            scope::write(column, value, &mut bytes).map_err(failed)?;
        }
        Ok(PageToken { fingerprint: scope.fingerprint(), values: bytes })
    }

    /// Returns an error for a token of another table or scan.
    fn check(&self, scope: &Scope<'_>) -> Result<(), PageTokenError> {
        let is_own = self.fingerprint == scope.fingerprint();
        if is_own { Ok(()) } else { Err(PageTokenError::OtherScan { table: scope.table.name }) }
    }

    /// Reads the values of the ordering columns of the row after which the scan continues.
    ///
    /// # Errors
    /// [`PageToken`](crate::ErrorKind::PageToken) if the token belongs to another table or scan, or to rows with other
    /// values in the fixed columns.
    pub(crate) fn position(&self, scope: &Scope<'_>) -> Result<Vec<Value<'static>>> {
        self.check(scope)?;
        let last = scope::read_all(scope.order, &self.values).ok_or(PageTokenError::Damaged)?;
        scope.check_fixed(scope.order, &last)?;
        Ok(last)
    }
    /// Makes the token of the rest of a part of an export: the number of values of `from` and `to`, a byte that is 1 if
    /// there is an `after`, and their values. `ordering` lists all columns that rows are sorted by.
    ///
    /// # Errors
    /// A value that its column cannot hold.
    pub(crate) fn of_rest(scope: &Scope<'_>, ordering: &[Member], rest: &Rest) -> Result<Self> {
        // There are at most 61 columns.
        let bytes = vec![rest.from.len() as u8, rest.to.len() as u8, rest.after.is_some().into()];
        let ends = ordering.iter().zip(&rest.from).chain(ordering.iter().zip(&rest.to));
        PageToken::write(scope, bytes, ends.chain(scope.order.iter().zip(rest.after.iter().flatten())))
    }

    /// Reads the rest of a part of an export.
    ///
    /// # Errors
    /// [`PageToken`](crate::ErrorKind::PageToken) if the token does not belong to the same export.
    pub(crate) fn rest(&self, scope: &Scope<'_>, ordering: &[Member]) -> Result<Rest> {
        self.check(scope)?;
        let read = || {
            let (&[from, to, after], bytes) = self.values.split_first_chunk()?;
            let (from, to) = (ordering.get(..from.into())?, ordering.get(..to.into())?);
            let after = match after {
                0 => None,
                1 => Some(scope.order),
                _ => return None,
            };
            let mut values = scope::read_all(&[from, to, after.unwrap_or_default()].concat(), bytes)?;
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

#[cfg(test)]
mod tests {
    use super::super::tests::{AT, EVENT_ID, feed, orders, *};
    use super::*;
    use crate::error::Detail;
    use std::ops::Bound;
    use ydb_keys_core::schema::{HashDef, HashFunction, Table};
    use ydb_keys_core::types::{DecimalValue, Value, YdbType};

    fn refused(token: &PageToken, scope: &Scope<'_>) -> PageTokenError {
        match token.position(scope) {
            Err(error) => match error.into_detail() {
                Detail::PageToken(error) => error,
                other => panic!("{other}"),
            },
            other => panic!("{other:?}"),
        }
    }

    /// Tokens made with Python: `xxhash.xxh3_64_intdigest` over the texts of this page, `struct.pack("<Q", ..)`,
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
        let column = |name, ty| order_column(name, ty, false);
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
                    order_column("price", decimal, true),
                ],
                fixed: &[utf8("ab"), uuid.clone()],
                from: Bound::Included(()),
                ..orders()
            },
            &[utf8("ab"), uuid, Value::Timestamp(1_714_979_289_123_456), price],
            "AZgNOikLiO32AmFiAAECAwQFBgcICQoLDA0OD4BKU7vDFwYAAYDOgFj7______________8lxKY_",
        );
    }

    /// Token made with Python, like `golden_tokens`.
    #[test]
    fn a_golden_token_of_buckets() {
        let token = PageToken::new(&feed(), &[Value::Uint64(20), Value::Uint64(1001)]).unwrap();
        assert_eq!(token.to_string(), "ARZFyH0pNlSWFAAAAAAAAADpAwAAAAAAAM-C4hg");
    }

    #[test]
    fn a_token_survives_a_change_of_the_number_of_buckets_and_of_nothing_else() {
        const fn with(hash: HashDef) -> Table {
            Table { hash: Some(hash), ..FEED }
        }
        const MORE: Table = with(HashDef { name: "shard_2", buckets: Some(32), ..EVENT_BUCKET });
        const OTHER_FUNCTION: Table = with(HashDef { function: HashFunction::NumericHash, ..EVENT_BUCKET });
        const OTHER_INPUTS: Table = with(HashDef { inputs: &[0, 1], ..EVENT_BUCKET });
        const HASHED: Table = with(HashDef { buckets: None, ..EVENT_BUCKET });
        let token = PageToken::new(&feed(), &[Value::Uint64(20), Value::Uint64(1001)]).unwrap();
        let of = |table| Scope { table, ..feed() };
        assert_eq!(token.position(&of(&MORE)).unwrap(), [Value::Uint64(20), Value::Uint64(1001)]);
        for other in [&OTHER_FUNCTION, &OTHER_INPUTS, &HASHED] {
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
            Scope { order: &[Member { name: "id", ..ORDER_ID }], ..orders() },
            Scope { order: &[Member { ty: YdbType::Int64, ..ORDER_ID }], ..orders() },
            Scope { order: &[Member { optional: true, ..ORDER_ID }], ..orders() },
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
            "table `orders`, column `customer`: the page token continues a scan of \"alice\", not of \"bob\"\n\
             help: start from the first page"
        );
        let long = "b".repeat(10_000);
        let error = refused(&token, &by_customer(&[Value::Utf8(long.into())]));
        assert!(error.to_string().len() < 400, "{error}");
        assert!(matches!(refused(&token, &by_customer(&[Value::Null])), PageTokenError::OtherRows { .. }));
    }

    #[test]
    fn the_servers_spelling_of_a_dynumber_is_the_same_number() {
        let order = [order_column("number", YdbType::DyNumber, false)];
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
            "table `orders`, column `order_id`: unexpected NULL\nhelp: make the field an `Option` if the column may hold NULL"
        );
        let text = "table `orders`: the result has no column `order_id`\nhelp: compare the model with the table: the command `diff`";
        assert_eq!(error(&[Value::Null]), text);
        assert_eq!(
            error(&[Value::Null, Value::Int64(1)]),
            "table `orders`, column `order_id`: expected Uint64, found Int64\n\
             help: make `encode` of the field's type return a value of the type that it is asked for"
        );
    }

    const SHARD: Member = order_column("shard", YdbType::Uint32, false);
    const ORDERING: [Member; 3] = [SHARD, AT, EVENT_ID];

    fn export() -> Scope<'static> {
        Scope { export: true, ..feed() }
    }

    fn of_rest(scope: &Scope<'_>, rest: &Rest) -> PageToken {
        PageToken::of_rest(scope, &ORDERING, rest).unwrap()
    }

    fn rest_refused(token: &PageToken, scope: &Scope<'_>) -> PageTokenError {
        match token.rest(scope, &ORDERING) {
            Err(error) => match error.into_detail() {
                Detail::PageToken(error) => error,
                other => panic!("{other}"),
            },
            other => panic!("{other:?}"),
        }
    }

    /// Returns the rest of an export that begins after a row of the fourth shard, and ends before the eighth.
    fn rest() -> Rest {
        let after = vec![Value::Uint64(20), Value::Uint64(1001)];
        Rest { from: vec![Value::Uint32(4)], after: Some(after), to: vec![Value::Uint32(8)] }
    }

    #[test]
    fn what_is_left_reads_back() {
        let longer = Rest { from: vec![Value::Uint32(4), Value::Uint64(20)], ..rest() };
        for rest in [Rest::default(), Rest { after: None, ..rest() }, Rest { to: Vec::new(), ..rest() }, longer, rest()]
        {
            let token: PageToken = of_rest(&export(), &rest).to_string().parse().unwrap();
            assert_eq!(token.rest(&export(), &ORDERING).unwrap(), rest);
        }
    }

    #[test]
    fn the_bytes_are_counts_and_values() {
        let bytes = [&[1, 1, 1, 4, 0, 0, 0, 8, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0][..], &1001_u64.to_le_bytes()].concat();
        assert_eq!(of_rest(&export(), &rest()).values, bytes);
    }

    #[test]
    fn a_token_of_another_scan_or_of_other_rows_is_rest_refused() {
        let token = of_rest(&export(), &rest());
        for other in [feed(), Scope { export: true, ..orders() }, Scope { descending: true, ..export() }] {
            let table = other.table.name;
            assert_eq!(rest_refused(&token, &other), PageTokenError::OtherScan { table }, "{other:?}");
        }
        let (twenty, other) = ([Value::Uint64(20)], [Value::Uint64(21)]);
        let token = of_rest(&Scope { fixed: &twenty, ..export() }, &rest());
        assert_eq!(token.rest(&Scope { fixed: &twenty, ..export() }, &ORDERING).unwrap(), rest());
        let error = rest_refused(&token, &Scope { fixed: &other, ..export() });
        assert!(matches!(error, PageTokenError::OtherRows { table: "feed", column: "at", .. }), "{error}");
        let ends = Rest { from: vec![Value::Uint32(4), Value::Uint64(20)], ..Rest::default() };
        let error =
            rest_refused(&of_rest(&Scope { fixed: &twenty, ..export() }, &ends), &Scope { fixed: &other, ..export() });
        assert!(matches!(error, PageTokenError::OtherRows { table: "feed", column: "at", .. }), "{error}");
    }

    #[test]
    fn a_forged_token_is_rest_refused() {
        let token = of_rest(&export(), &rest());
        let long = [&token.values[..], &[0]].concat();
        let (more, flag) = ([&[4], &token.values[1..]].concat(), [&[1, 1, 2], &token.values[3..]].concat());
        for values in [&[][..], &[0, 0], &token.values[..token.values.len() - 1], &long, &more, &flag] {
            let forged = PageToken { values: values.to_vec(), ..token.clone() };
            assert_eq!(rest_refused(&forged, &export()), PageTokenError::Damaged, "{values:?}");
        }
    }
}
