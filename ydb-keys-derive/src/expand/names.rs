//! Types that the compiler prints in its messages: as the names of columns, and of their types.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Type};

use crate::model::index::Index;
use crate::model::store::Store;
use crate::model::table::Table;

/// The types themselves: for the columns of the key and of the indexes, for the types of the key's, for the indexes, and
/// for the version.
pub(super) fn module(table: &Table) -> TokenStream {
    let indexed = table.indexes.iter().flat_map(|index| &index.on);
    let column = |(column, _): &(usize, _)| &table.columns[*column];
    let mut names: BTreeSet<Ident> =
        table.key.columns.iter().chain(indexed).map(|key| column(key).ident.clone()).collect();
    names.extend(table.key.columns.iter().map(|key| of_type(&column(key).ty)));
    names.extend(table.indexes.iter().map(of_index));
    names.extend(table.version.map(|version| table.columns[version].ident.clone()));
    let names = names.into_iter();
    quote!(mod __names { #(pub enum #names {})* })
}

/// Names in parentheses, or a single one without them.
pub(super) fn tuple(names: impl Iterator<Item = impl ToTokens>) -> TokenStream {
    match names.collect::<Vec<_>>().as_slice() {
        [name] => quote!(__names::#name),
        names => quote!((#(__names::#names),*)),
    }
}

/// A name that says which type it is: that of `std::time::SystemTime` is `SystemTime`.
pub(super) fn of_type(ty: &Type) -> Ident {
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
pub(super) fn indexes(table: &Table) -> (TokenStream, TokenStream) {
    let tuple = |indexes: Vec<&Index>| {
        let names = indexes.into_iter().map(of_index);
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
fn of_index(index: &Index) -> Ident {
    let word: String = index.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Keywords, leading digits, and what is not a word.
    syn::parse_str(&word).unwrap_or_else(|_| format_ident!("_{word}"))
}
