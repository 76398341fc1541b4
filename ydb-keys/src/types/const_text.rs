//! Text at compile time: comparing strings and composing a message inside a `const fn`.

/// Whether two strings are equal.
pub(crate) const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut i = 0;
    while i < left.len() {
        if left[i] != right[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The longest message; longer ones are truncated.
const CAPACITY: usize = 2048;

/// A message composed piece by piece, to end the evaluation of a constant with.
pub(crate) struct Message {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Message {
    /// Starts with the id of the broken rule, as every message of a rule does.
    pub(crate) const fn rule(id: &str) -> Self {
        Message { bytes: [0; CAPACITY], len: 0 }.text(id).text(": ")
    }

    pub(crate) const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() && self.len < CAPACITY {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// A name in backticks.
    pub(crate) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    pub(crate) const fn number(self, number: i128) -> Self {
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
        let (_, used) = digits.split_at(at);
        match str::from_utf8(used) {
            Ok(text) => self.text(text),
            Err(_) => self,
        }
    }

    /// Ends the evaluation; the compiler shows the message at the caller.
    #[track_caller]
    #[allow(clippy::panic, reason = "a panic in a constant is the compile error this type exists for")]
    pub(crate) const fn refuse(self) -> ! {
        let (used, _) = self.bytes.split_at(self.len);
        match str::from_utf8(used) {
            Ok(text) => panic!("{}", text),
            // A message longer than CAPACITY may end inside a character.
            Err(_) => panic!("this table breaks a rule of ydb-keys (its names are too long to print)"),
        }
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
    #[should_panic(expected = "limits: table `t` has -170 of 0")]
    fn composes_names_and_numbers() {
        Message::rule("limits").text("table ").name("t").text(" has ").number(-170).text(" of ").number(0).refuse()
    }
}
