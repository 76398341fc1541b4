//! The derive macros of `ydb-keys`; use them through that crate, which re-exports them.
//!
//! Data flows one way: tokens, attributes (`attr`), a model that cannot be invalid (`model`), code (`expand`).

#![cfg_attr(docsrs, feature(doc_cfg))]

// The rooms. Each imports only rooms above it; `tests/rooms` holds that.
//
// diag.rs        all errors of a derive; the nearest known word
// words.rs       every word of #[ydb(..)]: its name, what it takes, an example; the names of YDB's types
// rules.rs       every rule: its id, whether it can be allowed, what it refuses, its cure; tests compile it
//                too, so it imports nothing
// attr/          #[ydb(..)] as written                                       <- diag, words
// model/         names resolved, rules across attributes checked             <- diag, words, rules, attr
// expand/        one implementation a file; infallible                       <- model
// test.rs        #[ydb_keys::test]: as written, checked, and its code           <- diag
// yql/           yql!: a query's text to facts as constants; knows no table  <- diag, words
// snapshots/     what the derive writes for three models, to be read first (tests.rs)

mod attr;
mod diag;
mod expand;
mod model;
mod private;
#[allow(dead_code, reason = "the lines and the cures are what tests compare the pages with")]
mod rules;
mod test;
#[cfg(test)]
mod tests;
mod words;
#[cfg(feature = "yql")]
mod yql;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use diag::Errors;
use model::newtype::ColumnType;

#[doc = include_str!("../attributes.md")]
#[proc_macro_derive(YdbTable, attributes(ydb))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let table = model::table::resolve(&input, &mut errors);
    let mut code = errors.into_tokens();
    // Code is generated after an error, too. Users of the model then see only that error, and the rules about types are
    // checked as well.
    code.extend(table.as_ref().map(expand::table));
    code.into()
}

/// Makes a struct readable from rows: some columns of a table, or the result of a query of your own.
///
/// The columns are found by the names of the fields, in any order. Columns that the struct does not have are skipped. A
/// column that is missing, of another type, or unexpectedly NULL is an error that names it.
///
/// ```
/// use ydb_keys::{Value, YdbRow};
///
/// // SELECT customer_id, SUM(amount) AS total FROM orders GROUP BY customer_id
/// #[derive(YdbRow, Debug, PartialEq)]
/// struct CustomerTotal {
///     customer_id: u64,
///     total: Option<f64>,
/// }
/// let row = CustomerTotal::from_column_values(vec![Value::Uint64(7), Value::Double(99.5)])?;
/// assert_eq!(row, CustomerTotal { customer_id: 7, total: Some(99.5) });
/// # Ok::<(), ydb_keys::Error>(())
/// ```
///
/// `#[ydb(of = Order)]` makes the struct a part of a row of the model `Order`. The compiler then checks that the table
/// has the columns, and that the fields can hold their values.
///
/// All attributes are in the [reference](derive@YdbTable#rows-of-queries-deriveydbrow).
#[proc_macro_derive(YdbRow, attributes(ydb))]
pub fn derive_row(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let row = model::row::resolve(&input, &mut errors);
    let mut code = errors.into_tokens();
    code.extend(row.as_ref().map(expand::projection));
    code.into()
}

/// Makes a newtype or a fieldless enum the type of a column.
///
/// A newtype is transparent. `#[ydb(monotonic)]` or `#[ydb(dispersed)]` on it says how its values are spread, for every
/// table that uses it. `#[ydb(type = "...")]` chooses the YDB type, as on a field.
///
/// An enum is stored as a `Utf8` with the variants' names (`#[ydb(rename_all = "snake_case")]`, and
/// `#[ydb(rename = "...")]` on a variant), or with `#[ydb(as = "Uint8")]` as an integer, its discriminants written out.
#[proc_macro_derive(YdbColumn, attributes(ydb))]
pub fn derive_column(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let column = model::newtype::column_type(&input, &mut errors);
    let mut code = errors.into_tokens();
    code.extend(column.map(|column| match column {
        ColumnType::Newtype(newtype) => expand::newtype(&newtype),
        ColumnType::Enum(input) => expand::enumeration(&input),
        ColumnType::Stub(input) => expand::stub(&input),
    }));
    code.into()
}

/// Makes a function a test with a database of its own: `#[ydb_keys::test(Order, Customer)] async fn name(client:
/// ydb::Client)`.
///
/// The tables of the models are created before the test. The database is removed after the test, also if it panics. The
/// function may return `()` or any `Result` that the standard `#[test]` takes, and other attributes keep their meaning:
/// `#[ignore]`, `#[should_panic]`. The test needs no other runtime.
///
/// Besides models, the parentheses take:
///
/// - `clock`: the test runs on the embedded engine, with a clock that the test moves with `Server::advance`.
/// - `schedule = n`: the test runs under n seeds on the embedded engine. Each seed is another order of the test's
///   requests and answers. A failure is reported with the smallest schedule that fails, and the line that repeats it.
/// - `faults = n`: needs `schedule`. Under each seed at most n things go wrong: an answer is lost, a connection breaks,
///   a partition splits, the server restarts.
/// - `order = "strict"`: needs `schedule`. A transaction sees everything that was committed before it, in the order of
///   the commits. YDB promises less, and so does a schedule without this word.
/// - `crate = path`: path of the crate `ydb-keys`, for re-exports.
#[proc_macro_attribute]
pub fn test(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let test = test::resolve(args.into(), item.clone().into(), &mut errors);
    match test {
        Some(test) => test::code(&test).into(),
        None => {
            // The function itself stays, so that the items that it uses are not reported as unused.
            let mut code = TokenStream::from(errors.into_tokens());
            code.extend(TokenStream::from(quote::quote!(#[allow(dead_code)])));
            code.extend(item);
            code
        }
    }
}

/// Reads the text for `ydb_keys::yql!`.
#[cfg(feature = "yql")]
#[doc(hidden)]
#[proc_macro]
pub fn yql(input: TokenStream) -> TokenStream {
    yql::query(input.into(), false).into()
}

/// Reads the file for `ydb_keys::yql_file!`.
#[cfg(feature = "yql")]
#[doc(hidden)]
#[proc_macro]
pub fn yql_file(input: TokenStream) -> TokenStream {
    yql::query(input.into(), true).into()
}
