//! The table's own update type, with a setter for each column outside the key.

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
                        #name(__ydb::Update::set_with(self.0, #position, &#setter, #to_value))
                    }
                },
                // Generic functions need no `#[inline]`.
                None => quote! {
                    pub fn #setter<__A: __ydb::NewValue<#ident, #ty>>(self, #setter: __A) -> Self {
                        #name(__ydb::Update::set(self.0, #position, #setter))
                    }
                },
            }
        });
    quote! {
        #[must_use = "nothing is sent until `.exec(client).await`"]
        #visibility struct #name(__ydb::Update<#ident>);
        impl #name {
            #(#setters)*
        }
        __ydb::update_methods!(#name, #ident);
    }
}
