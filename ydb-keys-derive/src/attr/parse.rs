//! Reading of `#[ydb(...)]` word by word, which goes on after an error; and the value of an attribute that may be given
//! once.

use proc_macro2::{Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, LitInt, LitStr, Result, Token, parenthesized};

use super::foreign::instead;
use crate::diag::{Errors, did_you_mean, error, list};
use crate::words::{Item, ItemWords, List, ListWords, Takes, Word, Words, names};

/// Word of an attribute, and the input after it.
pub(crate) struct Given<'a, W> {
    pub(crate) word: W,
    pub(crate) span: Span,
    pub(crate) input: ParseStream<'a>,
}

/// Names in the attributes of an item, and the words among them that could not be read.
pub(crate) struct Broken<W> {
    pub(crate) any: bool,
    /// All names, including those that are no word.
    named: Vec<String>,
    /// Words that could not be read, or that an unknown name may have meant.
    words: Vec<W>,
}

impl<W: PartialEq> Broken<W> {
    pub(crate) fn none() -> Self {
        Broken { any: false, named: Vec::new(), words: Vec::new() }
    }

    /// Returns `true` if this word could not be read, or an unknown name may have meant it.
    pub(crate) fn meant(&self, word: W) -> bool {
        self.words.contains(&word)
    }

    /// Returns `true` if an attribute has this name, in any form.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.named.iter().any(|named| named == name)
    }
}

/// Hands each word of an item to `parse`; reports unknown words, and goes on after a malformed one. `field` is the field
/// that the help names, if the item is one.
///
/// Returns the words that could not be read, so that the caller does not report them as missing.
pub(crate) fn words<W: ItemWords>(
    attrs: &[Attribute],
    field: Option<&Ident>,
    errors: &mut Errors,
    mut parse: impl FnMut(&Given<'_, W>, &mut Errors) -> Result<()>,
) -> Broken<W> {
    let field = field.map(|ident| ident.unraw().to_string()).unwrap_or_default();
    let mut broken = Broken::none();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("ydb")) {
        let result = attr.parse_nested_meta(|meta| {
            let span = meta.path.span();
            let name = meta.path.get_ident().map(|ident| ident.unraw().to_string()).unwrap_or_default();
            broken.named.push(name.clone());
            let Some((word, known)) = W::parse(&name) else {
                broken.any = true;
                // The unknown name may have meant any of the words.
                broken.words.extend(W::ALL);
                unknown(span, &name, (W::ITEM, &field), errors);
                skip(meta.input);
                return Ok(());
            };
            let result =
                shape(known, span, meta.input).and_then(|()| parse(&Given { word, span, input: meta.input }, errors));
            if let Err(error) = result {
                broken.any = true;
                broken.words.push(word);
                error.into_iter().for_each(|error| errors.push(malformed(known, &error)));
                skip(meta.input);
            }
            Ok(())
        });
        if let Err(error) = result {
            // The attribute may have meant any of the words.
            broken.any = true;
            broken.words.extend(W::ALL);
            errors.rule(
                error.span(),
                "malformed_attribute",
                said(&error),
                "the format is `#[ydb(word, word = value, word(...))]`",
            );
        }
    }
    broken
}

/// Reads the next word inside a list.
pub(crate) fn inner<'a, W: ListWords>(input: ParseStream<'a>) -> Result<Given<'a, W>> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error(format_args!("expected one of {}", list(names(W::WORDS)))));
    }
    let key = word(input)?;
    let name = key.to_string();
    let Some((word, known)) = W::parse(&name) else {
        let nearest = did_you_mean(&name, names(W::WORDS));
        let fault = format!("unknown word `{name}` in `{}`{nearest}", W::LIST.name());
        let help = format!("expected one of {}", list(names(W::WORDS)));
        return Err(error(key.span(), "malformed_attribute", fault, help));
    };
    shape(known, key.span(), input)?;
    Ok(Given { word, span: key.span(), input })
}

/// Checks that the input after a word has the form that the word takes. Reads the `=` before a value.
fn shape(word: &Word, span: Span, input: ParseStream<'_>) -> Result<()> {
    match word.takes {
        Takes::Nothing if input.is_empty() || input.peek(Token![,]) => Ok(()),
        Takes::Nothing => Err(input.error("this attribute takes no value")),
        Takes::Value if input.peek(Token![=]) => input.parse::<Token![=]>().map(drop),
        Takes::Value => Err(syn::Error::new(span, "expected a value after this word")),
        Takes::List if input.peek(syn::token::Paren) => Ok(()),
        Takes::List => Err(syn::Error::new(span, "expected a list in parentheses after this word")),
        Takes::Either => Ok(()),
    }
}

fn unknown(span: Span, name: &str, (item, field): (Item, &str), errors: &mut Errors) {
    let foreign = instead(item, name, field);
    let find = |words: &'static [Word]| words.iter().find(|word| word.name == name);
    let inside = List::ALL.into_iter().find(|list| item == Item::Table && find(list.words()).is_some());
    let elsewhere = item.kin().iter().find_map(|other| Some((*other, find(other.words())?)));
    let known = || names(item.words());
    match (inside, elsewhere) {
        (Some(outer), _) => errors.rule(
            span,
            "malformed_attribute",
            format_args!("`{name}` cannot be used on its own"),
            format_args!("write it inside `{}(...)`", outer.name()),
        ),
        (None, Some((other, word))) => {
            let help = foreign.unwrap_or_else(|| {
                let declared = declared(item, other, word);
                format!("it is an attribute of {}, {declared}; expected one of {}", other.name(), list(known()))
            });
            let fault = format_args!("`{name}` does not belong on {}", item.name());
            errors.rule(span, "malformed_attribute", fault, help);
        }
        (None, None) => {
            let fault = format!("unknown attribute `{name}` on {}", item.name());
            match foreign {
                Some(help) => errors.rule(span, "malformed_attribute", fault, help),
                None => errors.rule(
                    span,
                    "malformed_attribute",
                    format_args!("{fault}{}", did_you_mean(name, known())),
                    format_args!("expected one of {}", list(known())),
                ),
            }
        }
    }
}

/// Returns the help for a word on the wrong item: for a word of a table on a `YdbRow` struct the reason why a row has
/// none, otherwise an example of the word on the item that it belongs to.
fn declared(item: Item, other: Item, word: &Word) -> String {
    match (item, other) {
        (Item::Row | Item::RowField, Item::Table | Item::Field) => {
            "where columns are declared; a row reads them as they are".to_owned()
        }
        _ => format!("as in `{}`", word.example),
    }
}

/// Adds an example of the attribute to the error of the parser.
fn malformed(word: &Word, parsed: &syn::Error) -> syn::Error {
    if parsed.to_string().contains("\nhelp: ") {
        return parsed.clone();
    }
    error(parsed.span(), "malformed_attribute", said(parsed), format!("the format is `{}`", word.example))
}

/// Returns the message of the parser, in words for people who write attributes.
fn said(parsed: &syn::Error) -> String {
    let message = parsed.to_string();
    let usual = match message.as_str() {
        "expected identifier" => "expected a name, without quotes",
        "expected string literal" => "expected a string, in quotes",
        "expected integer literal" => "expected a number, without quotes",
        "expected literal" => "expected a literal",
        "number too large to fit in target type" => "this number is too large",
        "unexpected literal in nested attribute, expected ident" => "expected a word, not a literal",
        _ => return message,
    };
    usual.to_owned()
}

/// Skips the rest of a word, up to the comma.
fn skip(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        // The input is not empty, so reading a token cannot fail.
        let _ = input.parse::<TokenTree>();
    }
}

/// Defines the attributes of a place: a slot for each word, with the function that reads the value after the word, and
/// then the other fields. Words that a slot does not hold are handed to a method.
///
/// A place `on` an item has the words that could not be read, and a function that parses the item's attributes.
macro_rules! attrs {
    ($(#[$doc:meta])* $name:ident on $words:ident { $($slots:tt)* } $($fields:tt)*) => {
        attrs! {
            $(#[$doc])*
            $name() in $words { $($slots)* }
            /// Words that could not be read.
            broken: Broken<$words> = Broken::none();
            $($fields)*
        }

        impl $name {
            pub(crate) fn parse(attrs: &[Attribute], field: Option<&Ident>, errors: &mut Errors) -> Self {
                let mut this = Self::new();
                this.broken = words(attrs, field, errors, |given, errors| this.set(given, errors));
                this
            }
        }
    };
    (
        $(#[$doc:meta])*
        $name:ident($($given:ident: $given_type:ty)?) in $words:ident {
            $($(#[$slot_doc:meta])* $slot:ident: $type:ty = $word:ident($read:expr);)*
            $($(| $other:ident)+ => $method:ident;)*
        }
        $($(#[$field_doc:meta])* $field:ident: $field_type:ty = $value:expr;)*
    ) => {
        $(#[$doc])*
        pub(crate) struct $name {
            $($(#[$slot_doc])* pub(crate) $slot: Slot<$type>,)*
            $($(#[$field_doc])* pub(crate) $field: $field_type,)*
        }

        impl $name {
            pub(super) fn new($($given: $given_type)?) -> Self {
                $name { $($slot: Slot::of($words::$word),)* $($field: $value,)* }
            }

            fn set(&mut self, given: &Given<'_, $words>, errors: &mut Errors) -> Result<()> {
                match given.word {
                    $($words::$word => self.$slot.set(given.span, $read(given.input)?, errors),)*
                    $($($words::$other)|+ => self.$method(given, errors)?,)*
                }
                Ok(())
            }
        }
    };
}

pub(super) use attrs;

/// Parses a `"text"`.
pub(crate) fn text(input: ParseStream<'_>) -> Result<LitStr> {
    input.parse()
}

/// Reads the value of a word that takes none.
pub(crate) fn nothing(_: ParseStream<'_>) -> Result<()> {
    Ok(())
}

/// Parses a list, `(item, item, ...)`. After an error it goes on with the next item, so that all errors are shown
/// together.
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
        // After `skip` comes a comma or nothing.
        let _ = content.parse::<Option<Token![,]>>();
    }
    errors.map_or(Ok(items), Err)
}

/// Parses a word inside a list, with `r#` or without. Keywords such as `type` and `unique` are words, too.
pub(crate) fn word(input: ParseStream<'_>) -> Result<Ident> {
    match input.peek(Ident::peek_any) {
        true => Ok(Ident::parse_any(input)?.unraw()),
        false => Err(input.error("expected a name")),
    }
}

/// Parses a name in YDB: a word, or a text if the name is not a Rust identifier.
pub(crate) fn sql_name(input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let ident = word(input)?;
    Ok(LitStr::new(&ident.to_string(), ident.span()))
}

/// Parses a list of fields: `(a, b)`.
pub(crate) fn fields(input: ParseStream<'_>) -> Result<Vec<Ident>> {
    list_in_parens(input, |input| {
        if input.peek(LitStr) {
            return Err(input.error("expected the name of a field, without quotes"));
        }
        word(input)
    })
}

/// Parses a number, and returns it with its place.
pub(crate) fn number(input: ParseStream<'_>) -> Result<(Span, u32)> {
    let literal: LitInt = input.parse()?;
    Ok((literal.span(), literal.base10_parse()?))
}

/// Value of an attribute that may be given once.
pub(crate) struct Slot<T> {
    name: &'static str,
    value: Option<(Span, T)>,
}

impl<T> Slot<T> {
    pub(crate) fn of(word: impl Words) -> Self {
        Slot::called(word.name())
    }

    /// Creates the slot of an attribute that has no word of its own.
    pub(crate) fn called(name: &'static str) -> Self {
        Slot { name, value: None }
    }

    /// Keeps the first value; a second one is an error.
    pub(crate) fn set(&mut self, span: Span, value: T, errors: &mut Errors) {
        match &self.value {
            Some(_) => errors.rule(
                span,
                "conflicting_attributes",
                format_args!("`{}` is given twice", self.name),
                "keep one of the two",
            ),
            None => self.value = Some((span, value)),
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().map(|(_, value)| value)
    }

    /// Returns the span of the attribute's name.
    pub(crate) fn span(&self) -> Option<Span> {
        self.value.as_ref().map(|(span, _)| *span)
    }

    /// Returns the attribute's name, and where it is written.
    pub(crate) fn given(&self) -> Option<(&'static str, Span)> {
        self.span().map(|span| (self.name, span))
    }

    pub(crate) fn is_set(&self) -> bool {
        self.value.is_some()
    }
}
