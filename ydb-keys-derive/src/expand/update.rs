//! The table's own update type: a setter for each column outside the key.
//!
//! Generated code calls the library's types by their methods and not by paths: that is less work for the compiler, and
//! no trait can come before a method of the type itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::codec;
use crate::model::table::Table;

pub(super) fn update(table: &Table) -> TokenStream {
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
