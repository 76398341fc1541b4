//! `rename_all`: serde's cases.

use proc_macro2::Span;
use syn::LitStr;

use crate::diag::{Errors, did_you_mean, list};

/// The cases of `rename_all`, as serde spells them.
///
/// Written here and not with `heck`: names of columns are stored, and `heck` splits `V2X` in another way.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

/// One of serde's cases.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    pub(crate) fn parse(text: &LitStr, errors: &mut Errors) -> Option<Case> {
        let value = text.value();
        let known = CASES.iter().find(|(name, _)| *name == value);
        if known.is_none() {
            let span: Span = text.span();
            errors.rule(
                span,
                "malformed_attribute",
                format_args!(
                    "unknown case {value:?} in `rename_all`{}",
                    did_you_mean(&value, CASES.map(|(name, _)| name).into_iter())
                ),
                format_args!("expected one of {}", list(CASES.map(|(name, _)| name).into_iter())),
            );
        }
        known.map(|(_, case)| *case)
    }

    /// The name in this case; `name` is a field's or a type's.
    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        let join = |separator: &str| words.join(separator);
        let capital = |word: &String| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
        };
        match self {
            Case::Lower => join(""),
            Case::Upper => join("").to_ascii_uppercase(),
            Case::Pascal => words.iter().map(capital).collect(),
            Case::Camel => words.iter().take(1).cloned().chain(words.iter().skip(1).map(capital)).collect(),
            Case::ScreamingSnake => join("_").to_ascii_uppercase(),
            Case::Kebab => join("-"),
            Case::ScreamingKebab => join("-").to_ascii_uppercase(),
            Case::Snake => join("_"),
        }
    }
}

/// The words of a name in lower case: split at `_`, and before a capital that starts a word.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, &letter) in letters.iter().enumerate() {
        let after_lower = i > 0 && (letters[i - 1].is_lowercase() || letters[i - 1].is_ascii_digit());
        let before_lower = letters.get(i + 1).is_some_and(|next| next.is_lowercase());
        let starts = letter.is_uppercase() && (after_lower || (before_lower && i > 0 && letters[i - 1].is_uppercase()));
        if letter == '_' || starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter != '_') {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_all_cases() {
        let cases = |name| CASES.map(|(_, case)| case.apply(name)).join(" ");
        assert_eq!(
            cases("user_event"),
            "userevent USEREVENT UserEvent userEvent user_event USER_EVENT user-event USER-EVENT"
        );
        assert_eq!(cases("UserEvent"), cases("user_event"));
        assert_eq!(Case::Snake.apply("HTTPRequest2Log"), "http_request2_log");
        assert_eq!(Case::Snake.apply("_private__x"), "private_x");
        assert_eq!(Case::Snake.apply("V2X"), "v2_x");
    }
}
