//! Text at compile time: comparison of strings, composition of a message inside a `const fn`, and searches in lists.

/// Evaluates to `true` if a condition holds for a number below an end. Constant functions have no iterators.
macro_rules! any {
    ($i:ident < $end:expr, $holds:expr) => {
        $crate::types::const_text::find!($i < $end, $holds).is_some()
    };
}

/// Evaluates to the first number below an end for which a condition holds, or `None`.
macro_rules! find {
    ($i:ident < $end:expr, $holds:expr) => {{
        let mut $i = 0;
        while $i < $end && !$holds {
            $i += 1;
        }
        if $i < $end { Some($i) } else { None }
    }};
}

/// Evaluates a block for each number below an end.
macro_rules! each {
    ($i:ident < $end:expr, $block:block) => {{
        let mut next = 0;
        while next < $end {
            let $i = next;
            next += 1;
            $block
        }
    }};
}

pub(crate) use {any, each, find};

/// Returns `true` if the number is in the list.
pub(crate) const fn contains(list: &[usize], number: usize) -> bool {
    any!(i < list.len(), list[i] == number)
}

/// Returns `true` if two strings are equal.
pub const fn same(left: &str, right: &str) -> bool {
    same_bytes(left.as_bytes(), right.as_bytes())
}

/// Returns `true` if two byte strings are equal. Compares four bytes at a time, because the compiler evaluates patterns
/// faster than calls, such as `len()`, and than loops.
pub const fn same_bytes(mut left: &[u8], mut right: &[u8]) -> bool {
    loop {
        match (left, right) {
            ([a, b, c, d, left_rest @ ..], [e, f, g, h, right_rest @ ..]) => {
                if *a != *e || *b != *f || *c != *g || *d != *h {
                    return false;
                }
                (left, right) = (left_rest, right_rest);
            }
            ([a, left_rest @ ..], [b, right_rest @ ..]) if *a == *b => (left, right) = (left_rest, right_rest),
            ([], []) => return true,
            _ => return false,
        }
    }
}

/// Longest message, in bytes; longer ones are truncated.
const CAPACITY: usize = 2048;

/// Message composed piece by piece, which ends the evaluation of a constant.
///
/// The form is `rule: fault`, and on a line of its own `help: cure; exception`.
pub struct Message {
    bytes: [u8; CAPACITY],
    len: usize,
    /// Offset at which the exception begins.
    exception: Option<usize>,
}

/// Message of a broken rule, split into its parts.
#[derive(Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Parts {
    pub rule: String,
    /// Fault with its reason, in one line.
    pub fault: String,
    pub cure: String,
    /// Condition under which the rule may be ignored, and what a model then writes.
    pub exception: Option<String>,
}

/// Ends the evaluation if a rule is broken; the compiler shows the message at the caller.
///
/// A `None` of this type has 2 KB, too, which the compiler copies for each table. Therefore some callers first ask
/// whether a message is possible. They ask for a part of what the rule asks, and must let through all that the rule
/// refuses.
#[track_caller]
pub const fn refuse(broken: Option<Message>) {
    if let Some(message) = broken {
        message.refuse()
    }
}

impl Message {
    /// Message without text.
    pub const EMPTY: Self = Message { bytes: [0; CAPACITY], len: 0, exception: None };

    /// Begins a message with the id of the broken rule, as every message of a rule does.
    pub const fn rule(id: &str) -> Self {
        Message::EMPTY.text(id).text(": ")
    }

    /// Adds a text, as far as it fits.
    pub const fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() && self.len < CAPACITY {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Adds a name in backticks.
    pub const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// Adds a number in digits.
    pub const fn number(self, number: i128) -> Self {
        let mut digits = [0_u8; 40];
        let mut at = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.bytes(digits.split_at(at).1)
    }

    /// Ends the message with when the rule may be ignored: `; if the table stays small, write ...`.
    pub const fn exception(mut self, text: &str) -> Self {
        self.exception = Some(self.len);
        self.text("; ").text(text)
    }

    /// Returns the message in its parts, for a table that is not being compiled.
    #[doc(hidden)]
    pub fn parts(&self) -> Parts {
        let text = |from: usize, to: usize| String::from_utf8_lossy(&self.bytes[from..to]).into_owned();
        // The offset of the exception is within the message.
        let said = text(0, self.exception.unwrap_or(self.len));
        let (rule, rest) = said.split_once(": ").unwrap_or_default();
        let (fault, cure) = rest.split_once("\nhelp: ").unwrap_or((rest, ""));
        let exception = self.exception.map(|at| text(at, self.len).trim_start_matches("; ").to_owned());
        Parts { rule: rule.to_owned(), fault: fault.replace("\nnote: ", ": "), cure: cure.to_owned(), exception }
    }

    /// Adds the address where the rule is explained. The message begins with the rule's id.
    const fn with_page(self) -> Self {
        let mut id = 0;
        while id < self.len && self.bytes[id] != b':' {
            id += 1;
        }
        let start = self.bytes;
        let (id, _) = start.split_at(id);
        let message = self.text("\nnote: for more, run `ydb-keys explain ").bytes(id).text("` or see ");
        message.text(__chapter!("rules")).text("#").bytes(id)
    }

    /// Ends the evaluation; the compiler shows the message at the caller.
    #[track_caller]
    #[allow(clippy::panic, reason = "a panic in a constant is the compile error this type exists for")]
    pub const fn refuse(self) -> ! {
        let message = self.with_page();
        let (used, _) = message.bytes.split_at(message.len);
        match str::from_utf8(used) {
            Ok(text) => panic!("{}", text),
            // A message longer than CAPACITY may end inside a character.
            Err(_) => panic!("this table breaks a rule of ydb-keys (its names are too long to print)"),
        }
    }
}

/// Messages with the text of a query.
#[cfg(feature = "yql")]
impl Message {
    /// Returns `true` if the message is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the message as a text; empty if it was truncated within a character.
    pub const fn shown(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Adds another message at the end.
    pub const fn then(self, other: &Message) -> Self {
        self.bytes(other.bytes.split_at(other.len).0)
    }

    /// Adds a part of a text, from one byte to another. Characters begin at both.
    pub const fn part(self, text: &str, from: usize, to: usize) -> Self {
        self.bytes(text.as_bytes().split_at(to).0.split_at(from).1)
    }

    /// Returns the whole message.
    #[doc(hidden)]
    pub fn whole(&self) -> String {
        String::from_utf8_lossy(&self.bytes[..self.len]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_by_content() {
        assert!(same("", "") && same("ab", "ab"));
        assert!(!same("ab", "aB") && !same("ab", "abc"));
    }

    #[test]
    fn a_message_has_parts() {
        let message =
            Message::rule("limits").text("table ").name("t: a").text(" is large\nnote: too large\nhelp: split it");
        let parts = |exception: Option<&str>| Parts {
            rule: "limits".into(),
            fault: "table `t: a` is large: too large".into(),
            cure: "split it".into(),
            exception: exception.map(str::to_owned),
        };
        assert_eq!(message.parts(), parts(None));
        assert_eq!(message.exception("if it stays, allow it").parts(), parts(Some("if it stays, allow it")));
    }

    #[test]
    #[should_panic(expected = "limits: table `t` has -170 of 0")]
    fn composes_names_and_numbers() {
        Message::rule("limits").text("table ").name("t").text(" has ").number(-170).text(" of ").number(0).refuse()
    }
}
