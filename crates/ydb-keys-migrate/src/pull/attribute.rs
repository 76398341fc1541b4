//! Writer of one `#[ydb(...)]` attribute in rustfmt's format.

use std::fmt::Write as _;

use super::hash::Candidate;
use super::name::identifier;

/// Line width: rustfmt's `max_width`.
pub(super) const WIDTH: usize = 100;
/// Width of arguments, rustfmt's `attr_fn_like_width`. Longer arguments are written one per line.
const ARGUMENTS: usize = 70;

/// Word of an attribute, with its value or arguments.
#[derive(Clone, Debug)]
pub(super) enum Word {
    /// Word or literal alone: `bloom_filter`, `customer_id`, `"by-customer"`, `("DE", 10)`.
    Bare(String),
    /// Word with a value, which is Rust source: `table = "orders"`.
    Value(&'static str, String),
    /// Word with arguments: `on(customer_id)`. The name is a word, or a pair such as `h = xxh3`.
    List(String, Vec<Word>),
}

/// Writes a string as a Rust literal.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

pub(super) fn bare(text: impl Into<String>) -> Word {
    Word::Bare(text.into())
}

/// Writes a name of YDB as a word, or as a string if it is not a valid Rust identifier.
pub(super) fn named(name: &str) -> Word {
    match identifier(name) {
        Some(word) if word == name => bare(word),
        _ => bare(quoted(name)),
    }
}

pub(super) fn text(key: &'static str, value: &str) -> Word {
    Word::Value(key, quoted(value))
}

pub(super) fn list(name: impl Into<String>, words: impl IntoIterator<Item = Word>) -> Word {
    Word::List(name.into(), words.into_iter().collect())
}

/// Writes `#[ydb(words)]`, indented by `indent` spaces, with a line break at the end.
pub(super) fn attribute(words: Vec<Word>, indent: usize) -> String {
    let ydb = list("ydb", words);
    let mut out = format!("{:indent$}#[", "");
    let line = ydb.line();
    // rustfmt does not format an attribute without Rust's usual syntax; such an attribute may fill the whole line.
    if !ydb.is_meta() && indent + line.chars().count() + "#[]".len() <= WIDTH {
        out.push_str(&line)
    } else {
        ydb.write(&mut out, indent)
    }
    out.push_str("]\n");
    out
}

/// Writes `h = xxh3(site, user)`, or with buckets `shard = xxh3(site, user) % 16`.
pub(super) fn computed(name: &str, hash: &Candidate, inputs: impl Iterator<Item = Word>) -> Word {
    let name = format!("{} = {}", identifier(name).unwrap_or_default(), hash.function);
    match hash.buckets {
        None => list(name, inputs),
        Some(buckets) => bare(format!("{} % {buckets}", list(name, inputs).line())),
    }
}

impl Word {
    fn line(&self) -> String {
        match self {
            Word::Bare(text) => text.clone(),
            Word::Value(key, value) => format!("{key} = {value}"),
            Word::List(name, words) => format!("{name}({})", line(words)),
        }
    }

    /// Returns `true` if rustfmt can parse the word: names, lists, and literals without a sign after `=`.
    fn is_meta(&self) -> bool {
        match self {
            Word::Bare(text) => text.starts_with('"') || !text.starts_with('(') && !text.contains(" = "),
            Word::Value(_, value) => {
                value.starts_with(|c: char| c == '"' || c.is_ascii_digit())
                    || value.starts_with("b\"")
                    || matches!(value.as_str(), "true" | "false")
            }
            Word::List(name, words) => !name.contains('=') && words.iter().all(Word::is_meta),
        }
    }

    fn write(&self, out: &mut String, indent: usize) {
        let Word::List(name, words) = self else {
            out.push_str(&self.line());
            return;
        };
        out.push_str(name);
        out.push('(');
        let line = line(words);
        if let [only @ Word::List(..)] = words.as_slice() {
            // A list that is the only item of a list stays on the same line: `#[ydb(index(`.
            only.write(out, indent);
        } else if line.chars().count() <= ARGUMENTS {
            out.push_str(&line);
        } else {
            let deeper = indent + 4;
            for (i, word) in words.iter().enumerate() {
                let _ = write!(out, "{}\n{:deeper$}", if i > 0 { "," } else { "" }, "");
                word.write(out, deeper);
            }
            let _ = write!(out, "\n{:indent$}", "");
        }
        out.push(')');
    }
}

fn line(words: &[Word]) -> String {
    words.iter().map(Word::line).collect::<Vec<_>>().join(", ")
}

/// Writes a remark as `//` comments, wrapped at the width. In a list item, all lines after the first are indented.
pub(super) fn comment(text: &str, indent: usize, out: &mut String) {
    let hang = if text.starts_with("- ") { "  " } else { "" };
    let mut line = format!("{:indent$}//", "");
    let mut words = 0;
    for word in text.split(char::is_whitespace) {
        if words > 0 && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{line}");
            line = format!("{:indent$}//{hang}", "");
            words = 0;
        }
        line.push(' ');
        line.push_str(word);
        words += 1;
    }
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(last: &str) -> Vec<Word> {
        let on = list("on", ["customer_id", "aaaaaaaaaaaaaaaa"].map(bare));
        let cover = list("cover", ["amount", "bbbbbbbbbbbbbbb"].map(bare));
        vec![list("index", [bare("by_customer_and_something"), on, cover, bare(last)])]
    }

    // The expected texts are in the format that rustfmt produces.
    #[test]
    fn short_ones_are_written_on_one_line() {
        assert_eq!(attribute(vec![bare("bloom_filter")], 0), "#[ydb(bloom_filter)]\n");
        let on = list("on", ["r_type", "aaaaaaaaaaaaaaaa"].map(bare));
        let seventy = vec![list("index", [bare("by_customer_and_something"), on, bare("uniqaaaaaaaaa")])];
        let line = "#[ydb(index(by_customer_and_something, on(r_type, aaaaaaaaaaaaaaaa), uniqaaaaaaaaa))]\n";
        assert_eq!(attribute(seventy, 0), line);
    }

    #[test]
    fn long_ones_are_written_one_argument_per_line() {
        assert_eq!(
            attribute(index("async"), 0),
            "#[ydb(index(
    by_customer_and_something,
    on(customer_id, aaaaaaaaaaaaaaaa),
    cover(amount, bbbbbbbbbbbbbbb),
    async
))]
"
        );
        let long = "a".repeat(80);
        let words = vec![text("type", "Json"), text("rename", &long)];
        assert_eq!(
            attribute(words, 4),
            format!("    #[ydb(\n        type = \"Json\",\n        rename = \"{long}\"\n    )]\n")
        );
        assert_eq!(attribute(vec![text("rename", &long)], 0), format!("#[ydb(\n    rename = \"{long}\"\n)]\n"));
    }

    #[test]
    fn an_attribute_that_rustfmt_cannot_read_may_fill_a_line() {
        let key = |last: &str| {
            let hash = list("visit_hash = xxh3", ["device_of_visit", "site_of_visit"].map(bare));
            let key = ["device_of_visit", last, "a"].map(bare);
            attribute(vec![list("primary_key", std::iter::once(hash).chain(key))], 0)
        };
        let hundred =
            "#[ydb(primary_key(visit_hash = xxh3(device_of_visit, site_of_visit), device_of_visit, site_off, a))]";
        assert_eq!((key("site_off"), hundred.len()), (format!("{hundred}\n"), 100));
        assert_eq!(
            key("site_offs"),
            "#[ydb(primary_key(
    visit_hash = xxh3(device_of_visit, site_of_visit),
    device_of_visit,
    site_offs,
    a
))]
"
        );
        let opaque = [Word::Value("by_size", "off".into()), bare("by_load"), list("at_keys", [bare("(\"DE\")")])];
        let line = "#[ydb(partitioning(by_size = off, by_load, at_keys((\"DE\"))))]\n";
        assert_eq!(attribute(vec![list("partitioning", opaque)], 0), line);
    }

    #[test]
    fn remarks_are_wrapped_at_the_width() {
        let mut out = String::new();
        comment(&format!("- {}", "word ".repeat(30).trim_end()), 0, &mut out);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("// - word ") && lines[1].starts_with("//   word ") && lines[0].len() <= 100);
        let mut out = String::new();
        comment("a\nb", 4, &mut out);
        assert_eq!(out, "    // a b\n");
    }
}
