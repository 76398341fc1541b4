//! The table's own update type, with a setter for each column outside the key.
//!
//! Generated code calls the library's types by their methods and not by paths: that is less work for the compiler, and
//! no trait can come before a method of the type itself.

use proc_macro2::TokenStream;
use quote::quote;

use super::codec;
use crate::model::table::Table;

pub(super) fn update(table: &Table) -> TokenStream {
    let (ident, visibility, name) = (&table.ident, &table.visibility, &table.names.update);
    let setters = table
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
                    pub fn #setter(self, #setter: #ty) -> Self {
                        #name(self.0.set_with(#position, &#setter, #to_value))
                    }
                },
                // Generic functions need no `#[inline]`.
                None => quote! {
                    pub fn #setter<__A: __ydb::NewValue<#ident, #ty>>(self, #setter: __A) -> Self {
                        #name(self.0.set(#position, #setter))
                    }
                },
            }
        });
    quote! {
        #[must_use = "nothing is sent until `.exec(client).await`"]
        #visibility struct #name<__W: __ydb::UpdateTarget<#ident> = __ydb::ByKey>(__ydb::Update<#ident, __W>);
        impl<__W: __ydb::UpdateTarget<#ident>> #name<__W> {
            #(#setters)*
            #[inline]
            pub fn when(self, condition: __ydb::Condition<#ident>) -> Self { #name(self.0.when(condition)) }
        }
        impl<__W: __ydb::UpdateTarget<#ident>> ::core::ops::Deref for #name<__W> {
            type Target = __ydb::Update<#ident, __W>;
            #[inline]
            fn deref(&self) -> &Self::Target { &self.0 }
        }
    }
}
