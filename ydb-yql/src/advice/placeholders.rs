//! Places for values as other SQLs and `format!` write them: `?`, `:id`, `@id`, `%s`, `$1`, `{id}`.

use super::{Advice, Found, Place, is_name, is_part, last_word, word};
use crate::error::Position;

/// The advice for one that the grammar does not have: `given` are the names of the values.
pub(super) fn advice(place: &Place<'_>, given: &[&str]) -> Option<Found> {
    let rest = place.rest();
    let expects_value = place.error.expects_value();
    if let Some((byte, shown, name)) = after_dollar(place).or_else(|| in_braces(place)) {
        return Some(found(place, byte, &shown, &name, given));
    }
    let (sign, after) = rest.split_at_checked(1)?;
    let name = word(after);
    let (shown, name) = match sign {
        // `a ? b : c` has a value before it.
        "?" if expects_value && !after.starts_with('?') => (format!("?{name}"), name),
        ":" | "@" | "&" if expects_value && !name.is_empty() => (format!("{sign}{name}"), name),
        "%" if expects_value => match after.strip_prefix('(').and_then(|inside| inside.split_once(')')) {
            Some((name, after)) if is_name(name) => {
                (format!("%({name}){}", &after[..usize::from(!after.is_empty())]), name)
            }
            _ if name.len() == 1 => (format!("%{name}"), ""),
            _ => return None,
        },
        _ => return None,
    };
    Some(found(place, place.byte, &shown, name, given))
}

/// `$1`, `${id}`, of which the dollar is read before the error.
fn after_dollar(place: &Place<'_>) -> Option<(usize, String, String)> {
    let (before, rest) = (place.before().strip_suffix('$')?, place.rest());
    let number = word(rest);
    if number.starts_with(|c: char| c.is_ascii_digit()) {
        return Some((before.len(), format!("${number}"), number.to_owned()));
    }
    let (open, inside) = rest.split_at_checked(1)?;
    let close = match open {
        "{" => '}',
        "(" => ')',
        _ => return None,
    };
    let name = word(inside);
    let shown = format!("${open}{name}{close}");
    (is_name(name) && inside[name.len()..].starts_with(close)).then(|| (before.len(), shown, name.to_owned()))
}

/// `{id:?}`, and `{limit}`, whose name is a keyword: the error is inside of the braces.
fn in_braces(place: &Place<'_>) -> Option<(usize, String, String)> {
    let (open, _) = place.before().char_indices().rev().find(|(_, c)| !is_part(*c) && *c != ':')?;
    let inside = place.text[open..].strip_prefix('{')?;
    let (content, _) = inside.split_once('}')?;
    let name = word(content);
    let is_formatted = content[name.len()..].starts_with(':') && !content.contains(char::is_whitespace);
    let is_placeholder = content.len() == name.len() || is_formatted;
    is_placeholder.then(|| (open, format!("{{{content}}}"), name.to_owned()))
}

fn found(place: &Place<'_>, byte: usize, shown: &str, name: &str, given: &[&str]) -> Found {
    let fault = format!("`{shown}` is not a parameter in YQL");
    if is_name(name) {
        return Found::new(byte, fault, format!("write `${name}`"));
    }
    let column = column(&place.text[..byte]);
    let value = match name.parse::<usize>() {
        Ok(number) => number.checked_sub(1).and_then(|number| given.get(number)),
        // That of the column, or else the first that the text does not name yet.
        Err(_) => given
            .iter()
            .find(|given| Some(**given) == column)
            .or_else(|| given.iter().find(|given| !has_parameter(place.text, given))),
    };
    let cure = match (value, column) {
        (Some(value), _) => format!("write `${value}`"),
        (None, column) => format!("write a name, as in `${}`", column.unwrap_or("id")),
    };
    Found::new(byte, fault, cure)
}

fn has_parameter(text: &str, name: &str) -> bool {
    let parameter = format!("${name}");
    text.match_indices(&*parameter).any(|(at, _)| !text[at + parameter.len()..].starts_with(is_part))
}

/// The name of the column for which a value follows: `id` of `id = `, `id IN (`, `INSERT INTO t (id) VALUES (`; `limit`
/// of a LIMIT.
fn column(before: &str) -> Option<&str> {
    const BEFORE: [&str; 7] = ["IN", "LIKE", "ILIKE", "BETWEEN", "NOT", "COMPACT", "VALUES"];
    let mut rest = before.trim_end();
    let mut after_values = false;
    loop {
        rest = rest.trim_end_matches(|c: char| "=<>!(".contains(c) || c.is_whitespace());
        let last = last_word(rest);
        let upper = last.to_ascii_uppercase();
        if matches!(&*upper, "LIMIT" | "OFFSET") {
            return Some(if upper == "LIMIT" { "limit" } else { "offset" });
        }
        if !BEFORE.contains(&&*upper) {
            break;
        }
        after_values |= upper == "VALUES";
        rest = &rest[..rest.len() - last.len()];
    }
    if after_values {
        let columns = rest.trim_end().strip_suffix(')')?;
        rest = &columns[columns.rfind('(')? + 1..];
        return Some(word(rest.trim_start().trim_start_matches('`'))).filter(|name| is_name(name));
    }
    let rest = rest.strip_suffix('`').unwrap_or(rest);
    let is_compared = before.trim_end().len() > rest.len();
    Some(last_word(rest)).filter(|name| is_compared && is_name(name) && !is_keyword(name))
}

/// Words after which a value may come as well as after a column.
fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 12] =
        ["SELECT", "WHERE", "AND", "OR", "ON", "HAVING", "WHEN", "THEN", "ELSE", "BY", "SET", "RETURNING"];
    WORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// What looks like the parameter of this name in a text that has no such parameter: `{id}`, or `$id` in a string.
pub fn lookalike(text: &str, name: &str) -> Option<Advice> {
    let found = |byte: usize, fault: String, cure: String| Advice { at: Position::of(text, byte), fault, cure };
    let quoted = |byte: usize| quoted(text, byte);
    let own = format!("${name}");
    let whole = |byte: &usize| !text[byte + own.len()..].starts_with(is_part);
    if let Some(byte) = text.match_indices(&*own).map(|(byte, _)| byte).find(whole) {
        return Some(match quoted(byte) {
            Some('-') => found(byte, format!("`{own}` is in a comment"), format!("write `{own}` into the text")),
            Some('\'' | '"') => {
                let cure = format!("write `{own}` without quotes; join texts by `||`, as in `'a' || {own}`");
                found(byte, format!("`{own}` in quotes is a part of a string"), cure)
            }
            _ => return None,
        });
    }
    let braced = [format!("{{{name}}}"), format!("{{{name}:"), "{}".to_owned(), "{0}".to_owned()];
    let byte = braced.iter().find_map(|braced| text.find(&**braced))?;
    let shown = &text[byte..byte + text[byte..].find('}')? + 1];
    let quotes = match quoted(byte) {
        Some('-') => return None,
        Some(_) => ", without quotes",
        None => "",
    };
    Some(found(byte, format!("`{shown}` is not a parameter in YQL"), format!("write `{own}`{quotes}")))
}

/// The quote of the string or quoted name that holds a byte of a text; `-` of a comment.
fn quoted(text: &str, byte: usize) -> Option<char> {
    let mut at = 0;
    while at < byte {
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let (quote, length) = match first {
            '-' if rest.starts_with("--") => ('-', rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => ('-', rest[2..].find("*/").map_or(rest.len(), |end| end + 4)),
            '@' if rest.starts_with("@@") => ('\'', rest[2..].find("@@").map_or(rest.len(), |end| end + 4)),
            '\'' | '"' | '`' => (first, closed(rest, first)),
            _ => (' ', first.len_utf8()),
        };
        at += length;
        if at > byte && quote != ' ' {
            return Some(quote);
        }
    }
    None
}

/// The length of a string with its quotes.
fn closed(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}
