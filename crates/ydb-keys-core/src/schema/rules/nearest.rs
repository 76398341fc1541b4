//! Search for the known name that was probably meant, also at compile time.

/// Longest name that is compared, in bytes. Longer ones would take the compiler too long.
const LONGEST: usize = 32;

/// Search for the name that is most like a word, among the names seen so far.
pub struct Nearest<'a> {
    word: &'a str,
    best: Option<(usize, &'a str)>,
}

impl<'a> Nearest<'a> {
    #[doc(hidden)]
    pub const fn to(word: &'a str) -> Self {
        Nearest { word, best: None }
    }

    #[doc(hidden)]
    pub const fn or(self, name: &'a str) -> Self {
        let longer = if self.word.len() > name.len() { self.word.len() } else { name.len() };
        let limit = longer / 3 + 1;
        if longer > LONGEST || self.word.len().abs_diff(name.len()) > limit {
            return self;
        }
        let distance = distance(self.word.as_bytes(), name.as_bytes());
        let better = match self.best {
            Some((best, _)) => distance < best,
            None => true,
        };
        if better && distance <= limit && distance < name.len() {
            Nearest { word: self.word, best: Some((distance, name)) }
        } else {
            self
        }
    }

    #[doc(hidden)]
    pub const fn name(self) -> Option<&'a str> {
        match self.best {
            Some((_, name)) => Some(name),
            None => None,
        }
    }
}

/// Returns how many bytes must be inserted, deleted, replaced or swapped to turn one text into the other.
const fn distance(left: &[u8], right: &[u8]) -> usize {
    // The last but one row, the last row, and the row of the current prefix of `left`.
    let mut rows = [[0_usize; LONGEST + 1]; 3];
    let mut j = 0;
    while j <= right.len() {
        rows[2][j] = j;
        j += 1;
    }
    let mut i = 1;
    while i <= left.len() {
        rows = [rows[1], rows[2], rows[0]];
        rows[2][0] = i;
        j = 1;
        while j <= right.len() {
            let mut best = rows[1][j - 1] + (left[i - 1] != right[j - 1]) as usize;
            if rows[1][j] + 1 < best {
                best = rows[1][j] + 1;
            }
            if rows[2][j - 1] + 1 < best {
                best = rows[2][j - 1] + 1;
            }
            let swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
            if swapped && rows[0][j - 2] + 1 < best {
                best = rows[0][j - 2] + 1;
            }
            rows[2][j] = best;
            j += 1;
        }
        i += 1;
    }
    rows[2][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_name_that_was_meant() {
        let nearest = |word| Nearest::to(word).or("userid").or("timestamp").or("userevent").name();
        assert_eq!(nearest("user_id"), Some("userid"));
        assert_eq!(nearest("timestmap"), Some("timestamp"));
        assert_eq!(nearest("amount"), None);
        assert_eq!(Nearest::to("b").or("a").name(), None);
        assert_eq!(Nearest::to("").or("").name(), None);
    }

    #[test]
    fn counts_what_has_to_change() {
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"abc", b""), 3);
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"ab", b"ba"), 1);
    }
}
