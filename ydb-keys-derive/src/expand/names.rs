//! Types that the compiler prints in its messages: as the names of columns, and of their types.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Type};

use crate::model::table::Table;

/// The types themselves: for the columns of the key and of the indexes, and for the types of the key's.
pub(super) fn module(table: &Table) -> TokenStream {
    let indexed = table.indexes.iter().flat_map(|index| &index.on);
    let column = |(column, _): &(usize, _)| &table.columns[*column];
    let mut names: BTreeSet<Ident> =
        table.key.columns.iter().chain(indexed).map(|key| column(key).ident.clone()).collect();
    names.extend(table.key.columns.iter().map(|key| of_type(&column(key).ty)));
    let names = names.into_iter();
    quote!(mod __names { #(pub struct #names;)* })
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
