//! Errors, which are all collected and then shown together; and the nearest known word for an unknown one.

use proc_macro2::{Span, TokenStream};

/// All errors of one derive.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// Adds an error of the rule `id`: the fault, and what to write instead.
    pub(crate) fn rule(&mut self, span: Span, id: &str, fault: impl std::fmt::Display, help: impl std::fmt::Display) {
        self.0.push(error(span, id, fault, help));
    }

    /// Adds the same error at two tokens that contradict each other.
    pub(crate) fn conflict(&mut self, spans: [Span; 2], id: &str, fault: &str, help: &str) {
        for span in spans {
            self.rule(span, id, fault, help);
        }
    }

    /// Returns the number of errors.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// Takes over all errors of another collection.
    pub(crate) fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the errors as `compile_error!`s.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// Creates an error of the rule `id`: the fault, what to write instead, and where the rule is explained.
pub(crate) fn error(span: Span, id: &str, fault: impl std::fmt::Display, help: impl std::fmt::Display) -> syn::Error {
    let more = format!("run `ydb-keys explain {id}` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#{id}");
    syn::Error::new(span, format!("{id}: {fault}\nhelp: {help}\nnote: for more, {more}"))
}

/// Returns code as people write it: without the spaces that its tokens do not need.
pub(crate) fn plain(code: &impl quote::ToTokens) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
    let mut text = String::new();
    for part in code.to_token_stream().to_string().split_whitespace() {
        let are_words = text.ends_with(is_word) && part.starts_with(is_word);
        if are_words || text.ends_with([',', ';']) || text.ends_with("->") || part == "->" {
            text.push(' ');
        }
        text.push_str(part);
    }
    text.replace("'static[", "'static [")
}

/// Returns the known word that was probably meant: the nearest one, or `table` for `table_name`.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= candidate.len().max(word.len()) / 3 + 1 && *distance < candidate.len()
                || word.strip_prefix(candidate).is_some_and(|rest| rest.starts_with('_'))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns `; did you mean ...?`, or nothing.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// Returns the value of a known word. Reports another word with this message, and with the word that was meant.
pub(crate) fn one_of<V: Copy>(
    (word, span): (&str, Span),
    known: &[(&str, V)],
    id: &str,
    fault: impl std::fmt::Display,
    errors: &mut Errors,
) -> Option<V> {
    let found = known.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    if found.is_none() {
        let names = || known.iter().map(|(name, _)| *name);
        let fault = format_args!("{fault}{}", did_you_mean(word, names()));
        errors.rule(span, id, fault, format_args!("expected one of {}", list(names())));
    }
    found
}

/// Returns the words in backticks, with commas.
pub(crate) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Returns how many letters must be inserted, deleted, replaced or swapped to turn one word into the other.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
                let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_the_spaces_that_it_needs() {
        for code in [
            "order.id",
            "&ids[0]",
            "id.clone()",
            "a as Uint64",
            "f(a, \"b\")",
            "Cow<'static, [u8]>",
            "[u16; 4]",
            "fn(u8) -> u64",
            "std::num::NonZero<u64>",
            "Box<dyn Debug>",
            "&'static str",
            "Option<&'static [u8]>",
        ] {
            let parsed: TokenStream = code.parse().unwrap();
            assert_eq!(plain(&parsed), code);
        }
    }

    #[test]
    fn finds_the_word_that_was_meant() {
        let known = ["userid", "timestamp", "userevent"];
        assert_eq!(nearest("user_id", known), Some("userid"));
        assert_eq!(nearest("timestmap", known), Some("timestamp"));
        assert_eq!(nearest("amount", known), None);
        assert_eq!(nearest("b", ["a"]), None);
        assert_eq!(nearest("table_name", ["table", "rename"]), Some("table"));
    }
}
