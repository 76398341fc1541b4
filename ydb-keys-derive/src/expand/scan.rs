//! The table's own scan type, whose states let only legal prefixes of the key compile.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::codec;
use crate::model::column::Column;
use crate::model::table::Table;

/// How many key columns a scan must fix, or give a range, to stay within one stretch of the key.
struct Least {
    fixed: usize,
    named: usize,
}

impl Least {
    fn of(table: &Table) -> Least {
        let inputs = table.key.hash.iter().flat_map(|hash| &hash.inputs);
        let position = |(input, _): &(usize, _)| table.key.columns.iter().position(|(column, _)| column == input);
        let fixed = inputs.filter_map(position).map(|position| position + 1).max().unwrap_or(0);
        // Without a hash a range of the first column is enough.
        Least { fixed, named: fixed.max(1).min(table.key.columns.len()) }
    }
}

pub(super) fn scan(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.scan);
    let least = Least::of(table);
    let columns: Vec<&Column> = table.key.columns.iter().map(|(column, _)| &table.columns[*column]).collect();
    let needed = columns[..least.named].iter().map(|column| &column.ident);
    // The compiler prints these types: as the names of the columns to fix.
    let bounded = quote!(__ydb::Bounded<#ident, (#(__fix::#needed),*)>);
    let methods = methods(name, &columns);
    let mut states = TokenStream::new();
    let mut state = quote!(__ydb::Start);
    for at in 0..columns.len() {
        if at >= least.fixed {
            states.extend(quote!(impl #bounded for __ydb::Ranged<#state> {}));
        }
        state = quote!(__ydb::Fixed<#state>);
        if at + 1 >= least.fixed {
            states.extend(quote!(impl #bounded for #state {}));
        }
    }
    let fix = fix(table, least.named);
    quote! {
        #fix
        pub struct #name<__S>(__ydb::Scan<#ident>, __ydb::PhantomData<__S>);
        #methods
        __ydb::scan_methods!(#name, #ident, { #bounded });
        #states
    }
}

/// A method for each column on the state that has all columns before it.
pub(super) fn methods(name: &Ident, columns: &[&Column]) -> TokenStream {
    let mut methods = TokenStream::new();
    let mut state = quote!(__ydb::Start);
    for column in columns {
        let (method, ty) = (&column.ident, &column.ty);
        let fixed = match column.is_plain() {
            true => quote!(column(self.0, #method, <#ty as __ydb::Column>::as_dyn)),
            false => {
                let encode = codec::encode(column);
                quote!(column_with(self.0, #method, #encode))
            }
        };
        let method = (!column.reserved && !column.json).then(|| {
            quote! {
                impl #name<#state> {
                    #[inline]
                    pub fn #method<__A: __ydb::KeyArg<#ty>>(self, #method: __A) -> #name<__A::Next<#state>> {
                        #name(__ydb::Scan::#fixed, __ydb::PhantomData)
                    }
                }
            }
        });
        methods.extend(method);
        state = quote!(__ydb::Fixed<#state>);
    }
    methods
}

/// The types whose names are those of the columns that a scan must fix: the first ones of the key, and the first of
/// each index.
fn fix(table: &Table, named: usize) -> TokenStream {
    let key = table.key.columns.iter().take(named).map(|(column, _)| *column);
    let indexed = table.indexes.iter().filter_map(|index| index.on.first()).map(|(column, _)| *column);
    let columns: BTreeSet<usize> = key.chain(indexed).collect();
    let names = columns.iter().map(|column| &table.columns[*column].ident);
    quote!(mod __fix { #(pub struct #names;)* })
}
