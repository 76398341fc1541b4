//! Characters with which no token begins, and what is opened and never closed.

use super::{Found, Place, is_name, word};

pub(super) fn advice(place: &Place<'_>) -> Option<Found> {
    let rest = place.rest();
    let first = rest.chars().next()?;
    let found = |fault: String, cure: String| Some(Found::new(place.byte, fault, cure));
    let open = |what: &str, cure: &str| found(format!("{what} that begins here is not closed"), cure.to_owned());
    match first {
        '\'' | '"' => {
            let other = if first == '"' { '\'' } else { '"' };
            let cure = format!("write `{first}` at its end; inside of it, write `\\{first}`, or quote it by `{other}`");
            found("the string that begins here is not closed".to_owned(), cure)
        }
        '`' => open("the quoted name", "write a backtick at its end"),
        '/' => open("the comment", "write `*/` at its end; a comment of one line begins with `--`"),
        '@' => match word(rest.get(2..).unwrap_or_default()) {
            name if is_name(name) => found(
                "the string that begins here with `@@` is not closed".to_owned(),
                format!("write `${name}` for a parameter, or `@@` at the end of the string"),
            ),
            _ => open("the string", "write `@@` at its end"),
        },
        '#' => match rest[1..].strip_prefix('{').map(word).filter(|name| is_name(name)) {
            Some(name) if rest[2 + name.len()..].starts_with('}') => {
                found(format!("`#{{{name}}}` is not a parameter in YQL"), format!("write `${name}`"))
            }
            _ => found("`#` does not begin a comment in YQL".to_owned(), "write `--`".to_owned()),
        },
        '!' => found("`!` is not an operator of YQL".to_owned(), "write `NOT`, or `!=`".to_owned()),
        '‘' | '’' | '‚' | '“' | '”' | '„' | '«' | '»' | '´' => found(
            format!("`{first}` is not a quote of YQL"),
            "write `'` around a string, and backticks around a name".to_owned(),
        ),
        _ if is_blank(first) => {
            let fault = format!("this is the character U+{:04X}, which is not a space of YQL", u32::from(first));
            found(fault, "write a space instead".to_owned())
        }
        _ if first.is_alphanumeric() => found(
            format!("`{first}` cannot be in a name without quotes"),
            "write the whole name in backticks; or a text as a string, in quotes".to_owned(),
        ),
        _ => {
            let shown = match first.is_control() {
                true => format!("U+{:04X}", u32::from(first)),
                false => first.to_string(),
            };
            let fault = format!("`{shown}` is not a character of YQL outside of strings and quoted names");
            found(fault, "remove it".to_owned())
        }
    }
}

/// Whether a character looks like a space, or like nothing.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}
