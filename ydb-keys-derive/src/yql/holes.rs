//! Models in a text, such as `{Order}`.
//!
//! Each model is replaced by a quoted name with spaces after it, as long as the model was, so that every place in the
//! text stays where it is:
//!
//! ```text
//! FROM {shop::Order:by_customer} AS o
//! FROM `Order`                   AS o
//! ```

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, LitStr, Token, Type};
use ydb_yql::Position;

/// Text with the models in it.
pub(super) struct Holes {
    /// Text as YQL.
    pub(super) plain: String,
    pub(super) holes: Vec<Hole>,
}

/// Place in a query's text where a model is named, as in `FROM {Order}`; the path of its table is written there.
pub(super) struct Hole {
    pub(super) at: Position,
    /// Bytes at which it begins and ends, braces included.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) content: String,
    /// Name that qualifies its columns.
    pub(super) label: String,
}

/// Contents of the braces.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) model: Type,
    pub(super) index: Option<Ident>,
    pub(super) at: Option<Expr>,
}

impl Hole {
    /// Parses the types and the expression, which get the place of the literal.
    ///
    /// # Errors
    /// The fault, and what to write.
    pub(super) fn place(&self, text: &LitStr) -> Result<Place, (String, &'static str)> {
        let literal = LitStr::new(&self.content, text.span());
        let mut place = literal.parse::<Place>().map_err(|problem| {
            let fault = format!("`{{{}}}` is not a model: {problem}", self.content);
            let help = "write `{Order}`, `{Order:by_customer}` to read through an index, or `{Order at orders}` for the table of a \
                        `TableAt<Order>`";
            (fault, help)
        })?;
        if matches!(&place.model, Type::Path(path) if path.path.segments.iter().any(|segment| segment.ident == "Self"))
        {
            let help = "write the name of the type, as in `{Order}`: the query is checked outside of the `impl`";
            return Err((format!("`{{{}}}` cannot be used in a query", self.content), help));
        }
        // With another span the compiler would suggest to replace the whole literal.
        place.model = Type::Verbatim(respanned(place.model.to_token_stream(), super::located(text)));
        Ok(place)
    }
}

/// Returns the tokens with another span.
fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let one = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let mut group = proc_macro2::Group::new(group.delimiter(), respanned(group.stream(), span));
            group.set_span(span);
            TokenTree::Group(group)
        }
        mut token => {
            token.set_span(span);
            token
        }
    };
    tokens.into_iter().map(one).collect()
}

impl Parse for Place {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let model = Type::Path(input.parse()?);
        let index = match input.peek(Token![:]) {
            true => {
                input.parse::<Token![:]>()?;
                Some(input.parse()?)
            }
            false => None,
        };
        let at = match input.is_empty() {
            true => None,
            false => {
                let word: Ident = input.parse()?;
                if word != "at" {
                    return Err(syn::Error::new(word.span(), format_args!("expected `at`, found `{word}`")));
                }
                Some(input.parse()?)
            }
        };
        Ok(Place { model, index, at })
    }
}

/// Words before a table.
const BEFORE: [&str; 4] = ["from", "join", "into", "update"];

/// Finds the models of a text.
///
/// # Errors
/// Place of a brace that nothing closes, with the fault and what to write.
pub(super) fn holes(text: &str) -> Result<Holes, (Position, &'static str, &'static str)> {
    let bytes = text.as_bytes();
    let (mut plain, mut holes) = (text.as_bytes().to_vec(), Vec::new());
    let (mut i, mut word) = (0, String::new());
    while i < bytes.len() {
        let rest = &bytes[i..];
        let blank = match bytes[i] {
            b'-' if rest.starts_with(b"--") => find(rest, b"\n").unwrap_or(rest.len()),
            b'/' if rest.starts_with(b"/*") => 2 + find(&rest[2..], b"*/").map_or(rest.len() - 2, |at| at + 2),
            byte => usize::from(byte.is_ascii_whitespace()),
        };
        if blank > 0 {
            i += blank;
            continue;
        }
        let length = match bytes[i] {
            quote @ (b'\'' | b'"' | b'`') => until(rest, quote),
            b'@' if rest.starts_with(b"@@") => 2 + find(&rest[2..], b"@@").map_or(rest.len() - 2, |at| at + 2),
            b'{' if BEFORE.contains(&&*word) => {
                let Some(length) = closing(rest) else {
                    return Err((Position::of(text, i), "this `{` is not closed", "write `}` after the model"));
                };
                let content = text[i + 1..i + length - 1].to_owned();
                let label = label(&content);
                let name = format!("`{label}`");
                if name.len() > length || label.is_empty() {
                    return Err((Position::of(text, i), "these braces hold no model", "write one, as in `{Order}`"));
                }
                for (place, byte) in plain[i..i + length].iter_mut().enumerate() {
                    *byte = match name.as_bytes().get(place) {
                        Some(byte) => *byte,
                        None if *byte == b'\n' => b'\n',
                        None => b' ',
                    };
                }
                holes.push(Hole { at: Position::of(text, i), start: i, end: i + length, content, label });
                length
            }
            byte if is_word(byte) => {
                let length = rest.iter().take_while(|byte| is_word(**byte)).count();
                let next = text[i..i + length].to_ascii_lowercase();
                // A model may follow `JOIN ANY`, too.
                if next != "any" {
                    word = next;
                }
                i += length;
                continue;
            }
            _ => 1,
        };
        word.clear();
        i += length;
    }
    // Bytes were replaced by ASCII characters, so the text is valid.
    let plain = String::from_utf8(plain).unwrap_or_else(|_| text.to_owned());
    Ok(Holes { plain, holes })
}

/// Returns the last name of the model's path, without an index, a place and generic arguments.
fn label(content: &str) -> String {
    let path: String = content.chars().filter(|c| !c.is_whitespace() || *c == ' ').collect();
    let path = path.split(" at ").next().unwrap_or_default().split('<').next().unwrap_or_default();
    let last = path.rsplit("::").next().unwrap_or_default();
    last.split(':').next().unwrap_or_default().trim().trim_start_matches("r#").to_owned()
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn until(rest: &[u8], quote: u8) -> usize {
    let mut i = 1;
    while i < rest.len() {
        match rest[i] {
            b'\\' => i += 1,
            byte if byte == quote => return i + 1,
            _ => {}
        }
        i += 1;
    }
    rest.len()
}

/// Returns the length up to the brace that closes the first one.
fn closing(rest: &[u8]) -> Option<usize> {
    let mut open = 0;
    for (i, byte) in rest.iter().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(i + 1);
        }
    }
    None
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|found| found == wanted)
}
