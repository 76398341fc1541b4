//! `impl YdbTable`: the schema, and the fields into and out of rows.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::column::Column;
use crate::model::table::{FieldRef, Table};

/// `impl YdbTable`
pub(super) fn table_impl(table: &Table, schema: TokenStream) -> TokenStream {
    let ident = &table.ident;
    let key = super::key::name(table);
    let scan = super::scan::name(table);
    let update = super::update::name(table);
    let encode = encode(&table.columns.iter().collect::<Vec<_>>());
    let fields = table.fields.iter().map(|field| match field {
        FieldRef::Column(column) => decode_field(&table.columns[*column]),
        FieldRef::Skipped(ident) => quote!(#ident: ::core::default::Default::default(),),
    });
    // A struct of skipped fields only reads nothing.
    let row = if table.columns.is_empty() { quote!(_) } else { quote!(row) };
    quote! {
        #[automatically_derived]
        impl __ydb::YdbTable for #ident {
            const TABLE: &'static __ydb::Table = &#schema;
            type Key = #key;
            type Scan = #scan<__ydb::Start>;
            type Update = #update;
            #[inline]
            fn encode<'__ydb>(&'__ydb self, #row: &mut __ydb::RowEncoder<'__ydb>) { #encode }
            #[inline]
            fn decode(#row: &mut __ydb::RowDecoder<'_>) -> __ydb::Result<Self> {
                ::core::result::Result::Ok(#ident { #(#fields)* })
            }
            #[inline]
            fn wrap_scan(scan: __ydb::Scan<Self>) -> Self::Scan { #scan(scan, __ydb::PhantomData) }
            #[inline]
            fn wrap_update(update: __ydb::Update<Self>) -> Self::Update { #update(update) }
        }
    }
}

/// The fields into `row`, with one call for each run of fields that are no JSON.
pub(super) fn encode(columns: &[&Column]) -> TokenStream {
    let mut calls = TokenStream::new();
    for run in columns.chunk_by(|a, b| !a.json && !b.json) {
        match run {
            [column] if column.json => {
                let (ident, ty) = (&column.ident, &column.ty);
                calls.extend(quote!(__ydb::RowEncoder::json(row, &self.#ident, <#ty as __ydb::JsonColumn>::to_value);));
            }
            run => {
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

/// `field: <next value of the row>,`
pub(super) fn decode_field(column: &Column) -> TokenStream {
    let (ident, ty) = (&column.ident, &column.ty);
    match column.json {
        true => quote!(#ident: __ydb::RowDecoder::take(row, <#ty as __ydb::JsonColumn>::from_value)?,),
        false => quote!(#ident: __ydb::RowDecoder::take(row, <#ty as __ydb::Column>::decode)?,),
    }
}
