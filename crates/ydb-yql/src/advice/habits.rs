//! Advice for words and signs of other SQLs, for characters that begin no token, and for quotes that are never closed.

use super::{Found, Place, is_name, last_word, word};

/// Returns the advice for a token that the grammar does not allow here.
pub(super) fn advice(place: &Place<'_>) -> Option<Found> {
    let (before, rest) = (place.before(), place.rest());
    match rest.chars().next()? {
        quote @ ('\'' | '"') => quoted(place, quote),
        ':' if rest.starts_with("::") => cast(place),
        '&' if before.ends_with('&') => {
            Some(Found::new(place.byte - 1, "`&&` is not an operator of YQL", "write `AND`"))
        }
        '/' if before.ends_with('/') => {
            Some(Found::new(place.byte - 1, "`//` does not begin a comment in YQL", "write `--`"))
        }
        '{' if !place.error.expects_value() => {
            let cure = "write the path of the table; models in braces are for the macros `yql!` and `yql_file!`";
            Some(Found::new(place.byte, "braces cannot be the name of a table", cure))
        }
        '$' if rest.starts_with("$") && before.ends_with('$') => {
            let fault = "`$$` does not begin a string in YQL";
            Some(Found::new(place.byte - 1, fault, "write the text in quotes, or between `@@` and `@@`"))
        }
        '?' | ':' | '@' if expects_table(before) => {
            let cure = "write its path; in the macros `yql!` and `yql_file!` the model, as in `{Order}`";
            Some(Found::new(place.byte, "a table cannot be a parameter", cure))
        }
        _ => phrase(before, rest).map(|(fault, cure)| Found::new(place.byte, fault, cure)),
    }
}

/// Returns the advice for a string where no string is allowed: right after another string, or as a name.
fn quoted(place: &Place<'_>, quote: char) -> Option<Found> {
    let other = if quote == '"' { '\'' } else { '"' };
    if place.before().ends_with(quote) {
        let fault = format!("`{quote}{quote}` is not a quote within a string of YQL");
        return Some(Found::new(place.byte - 1, fault, format!("write `\\{quote}`, or quote the string by `{other}`")));
    }
    if !place.error.is_string_as_name() {
        return None;
    }
    let (before, string) = (place.before(), string(place.rest()));
    let prefix = last_word(before);
    if matches!(&*prefix.to_ascii_lowercase(), "b" | "e" | "n" | "r" | "u") {
        let fault = format!("a string of YQL has no prefix, such as `{prefix}`");
        let cure = format!("write `{string}`; a letter after it says its type, as in `{string}u` for a Utf8");
        return Some(Found::new(place.byte - prefix.len(), fault, cure));
    }
    if before.trim_end().ends_with(['\'', '"']) {
        return Some(Found::new(place.byte, "two strings follow each other", "write `||` between them"));
    }
    let name = place.rest()[1..].split(quote).next().unwrap_or_default();
    let fault = format!("a name is expected here, and {quote}{name}{quote} is a string");
    Some(Found::new(place.byte, fault, format!("write the name in backticks, `{name}`")))
}

/// Returns the string at the beginning of a text, with its quotes. Escapes are not understood.
fn string(text: &str) -> &str {
    let quote = text.chars().next().unwrap_or_default();
    let end = text[1..].find(quote).map_or(text.len(), |end| end + 2);
    &text[..end]
}

/// Names of PostgreSQL's types, with the type of YQL that takes their values.
const TYPES: [(&[&str], &str); 11] = [
    (&["smallint", "int2"], "Int16"),
    (&["int", "integer", "int4"], "Int32"),
    (&["bigint", "int8"], "Int64"),
    (&["real", "float4"], "Float"),
    (&["double", "float8"], "Double"),
    (&["text", "varchar", "char"], "Utf8"),
    (&["bytea"], "String"),
    (&["boolean", "bool"], "Bool"),
    (&["timestamptz", "timestamp"], "Timestamp"),
    (&["jsonb"], "JsonDocument"),
    (&["numeric", "decimal"], "Decimal(22, 9)"),
];

/// Returns the advice for PostgreSQL's cast `value::type`.
fn cast(place: &Place<'_>) -> Option<Found> {
    let before = place.before().trim_end();
    let value = &before[before.trim_end_matches(|c| super::is_part(c) || c == '.' || c == '$').len()..];
    let ty = word(place.rest()[2..].trim_start());
    let lower = ty.to_ascii_lowercase();
    let own = TYPES.iter().find(|(names, _)| names.contains(&&*lower)).map_or(ty, |(_, own)| own);
    let (value, own) = (if value.is_empty() { ".." } else { value }, if own.is_empty() { "Uint64" } else { own });
    Some(Found::new(place.byte, "`::` is not a cast in YQL", format!("write `CAST({value} AS {own})`")))
}

/// Returns `true` if a table's name is expected after the text `before`.
fn expects_table(before: &str) -> bool {
    const BEFORE: [&str; 4] = ["FROM", "JOIN", "INTO", "UPDATE"];
    BEFORE.iter().any(|word| last_word(before.trim_end()).eq_ignore_ascii_case(word))
}

/// Phrases of other SQLs: the text before the phrase, the phrase, the fault, and the cure.
const PHRASES: [(&str, &str, &str, &str); 6] = [
    ("=", "ANY", "`= ANY (..)` is not YQL", "write `IN` and the list, as in `IN $ids`"),
    ("", "ON CONFLICT", "`ON CONFLICT` is not YQL", UPSERT),
    ("", "ON DUPLICATE", "`ON DUPLICATE KEY UPDATE` is not YQL", UPSERT),
    ("", "FOR UPDATE", "`FOR UPDATE` is not YQL", FOR_UPDATE),
    ("", "FOR SHARE", "`FOR SHARE` is not YQL", FOR_UPDATE),
    ("", "FOR NO KEY UPDATE", "`FOR NO KEY UPDATE` is not YQL", FOR_UPDATE),
];

const UPSERT: &str =
    "write `UPSERT INTO` in place of `INSERT INTO`: it writes the row whether there is one with its key or not";
const FOR_UPDATE: &str = "remove it: a transaction is not committed if others have changed the rows that it has read";

/// Returns the fault and the cure for a phrase of another SQL at the error.
fn phrase(before: &str, rest: &str) -> Option<(&'static str, &'static str)> {
    let mut words = rest.split_whitespace();
    let mut next = || words.next().map(word).unwrap_or_default().to_ascii_uppercase();
    let (first, second) = (next(), next());
    // The parser may have read the first word of the phrase already: the error is then at the second word.
    let last = last_word(before.trim_end()).to_ascii_uppercase();
    let is = |phrase: &str| {
        let mut all = phrase.split(' ');
        match (all.next(), all.next()) {
            (Some(one), None) => one == first,
            (Some(one), Some(two)) => one == first && two == second || one == last && two == first,
            _ => false,
        }
    };
    let found = PHRASES.iter().find(|(after, phrase, ..)| is(phrase) && before.trim_end().ends_with(after));
    found.map(|(_, _, fault, cure)| (*fault, *cure))
}

/// Returns the advice for a character that begins no token, or for a quote or comment that is never closed.
pub(super) fn unrecognized(place: &Place<'_>) -> Option<Found> {
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
        '\u{feff}' => found(
            "YQL does not know the byte order mark, U+FEFF, with which some editors begin a file".to_owned(),
            "save the text as UTF-8 without it".to_owned(),
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

/// Returns `true` if a character looks like a space, or is invisible.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}
