//! Names in the database: the cases of `rename_all`, and the limits of YDB on names and paths.

use proc_macro2::Span;
use syn::LitStr;

use crate::diag::{Errors, one_of};

/// Cases of `rename_all`, as serde spells them.
///
/// Written here without the crate `heck`: names of columns are stored, and `heck` splits `V2X` in another way.
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

/// Case of names, as in serde.
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
        let fault = format_args!("unknown case {value:?} in `rename_all`");
        one_of((&value, text.span()), &CASES, "malformed_attribute", fault, errors)
    }

    /// Returns the name in this case. `name` is that of a field or of a type.
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

/// Splits a name into words in lower case: at `_`, and before a capital that starts a word.
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

/// Longest name of a column, an index or a path element; `MAX_DEPTH` is that of the deepest path.
const MAX_NAME: usize = 255;
const MAX_DEPTH: usize = 32;

/// Ends of the names of tables during a change of the key: of the copy, and of the old table afterwards.
const REKEY: [&str; 2] = ["__ydb_keys_new", "__ydb_keys_old"];

/// Checks the name of a column or an index by the rule `limits`. Returns `true` if it is valid.
pub(crate) fn column_name(name: &str, span: Span, errors: &mut Errors) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let fault = if name.is_empty() {
        "a name cannot be empty".to_owned()
    } else if name.chars().count() > MAX_NAME {
        format!("a name has at most {MAX_NAME} characters, this one has {}", name.chars().count())
    } else if let Some(bad) = name.chars().find(|c| !legal(*c)) {
        format!("`{name}` contains {bad:?}, which YDB does not allow in a name")
    } else if name.starts_with("__ydb_") {
        format!("`{name}` starts with `__ydb_`, which YDB reserves for itself")
    } else {
        return true;
    };
    errors.rule(
        span,
        "limits",
        fault,
        "use letters, digits, `_` and `-`; for a field, `rename = \"...\"` gives another name in the database",
    );
    false
}

/// Checks the path of a table by the rule `limits`.
pub(crate) fn table_path(path: &str, span: Span, errors: &mut Errors) {
    const FORM: &str = "write `table = \"name\"` or `table = \"dir/name\"`";
    let elements: Vec<&str> = path.split('/').collect();
    // YDB accepts letters, digits and ASCII punctuation (`ExtraPathSymbolsAllowed`).
    let bad = path.chars().find(|symbol| !symbol.is_ascii_graphic());
    let (fault, help) = if path.starts_with('/') {
        (format!("{path:?} is an absolute path; a model's path is relative to the database"), FORM)
    } else if elements.iter().any(|element| element.is_empty()) {
        (format!("{path:?} has an empty element"), FORM)
    } else if elements.iter().any(|element| element.chars().all(|symbol| symbol == '.')) || elements[0] == ".sys" {
        (format!("{path:?} is not a valid table path: a name cannot be only dots, and `.sys` belongs to YDB"), FORM)
    } else if let Some(long) = elements.iter().find(|element| element.len() > MAX_NAME) {
        let fault = format!("an element of a path has at most {MAX_NAME} bytes, this one has {}", long.len());
        (fault, "use a shorter name, `table = \"name\"`")
    } else if elements.len() > MAX_DEPTH {
        let fault = format!("a path has at most {MAX_DEPTH} elements, this one has {}", elements.len());
        (fault, "use a path of fewer directories")
    } else if let Some(bad) = bad {
        let fault = format!("{path:?} contains {bad:?}, which YDB does not allow in the path of a table");
        (fault, "use letters, digits and ASCII punctuation, as in `table = \"dir/name\"`")
    } else if let Some(end) = REKEY.into_iter().find(|end| path.ends_with(end)) {
        let fault = format!("{path:?} ends with `{end}`, like the tables that `apply --rekey` makes");
        (fault, "use another name, `table = \"name\"`")
    } else {
        return;
    };
    errors.rule(span, "limits", fault, help);
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
