//! The table's own scan type, whose states let only legal prefixes of the key compile.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use super::codec;
use crate::model::column::Column;
use crate::model::key::Hash;
use crate::model::table::Table;

/// How many columns of a key or an index a scan must fix, or give a range, to stay within one stretch, or one of each
/// bucket.
pub(super) struct Least {
    fixed: usize,
    named: usize,
}

impl Least {
    pub(super) fn of(hash: Option<&Hash>, columns: &[(usize, Span)]) -> Least {
        let inputs = hash.filter(|hash| hash.buckets.is_none()).into_iter().flat_map(|hash| &hash.inputs);
        let position = |(input, _): &(usize, _)| columns.iter().position(|(column, _)| column == input);
        let fixed = inputs.filter_map(position).map(|position| position + 1).max().unwrap_or(0);
        // Without a hash a range of the first column is enough.
        Least { fixed, named: fixed.max(1).min(columns.len()) }
    }

    /// The columns that must be named, of all of them.
    pub(super) fn named<'a>(&self, columns: &'a [(usize, Span)]) -> impl Iterator<Item = usize> + use<'a> {
        columns.iter().take(self.named).map(|(column, _)| *column)
    }

    /// Implements `bounded` for the states of a scan that have named enough of its `columns`.
    pub(super) fn states(&self, bounded: &TokenStream, columns: usize) -> TokenStream {
        let mut states = TokenStream::new();
        let mut state = quote!(__ydb::Start);
        for at in 0..columns {
            if at >= self.fixed {
                states.extend(quote!(impl #bounded for __ydb::Ranged<#state> {}));
            }
            state = quote!(__ydb::Fixed<#state>);
            if at + 1 >= self.fixed {
                states.extend(quote!(impl #bounded for #state {}));
            }
        }
        states
    }
}

pub(super) fn scan(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.scan);
    let least = Least::of(table.key.hash.as_ref(), &table.key.columns);
    let columns: Vec<&Column> = table.key.columns.iter().map(|(column, _)| &table.columns[*column]).collect();
    let needed = least.named(&table.key.columns).map(|column| &table.columns[column].ident);
    // The compiler prints these types: as the names of the columns to fix.
    let bounded = quote!(__ydb::Bounded<#ident, (#(__fix::#needed),*)>);
    let methods = methods(name, &columns);
    let states = least.states(&bounded, columns.len());
    let fix = fix(table, &least);
    quote! {
        #fix
        #[must_use = "nothing is read until `.fetch(client).await`"]
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
fn fix(table: &Table, least: &Least) -> TokenStream {
    let key = least.named(&table.key.columns);
    let indexed = table.indexes.iter().flat_map(|index| Least::of(index.hash.as_ref(), &index.on).named(&index.on));
    let columns: BTreeSet<usize> = key.chain(indexed).collect();
    let names = columns.iter().map(|column| &table.columns[*column].ident);
    quote!(mod __fix { #(pub struct #names;)* })
}
