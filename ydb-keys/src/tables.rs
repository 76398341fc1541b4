//! `schema![..]`: the tables of an application's models as one constant.

use crate::schema::Table;
use crate::types::const_text::{Message, same};

/// The tables of models, in the order given: a constant `&'static [&'static Table]`.
///
/// Two models with the same table do not compile. Pass the constant to [`ydb_keys_cli::main`](https://docs.rs/ydb-keys-cli/latest/ydb_keys_cli/fn.main.html). Models are given
/// by their paths.
///
/// ```
/// use ydb_keys::{Table, YdbTable};
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// #[derive(YdbTable)]
/// #[ydb(table = "customers", primary_key(email))]
/// struct Customer {
///     email: String,
/// }
///
/// const TABLES: &[&Table] = ydb_keys::schema![Order, Customer];
/// assert_eq!(TABLES[1].name, "customers");
/// ```
#[macro_export]
macro_rules! schema {
    ($($model:ty),* $(,)?) => {
        const {
            let tables = &[$(<$model as $crate::__private::YdbTable>::TABLE),*];
            $crate::__private::distinct_tables(tables, &[$(::core::stringify!($model)),*]);
            let tables: &'static [&'static $crate::__private::Table] = tables;
            tables
        }
    };
}

/// Refuses two models with the same table.
#[doc(hidden)]
#[track_caller]
pub const fn distinct_tables<const N: usize>(tables: &[&Table; N], models: &[&str; N]) {
    // Lists of the tables whose paths have the same checksum: to compare all with all is slow for hundreds of models.
    let (mut last, mut before) = ([N; N], [N; N]);
    let mut i = 0;
    while i < N {
        let path = tables[i].name;
        let list = checksum(path) % N;
        let mut other = last[list];
        while other < N {
            if same(tables[other].name, path) {
                Message::rule("conflicting_attributes")
                    .text("the models ")
                    .name(models[other])
                    .text(" and ")
                    .name(models[i])
                    .text(" have the same table, ")
                    .name(path)
                    .text("\nhelp: give one of them another path, `#[ydb(table = \"...\")]`, or leave it out")
                    .refuse()
            }
            other = before[other];
        }
        before[i] = last[list];
        last[list] = i;
        i += 1;
    }
}

const fn checksum(text: &str) -> usize {
    let (text, mut sum, mut i) = (text.as_bytes(), 0_usize, 0);
    while i < text.len() {
        sum = sum.wrapping_mul(31).wrapping_add(text[i] as usize);
        i += 1;
    }
    sum
}
