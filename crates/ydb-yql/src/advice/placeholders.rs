//! Advice for placeholders of other SQLs and of `format!`: `?`, `:id`, `@id`, `%s`, `$1`, `{id}`.

use super::{Advice, Found, Place, is_name, is_part, last_word, word};
use crate::error::Position;

/// Returns the advice for a placeholder that the grammar does not allow. `given` has the names of the program's values.
pub(super) fn advice(place: &Place<'_>, given: &[&str]) -> Option<Found> {
    let rest = place.rest();
    let expects_value = place.error.expects_value();
    if let Some((byte, shown, name)) = after_dollar(place).or_else(|| in_braces(place)) {
        return Some(found(place, byte, &shown, &name, given));
    }
    let (sign, after) = rest.split_at_checked(1)?;
    let name = word(after);
    let (shown, name) = match sign {
        // `a ? b : c` has a value before the `?`, so the error there does not expect a value.
        "?" if expects_value && !after.starts_with('?') => (format!("?{name}"), name),
        ":" | "@" | "&" if expects_value && !name.is_empty() => (format!("{sign}{name}"), name),
        "%" if expects_value => match braced(after).or_else(|| parenthesized(after)) {
            Some((shown, name)) => (format!("%{shown}"), name),
            None if name.len() == 1 => (format!("%{name}"), ""),
            None => return None,
        },
        _ => return None,
    };
    Some(found(place, place.byte, &shown, name, given))
}

/// Finds `$1`, `${id}` and `$$id` after a dollar that the parser has read before the error. Returns the offset in
/// bytes, the placeholder and its name.
fn after_dollar(place: &Place<'_>) -> Option<(usize, String, String)> {
    let before = place.before().trim_end();
    let (begin, rest) = (before.strip_suffix('$')?.len(), place.rest());
    let number = word(rest);
    if number.starts_with(|c: char| c.is_ascii_digit()) {
        return Some((begin, format!("${number}"), number.to_owned()));
    }
    if let Some((shown, name)) = braced(rest).or_else(|| parenthesized(rest)) {
        return Some((begin, format!("${shown}"), name.to_owned()));
    }
    let name = word(rest.strip_prefix('$')?);
    // `$$text$$` is a string of PostgreSQL.
    let is_string = rest[1 + name.len()..].starts_with("$$");
    (is_name(name) && !is_string).then(|| (begin, format!("$${name}"), name.to_owned()))
}

/// Finds a placeholder in braces around the error, such as `{id:?}`, or `{limit}` with a keyword as its name. Returns
/// the offset in bytes, the placeholder and its name.
fn in_braces(place: &Place<'_>) -> Option<(usize, String, String)> {
    let open = place.before().rfind('{')?;
    let (shown, name) = braced(&place.text[open..])?;
    (open + shown.len() > place.byte).then(|| (open, shown, name.to_owned()))
}

/// Parses a placeholder of `format!` or of a template at the beginning of a text. Returns the placeholder and its name:
/// `{id}`, `{ id }`, `{{id}}`, `{id:?}`, `{id as u64}` have the name `id`, and so has `{order.id}`.
fn braced(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('{')?.trim_start_matches('{');
    let (content, _) = inside.split_once('}')?;
    let content = content.trim();
    let path = content.split([':', ' ']).next().unwrap_or_default();
    let is_path = path.split('.').all(is_name);
    let rest = &content[path.len()..];
    let is_one =
        rest.is_empty() || rest.starts_with(':') && rest.len() > 1 && !rest.contains(' ') || rest.starts_with(" as ");
    let end = text.find('}')? + text[text.find('}')?..].bytes().take_while(|byte| *byte == b'}').count();
    let name = path.rsplit('.').next().unwrap_or_default();
    (is_path && is_one).then(|| (text[..end].to_owned(), name))
}

/// Parses `(id)` at the beginning of a text, with a type's letter after it, as in `%(id)s`. Returns the placeholder and
/// its name.
fn parenthesized(text: &str) -> Option<(String, &str)> {
    let (name, after) = text.strip_prefix('(')?.split_once(')')?;
    let letter = word(after);
    let letter = if letter.len() == 1 { letter } else { "" };
    is_name(name).then(|| (format!("({name}){letter}"), name))
}

fn found(place: &Place<'_>, byte: usize, shown: &str, name: &str, given: &[&str]) -> Found {
    let fault = format!("`{shown}` is not a parameter in YQL");
    if is_name(name) {
        return Found::new(byte, fault, format!("write `${name}`"));
    }
    let column = column(&place.text[..byte]);
    let value = match name.parse::<usize>() {
        Ok(number) => number.checked_sub(1).and_then(|number| given.get(number)),
        // The value with the name of the column, or else the first value that the text does not name yet.
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

/// Returns the name of the column for which a value follows: `id` for `id = `, `id IN (` and `INSERT INTO t (id) VALUES
/// (`. Returns `limit` after LIMIT and `offset` after OFFSET.
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

/// Returns `true` for a keyword after which a value may stand: the word before the value is then no column.
fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 12] =
        ["SELECT", "WHERE", "AND", "OR", "ON", "HAVING", "WHEN", "THEN", "ELSE", "BY", "SET", "RETURNING"];
    WORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// Finds a text that looks like a parameter of this name: `{id}`, or `$id` in a string. The text must have no parameter
/// of this name.
pub fn lookalike(text: &str, name: &str) -> Option<Advice> {
    let own = format!("${name}");
    let whole = |byte: &usize| !text[byte + own.len()..].starts_with(is_part);
    let named = text.match_indices(&*own).map(|(byte, _)| byte).find(whole);
    let found = match named {
        Some(byte) => of_name(text, byte, &own),
        None => of_braces(text, name).or_else(|| of_word(text, name)),
    };
    found.map(|Found { byte, fault, cure }| Advice { at: Position::of(text, byte), fault, cure })
}

/// Returns the advice for a `$id` that is in a comment, in backticks or in a string.
fn of_name(text: &str, byte: usize, own: &str) -> Option<Found> {
    let (fault, cure) = match quoted(text, byte) {
        Some('-') => (format!("`{own}` is in a comment"), format!("write `{own}` into the text")),
        Some('`') => {
            (format!("{own} in backticks is the name of a column"), format!("write `{own}` without backticks"))
        }
        Some(_) => (
            format!("`{own}` in quotes is a part of a string"),
            format!("write `{own}` without quotes; join texts by `||`, as in `'a' || {own}`"),
        ),
        None => return None,
    };
    Some(Found::new(byte, fault, cure))
}

/// Returns the advice for `{id}`, `{id.member}`, `{}` and `{0}`.
fn of_braces(text: &str, name: &str) -> Option<Found> {
    let first = |content: &str| content.split(['.', ':', ' ', '}']).next() == Some(name);
    let is_of = |byte: &usize| {
        let content = text[*byte..].trim_start_matches('{').trim_start();
        first(content) && braced(&text[*byte..]).is_some()
    };
    let opened = text.match_indices('{').map(|(byte, _)| byte);
    let byte = opened
        .clone()
        .find(is_of)
        .or_else(|| opened.clone().find(|byte| text[*byte..].starts_with("{}") || text[*byte..].starts_with("{0}")))?;
    let quotes = match quoted(text, byte) {
        Some('-') => return None,
        Some(_) => ", without quotes",
        None => "",
    };
    let (shown, member) = braced(&text[byte..]).unwrap_or_else(|| {
        let end = text[byte..].find('}').map_or(text.len(), |end| byte + end + 1);
        (text[byte..end].to_owned(), name)
    });
    let fault = format!("`{shown}` is not a parameter in YQL");
    let cure = match member == name {
        true => format!("write `${name}`{quotes}"),
        false => format!("write `${member}`{quotes}, and give it its value by a name, `{member} = {name}.{member}`"),
    };
    Some(Found::new(byte, fault, cure))
}

/// Returns the advice for `= id`, a name without its `$`.
fn of_word(text: &str, name: &str) -> Option<Found> {
    let is_compared = |byte: &usize| {
        let (before, after) = (&text[..*byte], &text[byte + name.len()..]);
        let is_whole = !before.ends_with(|c| is_part(c) || matches!(c, '$' | '.')) && !after.starts_with(is_part);
        is_whole && before.trim_end().ends_with(['=', '<', '>']) && !after.trim_start().starts_with(['.', '('])
    };
    let byte = text.match_indices(name).map(|(byte, _)| byte).find(is_compared)?;
    if quoted(text, byte).is_some() {
        return None;
    }
    Some(Found::new(byte, format!("`{name}` without `$` is a column"), format!("write `${name}` for the parameter")))
}

/// Returns the quote of the string or quoted name that holds a byte of a text; `-` if a comment holds the byte.
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

/// Returns the length in bytes of a string with its quotes.
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
