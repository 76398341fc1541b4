//! The scan type of a model: its states let only legal prefixes of the key, or of an index, compile. Also the types
//! whose names the compiler prints in its messages in place of columns and their types.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Type};

use super::codec;
use crate::model::column::Store;
use crate::model::index::Index;
use crate::model::key::Hash;
use crate::model::table::Table;

/// Number of columns of a key or an index that a scan must fix or give a range, to stay within one stretch of the
/// table, or one of each bucket.
pub(super) struct Least {
    fixed: usize,
    named: usize,
}

impl Least {
    pub(super) fn of(hash: Option<&Hash>, columns: &[(usize, Span)]) -> Least {
        let inputs = hash.filter(|hash| hash.buckets.is_none()).into_iter().flat_map(|hash| &hash.inputs);
        let position = |(input, _): &(usize, _)| columns.iter().position(|(column, _)| column == input);
        let fixed = inputs.filter_map(position).map(|position| position + 1).max().unwrap_or(0);
        // Without a hash, a range of the first column is enough.
        Least { fixed, named: fixed.max(1).min(columns.len()) }
    }

    /// Returns those of the columns that a scan must name.
    pub(super) fn named<'a>(&self, columns: &'a [(usize, Span)]) -> impl Iterator<Item = usize> + use<'a> {
        columns.iter().take(self.named).map(|(column, _)| *column)
    }
}

/// Returns the scan's methods for the columns of the model's key.
pub(super) fn scan(table: &Table) -> TokenStream {
    scan_columns(table, &table.ident, table.key.hash.as_ref(), &table.key.columns)
}

/// Returns the sort order of a model or of the marker of an index, and the scan's methods for its columns.
fn scan_columns(table: &Table, of: &Ident, hash: Option<&Hash>, columns: &[(usize, Span)]) -> TokenStream {
    let (sorted, methods) = (sorted(table, of, hash, columns), methods(table, of, columns));
    quote!(#sorted #methods)
}

/// Implements `Sorted` for the model or the marker of an index.
fn sorted(table: &Table, of: &Ident, hash: Option<&Hash>, columns: &[(usize, Span)]) -> TokenStream {
    let least = Least::of(hash, columns);
    let ident = |column: usize| &table.columns[column].ident;
    let order = names_tuple(columns.iter().map(|(column, _)| ident(*column)));
    let (needs, fixed) = (names_tuple(least.named(columns).map(ident)), least.fixed);
    quote! {
        impl __ydb::Sorted for #of {
            type Order = #order;
            type Needs = #needs;
            type Least = __ydb::Least<#fixed>;
        }
    }
}

/// Returns a method for each column, for the states of a scan in which all columns before it have values.
fn methods(table: &Table, of: &Ident, columns: &[(usize, Span)]) -> TokenStream {
    let name = &table.names.scan;
    let mut state = quote!(__ydb::Start);
    let methods: TokenStream = columns
        .iter()
        .enumerate()
        .map(|(at, (column, _))| {
            // The result is the same for every state, so that a column out of order is only one error, not also an
            // error of the next state.
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

/// Returns the module of types whose names the compiler prints: for the columns of the key and of the indexes, for the
/// types of the key's columns, for the indexes, and for the version.
pub(super) fn names_module(table: &Table) -> TokenStream {
    let indexed = table.indexes.iter().flat_map(|index| &index.on);
    let column = |(column, _): &(usize, _)| &table.columns[*column];
    let mut names: BTreeSet<Ident> =
        table.key.columns.iter().chain(indexed).map(|key| column(key).ident.clone()).collect();
    names.extend(table.key.columns.iter().map(|key| name_of_type(&column(key).ty)));
    names.extend(table.indexes.iter().map(name_of_index));
    names.extend(table.version.map(|version| table.columns[version].ident.clone()));
    let names = names.into_iter();
    quote!(mod __names { #(pub enum #names {})* })
}

/// Returns names in parentheses, or a single name without them.
pub(super) fn names_tuple(names: impl Iterator<Item = impl ToTokens>) -> TokenStream {
    match names.collect::<Vec<_>>().as_slice() {
        [name] => quote!(__names::#name),
        names => quote!((#(__names::#names),*)),
    }
}

/// Returns a name for a type: `SystemTime` for `std::time::SystemTime`.
pub(super) fn name_of_type(ty: &Type) -> Ident {
    let name = match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
        _ => None,
    };
    match name {
        Some(name) if name != "Self" => format_ident!("{name}"),
        _ => format_ident!("its_type"),
    }
}

/// Returns two lists of names that the compiler prints: the sync and unique indexes, and everything that ReadRows
/// cannot read.
pub(super) fn index_names(table: &Table) -> (TokenStream, TokenStream) {
    let tuple = |indexes: Vec<&Index>| {
        let names = indexes.into_iter().map(name_of_index);
        quote!((#(__names::#names),*))
    };
    let sync = tuple(table.indexes.iter().filter(|index| index.kind != "Async").collect());
    let any = match table.store {
        Store::Column => quote!(__ydb::column_store),
        Store::Row => tuple(table.indexes.iter().collect()),
    };
    (sync, any)
}

/// Returns the name of an index as an identifier.
fn name_of_index(index: &Index) -> Ident {
    let word: String = index.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // A keyword, a name with a leading digit, or a text that is not a word gets a `_`.
    syn::parse_str(&word).unwrap_or_else(|_| format_ident!("_{word}"))
}

/// Returns the marker types of the indexes, where users can name them.
pub(super) fn index_markers(table: &Table) -> TokenStream {
    let (visibility, ident) = (&table.visibility, &table.ident);
    let markers = table.indexes.iter().map(|index| {
        let marker = &index.marker;
        let doc = format!("Index `{}` of [`{ident}`], to read through it: `{ident}::index::<{marker}>()`.", index.name);
        // A program may never read through the index, and the user's lints may demand traits that a marker does not
        // need.
        quote! {
            #[doc = #doc]
            #[allow(dead_code, missing_debug_implementations, missing_copy_implementations, non_camel_case_types, unreachable_pub)]
            #visibility struct #marker;
        }
    });
    quote!(#(#markers)*)
}

/// Implements `YdbIndex` for each index, and the scan's methods for its columns.
pub(super) fn index_scans(table: &Table) -> TokenStream {
    let ident = &table.ident;
    let scans = table.indexes.iter().enumerate().map(|(position, index)| {
        let marker = &index.marker;
        let columns = scan_columns(table, marker, index.hash.as_ref(), &index.on);
        quote! {
            #[automatically_derived]
            impl __ydb::YdbIndex for #marker {
                type Table = #ident;
                const POSITION: ::core::primitive::usize = #position;
            }
            #columns
        }
    });
    quote!(#(#scans)*)
}
