//! YSON: validity of texts. Only the text form is supported, not the binary form.

/// Returns `true` if the bytes are one YSON value, attributes included.
pub(super) fn is_valid(bytes: &[u8]) -> bool {
    let mut parser = YsonParser { rest: bytes, depth: 0 };
    parser.value().is_some() && parser.skip_spaces().is_none()
}

/// Nesting depth from which a text counts as invalid.
const MAX_DEPTH: u32 = 128;

struct YsonParser<'a> {
    rest: &'a [u8],
    depth: u32,
}

impl YsonParser<'_> {
    /// Skips spaces. Returns the byte after them without taking it.
    fn skip_spaces(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_ascii_start();
        self.rest.first().copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        let found = self.skip_spaces()? == byte;
        found.then(|| self.rest = &self.rest[1..])
    }

    fn value(&mut self) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        if self.skip_spaces()? == b'<' {
            self.take(b'<')?;
            self.members(b'>')?;
        }
        match self.skip_spaces()? {
            b'[' => {
                self.take(b'[')?;
                self.items()?;
            }
            b'{' => {
                self.take(b'{')?;
                self.members(b'}')?;
            }
            b'#' => self.take(b'#')?,
            b'%' => self.special()?,
            b'+' | b'-' | b'0'..=b'9' => self.number()?,
            _ => self.string()?,
        }
        self.depth -= 1;
        Some(())
    }

    fn items(&mut self) -> Option<()> {
        while self.skip_spaces()? != b']' {
            self.value()?;
            if self.skip_spaces()? != b']' {
                self.take(b';')?;
            }
        }
        self.take(b']')
    }

    fn members(&mut self, end: u8) -> Option<()> {
        while self.skip_spaces()? != end {
            self.string()?;
            self.take(b'=')?;
            self.value()?;
            if self.skip_spaces()? != end {
                self.take(b';')?;
            }
        }
        self.take(end)
    }

    /// Takes `%true`, `%false`, `%nan`, `%inf`, `%+inf` or `%-inf`.
    fn special(&mut self) -> Option<()> {
        let words: [&[u8]; 6] = [b"%true", b"%false", b"%nan", b"%inf", b"%+inf", b"%-inf"];
        let rest = words.iter().find_map(|word| self.rest.strip_prefix(*word))?;
        self.rest = rest;
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let is_part = |byte: &u8| matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E' | b'0'..=b'9' | b'u');
        let length = self.rest.iter().take_while(|&byte| is_part(byte)).count();
        let text = str::from_utf8(&self.rest[..length]).ok()?;
        let is_number = text.strip_suffix('u').map_or_else(
            || text.parse::<i64>().is_ok() || (text.contains(['.', 'e', 'E']) && text.parse::<f64>().is_ok()),
            |digits| digits.parse::<u64>().is_ok(),
        );
        self.rest = &self.rest[length..];
        is_number.then_some(())
    }

    /// Takes a quoted string or a bare word.
    fn string(&mut self) -> Option<()> {
        if self.skip_spaces()? != b'"' {
            let is_part = |i: usize, byte: u8| {
                byte.is_ascii_alphabetic()
                    || byte == b'_'
                    || (i > 0 && (byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'%')))
            };
            let length = self.rest.iter().enumerate().take_while(|&(i, &byte)| is_part(i, byte)).count();
            self.rest = &self.rest[length..];
            return (length > 0).then_some(());
        }
        let mut escaped = false;
        for (i, &byte) in self.rest.iter().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    self.rest = &self.rest[i + 1..];
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity() {
        for good in
            ["#", "1", "5u", "-1.5", "%true", "abc", r#""a\"b""#, "[1;2;]", "{a=1;\"b c\"=[]}", "<x=1>{}", " [ ] "]
        {
            assert!(is_valid(good.as_bytes()), "{good}");
        }
        for bad in ["", "[1;2", "{a}", "1 2", "\"a", "[1,2]", "%maybe", "-2u", "2u5"] {
            assert!(!is_valid(bad.as_bytes()), "{bad}");
        }
    }
}
