//! The model's own scan type, whose states let only legal prefixes of the key, or of an index, compile.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use super::{codec, names};
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
}

/// The methods of the model's own columns.
pub(super) fn scan(table: &Table) -> TokenStream {
    columns(table, &table.ident, table.key.hash.as_ref(), &table.key.columns)
}

/// How a model, or the marker of an index, sorts the rows, and the scan's methods for these columns.
pub(super) fn columns(table: &Table, of: &Ident, hash: Option<&Hash>, columns: &[(usize, Span)]) -> TokenStream {
    let (sorted, methods) = (sorted(table, of, hash, columns), methods(table, of, columns));
    quote!(#sorted #methods)
}

/// `impl Sorted`, for the model or the marker of an index.
fn sorted(table: &Table, of: &Ident, hash: Option<&Hash>, columns: &[(usize, Span)]) -> TokenStream {
    let least = Least::of(hash, columns);
    let ident = |column: usize| &table.columns[column].ident;
    let order = names::tuple(columns.iter().map(|(column, _)| ident(*column)));
    let (needs, fixed) = (names::tuple(least.named(columns).map(ident)), least.fixed);
    quote! {
        impl __ydb::Sorted for #of {
            type Order = #order;
            type Needs = #needs;
            type Least = __ydb::Least<#fixed>;
        }
    }
}

/// A method for each column, in the states of a scan that have all columns before it.
fn methods(table: &Table, of: &Ident, columns: &[(usize, Span)]) -> TokenStream {
    let name = &table.names.scan;
    let mut state = quote!(__ydb::Start);
    let methods: TokenStream = columns
        .iter()
        .enumerate()
        .map(|(at, (column, _))| {
            // Whatever the state is: so a column out of order is one error, and not also one of the state after it.
            let before = state.clone();
            state = quote!(__ydb::Fixed<#state>);
            let column = &table.columns[*column];
            let (method, ty) = (&column.ident, &column.ty);
            if column.reserved || column.json {
                return TokenStream::new();
            }
            let fixed = match column.is_plain() {
                true => {
                    let as_dyn = codec::as_dyn(column);
                    quote!(column(__value, #as_dyn))
                }
                false => {
                    let encode = codec::encode(column);
                    quote!(column_with(__value, #encode))
                }
            };
            quote! {
                pub fn #method<__A: __ydb::KeyArg<#ty>>(self, __value: __A) -> #name<#of, __A::Next<#before>>
                where
                    __S: __ydb::Takes<#at, #of>,
                {
                    #name(self.0.#fixed)
                }
            }
        })
        .collect();
    quote!(impl<__S> #name<#of, __S> { #methods })
}
