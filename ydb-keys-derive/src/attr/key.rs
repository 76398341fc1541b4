//! The parts of `primary_key(...)` and of an index's `on(...)`: fields, and the hash or bucket in front of them.

use proc_macro2::{Span, TokenTree};
use syn::parse::ParseStream;
use syn::{Ident, LitInt, LitStr, Result, Token};

use super::parse::{list_in_parens, word};

/// One part.
pub(crate) enum KeyPartAttr {
    Field(Ident),
    Hash(HashAttr),
}

impl KeyPartAttr {
    /// The field, if it is one.
    pub(crate) fn field(&self) -> Option<&Ident> {
        match self {
            KeyPartAttr::Field(ident) => Some(ident),
            KeyPartAttr::Hash(_) => None,
        }
    }
}

/// `column = function(inputs)`, or `column = function(inputs) % 16`
pub(crate) struct HashAttr {
    pub(crate) column: Ident,
    pub(crate) function: Ident,
    pub(crate) inputs: Vec<Ident>,
    pub(crate) buckets: Option<BucketsAttr>,
}

impl HashAttr {
    /// What messages call the column.
    pub(crate) fn kind(&self) -> &'static str {
        if self.buckets.is_some() { "bucket" } else { "hash" }
    }
}

/// The number of buckets, and where it is written.
pub(crate) struct BucketsAttr {
    pub(crate) span: Span,
    /// `None` if it is not a number.
    pub(crate) number: Option<u64>,
}

/// `field`, `column = function(field, ...)`, or `column = function(field, ...) % 16`
pub(super) fn key_part(input: ParseStream<'_>) -> Result<KeyPartAttr> {
    if input.peek(LitStr) {
        return Err(input.error("expected the name of a field, without quotes"));
    }
    let name = word(input)?;
    if !input.peek(Token![=]) {
        return Ok(KeyPartAttr::Field(name));
    }
    input.parse::<Token![=]>()?;
    let function = word(input)?;
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(function.span(), "expected hash inputs, e.g. `xxh3(userid)`"));
    }
    let inputs = list_in_parens(input, word)?;
    let buckets = input.parse::<Option<Token![%]>>()?.map(|_| buckets(input)).transpose()?;
    Ok(KeyPartAttr::Hash(HashAttr { column: name, function, inputs, buckets }))
}

/// A number of buckets: any one expression token, so that what is not a number is an error of its own.
fn buckets(input: ParseStream<'_>) -> Result<BucketsAttr> {
    if input.peek(LitInt) {
        let number: LitInt = input.parse()?;
        let is_negative = number.base10_digits().starts_with('-');
        // More than 64 bits are too many as well.
        let value = (!is_negative).then(|| number.base10_parse().unwrap_or(u64::MAX));
        return Ok(BucketsAttr { span: number.span(), number: value });
    }
    let span = input.parse::<TokenTree>()?.span();
    // The rest of what is not a number.
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(BucketsAttr { span, number: None })
}
