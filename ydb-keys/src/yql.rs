//! Macros for queries that are checked while the program compiles.

/// Makes a query of your own from YQL. The compiler checks its text, and the hash columns are added to it.
///
/// ```
/// use std::time::SystemTime;
/// use ydb_keys::{YdbRow, YdbTable, yql};
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// #[ydb(index(by_customer, on(customer_id, placed_at)))]
/// struct Order {
///     order_id: u64,
///     customer_id: u64,
///     placed_at: SystemTime,
///     amount: Option<f64>,
/// }
///
/// #[derive(YdbTable)]
/// #[ydb(table = "customers", primary_key(id_hash = numeric_hash(id), id))]
/// struct Customer {
///     id: u64,
///     name: String,
/// }
///
/// #[derive(YdbRow, Debug)]
/// struct Line {
///     order_id: u64,
///     amount: Option<f64>,
///     customer: String,
/// }
///
/// # #[cfg(feature = "sdk")]
/// async fn lines(client: &ydb_keys::ydb::Client, ids: &[u64]) -> ydb_keys::Result<Vec<Line>> {
///     let lines = yql!(
///         "SELECT o.order_id AS order_id, o.amount AS amount, c.name AS customer
///          FROM {Order} AS o
///          JOIN {Customer} AS c ON c.id = o.customer_id
///          WHERE o.order_id IN $ids
///          ORDER BY order_id",
///         ids
///     );
///     lines.fetch(client).await
/// }
/// ```
///
/// The arguments are
///
/// - the text, a string literal,
/// - a value for each `$name` in the text,
/// - a permission for each table that is read as a whole (`full_scan`).
///
/// The result is a [`Yql`](crate::Yql). It runs on a client and in a transaction ([`transact`](fn@crate::transact)),
/// like the operations of a model. [`yql_file!`](crate::yql_file) reads the text from a file. For a text that is known
/// only at run time, use [`query`](fn@crate::query), which does not check it.
///
/// # Text
///
/// The text is YQL. After `FROM`, `JOIN`, `INTO`, `UPDATE` and `DELETE FROM`, write the name of a model in braces:
///
/// | in the text | reads or writes |
/// |---|---|
/// | `{Order}`, `{shop::Order}` | the table of the model; the name is resolved like any type where the macro stands |
/// | `{Order:by_customer}` | the table through its index, like `VIEW by_customer` |
/// | `{Order at orders}` | the table of a [`TableAt`](crate::TableAt), given by an expression such as the variable `orders` |
///
/// Without an alias, a table is called like its model: `Order.amount`. Each column must be a column of its model;
/// otherwise the compiler names the line, the column and the nearest name. A table whose name is in backquotes is sent
/// as it is and is not checked.
///
/// # Parameters
///
/// Write `name = value` for each `$name`, or only `name` if a variable has that name. The text has no `DECLARE`.
///
/// | the parameter is | its value is |
/// |---|---|
/// | compared with a column | of the Rust type of the column, a reference to it, an `Option` of it, or a `&str` for a string |
/// | assigned to a column, or inserted into it | of the Rust type of the column, a reference to it, or a `&str` for a string; an `Option` only if the column is one |
/// | `column IN $list` | a vector, a slice, an array or a set of values that can be compared with the column |
/// | `AS_TABLE($rows)` | a vector, a slice, an array or a set of models or of structs with `#[derive(YdbRow)]` |
/// | `LIMIT $n`, `OFFSET $n` | a `u64` |
/// | anything else, such as a part of an expression | of any type that a column can have; `name = value as Uint64` chooses another YDB type |
///
/// ```
/// # use std::time::{Duration, SystemTime};
/// # use ydb_keys::{YdbRow, YdbTable, yql};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # #[ydb(index(by_customer, on(customer_id, placed_at)))]
/// # struct Order { order_id: u64, customer_id: u64, placed_at: SystemTime, amount: Option<f64> }
/// let since = SystemTime::now() - Duration::from_secs(3600);
/// let last_hour = yql!(
///     "SELECT order_id, amount FROM {Order:by_customer}
///      WHERE customer_id = $customer AND placed_at >= $since
///      ORDER BY placed_at DESC LIMIT $most",
///     customer = 7,
///     since,
///     most = 20_u64
/// );
/// # assert_eq!(last_hour.access()[0].access, ydb_keys::Access::Range);
///
/// #[derive(YdbRow)]
/// struct Discount {
///     order_id: u64,
///     percent: f64,
/// }
/// let discounts = vec![Discount { order_id: 1001, percent: 5.0 }];
/// let discounted = yql!(
///     "UPDATE {Order} ON
///      SELECT o.order_id AS order_id, o.amount * (100.0 - d.percent) / 100.0 AS amount
///      FROM AS_TABLE($discounts) AS d JOIN {Order} AS o ON o.order_id = d.order_id",
///     discounts
/// );
/// # assert_eq!(discounted.access()[0].access, ydb_keys::Access::Point);
/// # discounted.text()?;
/// # Ok::<(), ydb_keys::Error>(())
/// ```
///
/// # Optional pieces
///
/// A piece in `{? .. }` is sent only if each parameter in it has a value. A parameter that stands only in pieces is an
/// `Option`. One text can therefore serve a search form with any combination of its filters. The compiler checks each
/// combination like a query of its own: its syntax, its names and types, and how its rows are found. Its errors name
/// the combination: "without `since` and with `least`, all rows of table `orders` are read".
///
/// ```
/// # use std::time::SystemTime;
/// # use ydb_keys::{YdbTable, yql};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # #[ydb(index(by_customer, on(customer_id, placed_at)))]
/// # struct Order { order_id: u64, customer_id: u64, placed_at: SystemTime, amount: Option<f64> }
/// enum Sort {
///     Newest,
///     Amount,
/// }
///
/// let (least, since, sort) = (Some(10.0), None::<SystemTime>, Sort::Amount);
/// let found = yql!(
///     "SELECT order_id, amount FROM {Order}
///      WHERE customer_id = $customer {? AND amount >= $least } {? AND placed_at >= $since }
///      ORDER BY {order: placed_at DESC | amount}",
///     customer = 7,
///     least,
///     since,
///     order = match sort { Sort::Newest, Sort::Amount }
/// );
/// let text = found.text()?;
/// assert!(text.contains("amount >= $least") && text.ends_with("ORDER BY amount"));
/// assert!(!text.contains("since"));
/// assert_eq!(found.texts()?.len(), 8);
/// # Ok::<(), ydb_keys::Error>(())
/// ```
///
/// After `ORDER BY`, `{order: .. | ..}` offers several orders, and the query uses one of them. The value of `order` is
/// a `match` without arms: a pattern for each order, in the sequence of the text. The compiler checks that the patterns
/// cover the type.
///
/// Pieces may stand in a list of columns, in `WHERE`, `ON`, `HAVING`, `ORDER BY` and `LIMIT`. They may not stand in
/// another piece or in a literal. A text has at most six conditions (different sets of parameters that decide about
/// pieces) and 64 combinations. `full_scan(Order, reason = "..", without(since))` permits to read all rows only if
/// the pieces with `since` are left out. [`texts`](crate::Yql::texts) lists the text of each combination. [`text`](crate::Yql::text)
/// and [`access`](crate::Yql::access) describe the combination of the given values.
///
/// # What is added
///
/// Do not write hash columns or buckets. They are added to the text that is sent:
///
/// - In `SELECT`, `UPDATE` and `DELETE`: a condition on the hash column, if conditions joined by `AND` give all of its
///   inputs a value. The client computes a hash of parameters, and the server computes a hash of columns of another
///   table.
/// - In `INSERT`, `UPSERT` and `REPLACE`, and in `UPDATE .. ON` and `DELETE .. ON`: the hash column of each row.
/// - For a table with buckets, if nothing gives the bucket a value: a condition that lists all buckets, so that the
///   server can use the columns that follow in the key.
/// - A `DECLARE` for each parameter.
///
/// You may read or compare a hash column like any other column. You may not write one, neither in the text nor in the
/// rows that you pass: a row under the hash of other values would never be found again.
///
/// ```
/// # use ydb_keys::{YdbTable, yql};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// let order = yql!("SELECT amount FROM {Order} WHERE order_id = $id", id = 1001);
/// assert_eq!(
///     order.text()?,
///     "DECLARE $id AS Uint64;
/// DECLARE $order_hash_1 AS Uint64;
/// SELECT amount FROM `orders` AS `Order` WHERE order_hash = $order_hash_1 AND order_id = $id"
/// );
/// # Ok::<(), ydb_keys::Error>(())
/// ```
///
/// # Access
///
/// The compiler judges how the rows of each table are found ([`Access`](crate::Access)). A query that reads all rows of
/// a row table compiles only with a permission that gives the reason:
///
/// ```
/// # use ydb_keys::{YdbTable, yql};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, customer_id: u64, amount: Option<f64> }
/// let revenue = yql!(
///     "SELECT customer_id, SUM(amount) AS total FROM {Order} GROUP BY customer_id",
///     full_scan(Order, reason = "the report of the night")
/// );
/// assert_eq!(revenue.access()[0].access, ydb_keys::Access::Full);
/// ```
///
/// ```compile_fail
/// # use ydb_keys::{YdbTable, yql};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, customer_id: u64, amount: Option<f64> }
/// let revenue = yql!("SELECT customer_id, SUM(amount) AS total FROM {Order} GROUP BY customer_id");
/// ```
///
/// A permission that is not needed is an error as well. Column tables are made for scans, so their queries need none.
///
/// # Results
///
/// [`fetch`](crate::Yql::fetch), [`fetch_one`](crate::Yql::fetch_one) and [`first`](crate::Yql::first) read the rows. A
/// struct is read by the names of its columns. A tuple or a single value is read by the positions of the columns. A
/// struct with `#[derive(YdbRow)]` is compared with the text: the compiler reports a column that the result lacks, a
/// field that cannot hold the type of its column, and a field without `Option` for a column that can be NULL. If the
/// text does not tell the column or its type, such a fault is an error at run time. `cargo build` and `cargo test`
/// report these errors, `cargo check` does not, because the type of the row is known only when the call is compiled.
///
/// # What is not checked
///
/// The macro refuses no query that YDB runs. A construct that it does not understand compiles. If such a construct
/// decides how rows are found, the access is [`Unknown`](crate::Access::Unknown). Types of expressions, calls of
/// functions, and tables that are not models are not checked; YDB reports their errors.
///
/// # Errors
///
/// The rules are `syntax`, `unknown_column`, `index`, `ambiguous_column`, `full_scan`, `missing_column`,
/// `hash_written`, `type_mismatch`, `parameter`, `row`, `allowance`. `ydb-keys explain RULE` prints the page of a rule.
#[cfg_attr(docsrs, doc(cfg(feature = "yql")))]
#[macro_export]
macro_rules! yql {
    ($($query:tt)*) => { $crate::__private::yql::yql!([$crate] $($query)*) };
}

/// Makes a checked query, like [`yql!`](crate::yql), with the text in a file. The path of the file is relative to the
/// folder of the crate's `Cargo.toml`.
///
/// ```
/// # use ydb_keys::{YdbTable, yql_file};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// // The file: SELECT amount FROM {Order} WHERE order_id = $id
/// let amount = yql_file!("src/example.yql", id = 1001);
/// # assert!(amount.text()?.contains("order_hash_1"));
/// # Ok::<(), ydb_keys::Error>(())
/// ```
///
/// The other arguments and the errors are those of `yql!`; errors name the line of the file. The compiler reads the
/// file again when it changes. The file contains one query, with models in braces like `{Model}`. Files for
/// [`ydb-keys queries check`](https://docs.rs/ydb-keys/latest/ydb_keys/guide/operating_queries/) have plain table names
/// instead.
#[cfg_attr(docsrs, doc(cfg(feature = "yql")))]
#[macro_export]
macro_rules! yql_file {
    ($($query:tt)*) => { $crate::__private::yql::yql_file!([$crate] $($query)*) };
}
