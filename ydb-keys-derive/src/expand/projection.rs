//! `impl YdbRow` for a struct with some of a table's columns, or with the columns of a query.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;
use syn::ext::IdentExt;

use super::checks::Checks;
use super::row::{Taken, decode_fields, defaults, encode, take};
use super::{codec, schema, table};
use crate::model::row::{Flattened, Row, RowField};

/// Returns all code of a row.
pub(crate) fn projection(row: &Row) -> TokenStream {
    let ident = &row.ident;
    let text = ident.unraw().to_string();
    let (parts, columns) = projection_columns(row);
    let fields: Vec<_> = row
        .fields
        .iter()
        .map(|field| match field {
            RowField::Column(column, _) => (&column.ident, take(column)),
            RowField::Flattened(Flattened { ident, ty, .. }) => {
                (ident, Taken::Part(quote!(<#ty as __ydb::RowPart>::decode_part)))
            }
        })
        .collect();
    let decode = decode_fields(ident, &fields, defaults(&row.skipped));
    let argument = if row.fields.is_empty() { quote!(_) } else { quote!(__row) };
    let name = match &row.of {
        Some(_) => quote!(__TABLE.name),
        None => {
            let name = format!("struct {text}");
            quote!(#name)
        }
    };
    let model = row.of.as_ref().map(|_| {
        quote!(
            const MODEL: ::core::option::Option<&'static __ydb::Table> = __ydb::Some(__TABLE);
        )
    });
    let checks = projection_checks(row);
    let no_columns = codec::no_columns(row.fields.iter().filter_map(RowField::column).map(|(column, _)| column));
    let sent = if cfg!(feature = "yql") { sent(row) } else { None };
    table::const_block(
        &row.krate,
        quote! {
            #no_columns
            #parts
            #[automatically_derived]
            impl __ydb::YdbRow for #ident {
                const FIELDS: &'static [__ydb::ColumnDef] = #columns;
                const NAME: &'static ::core::primitive::str = #name;
                #model
                #[inline]
                fn decode_row(#argument: &mut __ydb::RowDecoder<'_>) -> __ydb::Result<Self> {
                    #decode
                }
            }
            #sent
            #checks
            __ydb::from_ydb_row! { #ident }
        },
    )
}

/// Implements sending the struct as a row, unless a field can only be read.
fn sent(row: &Row) -> Option<TokenStream> {
    let ident = &row.ident;
    let columns: Option<Vec<_>> = row.fields.iter().map(|field| field.column().map(|(column, _)| column)).collect();
    let columns =
        columns.filter(|columns| !columns.is_empty() && columns.iter().all(|column| column.with.is_none()))?;
    let encode = encode(&columns);
    Some(quote! {
        #[automatically_derived]
        impl __ydb::yql::SentRow for #ident {
            fn encode_row<'__ydb>(&'__ydb self, __row: &mut __ydb::RowEncoder<__ydb::Vec<__ydb::Value<'__ydb>>>) {
                #encode
            }
        }
    })
}

/// Returns the constants that the list of columns needs, and the list as a constant expression. Constants are needed
/// only to join the columns of other rows.
fn projection_columns(row: &Row) -> (TokenStream, TokenStream) {
    let own = |fields: &[RowField]| {
        let columns = schema::column_defs(fields.iter().filter_map(RowField::column).map(|(column, _)| column));
        quote!(&#columns.0)
    };
    if row.fields.iter().all(|field| field.column().is_some()) {
        return (TokenStream::new(), own(&row.fields));
    }
    let parts = row.fields.chunk_by(|a, b| a.column().is_some() && b.column().is_some()).map(|run| match run {
        [RowField::Flattened(Flattened { ty, prefix, .. })] => quote! {
            __ydb::rows::Part {
                prefix: #prefix, columns: <#ty as __ydb::RowPart>::COLUMNS, optional: <#ty as __ydb::RowPart>::OPTIONAL,
            }
        },
        run => {
            let columns = own(run);
            quote!(__ydb::rows::Part::own(#columns))
        }
    });
    let constants = quote! {
        const __PARTS: &[__ydb::rows::Part] = &[#(#parts),*];
        const __NAMES: &[::core::primitive::u8] = &__ydb::rows::names::<{ __ydb::rows::bytes(__PARTS) }>(__PARTS);
    };
    (constants, quote!(&__ydb::rows::columns::<{ __ydb::rows::count(__PARTS) }>(__PARTS, __NAMES)))
}

/// Returns the rules about columns: one constant each, spanned at the token to change.
fn projection_checks(row: &Row) -> TokenStream {
    let ident = &row.ident;
    let text = ident.unraw().to_string();
    let columns = quote!(<#ident as __ydb::YdbRow>::FIELDS);
    let mut own = Checks::new(quote!(#text, #columns));
    let mut of = Checks::new(quote!(&__ROW));
    // Position of the field's first column: `before` counts columns, `rows` adds the columns of rows before it.
    let (mut before, mut rows) = (0_usize, TokenStream::new());
    for field in &row.fields {
        let position = quote!(#before #rows);
        match field {
            RowField::Column(column, name) => {
                own.no_column(&column.ty, column.instead());
                of.add(*name, "row_column", quote!(, #position));
                of.add(&column.ty, "row_type", quote!(, #position));
                before += 1;
            }
            RowField::Flattened(Flattened { ty, .. }) => {
                let count = quote!(<#ty as __ydb::RowPart>::COLUMNS.len());
                own.add(&**ty, "row_distinct", quote!(, #position, #count));
                of.add(&**ty, "row_part", quote!(, #position, #count));
                rows.extend(quote!(+ #count));
            }
        }
    }
    let (own, of) = (own.out, row.of.as_ref().map(|model| part_of(row, model, of)));
    quote!(#own #of)
}

/// Implements `ProjectionOf`, and adds the rules about the columns of the table.
fn part_of(row: &Row, of: &Path, mut checks: Checks) -> TokenStream {
    let ident = &row.ident;
    let text = ident.unraw().to_string();
    let index = schema::option(row.covered_by.as_ref());
    if let Some(index) = &row.covered_by {
        checks.add(index.span(), "row_index", TokenStream::new());
    }
    let checks = checks.out;
    let span = of.to_token_stream().into_iter().next().map_or_else(proc_macro2::Span::call_site, |token| token.span());
    let table = quote_spanned!(span=> <#of as __ydb::YdbTable>::TABLE);
    quote! {
        const __TABLE: &'static __ydb::Table = #table;
        const __ROW: __ydb::rules::RowCheck = __ydb::rules::RowCheck {
            table: __TABLE, name: #text, columns: <#ident as __ydb::YdbRow>::FIELDS, index: #index,
        };
        #[automatically_derived]
        impl __ydb::ProjectionOf<#of> for #ident {}
        #checks
    }
}
