//! `impl YdbTable`: the schema, and the code that writes fields into rows and reads them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::codec::{self, AT_ONCE};
use crate::model::column::{Column, Skipped};
use crate::model::table::Table;

/// Implements `YdbTable` for a model.
///
/// The schema is a constant of its own, which the rules name, too. A constant of a trait costs the compiler a look-up
/// each time.
pub(super) fn table_impl(table: &Table, schema: TokenStream) -> TokenStream {
    let ident = &table.ident;
    let key = &table.names.key;
    let scan = &table.names.scan;
    let update = &table.names.update;
    let (columns, columns_value) = (&table.names.columns, columns_value(table));
    let encode = encode(&table.columns.iter().collect::<Vec<_>>());
    let decode = decode(ident, &table.columns.iter().collect::<Vec<_>>(), defaults(&table.skipped));
    let (sync_indexes, any_indexes) = super::scan::index_names(table);
    let version = match table.version.map(|position| &table.columns[position].ident) {
        Some(name) => quote!(__names::#name),
        None => quote!(()),
    };
    // A struct that has only skipped fields reads nothing.
    let row = if table.columns.is_empty() { quote!(_) } else { quote!(__row) };
    let foreign_hash = super::schema::foreign_hash(table);
    quote! {
        #foreign_hash
        const __TABLE: &__ydb::Table = &#schema;
        #[automatically_derived]
        impl __ydb::YdbTable for #ident {
            const TABLE: &'static __ydb::Table = __TABLE;
            type Key = #key;
            type Scan<__I, __S> = #scan<__I, __S>;
            type Update = #update;
            type BatchUpdate = #update<__ydb::Select<Self>>;
            type Columns = #columns;
            const COLUMNS: #columns = #columns_value;
            type SyncIndexes = #sync_indexes;
            type AnyIndexes = #any_indexes;
            type Version = #version;
            #[inline]
            fn encode<'__ydb, __S: __ydb::RowSink<'__ydb>>(&'__ydb self, #row: &mut __ydb::RowEncoder<__S>) {
                #encode
            }
            #[inline]
            fn decode(#row: &mut __ydb::RowDecoder<'_>) -> __ydb::Result<Self> {
                #decode
            }
            #[inline]
            fn wrap_scan<__I, __S>(__scan: __ydb::Scan<Self, __I, __S>) -> #scan<__I, __S> { #scan(__scan) }
            #[inline]
            fn wrap_update(__update: __ydb::Update<Self>) -> Self::Update { #update(__update) }
            #[inline]
            fn wrap_batch_update(__update: __ydb::Update<Self, __ydb::Select<Self>>) -> Self::BatchUpdate { #update(__update) }
        }
    }
}

/// Returns the code that writes the fields into `__row`. One call writes many fields whose types are columns.
pub(super) fn encode(columns: &[&Column]) -> TokenStream {
    let mut calls = TokenStream::new();
    for run in columns.chunk_by(|a, b| a.is_plain() && b.is_plain()) {
        match (run, codec::to_value(run[0])) {
            (_, Some(to_value)) => {
                let ident = &run[0].ident;
                calls.extend(quote!(__row.column(&self.#ident, #to_value);));
            }
            (run, None) => calls.extend(run.chunks(AT_ONCE).map(|columns| {
                let put = format_ident!("put{}", columns.len());
                let idents = columns.iter().map(|column| &column.ident);
                let as_dyn = columns.iter().map(|column| codec::as_dyn(column));
                quote!(__row.#put(#(&self.#idents, #as_dyn),*);)
            })),
        }
    }
    calls
}

/// Returns the skipped fields with their default values. Each value has the span of its type, so that the compiler's
/// message points at it.
pub(super) fn defaults(skipped: &[Skipped]) -> TokenStream {
    let fields = skipped.iter().map(|Skipped { ident, ty }| {
        let value = quote_spanned!(ty.span()=> <#ty as __ydb::Skipped>::value());
        quote!(#ident: #value,)
    });
    quote!(#(#fields)*)
}

/// Returns the code that makes the struct from the values of `__row`.
pub(super) fn decode(name: &Ident, columns: &[&Column], skipped: TokenStream) -> TokenStream {
    let fields: Vec<_> = columns.iter().map(|column| (&column.ident, take(column))).collect();
    decode_fields(name, &fields, skipped)
}

/// Field that is read.
pub(super) enum Taken {
    /// A column, with the function that decodes it.
    Column(TokenStream),
    /// A row of its own, with the function that decodes it.
    Part(TokenStream),
}

/// Returns the field as a column that is read.
pub(super) fn take(column: &Column) -> Taken {
    Taken::Column(codec::decode(column))
}

/// Returns the code that makes the struct from fields of `__row`. All fields are taken before one is looked at, so that
/// there is one branch instead of one for each. One call takes many columns, because the compiler works on calls and
/// not on arguments.
pub(super) fn decode_fields(name: &Ident, fields: &[(&Ident, Taken)], skipped: TokenStream) -> TokenStream {
    if fields.is_empty() {
        return quote!(__ydb::Ok(#name { #skipped }));
    }
    let idents = fields.iter().map(|(ident, _)| ident);
    let values: Vec<Ident> = (0..fields.len()).map(|i| format_ident!("__v{i}")).collect();
    let (mut calls, mut patterns, mut left) = (Vec::new(), Vec::new(), &values[..]);
    let is_column = |(_, taken): &(&Ident, Taken)| matches!(taken, Taken::Column(_));
    for run in fields.chunk_by(|a, b| is_column(a) && is_column(b)).flat_map(|run| run.chunks(AT_ONCE)) {
        let (of_run, rest) = left.split_at(run.len());
        left = rest;
        patterns.push(quote!(__ydb::Some((#(#of_run,)*))));
        let decode = run.iter().map(|(_, taken)| match taken {
            Taken::Column(decode) | Taken::Part(decode) => decode,
        });
        let take = match &run[0].1 {
            Taken::Column(_) => format_ident!("take{}", run.len()),
            Taken::Part(_) => format_ident!("part"),
        };
        calls.push(quote!(__row.#take(#(#decode),*)));
    }
    quote! {
        match (#(#calls,)*) {
            (#(#patterns,)*) => __ydb::Ok(#name { #(#idents: #values,)* #skipped }),
            _ => __ydb::Err(__row.error()),
        }
    }
}

/// Returns the struct that has the columns as typed constants.
pub(super) fn columns_struct(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, &table.names.columns);
    let idents = table.columns.iter().map(|column| &column.ident);
    let types = table.columns.iter().map(|column| &column.ty);
    quote!(pub struct #name { #(pub #idents: __ydb::ColumnOf<#ident, #types>,)* })
}

/// Implements the Rust type of each column by its position, for checked queries.
#[cfg(feature = "yql")]
pub(super) fn column_types(table: &Table) -> TokenStream {
    let ident = &table.ident;
    let each = table.columns.iter().enumerate().map(|(position, column)| {
        let ty = &column.ty;
        quote!(impl __ydb::yql::ColumnAt<#position, #ty> for #ident {})
    });
    quote!(#(#each)* impl __ydb::yql::ColumnAt<{ __ydb::yql::NO_FIELD }, __ydb::yql::Any> for #ident {})
}

/// Returns the only value of the struct of the columns.
fn columns_value(table: &Table) -> TokenStream {
    let name = &table.names.columns;
    let idents = table.columns.iter().map(|column| &column.ident);
    let values: Vec<Ident> = (0..table.columns.len()).map(|at| format_ident!("__v{at}")).collect();
    let parts = values.chunks(AT_ONCE);
    let calls = parts.clone().map(|part| format_ident!("columns{}", part.len()));
    let firsts = (0_usize..).step_by(AT_ONCE);
    quote!({ #(let (#(#parts,)*) = __ydb::#calls(#firsts);)* #name { #(#idents: #values,)* } })
}
