//! Conversion of a column's field to a value and back: by its type, as JSON, or by the functions of a module.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path, Type};

use crate::model::column::Column;
use crate::model::instead::Instead;

/// Greatest number of columns for which the library has a call that takes or gives all of them.
pub(super) const AT_ONCE: usize = 12;

/// Returns the function that encodes a field whose type is not a column by itself: `fn(&Field, YdbType, nullable) ->
/// Result<Value, ValueError>`.
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

/// Returns the function that encodes a field, `fn(&Field, YdbType) -> Result<Value, ValueError>`; never for JSON, which
/// is not in a key.
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

/// Returns the function that decodes a field: `fn(Value) -> Result<Field, ValueError>`.
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

/// Returns the constant with a column's `ColumnInfo`. Its span is that of the field's type, so that the compiler's
/// message about a missing implementation points at the type.
pub(super) fn info(column: &Column) -> TokenStream {
    let ty = &column.ty;
    match &column.with {
        Some(with) => {
            let (info, encode) = (of(with, "INFO"), of(with, "encode"));
            quote_spanned!(ty.span()=> __ydb::with_info::<#ty, _>(#info, #encode))
        }
        // A block brings the trait into scope whose constant serves all types but `Option`.
        None if column.json => {
            quote_spanned!(ty.span()=> { use __ydb::RequiredJson as _; __ydb::JsonInfo::<#ty>::INFO })
        }
        None if column.instead().is_some() => item(ty, column.instead(), "INFO"),
        None => quote_spanned!(ty.span()=> <#ty as __ydb::Column>::INFO),
    }
}

/// Imports the trait for types that are not columns, if a field may have such a type.
pub(super) fn no_columns<'c>(mut columns: impl Iterator<Item = &'c Column>) -> Option<TokenStream> {
    columns.any(|column| column.instead().is_some()).then(|| {
        quote!(
            use __ydb::NoColumn as _;
        )
    })
}

/// Returns the function `fn(&Field) -> &dyn Encode` of a field whose type is a column by itself.
pub(super) fn as_dyn(column: &Column) -> TokenStream {
    item(&column.ty, column.instead(), "as_dyn")
}

/// Returns the path of an item of the trait `Column` for a type.
pub(super) fn item(ty: &Type, instead: Option<&Instead>, item: &str) -> TokenStream {
    let item = format_ident!("{item}");
    match instead {
        Some(Instead { stand_in, .. }) => quote!(__ydb::Instead::<#ty, #stand_in>::#item),
        None => quote!(<#ty as __ydb::Column>::#item),
    }
}

/// Returns the path of an item of the module, with the span of the module: if the item is missing, the compiler says it
/// there.
pub(super) fn of(with: &Path, item: &str) -> TokenStream {
    let item = Ident::new(item, with.span());
    quote!(#with::#item)
}
