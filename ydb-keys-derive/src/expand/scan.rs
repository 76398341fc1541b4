//! The model's own scan type, whose states let only legal prefixes of the key, or of an index, compile; and the types that
//! the compiler prints in its messages, as the names of columns and of their types.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Type};

use super::codec;
use crate::model::column::Store;
use crate::model::index::Index;
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
    scan_columns(table, &table.ident, table.key.hash.as_ref(), &table.key.columns)
}

/// How a model, or the marker of an index, sorts the rows, and the scan's methods for these columns.
fn scan_columns(table: &Table, of: &Ident, hash: Option<&Hash>, columns: &[(usize, Span)]) -> TokenStream {
    let (sorted, methods) = (sorted(table, of, hash, columns), methods(table, of, columns));
    quote!(#sorted #methods)
}

/// `impl Sorted`, for the model or the marker of an index.
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

/// The types themselves: for the columns of the key and of the indexes, for the types of the key's, for the indexes, and
/// for the version.
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

/// Names in parentheses, or a single one without them.
pub(super) fn names_tuple(names: impl Iterator<Item = impl ToTokens>) -> TokenStream {
    match names.collect::<Vec<_>>().as_slice() {
        [name] => quote!(__names::#name),
        names => quote!((#(__names::#names),*)),
    }
}

/// A name that says which type it is: that of `std::time::SystemTime` is `SystemTime`.
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

/// Types that the compiler prints as the names of the sync and unique indexes, and of all that ReadRows cannot read.
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

/// The name of an index as an identifier.
fn name_of_index(index: &Index) -> Ident {
    let word: String = index.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Keywords, leading digits, and what is not a word.
    syn::parse_str(&word).unwrap_or_else(|_| format_ident!("_{word}"))
}

/// The marker types, where users can name them.
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

/// What each index is, and how it is scanned.
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
