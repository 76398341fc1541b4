//! The derive macros of `ydb-keys`.
use proc_macro::TokenStream;
/// x
#[proc_macro_derive(YdbTable, attributes(ydb))]
pub fn ydb_table(_: TokenStream) -> TokenStream { TokenStream::new() }
/// x
#[proc_macro_derive(YdbColumn, attributes(ydb))]
pub fn ydb_column(_: TokenStream) -> TokenStream { TokenStream::new() }
