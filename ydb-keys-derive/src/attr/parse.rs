//! Reading `#[ydb(...)]` word by word, going on behind an error.

use proc_macro2::{Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Ident, LitInt, LitStr, Result, Token, parenthesized};

use crate::diag::{Errors, did_you_mean, list};

/// The words of one place where `#[ydb(...)]` can stand.
pub(crate) struct Place {
    /// "the struct of a table", "a field of a table"
    pub(crate) name: &'static str,
    pub(crate) words: &'static [&'static str],
    /// The places where a word may stand that was written here.
    kin: &'static [&'static str],
}

const STRUCT_NAME: &str = "the struct of a table";
const FIELD_NAME: &str = "a field of a table";
const NEWTYPE_NAME: &str = "a newtype";
const ENUM_NAME: &str = "an enum";
const ROW_NAME: &str = "the struct of a row";
const ROW_FIELD_NAME: &str = "a field of a row";

pub(crate) const STRUCT: Place = Place {
    name: STRUCT_NAME,
    words: &[
        "table",
        "primary_key",
        "store",
        "partition_by_hash",
        "partitioning",
        "ttl",
        "index",
        "family",
        "bloom_filter",
        "read_replicas",
        "rename_all",
        "key",
        "allow",
        "crate",
    ],
    kin: &[FIELD_NAME, NEWTYPE_NAME, ROW_NAME],
};

pub(crate) const FIELD: Place = Place {
    name: FIELD_NAME,
    words: &["rename", "type", "monotonic", "dispersed", "serial", "default", "json", "family", "skip"],
    kin: &[STRUCT_NAME, ENUM_NAME],
};

pub(crate) const NEWTYPE: Place = Place {
    name: NEWTYPE_NAME,
    words: &["type", "monotonic", "dispersed", "crate"],
    kin: &[STRUCT_NAME, FIELD_NAME, ENUM_NAME],
};

pub(crate) const ENUM: Place = Place { name: ENUM_NAME, words: &["rename_all", "as", "crate"], kin: &[STRUCT_NAME] };

pub(crate) const VARIANT: Place = Place { name: "a variant", words: &["rename"], kin: &[ENUM_NAME] };

pub(crate) const ROW: Place = Place {
    name: ROW_NAME,
    words: &["of", "covered_by", "rename_all", "crate"],
    kin: &[STRUCT_NAME, ROW_FIELD_NAME, FIELD_NAME],
};

pub(crate) const ROW_FIELD: Place =
    Place { name: ROW_FIELD_NAME, words: &["rename", "json", "skip"], kin: &[ROW_NAME, FIELD_NAME] };

/// Words that stand inside others.
const INSIDE: &[(&str, &[&str])] = &[
    ("partitioning", &["by_size", "by_load", "min", "max", "uniform", "at_keys", "nodes"]),
    ("index", &["on", "cover", "sync", "async", "unique", "as"]),
    ("ttl", &["after", "unit"]),
];

/// One word of `#[ydb(...)]` and the input behind it.
pub(crate) struct Word<'a> {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) input: ParseStream<'a>,
}

/// What could not be read.
#[derive(Default)]
pub(crate) struct Broken {
    pub(crate) any: bool,
    /// The words that were, or may have been, meant.
    pub(crate) words: Vec<&'static str>,
}

/// Hands each word of a place to `parse`; reports unknown words, and goes on behind a malformed one.
///
/// Returns what could not be read, for the caller not to miss what was meant by it.
pub(crate) fn words(
    attrs: &[Attribute],
    place: &Place,
    errors: &mut Errors,
    mut parse: impl FnMut(&Word<'_>, &mut Errors) -> Result<()>,
) -> Broken {
    let mut broken = Broken::default();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("ydb")) {
        let result = attr.parse_nested_meta(|meta| {
            let span = meta.path.span();
            let name = meta.path.get_ident().map(|ident| ident.unraw().to_string()).unwrap_or_default();
            let known = place.words.iter().find(|word| **word == name);
            let result = match known {
                Some(_) => parse(&Word { name: name.clone(), span, input: meta.input }, errors),
                None => {
                    let meant = crate::diag::nearest(&name, place.words.iter().copied());
                    broken.any = true;
                    broken.words.extend(meant);
                    unknown(span, &name, place, errors);
                    skip(meta.input);
                    return Ok(());
                }
            };
            if let Err(error) = result {
                broken.any = true;
                broken.words.extend(known);
                error.into_iter().for_each(|error| errors.push(malformed(&name, place, &error)));
                skip(meta.input);
            }
            Ok(())
        });
        if let Err(error) = result {
            // Whatever it says may have been meant.
            broken.any = true;
            broken.words.extend(place.words);
            errors.rule(
                error.span(),
                "malformed_attribute",
                &error,
                "the format is `#[ydb(word, word = value, word(...))]`",
            );
        }
    }
    broken
}

fn unknown(span: Span, name: &str, place: &Place, errors: &mut Errors) {
    let elsewhere = [&ENUM, &ROW, &STRUCT, &NEWTYPE, &ROW_FIELD, &FIELD]
        .into_iter()
        .filter(|other| place.kin.contains(&other.name))
        .find(|other| other.words.contains(&name));
    let inside = INSIDE.iter().find(|(_, words)| words.contains(&name)).filter(|_| place.name == STRUCT.name);
    let known = || place.words.iter().copied();
    match (inside, elsewhere) {
        (Some((outer, _)), _) => errors.rule(
            span,
            "unknown_attribute",
            format_args!("`{name}` does not stand alone"),
            format_args!("write it inside `{outer}(...)`"),
        ),
        (None, Some(other)) => errors.rule(
            span,
            "unknown_attribute",
            format_args!("`{name}` does not belong on {}", place.name),
            format_args!(
                "it is an attribute of {}{}; expected one of {}",
                other.name,
                declared(place, other),
                list(known())
            ),
        ),
        (None, None) => errors.rule(
            span,
            "unknown_attribute",
            format_args!("unknown attribute `{name}` on {}{}", place.name, did_you_mean(name, known())),
            format_args!("expected one of {}", list(known())),
        ),
    }
}

/// Why a word of a table is none of a row.
fn declared(place: &Place, other: &Place) -> &'static str {
    let of_row = [ROW_NAME, ROW_FIELD_NAME].contains(&place.name);
    match of_row && [STRUCT_NAME, FIELD_NAME].contains(&other.name) {
        true => ", where columns are declared: a row reads them as they come",
        false => "",
    }
}

/// Adds what the attribute looks like to what the parser says.
fn malformed(name: &str, place: &Place, error: &syn::Error) -> syn::Error {
    let message = error.to_string();
    if message.contains("\nhelp: ") {
        return error.clone();
    }
    let example = match name {
        "primary_key" => "primary_key(userhash = xxh3(userid), userid, timestamp)",
        "partition_by_hash" => "partition_by_hash(user_id, event_timestamp)",
        "partitioning" => "partitioning(uniform = 16, by_load, max = 20)",
        "ttl" => "ttl(column = created_at, after = \"P30D\")",
        "index" => "index(by_customer, on(customer_id), cover(amount), async)",
        "family" if place.name == FIELD.name => "family = \"cold\"",
        "family" => "family(cold, data = \"hdd\", compression = \"lz4\")",
        "table" => "table = \"dir/name\"",
        "store" => "store = column",
        "read_replicas" => "read_replicas = \"PER_AZ:1\"",
        "rename_all" => "rename_all = \"snake_case\"",
        "rename" => "rename = \"name\"",
        "key" => "key = OrderId",
        "allow" => "allow(monotonic_leading_key, reason = \"...\")",
        "crate" => "crate = path::to::ydb_keys",
        "type" => "type = \"Datetime\"",
        "default" => "default = 5",
        "of" => "of = Order",
        "covered_by" => "covered_by = by_customer",
        "as" => "as = \"Uint8\"",
        flag => flag,
    };
    syn::Error::new(error.span(), format!("malformed_attribute: {message}\nhelp: the format is `{example}`"))
}

/// Passes over what is left of a word, up to the comma.
fn skip(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        // There is a token, so it can be read.
        let _ = input.parse::<TokenTree>();
    }
}

impl Word<'_> {
    /// `= value`
    pub(crate) fn value<T: Parse>(&self) -> Result<T> {
        if !self.input.peek(Token![=]) {
            return Err(syn::Error::new(self.span, "expected a value after this word"));
        }
        self.input.parse::<Token![=]>()?;
        self.input.parse()
    }

    /// `= "text"`
    pub(crate) fn text(&self) -> Result<LitStr> {
        self.value()
    }

    /// Nothing behind the word.
    pub(crate) fn flag(&self) -> Result<()> {
        match self.input.is_empty() || self.input.peek(Token![,]) {
            true => Ok(()),
            false => Err(self.input.error("this attribute takes no value")),
        }
    }

    /// `(item, item, ...)`
    pub(crate) fn list<T>(&self, item: impl FnMut(ParseStream<'_>) -> Result<T>) -> Result<Vec<T>> {
        list_in_parens(self.input, item)
    }
}

/// `(item, item, ...)`; behind an error it goes on with the next item, so all errors come out together.
pub(crate) fn list_in_parens<T>(
    input: ParseStream<'_>,
    mut item: impl FnMut(ParseStream<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    let mut items = Vec::new();
    let mut errors: Option<syn::Error> = None;
    while !content.is_empty() {
        let result = item(&content).and_then(|item| {
            items.push(item);
            match content.is_empty() || content.peek(Token![,]) {
                true => Ok(()),
                false => Err(content.error("expected `,`")),
            }
        });
        if let Err(error) = result {
            match &mut errors {
                Some(errors) => errors.combine(error),
                None => errors = Some(error),
            }
        }
        skip(&content);
        // Behind `skip` there is a comma or nothing.
        let _ = content.parse::<Option<Token![,]>>();
    }
    errors.map_or(Ok(items), Err)
}

/// A word inside a list, keywords such as `type` and `unique` included, with `r#` and without.
pub(crate) fn word(input: ParseStream<'_>) -> Result<Ident> {
    Ok(Ident::parse_any(input)?.unraw())
}

/// A name of YDB's: a word, or a text where the name is no Rust identifier.
pub(crate) fn sql_name(input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let ident = Ident::parse_any(input)?;
    Ok(LitStr::new(&ident.unraw().to_string(), ident.span()))
}

/// A list of fields: `(a, b)`.
pub(crate) fn fields(input: ParseStream<'_>) -> Result<Vec<Ident>> {
    list_in_parens(input, |input| {
        if input.peek(LitStr) {
            return Err(input.error("expected the name of a field, without quotes"));
        }
        word(input)
    })
}

/// `= n`
pub(crate) fn number(input: ParseStream<'_>) -> Result<(Span, u32)> {
    input.parse::<Token![=]>()?;
    let literal: LitInt = input.parse()?;
    Ok((literal.span(), literal.base10_parse()?))
}
