//! The frame around all generated code: a constant of its own, the lints it would provoke, the path of the runtime
//! crate.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;
use syn::ext::IdentExt;

use super::{checks, codec, columns, index, key, names, row, scan, schema, update};
use crate::model::table::Table;
use crate::private::private;

/// All code of a table.
pub(crate) fn table(table: &Table) -> TokenStream {
    let key_struct = key::key_struct(table);
    let markers = index::markers(table);
    let (ident, visibility, names) = (&table.ident, &table.visibility, &table.names);
    let (key, scan, update, text) = (&names.key, &names.scan, &names.update, names.key.unraw().to_string());
    let parts = [
        row::table_impl(table, schema::table(table)),
        key::key_impl(table),
        names::module(table),
        scan::scan(table),
        index::scans(table),
        update::update(table),
        columns::columns(table),
        checks::checks(table),
        quote!(__ydb::model! { #visibility #ident, #key #text, #scan, #update }),
    ];
    #[cfg(feature = "yql")]
    let parts = [TokenStream::from_iter(parts), columns::types(table)];
    let no_columns = codec::no_columns(table.columns.iter());
    let body = const_block(&table.krate, no_columns.into_iter().chain(parts).collect());
    quote!(#key_struct #markers #body)
}

/// Puts code where it can name the runtime crate as `__ydb`, and nobody can name what it defines.
///
/// The lints are those that generated code provokes where a user forbids them: names with underscores, paths that could
/// be shorter, `pub` in a place that is not reachable, a deprecated field that is a column all the same, methods that
/// this program does not call, and a trait imported for the types that need it.
pub(super) fn const_block(krate: &Path, body: TokenStream) -> TokenStream {
    let private = private();
    quote! {
        #[doc(hidden)]
        #[allow(
            non_camel_case_types, non_snake_case, unused_qualifications, unreachable_pub, missing_docs, missing_debug_implementations,
            dead_code, deprecated, unused_imports, clippy::absolute_paths
        )]
        const _: () = {
            use #krate::#private as __ydb;
            #body
        };
    }
}
