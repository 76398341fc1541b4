//! The token of what is left of a part of an export: made, and read back by an export of the same rows.

use super::order::OrderColumn;
use super::page_token::PageToken;
use super::scope::Scope;
use super::values;
use crate::error::{Error, PageTokenError, Result};
use ydb_keys_core::keys::Rest;

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
    /// [`PageToken`](crate::ErrorKind::PageToken) if the token is not one of the same export.
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

#[cfg(test)]
mod tests {
    use super::super::samples::{AT, EVENT_ID, feed, orders};
    use super::*;
    use crate::error::Detail;
    use ydb_keys_core::types::{Value, YdbType};

    const SHARD: OrderColumn = OrderColumn { name: "shard", ty: YdbType::Uint32, nullable: false };
    const ORDERING: [OrderColumn; 3] = [SHARD, AT, EVENT_ID];

    fn export() -> Scope<'static> {
        Scope { export: true, ..feed() }
    }

    fn of_rest(scope: &Scope<'_>, rest: &Rest) -> PageToken {
        PageToken::of_rest(scope, &ORDERING, rest).unwrap()
    }

    fn refused(token: &PageToken, scope: &Scope<'_>) -> PageTokenError {
        match token.rest(scope, &ORDERING) {
            Err(error) => match error.into_detail() {
                Detail::PageToken(error) => error,
                other => panic!("{other}"),
            },
            other => panic!("{other:?}"),
        }
    }

    /// In the fourth shard after a row, up to the eighth.
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
    fn a_token_of_another_scan_or_of_other_rows_is_refused() {
        let token = of_rest(&export(), &rest());
        for other in [feed(), Scope { export: true, ..orders() }, Scope { descending: true, ..export() }] {
            let table = other.table.name;
            assert_eq!(refused(&token, &other), PageTokenError::OtherScan { table }, "{other:?}");
        }
        let (twenty, other) = ([Value::Uint64(20)], [Value::Uint64(21)]);
        let token = of_rest(&Scope { fixed: &twenty, ..export() }, &rest());
        assert_eq!(token.rest(&Scope { fixed: &twenty, ..export() }, &ORDERING).unwrap(), rest());
        let error = refused(&token, &Scope { fixed: &other, ..export() });
        assert!(matches!(error, PageTokenError::OtherRows { table: "feed", column: "at", .. }), "{error}");
        let ends = Rest { from: vec![Value::Uint32(4), Value::Uint64(20)], ..Rest::default() };
        let error =
            refused(&of_rest(&Scope { fixed: &twenty, ..export() }, &ends), &Scope { fixed: &other, ..export() });
        assert!(matches!(error, PageTokenError::OtherRows { table: "feed", column: "at", .. }), "{error}");
    }

    #[test]
    fn a_forged_token_is_refused() {
        let token = of_rest(&export(), &rest());
        let long = [&token.values[..], &[0]].concat();
        let (more, flag) = ([&[4], &token.values[1..]].concat(), [&[1, 1, 2], &token.values[3..]].concat());
        for values in [&[][..], &[0, 0], &token.values[..token.values.len() - 1], &long, &more, &flag] {
            let forged = PageToken { values: values.to_vec(), ..token.clone() };
            assert_eq!(refused(&forged, &export()), PageTokenError::Damaged, "{values:?}");
        }
    }
}
