//! The key struct of a model, and its implementations.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type};

use super::codec;
use super::row::{decode, encode};
use super::scan::{name_of_type, names_tuple};
use crate::model::column::Column;
use crate::model::key::HashFn;
use crate::model::table::Table;
use crate::private::private;

fn key_columns(table: &Table) -> Vec<&Column> {
    table.key.columns.iter().map(|(column, _)| &table.columns[*column]).collect()
}

/// Returns the key struct, which stands beside the model, where users can name it.
pub(super) fn key_struct(table: &Table) -> TokenStream {
    let (visibility, name, krate) = (&table.visibility, &table.names.key, &table.krate);
    let fields = key_columns(table).into_iter().map(|column| {
        let (visibility, ident, ty) = (&column.visibility, &column.ident, &column.ty);
        let doc = format!("Key column `{}`.", column.name);
        quote!(#[doc = #doc] #visibility #ident: #ty,)
    });
    let doc = format!(
        "The key of a row of [`{}`], in key order. Two keys are equal when they name the same row.{}",
        table.ident,
        match &table.key.hash {
            Some(hash) => format!(" The hash column `{}` is computed from it.", hash.name),
            None => String::new(),
        }
    );
    let private = private();
    // The user reads this bound if the module has another struct of this name: the path then names that struct.
    //
    // A program may never name the key. Also, the key repeats the spelling of the model: lower-case and deprecated
    // types, fields of other cases, longer paths than needed.
    quote! {
        #[doc = #doc]
        #[allow(
            dead_code, deprecated, missing_copy_implementations, non_camel_case_types, non_snake_case, unreachable_pub,
            unused_qualifications, clippy::absolute_paths
        )]
        #visibility struct #name where Self: #krate::#private::OnlyKey<#name> { #(#fields)* }
    }
}

/// Returns the key's implementations of `YdbKey`, `From` and `Clone`.
pub(super) fn key_impl(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.key);
    let columns = key_columns(table);
    let listed = columns.iter().rev().fold(quote!(()), |rest, column| match (column.is_plain(), &column.ty) {
        (true, ty) => quote!((#ty, #rest)),
        (false, _) => quote!(((), #rest)),
    });
    let encode = encode(&columns);
    let decode = decode(name, &columns, TokenStream::new());
    let row = if columns.is_empty() { quote!(_) } else { quote!(__row) };
    // A foreign hash is computed from the values of the key instead.
    let own = table.key.hash.as_ref().filter(|hash| matches!(hash.function, HashFn::Own(_)));
    let hash = own.map(|hash| {
        let inputs = hash.inputs.iter().map(|(position, _)| {
            let column = &table.columns[*position];
            let (ident, encode) = (&column.ident, codec::encode(column));
            quote!(__ydb::hash_input(__TABLE, #position, &self.#ident, #encode))
        });
        quote! {
            #[inline]
            fn hash(&self) -> __ydb::Result<::core::option::Option<::core::primitive::u64>> {
                __ydb::hash(__TABLE, [#(#inputs),*])
            }
        }
    });
    let from = from_values(name, &columns);
    let idents: Vec<&Ident> = columns.iter().map(|column| &column.ident).collect();
    let types: Vec<_> = columns.iter().map(|column| &column.ty).collect();
    let type_names = names_tuple(columns.iter().map(|column| name_of_type(&column.ty)));
    quote! {
        #[automatically_derived]
        impl __ydb::YdbKey for #name {
            const TABLE: &'static __ydb::Table = __TABLE;
            type Types = #type_names;
            #[inline]
            fn encode<'__ydb, __S: __ydb::RowSink<'__ydb>>(&'__ydb self, #row: &mut __ydb::RowEncoder<__S>) {
                #encode
            }
            #[inline]
            fn decode(#row: &mut __ydb::RowDecoder<'_>) -> __ydb::Result<Self> {
                #decode
            }
            #hash
        }
        #from
        #[automatically_derived]
        impl __ydb::KeyColumns<#listed> for #ident {}
        // A bound that has a lifetime of its own is not an error where it does not hold: a key need not be `Clone`.
        #[automatically_derived]
        impl ::core::clone::Clone for #name where #(for<'__ydb> #types: ::core::clone::Clone),* {
            #[inline]
            fn clone(&self) -> Self { #name { #(#idents: ::core::clone::Clone::clone(&self.#idents)),* } }
        }
    }
}

/// Returns the implementation of `From` for the values of a key. Each may be anything that is a `KeyValue` of the
/// column's type.
fn from_values(name: &Ident, columns: &[&Column]) -> TokenStream {
    let idents: Vec<&Ident> = columns.iter().map(|column| &column.ident).collect();
    let types: Vec<_> = columns.iter().map(|column| &column.ty).collect();
    match (&idents[..], &types[..]) {
        ([], _) => TokenStream::new(),
        // A reference is no column. The implementation for borrowed values would be a second one for it.
        ([ident], [ty @ Type::Reference(_)]) => quote! {
            #[automatically_derived]
            impl ::core::convert::From<#ty> for #name {
                #[inline]
                fn from(__value: #ty) -> Self { #name { #ident: __value } }
            }
        },
        // The first implementation takes the value itself, so that the compiler infers the type of a literal; the
        // second takes borrowed values.
        ([ident], [ty]) => quote! {
            #[automatically_derived]
            impl ::core::convert::From<#ty> for #name {
                #[inline]
                fn from(__value: #ty) -> Self { #name { #ident: __value } }
            }
            #[automatically_derived]
            impl<'__ydb, __V: ?::core::marker::Sized> ::core::convert::From<&'__ydb __V> for #name
            where
                &'__ydb __V: __ydb::KeyValue<#ty>,
            {
                fn from(__value: &'__ydb __V) -> Self { #name { #ident: __ydb::KeyValue::value(__value) } }
            }
        },
        _ => {
            let types_of: Vec<Ident> = (0..idents.len()).map(|at| format_ident!("__V{at}")).collect();
            let values: Vec<Ident> = (0..idents.len()).map(|at| format_ident!("__v{at}")).collect();
            quote! {
                #[automatically_derived]
                impl<#(#types_of: __ydb::KeyValue<#types>),*> ::core::convert::From<(#(#types_of),*)> for #name {
                    fn from((#(#values),*): (#(#types_of),*)) -> Self {
                        #name { #(#idents: __ydb::KeyValue::value(#values)),* }
                    }
                }
            }
        }
    }
}
