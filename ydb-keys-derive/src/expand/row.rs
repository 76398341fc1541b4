//! `impl YdbTable`: the schema, and the fields into and out of rows.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::codec;
use crate::model::column::{Column, Skipped};
use crate::model::table::Table;

/// `impl YdbTable`
///
/// The schema is a constant of its own, which the rules name too: a constant of a trait costs the compiler a look-up
/// each time.
pub(super) fn table_impl(table: &Table, schema: TokenStream) -> TokenStream {
    let ident = &table.ident;
    let key = &table.names.key;
    let scan = &table.names.scan;
    let update = &table.names.update;
    let (columns, columns_value) = (&table.names.columns, super::columns::value(table));
    let encode = encode(&table.columns.iter().collect::<Vec<_>>());
    let decode = decode(ident, &table.columns.iter().collect::<Vec<_>>(), defaults(&table.skipped));
    let (sync_indexes, any_indexes) = super::index::names(table);
    // The compiler prints the type: as the name of the column.
    let (version, version_name) = match table.version.map(|position| &table.columns[position].ident) {
        Some(name) => (quote!(__version::#name), Some(quote!(mod __version { pub struct #name; }))),
        None => (quote!(()), None),
    };
    // A struct of skipped fields only reads nothing.
    let row = if table.columns.is_empty() { quote!(_) } else { quote!(row) };
    quote! {
        #version_name
        const __TABLE: &__ydb::Table = &#schema;
        #[automatically_derived]
        impl __ydb::YdbTable for #ident {
            const TABLE: &'static __ydb::Table = __TABLE;
            type Key = #key;
            type Scan = #scan<__ydb::Start>;
            type Update = #update;
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
            fn wrap_scan(scan: __ydb::Scan<Self>) -> Self::Scan { #scan(scan, __ydb::PhantomData) }
            #[inline]
            fn wrap_update(update: __ydb::Update<Self>) -> Self::Update { #update(update) }
        }
    }
}

/// The fields into `row`, with one call for each run of fields whose types are columns.
pub(super) fn encode(columns: &[&Column]) -> TokenStream {
    let mut calls = TokenStream::new();
    for run in columns.chunk_by(|a, b| a.is_plain() && b.is_plain()) {
        match (run, codec::to_value(run[0])) {
            (_, Some(to_value)) => {
                let ident = &run[0].ident;
                calls.extend(quote!(__ydb::RowEncoder::column(row, &self.#ident, #to_value);));
            }
            (run, None) => {
                let idents = run.iter().map(|column| &column.ident);
                let types = run.iter().map(|column| &column.ty);
                calls.extend(
                    quote!(__ydb::RowEncoder::columns(row, &[#(<#types as __ydb::Column>::as_dyn(&self.#idents)),*]);),
                );
            }
        }
    }
    calls
}

/// The skipped fields, each filled at the span of its type, so that the compiler's message points at it.
pub(super) fn defaults(skipped: &[Skipped]) -> TokenStream {
    let fields = skipped.iter().map(|Skipped { ident, ty }| {
        let value = quote_spanned!(ty.span()=> <#ty as __ydb::Skipped>::value());
        quote!(#ident: #value,)
    });
    quote!(#(#fields)*)
}

/// The struct from the values of `row`.
pub(super) fn decode(name: &Ident, columns: &[&Column], skipped: TokenStream) -> TokenStream {
    let fields: Vec<_> = columns.iter().map(|column| (&column.ident, take(column))).collect();
    decode_fields(name, &fields, skipped)
}

/// The value of a column.
pub(super) fn take(column: &Column) -> TokenStream {
    let decode = codec::decode(column);
    quote!(__ydb::RowDecoder::take(row, #decode))
}

/// The struct from fields that are taken from `row`, all before any is looked at: one branch instead of one for each.
pub(super) fn decode_fields(name: &Ident, fields: &[(&Ident, TokenStream)], skipped: TokenStream) -> TokenStream {
    if fields.is_empty() {
        return quote!(::core::result::Result::Ok(#name { #skipped }));
    }
    let idents = fields.iter().map(|(ident, _)| ident);
    let takes = fields.iter().map(|(_, take)| take);
    let values: Vec<Ident> = (0..fields.len()).map(|i| format_ident!("__v{i}")).collect();
    quote! {
        match (#(#takes,)*) {
            (#(::core::option::Option::Some(#values),)*) => {
                ::core::result::Result::Ok(#name { #(#idents: #values,)* #skipped })
            }
            _ => ::core::result::Result::Err(__ydb::RowDecoder::error(row)),
        }
    }
}
