//! All code of a table. Generated code stands in a constant of its own, with the path of the runtime crate, and without
//! the lints that it would provoke. Also the setters of an update, one for each column outside of the key.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;
use syn::ext::IdentExt;

use super::{checks, codec, key, row, scan, schema};
use crate::model::table::Table;
use crate::private::private;

/// Returns all code of a table.
pub(crate) fn table(table: &Table) -> TokenStream {
    let key_struct = key::key_struct(table);
    let markers = scan::index_markers(table);
    let (ident, visibility, names) = (&table.ident, &table.visibility, &table.names);
    let (key, scan, update, text) = (&names.key, &names.scan, &names.update, names.key.unraw().to_string());
    let parts = [
        row::table_impl(table, schema::table_schema(table)),
        key::key_impl(table),
        scan::names_module(table),
        scan::scan(table),
        scan::index_scans(table),
        update_setters(table),
        row::columns_struct(table),
        checks::checks(table),
        quote!(__ydb::model! { #visibility #ident, #key #text, #scan, #update }),
    ];
    #[cfg(feature = "yql")]
    let parts = [TokenStream::from_iter(parts), row::column_types(table)];
    let no_columns = codec::no_columns(table.columns.iter());
    let body = const_block(&table.krate, no_columns.into_iter().chain(parts).collect());
    quote!(#key_struct #markers #body)
}

/// Puts code into a constant. There it can name the runtime crate as `__ydb`, and nobody can name what it defines.
///
/// Generated code would break these lints where a user forbids them: names with underscores, paths that could be
/// shorter, `pub` in a place that is not reachable, a deprecated field that is still a column, methods that this
/// program does not call, and a trait imported for the types that need it.
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

/// Implements the table's own update type: a setter for each column outside of the key.
///
/// Generated code calls the library's types by their methods and not by paths. This is less work for the compiler, and
/// no trait can come before a method of the type itself.
fn update_setters(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.update);
    let setters: TokenStream = table
        .columns
        .iter()
        .enumerate()
        // The library writes the version.
        .filter(|(_, column)| column.version.is_none())
        .filter(|(position, column)| !column.reserved && !table.key.columns.iter().any(|(key, _)| key == position))
        .map(|(position, column)| {
            let (setter, ty) = (&column.ident, &column.ty);
            match codec::to_value(column) {
                Some(to_value) => quote! {
                    #[inline]
                    pub fn #setter(self, __value: #ty) -> Self {
                        #name(self.0.set_with(#position, &__value, #to_value))
                    }
                },
                // Generic functions need no `#[inline]`.
                None => quote! {
                    pub fn #setter<__A: __ydb::NewValue<#ident, #ty>>(self, __value: __A) -> Self {
                        self.__set(#position, __value)
                    }
                },
            }
        })
        .collect();
    quote!(impl<__R> #name<__R> { #setters })
}
