//! The table's own update type, with a setter for each column outside the key.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::table::Table;

pub(super) fn update(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.update);
    let setters = table
        .columns
        .iter()
        .enumerate()
        .filter(|(position, column)| !column.reserved && !table.key.columns.iter().any(|(key, _)| key == position))
        .map(|(position, column)| {
            let (setter, ty) = (&column.ident, &column.ty);
            let set = match column.json {
                true => quote!(set_json(self.0, #position, &#setter, <#ty as __ydb::JsonColumn>::to_value)),
                false => quote!(set(self.0, #position, <#ty as __ydb::Column>::as_dyn(&#setter))),
            };
            quote! {
                #[inline]
                pub fn #setter(self, #setter: #ty) -> Self { #name(__ydb::Update::#set) }
            }
        });
    quote! {
        pub struct #name(__ydb::Update<#ident>);
        impl #name {
            #(#setters)*
        }
        __ydb::update_methods!(#name);
    }
}
