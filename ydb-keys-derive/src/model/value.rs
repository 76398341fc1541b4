//! Names of YDB types, and literals, as attributes have them.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Lit, LitStr};

use crate::attr::setting::Literal;
use crate::diag::{Errors, did_you_mean, list};
use crate::words::TYPES;

/// Integer types, with their ranges.
pub(crate) const INTEGERS: &[(&str, i128, i128)] = &[
    ("Int8", i8::MIN as i128, i8::MAX as i128),
    ("Int16", i16::MIN as i128, i16::MAX as i128),
    ("Int32", i32::MIN as i128, i32::MAX as i128),
    ("Int64", i64::MIN as i128, i64::MAX as i128),
    ("Uint8", 0, u8::MAX as i128),
    ("Uint16", 0, u16::MAX as i128),
    ("Uint32", 0, u32::MAX as i128),
    ("Uint64", 0, u64::MAX as i128),
];

/// Parses the name of a YDB type to a variant of `YdbType`, with the parameters of a decimal.
pub(crate) fn ydb_type(text: &LitStr, errors: &mut Errors) -> Option<TokenStream> {
    let value = text.value();
    let (name, parameters) = match value.split_once('(') {
        Some((name, rest)) => (name.trim(), rest.strip_suffix(')')),
        None => (value.as_str(), None),
    };
    if name == "Decimal" {
        let numbers: Option<Vec<u8>> =
            parameters.and_then(|text| text.split(',').map(|number| number.trim().parse().ok()).collect());
        return match numbers.as_deref() {
            Some(&[precision, scale]) => Some(quote!(Decimal { precision: #precision, scale: #scale })),
            _ => {
                errors.rule(
                    text.span(),
                    "column_type",
                    format_args!("{value:?} is not a decimal type"),
                    "write the precision and the scale, `type = \"Decimal(22,9)\"`, as in the field's `Decimal<22, 9>`",
                );
                None
            }
        };
    }
    match TYPES.iter().find(|known| **known == value) {
        Some(name) => {
            let name = syn::Ident::new(name, Span::call_site());
            Some(quote!(#name))
        }
        None => {
            let alias = match value.as_str() {
                "Text" => "; YDB's canonical name is `Utf8`".to_owned(),
                "Bytes" => "; YDB's canonical name is `String`".to_owned(),
                "Serial" | "SmallSerial" | "BigSerial" => "; write `#[ydb(serial)]` on an integer field".to_owned(),
                _ => did_you_mean(&value, TYPES.iter().copied()),
            };
            errors.rule(
                text.span(),
                "column_type",
                format_args!("{value:?} is not a YDB column type{alias}"),
                format_args!("expected one of {}", list(TYPES.iter().copied())),
            );
            None
        }
    }
}

/// Returns a literal as a variant of `DefaultValue`.
pub(crate) fn default_value(literal: &Literal, errors: &mut Errors) -> Option<TokenStream> {
    let sign = if literal.negative { "-" } else { "" };
    let suffix = match &literal.literal {
        Lit::Int(value) => value.suffix(),
        Lit::Float(value) => value.suffix(),
        _ => "",
    };
    if !suffix.is_empty() {
        errors.rule(
            literal.span,
            "column_type",
            format_args!("the literal has the suffix `{suffix}`, but its type is that of the column"),
            "write the number without a suffix",
        );
        return None;
    }
    match &literal.literal {
        Lit::Int(value) => {
            let digits = value.base10_digits();
            // A column type holds at most an i128; the rule `column_type` reports a greater number.
            let value: i128 = format!("{sign}{digits}").parse().unwrap_or(i128::MAX);
            Some(quote!(Int(#value)))
        }
        Lit::Float(value) => {
            let digits = format!("{sign}{}", value.base10_digits());
            Some(quote!(Float(#digits)))
        }
        Lit::Str(value) if !literal.negative => Some(quote!(Text(#value))),
        Lit::ByteStr(value) if !literal.negative => Some(quote!(Bytes(#value))),
        Lit::Bool(value) if !literal.negative => Some(quote!(Bool(#value))),
        _ => {
            errors.rule(
                literal.span,
                "column_type",
                "YDB has no such literal",
                "write a number, a string in quotes, bytes `b\"...\"`, `true` or `false`",
            );
            None
        }
    }
}
