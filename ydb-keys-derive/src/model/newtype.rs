//! Newtypes and fieldless enums that are types of columns.

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Data, DataEnum, DeriveInput, Expr, ExprLit, ExprUnary, Field, Fields, Generics, Ident, Lit, Member, Path, Type,
    UnOp,
};

use super::case::Case;
use super::instead::{Instead, has_size, with_lifetimes};
use super::table::{krate, no_generics, no_packing};
use super::value;
use crate::attr::column::{EnumAttrs, NewtypeAttrs, variant_rename};
use crate::attr::parse::Slot;
use crate::diag::{Errors, list};

/// Type of a column.
pub(crate) enum ColumnType {
    Newtype(Box<Newtype>),
    Enum(Enum),
    /// A type that could not be resolved. It gets an implementation, too, so that the tables which use it add no
    /// errors.
    Stub(Box<Stub>),
}

/// Type with errors.
pub(crate) struct Stub {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Path,
}

/// Struct around one field.
pub(crate) struct Newtype {
    pub(crate) ident: Ident,
    pub(crate) krate: Path,
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// Replacement of the field's type, if that probably is not a column.
    pub(crate) instead: Option<Instead>,
    /// Variant of `YdbType`, and where it is written.
    pub(crate) ydb_type: Option<(Span, TokenStream)>,
    pub(crate) monotonic: bool,
    pub(crate) dispersed: bool,
}

/// Fieldless enum.
pub(crate) struct Enum {
    pub(crate) ident: Ident,
    pub(crate) krate: Path,
    pub(crate) variants: Vec<Ident>,
    pub(crate) representation: Representation,
}

/// Form in which the variants are stored.
pub(crate) enum Representation {
    /// Texts, in the order of the variants.
    Text(Vec<String>),
    /// Numbers of an integer type, in the order of the variants.
    Integer(Ident, Vec<i128>),
}

/// Resolves the type of a column; `None` if it has no size, because such a type cannot be one.
pub(crate) fn column_type(input: &DeriveInput, errors: &mut Errors) -> Option<ColumnType> {
    if let Data::Struct(data) = &input.data
        && data.fields.iter().filter(|field| !has_size(&field.ty, errors)).count() > 0
    {
        return None;
    }
    let generics = no_generics(input, "the type of a column", errors);
    let borrowed = no_packing(input, errors);
    let resolved = match &input.data {
        Data::Struct(data) => {
            newtype(input, &data.fields, errors).map(|newtype| ColumnType::Newtype(Box::new(newtype)))
        }
        Data::Enum(data) => enumeration(input, data, errors).map(ColumnType::Enum),
        Data::Union(_) => {
            not_a_column(input.ident.span(), errors);
            None
        }
    };
    Some(resolved.filter(|_| generics && borrowed).unwrap_or_else(|| {
        // The attributes were read before, and their errors reported.
        let attrs = NewtypeAttrs::parse(&input.attrs, None, &mut Errors::default());
        ColumnType::Stub(Box::new(Stub {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: krate(&attrs.krate),
        }))
    }))
}

fn not_a_column(span: Span, errors: &mut Errors) {
    errors.rule(
        span,
        "unsupported_item",
        "`YdbColumn` can be derived for a struct around one field, and for an enum without fields",
        "store a larger type as JSON with `#[ydb(json)]` on the field of the table, or implement `ydb_keys::Column` by hand",
    );
}

fn newtype(input: &DeriveInput, fields: &Fields, errors: &mut Errors) -> Option<Newtype> {
    let attrs = NewtypeAttrs::parse(&input.attrs, None, errors);
    let fields: Vec<&Field> = fields.iter().collect();
    let [field] = fields[..] else {
        not_a_column(input.ident.span(), errors);
        return None;
    };
    if let Some(attr) = field.attrs.iter().find(|attr| attr.path().is_ident("ydb")) {
        errors.rule(
            attr.path().span(),
            "malformed_attribute",
            "attributes of a newtype belong on the struct, not on its field",
            "move it above `struct`",
        );
    }
    if let (Some(monotonic), Some(dispersed)) = (attrs.monotonic.span(), attrs.dispersed.span()) {
        errors.conflict(
            [monotonic, dispersed],
            "conflicting_attributes",
            "values that always grow are not spread over the whole range",
            "keep `monotonic` or `dispersed`",
        );
    }
    let uncertain = attrs.broken.any || attrs.monotonic.is_set() && attrs.dispersed.is_set();
    Some(Newtype {
        ident: input.ident.clone(),
        krate: krate(&attrs.krate),
        member: field.ident.clone().map_or(Member::Unnamed(0.into()), Member::Named),
        ty: with_lifetimes(&field.ty),
        instead: Instead::of_newtype(&field.ty),
        ydb_type: attrs.ty.get().and_then(|text| Some((text.span(), value::ydb_type(text, errors)?))),
        monotonic: attrs.monotonic.is_set() && !uncertain,
        // A word that could not be read may have been `dispersed`; the tables that use the type then report no second
        // error.
        dispersed: attrs.dispersed.is_set() || uncertain,
    })
}

fn enumeration(input: &DeriveInput, data: &DataEnum, errors: &mut Errors) -> Option<Enum> {
    let attrs = EnumAttrs::parse(&input.attrs, errors);
    let case = attrs.rename_all.get().and_then(|text| Case::parse(text, errors));
    let mut whole = !data.variants.is_empty();
    if !whole {
        not_a_column(input.ident.span(), errors);
    }
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            whole = false;
            errors.rule(
                variant.ident.span(),
                "unsupported_item",
                format_args!("variant `{}` has fields, which a single column cannot hold", variant.ident),
                "store the enum as JSON with `#[ydb(json)]` on the field of the table",
            );
        }
    }
    let renames: Vec<_> = data.variants.iter().map(|variant| variant_rename(&variant.attrs, errors)).collect();
    let representation = match attrs.representation.get() {
        None => {
            let texts: Vec<String> = data
                .variants
                .iter()
                .zip(&renames)
                .map(|(variant, rename)| match rename.get() {
                    Some(text) => text.value(),
                    None => {
                        let name = variant.ident.unraw().to_string();
                        case.map_or(name.clone(), |case| case.apply(&name))
                    }
                })
                .collect();
            for (i, text) in texts.iter().enumerate() {
                if texts[..i].contains(text) {
                    errors.rule(
                        data.variants[i].ident.span(),
                        "unsupported_item",
                        format_args!("two variants are stored as {text:?}"),
                        "give one of them another string with `#[ydb(rename = \"...\")]`",
                    );
                }
            }
            Some(Representation::Text(texts))
        }
        Some(text) => {
            for (name, span) in renames.iter().chain([&attrs.rename_all]).filter_map(Slot::given) {
                errors.rule(
                    span,
                    "conflicting_attributes",
                    format_args!("the variants are stored as numbers, so `{name}` has no effect"),
                    format_args!("remove `{name}`, or `as` to store texts"),
                );
            }
            integers(text, data, errors)
        }
    };
    Some(Enum {
        ident: input.ident.clone(),
        krate: krate(&attrs.krate),
        variants: data.variants.iter().map(|variant| variant.ident.clone()).collect(),
        representation: representation?,
    })
    .filter(|_| whole)
}

/// Resolves `as = "Uint8"`. Every variant needs an explicit number, because an implicit one changes when a variant is
/// added.
fn integers(text: &syn::LitStr, data: &DataEnum, errors: &mut Errors) -> Option<Representation> {
    let name = text.value();
    let Some((name, min, max)) = value::INTEGERS.iter().copied().find(|(known, ..)| *known == name) else {
        errors.rule(
            text.span(),
            "column_type",
            format_args!("{name:?} is not an integer type of YDB"),
            format_args!("expected one of {}", list(value::INTEGERS.iter().map(|(known, ..)| *known))),
        );
        return None;
    };
    let mut codes = Vec::new();
    for variant in &data.variants {
        let number = variant.discriminant.as_ref().and_then(|(_, expr)| integer(expr));
        match number {
            Some(code) if min <= code && code <= max => codes.push(code),
            Some(code) => errors.rule(
                variant.discriminant.as_ref().map_or(variant.ident.span(), |(_, expr)| expr.span()),
                "column_type",
                format_args!("{code} is outside the range of {name}, {min} to {max}"),
                "store the enum as a larger integer type",
            ),
            None => errors.rule(
                variant.ident.span(),
                "column_type",
                format_args!("variant `{}` has no explicit number\nnote: an implicit one changes when a variant is added, and stored rows would be misread", variant.ident),
                format_args!("write it out: `{} = 1`", variant.ident),
            ),
        }
    }
    let ident = Ident::new(name, text.span());
    (codes.len() == data.variants.len()).then_some(Representation::Integer(ident, codes))
}

/// Returns the value of an integer literal, which may be negative, or in parentheses.
fn integer(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(value), .. }) => value.base10_parse().ok(),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => integer(expr).map(|value| -value),
        // An expression that a macro passes on is in a group without delimiters.
        Expr::Group(group) => integer(&group.expr),
        Expr::Paren(paren) => integer(&paren.expr),
        _ => None,
    }
}
