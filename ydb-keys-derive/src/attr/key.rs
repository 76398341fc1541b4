//! The parts of `primary_key(...)` and of an index's `on(...)`: fields, and the hash or bucket in front of them.

use proc_macro2::{Span, TokenTree};
use syn::parse::ParseStream;
use syn::{Ident, LitInt, LitStr, Path, Result, Token, parenthesized};

use super::parse::{list_in_parens, word};
use crate::diag::error;
use crate::words::HASH_FUNCTIONS;

/// Part of a key.
pub(crate) enum KeyPartAttr {
    Field(Ident),
    Hash(HashAttr),
}

impl KeyPartAttr {
    /// Returns the field, if the part is one.
    pub(crate) fn field(&self) -> Option<&Ident> {
        match self {
            KeyPartAttr::Field(ident) => Some(ident),
            KeyPartAttr::Hash(_) => None,
        }
    }
}

/// Hash column of a key: `column = function(inputs)`, `column = function(inputs) % 16`, or `column =
/// with(module)(inputs)`.
pub(crate) struct HashAttr {
    pub(crate) column: Ident,
    pub(crate) function: Ident,
    /// Module of `with(module)`, if the function is a foreign one.
    pub(crate) with: Option<Path>,
    pub(crate) inputs: Vec<Ident>,
    pub(crate) buckets: Option<BucketsAttr>,
}

impl HashAttr {
    /// Returns the name that messages give to such a column.
    pub(crate) fn kind(&self) -> &'static str {
        if self.buckets.is_some() { "bucket" } else { "hash" }
    }
}

/// Number of buckets, and where it is written.
pub(crate) struct BucketsAttr {
    pub(crate) span: Span,
    /// Number of buckets; `None` if the token is not a number.
    pub(crate) number: Option<u64>,
}

/// Parses the parts of a key.
pub(super) fn key_parts(input: ParseStream<'_>) -> Result<Vec<KeyPartAttr>> {
    list_in_parens(input, key_part)
}

/// Parses a part of a key: `field`, `column = function(field, ...)`, or `column = function(field, ...) % 16`.
fn key_part(input: ParseStream<'_>) -> Result<KeyPartAttr> {
    if input.peek(LitStr) {
        return Err(input.error("expected the name of a field, without quotes"));
    }
    if input.peek(syn::token::Paren) {
        let help = "write all of them in one list, without inner parentheses";
        return Err(error(input.span(), "malformed_attribute", "a key is one list of fields", help));
    }
    let name = word(input)?;
    if input.peek(syn::token::Paren) {
        return Err(unnamed(&name, input));
    }
    if input.peek(Ident) {
        return Err(ordered(&name, input));
    }
    if !input.peek(Token![=]) {
        return Ok(KeyPartAttr::Field(name));
    }
    input.parse::<Token![=]>()?;
    let function = word(input)?;
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(function.span(), "expected hash inputs, e.g. `xxh3(userid)`"));
    }
    let with = if function == "with" { Some(module(&function, input)?) } else { None };
    let inputs = list_in_parens(input, word)?;
    let buckets = input.parse::<Option<Token![%]>>()?.map(|_| buckets(input)).transpose()?;
    Ok(KeyPartAttr::Hash(HashAttr { column: name, function, with, inputs, buckets }))
}

/// Parses the `(module)` of `with(module)(inputs)`.
fn module(function: &Ident, input: ParseStream<'_>) -> Result<Path> {
    let content;
    parenthesized!(content in input);
    let path = content.call(Path::parse_mod_style)?;
    if !content.is_empty() || !input.peek(syn::token::Paren) {
        let help = "write the module of the function, then its inputs: `with(legacy)(userid)`";
        return Err(error(function.span(), "malformed_attribute", "`with` has a module and then inputs", help));
    }
    Ok(path)
}

/// Returns the error of a hash without a name: `xxh3(id)`.
fn unnamed(function: &Ident, input: ParseStream<'_>) -> syn::Error {
    let inputs: Vec<String> = list_in_parens(input, word).unwrap_or_default().iter().map(Ident::to_string).collect();
    let is_bucket = input.parse::<Option<Token![%]>>().is_ok_and(|sign| sign.is_some());
    let count = if is_bucket { input.parse::<LitInt>().ok() } else { None };
    let first = inputs.first().map_or("id", String::as_str);
    let known = HASH_FUNCTIONS.iter().map(|(name, _)| *name).find(|known| function == known).unwrap_or("xxh3");
    let inputs = if inputs.is_empty() { first.to_owned() } else { inputs.join(", ") };
    let (kind, column) = match count {
        Some(count) => ("bucket", format!("{first}_bucket = {known}({inputs}) % {count}")),
        None => ("hash", format!("{first}_hash = {known}({inputs})")),
    };
    let fault = format!("this {kind} is a column, and has no name");
    error(function.span(), "malformed_attribute", fault, format!("write `{column}`"))
}

/// Returns the error of a field with a direction: `id desc`.
fn ordered(name: &Ident, input: ParseStream<'_>) -> syn::Error {
    let span = input.span();
    let fault = match word(input).map(|word| word.to_string().to_ascii_lowercase()).as_deref() {
        Ok("desc" | "asc") => "the columns of a key are always sorted upwards",
        _ => return syn::Error::new(span, "expected `,`"),
    };
    let help = format!("write `{name}` alone; `.descending()` reads a scan from its end");
    error(span, "malformed_attribute", fault, help)
}

/// Parses a number of buckets. Takes any one token, so that a token that is not a number gets an error of its own.
fn buckets(input: ParseStream<'_>) -> Result<BucketsAttr> {
    if input.peek(LitInt) {
        let number: LitInt = input.parse()?;
        let is_negative = number.base10_digits().starts_with('-');
        // A number of more than 64 bits is too large as well.
        let value = (!is_negative).then(|| number.base10_parse().unwrap_or(u64::MAX));
        return Ok(BucketsAttr { span: number.span(), number: value });
    }
    let span = input.parse::<TokenTree>()?.span();
    // Skips the rest of an expression that is not a number.
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(BucketsAttr { span, number: None })
}
