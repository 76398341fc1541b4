//! The texts of findings: where their sentences begin and end, and the names that stand between backquotes in them.

/// With a capital and a full stop, unless it ends as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let stop = if text.is_empty() || text.ends_with(['.', '?', '!']) { None } else { Some('.') };
    first.into_iter().chain(letters).chain(stop).collect()
}

/// The text in front of its first colon, which is followed by the reason.
pub(super) fn without_reason(text: &str) -> &str {
    colons(text).next().map_or(text, |at| &text[..at])
}

/// What is wrong, and what to do about it: the parts around the last colon.
pub(super) fn fault_and_cure(text: &str) -> Option<(&str, &str)> {
    // A colon and the space behind it are two bytes.
    colons(text).last().map(|at| (&text[..at], &text[at + 2..]))
}

/// The parts of a text in turn: words, and what stands between backquotes. A backquote without a second one is a word.
pub(super) fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let name = rest.strip_prefix('`').and_then(|after| after.split_once('`'));
        let (part, after) = match name {
            Some((name, after)) => (Part::Name(name), after),
            None => {
                let is_lone = rest.starts_with('`');
                let end = if is_lone { None } else { rest.find('`') };
                let (words, after) = rest.split_at(end.unwrap_or(rest.len()));
                (Part::Words(words), after)
            }
        };
        rest = after;
        Some(part)
    })
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Words(&'a str),
    /// Without its backquotes.
    Name(&'a str),
}

/// Where words of a text end with a colon; not those within names.
fn colons(text: &str) -> impl Iterator<Item = usize> {
    let mut is_name = false;
    text.char_indices().filter_map(move |(at, letter)| {
        is_name ^= letter == '`';
        (!is_name && text[at..].starts_with(": ")).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_a_capital_and_an_end() {
        let shown = ["all rows are read", "Is it?", "`a` grows", "", "so.", "élan"].map(sentence);
        assert_eq!(shown, ["All rows are read.", "Is it?", "`a` grows.", "", "So.", "élan."]);
    }

    #[test]
    fn colons_within_names_divide_nothing() {
        let text = "it says `v1: x`: twice: remove it";
        assert_eq!(without_reason(text), "it says `v1: x`");
        assert_eq!(fault_and_cure(text), Some(("it says `v1: x`: twice", "remove it")));
        assert_eq!((without_reason("at 1:2"), fault_and_cure("at 1:2")), ("at 1:2", None));
    }

    #[test]
    fn names_stand_between_backquotes() {
        use Part::{Name, Words};
        let all = |text| parts(text).collect::<Vec<_>>();
        assert_eq!(all("`a` of b, `c`."), [Name("a"), Words(" of b, "), Name("c"), Words(".")]);
        assert_eq!(all("one ` only"), [Words("one "), Words("` only")]);
        assert_eq!(all("``"), [Name("")]);
        assert_eq!(all(""), []);
    }
}
