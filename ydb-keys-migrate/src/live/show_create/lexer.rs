//! Splits the text into tokens, each with its position.

/// A token and the bytes that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or a bare name.
    Word,
    /// A name in backticks.
    Name,
    /// A string in quotes.
    Text,
    /// A number with its suffix, or a bare name that starts with a digit: the column of a TTL is printed without
    /// backticks.
    Number,
    /// Any other character.
    Symbol(char),
}

/// All tokens; for an unclosed quote, an error with its position.
///
/// Comments are not recognized: the server does not print any, and `--` can be the name of a TTL's column, which is
/// printed without backticks.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, usize> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        let kind = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '`' | '\'' | '"' => {
                at = quoted(text, start, first).ok_or(start)?;
                if first == '`' { Kind::Name } else { Kind::Text }
            }
            c if is_in_word(c) => {
                at += text[at..].find(|c| !is_in_word(c)).unwrap_or(text.len() - at);
                if c.is_ascii_digit() { Kind::Number } else { Kind::Word }
            }
            c => {
                at += c.len_utf8();
                Kind::Symbol(c)
            }
        };
        tokens.push(Token { kind, start, end: at });
    }
    Ok(tokens)
}

const fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The position after the closing quote. A doubled backtick means one backtick.
pub(super) fn quoted(text: &str, start: usize, quote: char) -> Option<usize> {
    let mut chars = text[start..].char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            if quote == '`' && chars.next_if(|&(_, next)| next == '`').is_some() {
                continue;
            }
            return Some(start + at + quote.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).unwrap().into_iter().map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    #[test]
    fn words_names_texts_and_numbers() {
        use Kind::{Name, Number, Symbol, Text, Word};
        assert_eq!(
            spans("PRIMARY (`a\\`b```, 'it\\'s', \"x'\", 5ul)\n"),
            [
                (Word, "PRIMARY"),
                (Symbol('('), "("),
                (Name, "`a\\`b```"),
                (Symbol(','), ","),
                (Text, "'it\\'s'"),
                (Symbol(','), ","),
                (Text, "\"x'\""),
                (Symbol(','), ","),
                (Number, "5ul"),
                (Symbol(')'), ")"),
            ]
        );
        assert_eq!(spans("2nd -é"), [(Number, "2nd"), (Symbol('-'), "-"), (Symbol('é'), "é")]);
        assert_eq!(spans(" \n"), []);
    }

    #[test]
    fn an_open_quote_is_reported_with_its_position() {
        assert_eq!(tokens("a 'b"), Err(2));
        assert_eq!(tokens("`a``"), Err(0));
        assert_eq!(tokens("'\\"), Err(0));
    }
}
