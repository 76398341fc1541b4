//! Edits of a text, nested like the parts of its syntax tree; and the line of a text with carets, for a message.

use std::collections::HashMap;

use ydb_yql::Span;

use super::Query;
use super::fault::Fault;
use crate::types::const_text::Message;

/// Changes of a text.
#[derive(Default)]
pub struct Edits(Vec<Edit>);

/// Change of one part of a text.
struct Edit {
    part: Span,
    before: String,
    instead: Option<String>,
    after: String,
}

impl Edits {
    /// Writes texts before a part and after it. If a part gets two changes, the first one is farther from it.
    pub fn around(&mut self, part: Span, before: impl Into<String>, after: impl Into<String>) {
        self.0.push(Edit { part, before: before.into(), instead: None, after: after.into() });
    }

    /// Writes a text instead of a part.
    pub fn instead(&mut self, part: Span, instead: impl Into<String>) {
        let instead = Some(instead.into());
        self.0.push(Edit { part, before: String::new(), instead, after: String::new() });
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the changed text; and for each part that was written anew, its place in the changed text by its place in
    /// the old one. Returns `None` if two parts overlap and none is within the other, which no syntax tree has.
    pub fn print(mut self, text: &str) -> Option<(String, HashMap<u32, u32>)> {
        let mut printer = Printer { text, out: String::with_capacity(text.len() * 2), ..Printer::default() };
        self.write(&mut printer)?;
        printer.out += text.get(printer.copied..)?;
        Some((printer.out, printer.anew))
    }

    /// Returns the places of the text where something is added, in their order, each with the added text. Returns
    /// `None` if a part is written anew, or if [`print`](Self::print) returns `None`.
    pub fn insertions(mut self, text: &str) -> Option<Vec<(usize, String)>> {
        let mut printer = Printer { text, ..Printer::default() };
        self.write(&mut printer)?;
        printer.anew.is_empty().then_some(printer.added)
    }

    fn write(&mut self, printer: &mut Printer<'_>) -> Option<()> {
        self.0.sort_by_key(|edit| (edit.part.start, std::cmp::Reverse(edit.part.end)));
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
            printer.add(&edit.before);
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
        Some(())
    }
}

#[derive(Default)]
struct Printer<'t> {
    text: &'t str,
    out: String,
    /// Number of bytes of `text` that are copied into `out`.
    copied: usize,
    anew: HashMap<u32, u32>,
    /// Texts that were added before and after parts, by their places in the old text.
    added: Vec<(usize, String)>,
}

impl Printer<'_> {
    /// Copies the old text up to a byte; `None` if that part was written anew.
    fn copy(&mut self, end: u32) -> Option<()> {
        self.out += self.text.get(self.copied..end as usize)?;
        self.copied = end as usize;
        Some(())
    }

    fn add(&mut self, written: &str) {
        self.out += written;
        match self.added.last_mut() {
            _ if written.is_empty() => {}
            Some((at, before)) if *at == self.copied => *before += written,
            _ => self.added.push((self.copied, written.to_owned())),
        }
    }

    fn close(&mut self, edit: &Edit) -> Option<()> {
        self.copy(edit.part.end)?;
        self.add(&edit.after);
        Some(())
    }
}

// A place of a query's text in a message: its line, with carets below it.
//
// ```text
// --> line 3, column 24
// | JOIN {Customer} AS c ON c.idd = o.customer_id
// |                           ^^^
// ```

/// Most bytes of a line that a message shows before a place, and after it.
const BEFORE: usize = 60;
const AFTER: usize = 60;

/// Place of a fault that is nowhere in the text.
pub(super) const NOWHERE: usize = usize::MAX;

impl Query<'_> {
    /// Begins a message with the rule, and with the combination of pieces that the query is.
    pub(super) const fn rule(&self, rule: &str) -> Message {
        let message = Message::rule(rule);
        match self.combination {
            Some(combination) if !combination.is_empty() => message.text(combination).text(", "),
            _ => message,
        }
    }
}

/// Ends the evaluation with the message of a fault.
#[track_caller]
pub(super) const fn refuse<'a>(query: &Query<'a>, fault: &Fault<'a>) -> ! {
    let (said, cure) = fault.text(query);
    let cure = match cure.is_empty() {
        true if in_braces(query, fault.at) => {
            cure.text("a model, as in `{Order}`, is written after FROM, JOIN, INTO and UPDATE only")
        }
        _ => cure,
    };
    refuse_as(query, fault, said, cure)
}

/// Ends the evaluation at the place of a fault, with this message and this cure.
#[track_caller]
pub(super) const fn refuse_as<'a>(query: &Query<'a>, fault: &Fault<'a>, said: Message, cure: Message) -> ! {
    let message = said.then(&snippet(query, fault.at, fault.width));
    let message = if cure.is_empty() { message } else { message.text("\nhelp: ").then(&cure) };
    message.refuse()
}

/// Returns the line of a place, with carets below the `width` bytes there. A model or a quoted name gets carets below
/// all of it.
const fn snippet(query: &Query<'_>, place: usize, width: usize) -> Message {
    let text = query.text.as_bytes();
    if place > text.len() {
        return Message::EMPTY;
    }
    let (line, start) = line(text, place);
    let end = next(text, start, b'\n');
    let end = if end > start && text[end - 1] == b'\r' { end - 1 } else { end };
    // Skips the indentation.
    let mut from = start;
    while from < place && (text[from] == b' ' || text[from] == b'\t') {
        from += 1;
    }
    let is_cut = place - from > BEFORE;
    if is_cut {
        from = place - BEFORE;
        while from < place && is_inside(text[from]) {
            from += 1;
        }
    }
    let mut to = end;
    if to > place + AFTER {
        to = place + AFTER;
        while is_inside(text[to]) {
            to -= 1;
        }
    }
    let dots = if is_cut { ".." } else { "" };
    let message = located(query, line, start, place).text("\n  | ").text(dots).part(query.text, from, to);
    let message = if to < end { message.text("..") } else { message };
    let mut message = message.text(if is_cut { "\n  |   " } else { "\n  | " });
    while from < place {
        if !is_inside(text[from]) {
            message = message.text(if text[from] == b'\t' { "\t" } else { " " });
        }
        from += 1;
    }
    let width = match text.split_at(place).1 {
        [b'{', ..] => next(text, place, b'}') + 1 - place,
        [b'$', ..] => width + 1,
        [b'`', ..] => next(text, place + 1, b'`') + 1 - place,
        _ => width,
    };
    let mut i = place;
    while i == place || i < place + width && i < to {
        if i == place || !is_inside(text[i]) {
            message = message.text("^");
        }
        i += 1;
    }
    message
}

/// Returns the bytes of the path of the model at a place, without an index: `shop::Order` of
/// `{shop::Order:by_customer}`.
pub(super) const fn model(query: &Query<'_>, place: usize) -> Option<(usize, usize)> {
    let text = query.text.as_bytes();
    if place >= text.len() || text[place] != b'{' {
        return None;
    }
    let mut from = place + 1;
    while from < text.len() && text[from].is_ascii_whitespace() {
        from += 1;
    }
    let mut to = from;
    while to < text.len() {
        match text.split_at(to).1 {
            [b':', b':', ..] => to += 2,
            [b'}' | b':' | b' ' | b'\t' | b'\n', ..] => return Some((from, to)),
            _ => to += 1,
        }
    }
    None
}

/// Returns the end of the path of a table that begins at a place.
pub(super) const fn path_end(query: &Query<'_>, place: usize) -> usize {
    let text = query.text.as_bytes();
    match text.split_at(place).1 {
        [b'`', ..] => next(text, place + 1, b'`') + 1,
        _ => {
            let mut end = place;
            while end < text.len() && (text[end].is_ascii_alphanumeric() || text[end] == b'_' || !text[end].is_ascii())
            {
                end += 1;
            }
            end
        }
    }
}

/// Returns `true` if a brace opens right before a place.
pub(super) const fn in_braces(query: &Query<'_>, place: usize) -> bool {
    let text = query.text.as_bytes();
    0 < place && place <= text.len() && text[place - 1] == b'{'
}

/// Returns the bytes of the name in the braces that open at a place. Of a path such as `order.id` it is the last name.
/// The name may be empty. Returns `None` if something else is there.
pub(super) const fn braced(query: &Query<'_>, place: usize) -> Option<(usize, usize)> {
    let text = query.text.as_bytes();
    if place >= text.len() || text[place] != b'{' {
        return None;
    }
    let mut from = place + 1;
    while from < text.len() && matches!(text[from], b'{' | b' ') {
        from += 1;
    }
    let mut to = from;
    while to < text.len() && (text[to].is_ascii_alphanumeric() || matches!(text[to], b'_' | b'.')) {
        to += 1;
        if matches!(text[to - 1], b'.') {
            from = to;
        }
    }
    let mut end = to;
    while end < text.len() && text[end] == b' ' {
        end += 1;
    }
    if end < text.len() && text[end] == b'}' { Some((from, to)) } else { None }
}

const fn located(query: &Query<'_>, line: i128, start: usize, place: usize) -> Message {
    let (mut column, mut i) = (1, start);
    while i < place {
        i += 1;
        if i == place || !is_inside(query.text.as_bytes()[i]) {
            column += 1;
        }
    }
    let message = Message::EMPTY.text("\n--> ");
    match query.file {
        Some(file) => message.text(file).text(":").number(line).text(":").number(column),
        None => message.text("line ").number(line).text(", column ").number(column),
    }
}

/// Returns the number of the line of a place, and the offset of the line's first byte.
const fn line(text: &[u8], place: usize) -> (i128, usize) {
    let (mut line, mut start, mut i) = (1, 0, 0);
    while i < place {
        if text[i] == b'\n' {
            (line, start) = (line + 1, i + 1);
        }
        i += 1;
    }
    (line, start)
}

/// Returns the next place of a byte, or the end of the text.
const fn next(text: &[u8], from: usize, byte: u8) -> usize {
    let mut i = from;
    while i < text.len() && text[i] != byte {
        i += 1;
    }
    i
}

/// Returns `true` if a byte belongs to a character and is not its first byte.
const fn is_inside(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::Edits;
    use ydb_yql::Span;

    fn part(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    #[test]
    fn parts_within_each_other_are_changed_from_outside_to_inside() {
        let mut edits = Edits::default();
        // If two parts begin at one place, the longer one is outside, in whatever order they come.
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
