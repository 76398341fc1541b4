//! How the field of a column becomes a value and back: as its type says, as JSON, or by the functions of a module.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path, Type};

use crate::model::column::Column;
use crate::model::instead::Instead;

/// The library's calls that take or give many columns are there for each number of them up to this one.
pub(super) const AT_ONCE: usize = 12;

/// `fn(&Field, YdbType, nullable) -> Result<Value, ValueError>` of a field whose type is not a column by itself.
pub(super) fn to_value(column: &Column) -> Option<TokenStream> {
    let ty = &column.ty;
    match &column.with {
        Some(with) => {
            let encode = of(with, "encode");
            Some(quote!(|__value, __ty, _| <#ty as __ydb::Holds<_>>::encode_with(__value, __ty, #encode)))
        }
        None => column.json.then(|| quote!(<#ty as __ydb::JsonColumn>::to_value)),
    }
}

/// `fn(&Field, YdbType) -> Result<Value, ValueError>`; never of JSON, which is not in a key.
pub(super) fn encode(column: &Column) -> TokenStream {
    let ty = &column.ty;
    match &column.with {
        Some(with) => {
            let encode = of(with, "encode");
            quote!(|__value: &#ty, __ty| <#ty as __ydb::Holds<_>>::encode_with(__value, __ty, #encode))
        }
        None => item(ty, column.instead(), "encode"),
    }
}

/// `fn(Value) -> Result<Field, ValueError>`
pub(super) fn decode(column: &Column) -> TokenStream {
    let ty = &column.ty;
    match &column.with {
        Some(with) => {
            let decode = of(with, "decode");
            quote!(|__value| <#ty as __ydb::Holds<_>>::decode_with(__value, #decode))
        }
        None if column.json => quote!(<#ty as __ydb::JsonColumn>::from_value),
        None => item(ty, column.instead(), "decode"),
    }
}

/// What the type of a field says of the column; the type's own span makes a missing implementation point at it.
pub(super) fn info(column: &Column) -> TokenStream {
    let ty = &column.ty;
    match &column.with {
        Some(with) => {
            let (info, encode) = (of(with, "INFO"), of(with, "encode"));
            quote_spanned!(ty.span()=> __ydb::with_info::<#ty, _>(#info, #encode))
        }
        // In a block, so that the trait whose constant serves all types but `Option` is in scope.
        None if column.json => {
            quote_spanned!(ty.span()=> { use __ydb::RequiredJson as _; __ydb::JsonInfo::<#ty>::INFO })
        }
        None if column.instead().is_some() => item(ty, column.instead(), "INFO"),
        None => quote_spanned!(ty.span()=> <#ty as __ydb::Column>::INFO),
    }
}

/// The trait that serves types which are not columns, if there may be one.
pub(super) fn no_columns<'c>(mut columns: impl Iterator<Item = &'c Column>) -> Option<TokenStream> {
    columns.any(|column| column.instead().is_some()).then(|| {
        quote!(
            use __ydb::NoColumn as _;
        )
    })
}

/// `fn(&Field) -> &dyn Encode` of a field whose type is a column by itself.
pub(super) fn as_dyn(column: &Column) -> TokenStream {
    item(&column.ty, column.instead(), "as_dyn")
}

/// An item of the trait `Column`.
pub(super) fn item(ty: &Type, instead: Option<&Instead>, item: &str) -> TokenStream {
    let item = format_ident!("{item}");
    match instead {
        Some(Instead { stand_in, .. }) => quote!(__ydb::Instead::<#ty, #stand_in>::#item),
        None => quote!(<#ty as __ydb::Column>::#item),
    }
}

/// An item of the module, where the module is written: there the compiler says that it is missing.
pub(super) fn of(with: &Path, item: &str) -> TokenStream {
    let item = Ident::new(item, with.span());
    quote!(#with::#item)
}
