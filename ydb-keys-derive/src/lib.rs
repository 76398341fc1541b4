//! The derive macros of `ydb-keys`; use them through that crate, which re-exports them.
//!
//! Data flows one way: tokens, attributes (`attr`), a model that cannot be invalid (`model`), code (`expand`).

mod attr;
mod diag;
mod expand;
mod model;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use diag::Errors;
use model::newtype::ColumnType;

#[doc = include_str!("../attributes.md")]
#[proc_macro_derive(YdbTable, attributes(ydb))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let table = model::build::table(&input, &mut errors);
    let mut code = errors.into_tokens();
    // After an error too: users of the model then see that error alone, and the rules about types are checked as well.
    code.extend(table.as_ref().map(expand::table));
    code.into()
}

/// Makes a newtype or a fieldless enum the type of a column.
///
/// A newtype is transparent. `#[ydb(monotonic)]` or `#[ydb(dispersed)]` on it says how its values are spread,
/// for every table that uses it. `#[ydb(type = "...")]` chooses the YDB type, as on a field.
///
/// An enum is stored as a `Utf8` with the variants' names (`#[ydb(rename_all = "snake_case")]`, and
/// `#[ydb(rename = "...")]` on a variant), or with `#[ydb(as = "Uint8")]` as an integer, its discriminants written out.
#[proc_macro_derive(YdbColumn, attributes(ydb))]
pub fn derive_column(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let column = model::newtype::column_type(&input, &mut errors);
    let mut code = errors.into_tokens();
    code.extend(match column {
        ColumnType::Newtype(newtype) => expand::newtype(&newtype),
        ColumnType::Enum(input) => expand::enumeration(&input),
        ColumnType::Stub(input) => expand::stub(&input),
    });
    code.into()
}
