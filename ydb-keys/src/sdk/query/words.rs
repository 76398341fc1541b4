//! The words of a text of YQL, outside of comments and strings.

/// A word or a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word<'t> {
    /// Where it begins, in bytes.
    pub(super) at: usize,
    /// As written, with its backticks.
    pub(super) text: &'t str,
}

impl<'t> Word<'t> {
    /// A name without its backticks.
    pub(super) fn name(self) -> &'t str {
        self.text.trim_matches('`')
    }
}

/// The words of a text, as far as it can be read: what is not closed is left out.
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

/// How long the lines are with which a text may begin: empty ones, and settings such as `--!syntax_v1`, which YDB reads
/// only there.
pub(super) fn settings(text: &str) -> usize {
    let is_setting = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with("--!");
    text.split_inclusive('\n').take_while(is_setting).map(str::len).sum()
}

/// Whether a letter belongs to a name without backticks.
pub(super) fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The length of a comment. Comments nest in the ANSI lexer only.
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

/// The length of a string or a name in quotes. Quotes are escaped, in the ANSI lexer doubled.
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

/// The length of `@@..@@`; inside, `@@@@` stands for `@@`.
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
