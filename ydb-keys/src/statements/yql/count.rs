//! Numbers of rows: the parameters of LIMIT and OFFSET.

use super::given::Given;
use ydb_keys_core::queries::Query;
use ydb_keys_core::queries::value::AnyParameter;

/// A number of rows, which YDB takes as a Uint64 only.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a number of rows",
    label = "expected `u64`, the type of LIMIT and OFFSET",
    note = "convert it, as in `limit = u64::from(limit)`, `limit = u64::try_from(limit)?` for a number that may be negative, or `limit = limit as u64`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait RowCount {
    #[doc(hidden)]
    type Sent: AnyParameter;

    #[doc(hidden)]
    fn sent(&self) -> Self::Sent;
}

macro_rules! counts {
    ($($own:ty => $sent:ty, $self:ident => $value:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl RowCount for $own {
            type Sent = $sent;

            fn sent(&self) -> $sent {
                let $self = self;
                $value
            }
        }
    )*};
}

counts! {
    u64 => u64, value => *value;
    &u64 => u64, value => **value;
    Option<u64> => Option<u64>, value => *value;
    &Option<u64> => Option<u64>, value => **value;
}

impl Given {
    /// A value that no column says the type of: a number of rows.
    pub fn count<P: RowCount>(query: &'static Query<'static>, number: usize, value: &P) -> Self {
        Given::any(query, number, &value.sent())
    }
}
