//! Finds the place of a fault that YDB reports in the text of a query. Also splits a text into words, without comments
//! and strings.
//!
//! YDB's issues have positions, which its Rust client leaves out. But the messages quote the faulty word, and a word
//! that stands in the text only once has only one place.

use ydb::{YdbError, YdbIssue};

/// Parts of YDB's messages that stand before a quoted word of the text.
const QUOTES: &[&str] = &[
    "mismatched input '",
    "extraneous input '",
    "missing ';' at '",
    "Member not found: ",
    "Unknown name: ",
    "No such column: ",
    "Unknown column: ",
    "Unknown builtin: ",
    "Unknown function: ",
    "index name: ",
    "Cannot find table 'db.[",
];

/// Letters of a line that are shown on each side of the fault.
const SHOWN: usize = 60;

/// Returns the line of the text with the fault, and a mark below the fault, if its place is known.
pub(super) fn place(text: &str, error: &YdbError) -> Option<String> {
    let YdbError::YdbStatusError(answer) = error else { return None };
    let words = words(text);
    let fault = leaves(&answer.issues).into_iter().find_map(|issue| fault(&words, &issue.message))?;
    Some(shown(text, fault))
}

/// Returns the innermost issues. They say what is wrong; the outer ones say where in YDB that was found.
fn leaves(issues: &[YdbIssue]) -> Vec<&YdbIssue> {
    issues.iter().flat_map(|issue| if issue.issues.is_empty() { vec![issue] } else { leaves(&issue.issues) }).collect()
}

/// Returns the word that a message quotes, if the text has it only once.
fn fault<'t>(text: &[Word<'t>], message: &str) -> Option<Word<'t>> {
    let (_, rest) = QUOTES.iter().find_map(|quote| message.split_once(quote))?;
    let quoted = rest.split(['\'', ']', ' ']).next()?.trim_end_matches(['.', ',', '?']);
    // The last part of `o.amount`, `$chat` or `/local/shop/orders` is the name.
    let parts: Vec<&str> = words(quoted).iter().map(|word| word.text).collect();
    let is_named = |word: &Word<'_>, part: &str| {
        word.text == part || word.name().strip_suffix(part).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    (1..=parts.len()).rev().find_map(|count| {
        let sought = &parts[parts.len() - count..];
        let mut found =
            text.windows(count).filter(|words| words.iter().zip(sought).all(|(word, part)| is_named(word, part)));
        let first = found.next()?;
        found.next().is_none().then(|| first[count - 1])
    })
}

/// Formats the line with a fault, its number, and a mark below the fault:
///
/// ```text
/// line 2, column 7:
/// 2 | WHERE o.amont > 5
///   |         ^^^^^
/// ```
fn shown(text: &str, fault: Word<'_>) -> String {
    let begin = text[..fault.at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let (number, column) = (text[..begin].matches('\n').count() + 1, text[begin..fault.at].chars().count());
    let first = column.saturating_sub(SHOWN);
    let shown: String = line.chars().skip(first).take(2 * SHOWN).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let indent = shown.chars().take_while(|c| *c == ' ').count();
    let marks = "^".repeat(fault.text.chars().count().min(SHOWN));
    let (margin, gap) = (" ".repeat(number.to_string().len()), " ".repeat(column - first - indent));
    format!("line {number}, column {}:\n{number} | {}\n{margin} | {gap}{marks}", column + 1, shown.trim())
}

/// Word or sign of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word<'t> {
    /// Byte position of the beginning.
    pub(super) at: usize,
    /// Text as it is written, with backticks.
    pub(super) text: &'t str,
}

impl<'t> Word<'t> {
    /// Returns a name without its backticks.
    pub(super) fn name(self) -> &'t str {
        self.text.trim_matches('`')
    }
}

/// Splits a text into words. Comments and strings are left out, and so is a part that is not closed.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let is_ansi = text[..settings(text)].lines().any(|line| line.trim() == "--!ansi_lexer");
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (is_word, length) = match first {
            _ if first.is_whitespace() => (false, first.len_utf8()),
            '-' if rest.starts_with("--") => (false, rest.find(['\n', '\r']).unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => (false, comment(rest, is_ansi)),
            '@' if rest.starts_with("@@") => (false, multiline(rest)),
            '`' => (true, quoted(rest, '`', false)),
            '\'' | '"' => (is_ansi && first == '"', quoted(rest, first, is_ansi)),
            _ if is_part(first) => (true, rest.find(|c| !is_part(c)).unwrap_or(rest.len())),
            _ => (true, first.len_utf8()),
        };
        if is_word {
            words.push(Word { at, text: &rest[..length] });
        }
        at += length;
    }
    words
}

/// Returns the byte length of the leading lines that are empty or settings, such as `--!syntax_v1`. YDB reads settings
/// only there.
pub(super) fn settings(text: &str) -> usize {
    let is_setting = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with("--!");
    text.split_inclusive('\n').take_while(is_setting).map(str::len).sum()
}

/// Returns `true` if a letter belongs to a name without backticks.
pub(super) fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the length of a comment. Comments nest only in the ANSI lexer.
fn comment(rest: &str, is_ansi: bool) -> usize {
    let (mut at, mut open) = (2, 1);
    while open > 0 {
        let Some(next) = rest[at..].find(['*', '/']) else { return rest.len() };
        at += next;
        let (opens, closes) = (is_ansi && rest[at..].starts_with("/*"), rest[at..].starts_with("*/"));
        open = if opens { open + 1 } else { open - usize::from(closes) };
        at += if opens || closes { 2 } else { 1 };
    }
    at
}

/// Returns the length of a string or a name in quotes. Quotes in it are escaped; in the ANSI lexer they are doubled.
fn quoted(rest: &str, quote: char, is_ansi: bool) -> usize {
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if !is_ansi => drop(letters.next()),
            _ if letter != quote => {}
            _ if (is_ansi || quote == '`') && letters.peek().is_some_and(|(_, next)| *next == quote) => {
                letters.next();
            }
            _ => return at + quote.len_utf8(),
        }
    }
    rest.len()
}

/// Returns the length of `@@..@@`; inside, `@@@@` stands for `@@`.
fn multiline(rest: &str) -> usize {
    let mut at = 2;
    while let Some(next) = rest[at..].find("@@") {
        at += next + 2;
        if !rest[at..].starts_with("@@") {
            return at + usize::from(rest[at..].starts_with('@'));
        }
        at += 2;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ydb::YdbStatusError;

    fn issue(message: &str, issues: Vec<YdbIssue>) -> YdbIssue {
        let mut issue = YdbIssue::default();
        (issue.message, issue.issues) = (message.to_owned(), issues);
        issue
    }

    fn place_of(text: &str, message: &str) -> Option<String> {
        let mut answer = YdbStatusError::default();
        answer.issues =
            vec![issue("Type annotation", vec![issue("At function: Filter", vec![issue(message, vec![])])])];
        place(text, &YdbError::YdbStatusError(answer))
    }

    #[test]
    fn what_ydb_quotes_is_marked() {
        let text = "SELECT o.id -- amont\nFROM orders AS o\n  WHERE o.amont > $chat AND `no te` = 'amont'";
        for (message, expected) in [
            (
                "Member not found: amont. Did you mean amount?",
                "line 3, column 11:\n3 | WHERE o.amont > $chat AND `no te` = 'amont'\n  |         ^^^^^",
            ),
            ("Member not found: o.amont", "line 3, column 11:"),
            ("Unknown name: $chat", "line 3, column 20:"),
            (
                "Cannot find table 'db.[/local/shop/orders]' because it does not exist",
                "line 2, column 6:\n2 | FROM orders AS o\n  |      ^^^^^^",
            ),
            ("mismatched input 'WHERE' expecting {<EOF>, ';'}", "line 3, column 3:\n3 | WHERE o.amont"),
        ] {
            let place = place_of(text, message).unwrap();
            assert!(place.starts_with(expected), "{place}");
        }
        let place =
            place_of("SELECT 1 FROM `shop/orders`", "Cannot find table 'db.[/local/shop/orders]' because").unwrap();
        assert!(place.ends_with("| SELECT 1 FROM `shop/orders`\n  |               ^^^^^^^^^^^^^"), "{place}");
    }

    #[test]
    fn what_stands_in_several_places_is_not_marked() {
        let text = "SELECT a.id, b.id, c.x FROM a JOIN b ON a.id = b.id, c";
        assert_eq!(place_of(text, "Member not found: id"), None);
        assert_eq!(place_of(text, "Member not found: nothing"), None);
        assert_eq!(place_of(text, "mismatched input ','"), None);
        assert_eq!(place_of(text, "no place at all"), None);
        assert_eq!(place(text, &YdbError::Custom("Member not found: x".to_owned())), None);
        // With the name in front, the column has only one place.
        assert!(place_of("SELECT a.id, b.id", "Member not found: b.id").unwrap().starts_with("line 1, column 16:"));
    }

    #[test]
    fn a_long_line_is_shown_around_the_fault() {
        let text = format!("SELECT {}\t x, {}", "é, ".repeat(100), "b, ".repeat(100));
        let place = place_of(&text, "Member not found: x").unwrap();
        let lines: Vec<&str> = place.lines().collect();
        assert_eq!(lines[0], "line 1, column 310:");
        assert!(lines[1].chars().count() <= 2 * SHOWN + 4);
        let at = lines[2].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[1].chars().nth(at), Some('x'));
    }

    fn read(text: &str) -> Vec<&str> {
        words(text).iter().map(|word| word.text).collect()
    }

    #[test]
    fn comments_and_strings_are_no_words() {
        assert_eq!(read("SELECT a -- b\n, 'c' /* d */ FROM `e f`"), ["SELECT", "a", ",", "FROM", "`e f`"]);
        assert_eq!(read(r#"'it\'s' x "\\" y '\\' z"#), ["x", "y", "z"]);
        assert_eq!(read("@@ a @@@@ b @@ c @@@@@ d"), ["c", "d"]);
        assert_eq!(read("$x.`a\\`b`=1u"), ["$", "x", ".", "`a\\`b`", "=", "1u"]);
        assert_eq!(read("привет 'мир' é"), ["привет", "é"]);
    }

    #[test]
    fn what_is_not_closed_ends_the_text() {
        for text in ["a 'b", "a \"b\\", "a /* b *", "a @@ b @", "a /*", "a '", "a -- b"] {
            assert_eq!(read(text), ["a"], "{text}");
        }
        assert_eq!(read("a `b"), ["a", "`b"]);
    }

    #[test]
    fn the_ansi_lexer_has_other_quotes_and_nested_comments() {
        let ansi = |text: &str| {
            words(&format!("\n --!ansi_lexer\n{text}")).iter().map(|word| word.text.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(ansi("/* a /* b */ c */ d"), ["d"]);
        assert_eq!(ansi("'a''b' \"c\"\"d\" '\\' e"), ["\"c\"\"d\"", "e"]);
        assert_eq!(read("/* a /* b */ c */ d"), ["c", "*", "/", "d"]);
    }

    #[test]
    fn settings_stand_at_the_beginning() {
        assert_eq!(settings("\n --!syntax_v1\n\nSELECT"), 16);
        assert_eq!(settings("-- a\n--!syntax_v1\nSELECT"), 0);
        assert_eq!(settings("--!syntax_v1"), 12);
        assert_eq!(settings(""), 0);
    }
}
