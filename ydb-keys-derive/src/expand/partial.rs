//! `impl YdbRow` for a struct with some of a table's columns, or with those of a query.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;
use syn::ext::IdentExt;

use super::checks::Checks;
use super::row::{decode, defaults};
use super::{schema, wrap};
use crate::model::row::Row;

/// All code of a row.
pub(crate) fn row(row: &Row) -> TokenStream {
    let ident = &row.ident;
    let text = ident.unraw().to_string();
    let columns = row.columns.iter().map(schema::column);
    let decode = decode(ident, &row.columns.iter().collect::<Vec<_>>(), defaults(&row.skipped));
    let argument = if row.columns.is_empty() { quote!(_) } else { quote!(row) };
    let name = match &row.of {
        Some(_) => quote!(__TABLE.name),
        None => {
            let name = format!("struct {text}");
            quote!(#name)
        }
    };
    let of = row.of.as_ref().map(|of| part_of(row, of));
    wrap::const_block(
        &row.krate,
        quote! {
            #[automatically_derived]
            impl __ydb::YdbRow for #ident {
                const COLUMNS: &'static [__ydb::ColumnDef] = &[#(#columns),*];
                const NAME: &'static ::core::primitive::str = #name;
                #[inline]
                fn decode_row(#argument: &mut __ydb::RowDecoder<'_>) -> __ydb::Result<Self> {
                    #decode
                }
            }
            #of
            __ydb::from_ydb_row! { #ident }
        },
    )
}

/// `impl RowOf`, and the rules about the columns of the table: one constant each, spanned at the token to change.
fn part_of(row: &Row, of: &Path) -> TokenStream {
    let ident = &row.ident;
    let text = ident.unraw().to_string();
    let index = match &row.covered_by {
        Some(index) => quote!(::core::option::Option::Some(#index)),
        None => quote!(::core::option::Option::None),
    };
    let mut checks = Checks::new(quote!(&__ROW));
    for (position, (column, name)) in row.columns.iter().zip(&row.names).enumerate() {
        checks.add(*name, "row_column", quote!(, #position));
        checks.add(&column.ty, "row_type", quote!(, #position));
    }
    if let Some(index) = &row.covered_by {
        checks.add(index.span(), "row_index", TokenStream::new());
    }
    let checks = checks.out;
    let span = of.to_token_stream().into_iter().next().map_or_else(proc_macro2::Span::call_site, |token| token.span());
    let table = quote_spanned!(span=> <#of as __ydb::YdbTable>::TABLE);
    quote! {
        const __TABLE: &'static __ydb::Table = #table;
        const __ROW: __ydb::rules::RowCheck = __ydb::rules::RowCheck {
            table: __TABLE, name: #text, columns: <#ident as __ydb::YdbRow>::COLUMNS, index: #index,
        };
        #[automatically_derived]
        impl __ydb::RowOf<#of> for #ident {}
        #checks
    }
}
