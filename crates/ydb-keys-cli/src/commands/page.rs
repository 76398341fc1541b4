//! Prints the output as a page, with a width, colours, paragraphs and tables; splits findings into sentences.

use std::io::{self, Write};

use console::{Alignment, Style, measure_text_width, pad_str, truncate_str};

/// Meaning of a text that a colour shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Bad,
    Warn,
    Good,
    Dim,
    Strong,
}

/// Alignment of the cells in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Least width that a column keeps when it is cut, in characters.
const NARROWEST: usize = 12;

/// Number of spaces between two columns.
const GAP: usize = 2;

pub(super) struct Page<'a> {
    out: &'a mut dyn Write,
    width: usize,
    colors: bool,
}

impl<'a> Page<'a> {
    pub(super) fn new(out: &'a mut dyn Write, width: usize, colors: bool) -> Self {
        Page { out, width, colors }
    }

    /// Returns the width of the page, in characters.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn colors(&self) -> bool {
        self.colors
    }

    /// Prints a line without wrapping it.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    /// Prints lines without wrapping them.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Prints a text wrapped to the page's width; `first` and `rest` are the indents of its first and its other lines.
    pub(super) fn paragraph(&mut self, first: &str, rest: &str, text: &str) -> io::Result<()> {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(text, options).iter().try_for_each(|line| self.line(line))
    }

    /// Prints a table, whose first row is the header. Cuts the widest left-aligned column if the table is wider than
    /// the page.
    pub(super) fn table(&mut self, columns: &[Align], rows: &[Vec<String>]) -> io::Result<()> {
        let widest =
            |column: usize| rows.iter().filter_map(move |row| row.get(column)).map(|cell| measure_text_width(cell));
        let mut widths: Vec<usize> = (0..columns.len()).map(|column| widest(column).max().unwrap_or(0)).collect();
        let total = widths.iter().sum::<usize>() + GAP * columns.len().saturating_sub(1);
        let texts = (0..columns.len()).filter(|&column| columns[column] == Align::Left);
        if let Some(column) = texts.max_by_key(|&column| widths[column]) {
            let excess = total.saturating_sub(self.width);
            widths[column] = widths[column].saturating_sub(excess).max(NARROWEST.min(widths[column]));
        }
        for row in rows {
            let cells = row.iter().zip(columns.iter().zip(&widths));
            let padded = cells.map(|(cell, (align, &width))| {
                let alignment = match align {
                    Align::Left => Alignment::Left,
                    Align::Right => Alignment::Right,
                };
                pad_str(&truncate_str(cell, width, "…"), width, alignment, None).into_owned()
            });
            let line = padded.collect::<Vec<_>>().join(&" ".repeat(GAP));
            self.line(&line)?;
        }
        Ok(())
    }

    /// Colours a text by its tone, if the output has colours.
    pub(super) fn paint(&self, tone: Tone, text: &str) -> String {
        let style = match tone {
            _ if !self.colors => return text.to_owned(),
            Tone::Bad => Style::new().red().bold(),
            Tone::Warn => Style::new().yellow(),
            Tone::Good => Style::new().green(),
            Tone::Dim => Style::new().dim(),
            Tone::Strong => Style::new().bold(),
        };
        style.force_styling(true).apply_to(text).to_string()
    }
}

/// Begins a text with a capital, and ends it with a full stop unless it ends as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let stop = if text.is_empty() || text.ends_with(['.', '?', '!']) { None } else { Some('.') };
    first.into_iter().chain(letters).chain(stop).collect()
}

/// Returns the text before the first colon, without the reason behind it.
pub(super) fn without_reason(text: &str) -> &str {
    colons(text).next().map_or(text, |at| &text[..at])
}

/// Splits a text at its last colon into the fault and its cure; `None` without a colon.
pub(super) fn fault_and_cure(text: &str) -> Option<(&str, &str)> {
    // Skip the colon and the space behind it.
    colons(text).last().map(|at| (&text[..at], &text[at + 2..]))
}

/// Splits a text into words and names between backquotes. A backquote without a second one belongs to the words.
pub(super) fn parts(text: &str) -> impl Iterator<Item = TextPart<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let name = rest.strip_prefix('`').and_then(|after| after.split_once('`'));
        let (part, after) = match name {
            Some((name, after)) => (TextPart::Name(name), after),
            None => {
                let is_lone = rest.starts_with('`');
                let end = if is_lone { None } else { rest.find('`') };
                let (words, after) = rest.split_at(end.unwrap_or(rest.len()));
                (TextPart::Words(words), after)
            }
        };
        rest = after;
        Some(part)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPart<'a> {
    Words(&'a str),
    /// Name without its backquotes.
    Name(&'a str),
}

/// Finds the colons of a text that are outside of names.
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

    fn shown(width: usize, colors: bool, write: impl FnOnce(&mut Page<'_>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut Page::new(&mut out, width, colors)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn paragraphs_are_wrapped_between_words() {
        let text = "YDB splits a table by ranges of its primary key.";
        assert_eq!(
            shown(24, false, |page| page.paragraph("- ", "  ", text)),
            "- YDB splits a table by\n  ranges of its primary\n  key.\n"
        );
        // A word longer than a line is not broken, so that a path can be copied.
        assert_eq!(
            shown(8, false, |page| page.paragraph("", "", "see docs/rules.md now")),
            "see\ndocs/rules.md\nnow\n"
        );
    }

    #[test]
    fn a_table_has_aligned_columns_and_keeps_to_the_width() {
        let row = |name: &str, number: &str| vec![name.to_owned(), number.to_owned()];
        let rows = [row("table", "rows"), row("orders", "1000000"), row("a/very/long/path/of/events", "7")];
        let columns = [Align::Left, Align::Right];
        assert_eq!(
            shown(80, false, |page| page.table(&columns, &rows)),
            "table                          rows\n\
             orders                      1000000\n\
             a/very/long/path/of/events        7\n"
        );
        assert_eq!(
            shown(24, false, |page| page.table(&columns, &rows)),
            "table               rows\norders           1000000\na/very/long/pa…        7\n"
        );
    }

    #[test]
    fn colours_are_used_where_there_are_some() {
        assert_eq!(shown(80, false, |page| page.line(&page.paint(Tone::Bad, "hot"))), "hot\n");
        let painted = shown(80, true, |page| page.line(&page.paint(Tone::Bad, "hot")));
        assert_eq!(painted, "\u{1b}[31m\u{1b}[1mhot\u{1b}[0m\n");
    }

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
        use TextPart::{Name, Words};
        let all = |text| parts(text).collect::<Vec<_>>();
        assert_eq!(all("`a` of b, `c`."), [Name("a"), Words(" of b, "), Name("c"), Words(".")]);
        assert_eq!(all("one ` only"), [Words("one "), Words("` only")]);
        assert_eq!(all("``"), [Name("")]);
        assert_eq!(all(""), []);
    }
}
