//! Where in the text of a query the fault is that YDB reports.
//!
//! YDB's issues have positions, which its Rust client leaves out. But they quote what they complain about, and a word that
//! stands in the text once has one place.

use ydb::{YdbError, YdbIssue};

use super::words::{Word, words};

/// What comes before a word of the text in YDB's issues.
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

/// Letters of a line on each side of the fault that are shown.
const SHOWN: usize = 60;

/// The line of the text with the fault, and what is marked in it, if that is known.
pub(super) fn place(text: &str, error: &YdbError) -> Option<String> {
    let YdbError::YdbStatusError(answer) = error else { return None };
    let words = words(text);
    let fault = leaves(&answer.issues).into_iter().find_map(|issue| fault(&words, &issue.message))?;
    Some(shown(text, fault))
}

/// The issues that have no further ones: what is wrong, and not where in YDB that was found.
fn leaves(issues: &[YdbIssue]) -> Vec<&YdbIssue> {
    issues.iter().flat_map(|issue| if issue.issues.is_empty() { vec![issue] } else { leaves(&issue.issues) }).collect()
}

/// The only word of the text that a message quotes.
fn fault<'t>(text: &[Word<'t>], message: &str) -> Option<Word<'t>> {
    let (_, rest) = QUOTES.iter().find_map(|quote| message.split_once(quote))?;
    let quoted = rest.split(['\'', ']', ' ']).next()?.trim_end_matches(['.', ',', '?']);
    // `o.amount`, `$chat` or `/local/shop/orders`, of which the last part is the name.
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

#[cfg(test)]
mod tests {
    use ydb::YdbStatusError;

    use super::*;

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
        // With the name in front of it there is one.
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
}
