//! `impl Column` for newtypes and fieldless enums.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::checks::Checks;
use super::codec;
use super::table::const_block;
use crate::model::newtype::{Enum, Newtype, Representation, Stub};

/// Implements `Column` for a newtype, which is transparent.
pub(crate) fn newtype(newtype: &Newtype) -> TokenStream {
    let (ident, member, ty) = (&newtype.ident, &newtype.member, &newtype.ty);
    let (name, single) = (ident.to_string(), single(ident));
    let instead = newtype.instead.as_ref();
    let of_column = |item: &str| codec::item(ty, instead, item);
    let inner = match instead {
        Some(_) => of_column("INFO"),
        None => quote_spanned!(ty.span()=> <#ty as __ydb::Column>::INFO),
    };
    let (encode, decode, inner_info) = (of_column("encode"), of_column("decode"), of_column("INFO"));
    let mut checks = Checks::new(TokenStream::new());
    checks.no_column(ty, instead);
    let mut no_column = checks.out;
    no_column.extend(instead.map(|_| {
        quote!(
            use __ydb::NoColumn as _;
        )
    }));
    let info = info(newtype);
    let span = newtype.ydb_type.as_ref().map_or(ty.span(), |(span, _)| *span);
    let rule = Ident::new("newtype", span);
    let check = quote_spanned! {span=>
        const _: () = __ydb::rules::#rule(#name, #inner_info, <#ident as __ydb::Column>::INFO);
    };
    const_block(
        &newtype.krate,
        quote! {
            #[automatically_derived]
            impl __ydb::Column for #ident {
                const INFO: __ydb::ColumnInfo = #inner #info;
                #[inline]
                fn encode(&self, __ty: __ydb::YdbType) -> ::core::result::Result<__ydb::Value<'_>, __ydb::ValueError> {
                    #encode(&self.#member, __ty)
                }
                #[inline]
                fn decode(__value: __ydb::Value<'_>) -> ::core::result::Result<Self, __ydb::ValueError> {
                    __ydb::Ok(#ident { #member: #decode(__value)? })
                }
            }
            #[automatically_derived]
            impl __ydb::Required for #ident {}
            #single
            // A bound that has a lifetime of its own is not an error where it does not hold.
            #[automatically_derived]
            impl __ydb::Number for #ident where for<'__ydb> #ty: __ydb::Number {}
            #[automatically_derived]
            impl __ydb::Text for #ident where for<'__ydb> #ty: __ydb::Text {}
            #[automatically_derived]
            impl __ydb::Time for #ident where for<'__ydb> #ty: __ydb::Time {}
            #check
            #no_column
        },
    )
}

/// Implements reading a single value of the type as a row of one column.
fn single(ident: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl __ydb::FromRow for #ident {
            const COLUMNS: __ydb::RowColumns = __ydb::RowColumns::Placed(1);
            fn from_row(__values: &mut __ydb::RowValues<'_>) -> __ydb::Result<Self> { __ydb::single_value(__values) }
        }
    }
}

/// Implements `Column` for a type with errors, as a column of text that holds nothing.
pub(crate) fn stub(stub: &Stub) -> TokenStream {
    let ident = &stub.ident;
    let (generics, arguments, bounds) = stub.generics.split_for_impl();
    const_block(
        &stub.krate,
        quote! {
            #[automatically_derived]
            impl #generics __ydb::Column for #ident #arguments #bounds {
                const INFO: __ydb::ColumnInfo = __ydb::ColumnInfo::new(&[__ydb::YdbType::Utf8]);
                fn encode(&self, _: __ydb::YdbType) -> ::core::result::Result<__ydb::Value<'_>, __ydb::ValueError> {
                    __ydb::Ok(__ydb::Value::Null)
                }
                fn decode(_: __ydb::Value<'_>) -> ::core::result::Result<Self, __ydb::ValueError> {
                    __ydb::Err(__ydb::ValueError::Null)
                }
            }
            #[automatically_derived]
            impl #generics __ydb::Required for #ident #arguments #bounds {}
        },
    )
}

/// Implements `Column` for a fieldless enum, which is stored as texts or as numbers.
pub(crate) fn enumeration(input: &Enum) -> TokenStream {
    let (ident, variants) = (&input.ident, &input.variants);
    let (name, single) = (ident.to_string(), single(ident));
    let positions: Vec<usize> = (0..variants.len()).collect();
    // The last variant takes all other positions, which `position` never returns.
    let last = positions.len().saturating_sub(1);
    let (known, known_positions) = (&variants[..last], &positions[..last]);
    let last_variant = &variants[last..];
    let (table, info, encode, index) = match &input.representation {
        Representation::Text(texts) => (
            quote!(const VARIANTS: &[&::core::primitive::str] = &[#(#texts),*];),
            quote!(__ydb::ColumnInfo::texts(VARIANTS)),
            quote!(__ydb::variant::text(VARIANTS[__position])),
            quote!(__ydb::variant::text_index(#name, VARIANTS, &__value)?),
        ),
        Representation::Integer(ty, codes) => (
            quote!(const VARIANTS: &[::core::primitive::i128] = &[#(#codes),*];),
            quote!(__ydb::ColumnInfo::codes(&[__ydb::YdbType::#ty], VARIANTS)),
            quote!(__ydb::variant::code(__ydb::YdbType::#ty, VARIANTS[__position])),
            quote!(__ydb::variant::code_index(#name, __ydb::YdbType::#ty, VARIANTS, &__value)?),
        ),
    };
    const_block(
        &input.krate,
        quote! {
            #table
            #[automatically_derived]
            impl __ydb::Column for #ident {
                const INFO: __ydb::ColumnInfo = #info;
                fn encode(&self, _: __ydb::YdbType) -> ::core::result::Result<__ydb::Value<'_>, __ydb::ValueError> {
                    let __position: ::core::primitive::usize = match self { #(#ident::#variants => #positions,)* };
                    __ydb::Ok(#encode)
                }
                fn decode(__value: __ydb::Value<'_>) -> ::core::result::Result<Self, __ydb::ValueError> {
                    __ydb::Ok(match #index {
                        #(#known_positions => #ident::#known,)*
                        _ => #(#ident::#last_variant)*,
                    })
                }
            }
            #[automatically_derived]
            impl __ydb::Required for #ident {}
            #single
        },
    )
}

/// Returns the method calls that turn `Column::INFO` of the inner type into that of the newtype.
fn info(newtype: &Newtype) -> TokenStream {
    let mut info = TokenStream::new();
    if let Some((_, ty)) = &newtype.ydb_type {
        info.extend(quote!(.with_type(__ydb::YdbType::#ty)));
    }
    if newtype.monotonic {
        info.extend(quote!(.monotonic()));
    }
    if newtype.dispersed {
        info.extend(quote!(.dispersed()));
    }
    info
}
