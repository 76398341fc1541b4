//! A text with changes at parts of it, which lie within each other as the parts of its syntax tree do.

use std::collections::HashMap;

use ydb_yql::Span;

/// The changes of a text.
#[derive(Default)]
pub struct Edits(Vec<Edit>);

/// A change of one part.
struct Edit {
    part: Span,
    before: String,
    instead: Option<String>,
    after: String,
}

impl Edits {
    /// Writes something before a part and after it. Of two changes of one part the first one is farther from it.
    pub fn around(&mut self, part: Span, before: impl Into<String>, after: impl Into<String>) {
        self.0.push(Edit { part, before: before.into(), instead: None, after: after.into() });
    }

    /// Writes something instead of a part.
    pub fn instead(&mut self, part: Span, instead: impl Into<String>) {
        let instead = Some(instead.into());
        self.0.push(Edit { part, before: String::new(), instead, after: String::new() });
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The changed text, and where each part begins in it that was written anew, by where it began; `None` if one part is
    /// neither within another one nor beside it, which no syntax tree has.
    pub fn print(mut self, text: &str) -> Option<(String, HashMap<u32, u32>)> {
        self.0.sort_by_key(|edit| (edit.part.start, std::cmp::Reverse(edit.part.end)));
        let mut printer = Printer { text, out: String::with_capacity(text.len() * 2), copied: 0, anew: HashMap::new() };
        let mut open: Vec<&Edit> = Vec::new();
        for edit in &self.0 {
            while let Some(last) = open.last().filter(|last| last.part.end <= edit.part.start) {
                printer.close(last)?;
                open.pop();
            }
            if open.last().is_some_and(|outer| outer.part.end < edit.part.end) {
                return None;
            }
            printer.copy(edit.part.start)?;
            printer.out += &edit.before;
            if let Some(instead) = &edit.instead {
                printer.anew.insert(edit.part.start, u32::try_from(printer.out.len()).ok()?);
                printer.out += instead;
                printer.copied = edit.part.end as usize;
            }
            open.push(edit);
        }
        while let Some(last) = open.pop() {
            printer.close(last)?;
        }
        printer.out += text.get(printer.copied..)?;
        Some((printer.out, printer.anew))
    }
}

struct Printer<'t> {
    text: &'t str,
    out: String,
    /// How many bytes of the text are in it.
    copied: usize,
    anew: HashMap<u32, u32>,
}

impl Printer<'_> {
    /// The text up to a byte, unless what it belongs to was written anew.
    fn copy(&mut self, end: u32) -> Option<()> {
        self.out += self.text.get(self.copied..end as usize)?;
        self.copied = end as usize;
        Some(())
    }

    fn close(&mut self, edit: &Edit) -> Option<()> {
        self.copy(edit.part.end)?;
        self.out += &edit.after;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use ydb_yql::Span;

    use super::Edits;

    fn part(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    #[test]
    fn parts_within_each_other_are_changed_from_outside_to_inside() {
        let mut edits = Edits::default();
        // Of two parts that begin together, the longer one is outside, in whatever order they come.
        edits.around(part(6, 7), "<", ">");
        edits.around(part(6, 11), "(", ")");
        edits.around(part(6, 11), "[", "]");
        edits.instead(part(0, 5), "FROM");
        edits.instead(part(10, 11), "two");
        let (text, anew) = edits.print("WHERE a = b;").unwrap();
        assert_eq!(text, "FROM ([<a> = two]);");
        assert_eq!((anew[&0], anew[&10]), (0, 13));
    }

    #[test]
    fn parts_that_cross_are_refused() {
        let mut edits = Edits::default();
        edits.around(part(0, 3), "(", ")");
        edits.around(part(2, 5), "(", ")");
        assert!(edits.print("abcdef").is_none());
        let mut edits = Edits::default();
        edits.instead(part(0, 5), "x");
        edits.around(part(2, 3), "(", ")");
        assert!(edits.print("abcdef").is_none());
    }
}
