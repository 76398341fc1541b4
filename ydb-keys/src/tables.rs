//! The macro `schema!`: the tables of an application's models as one constant.

/// Lists the tables of models, in the order given, as a constant `&'static [&'static Table]`.
///
/// Models are given by their paths. Two models with the same table do not compile. Pass the constant to
/// [`ydb_keys_cli::main`](https://docs.rs/ydb-keys-cli/latest/ydb_keys_cli/fn.main.html).
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
            let __tables = &[$(<$model as $crate::__private::YdbTable>::TABLE),*];
            $crate::__private::rules::distinct_tables(__tables, &[$(::core::stringify!($model)),*]);
            let __tables: &'static [&'static $crate::__private::Table] = __tables;
            __tables
        }
    };
}
