//! The type `PageToken` and its text.
//!
//! The text is Base64 of RFC 4648 in the URL-safe alphabet without padding. The format is frozen. The bytes are:
//! | bytes | what |
//! |---|---|
//! | 1 | version of the format, 1 |
//! | 8 | fingerprint of table, key and scan, little-endian (`scope`) |
//! | any | the ordering columns of the last row, in order (`values`) |
//! | 4 | checksum: the low 32 bits of XXH3 over all bytes before it, little-endian |
//!
//! Every later version begins with its number and ends with this checksum, so that every program recognizes the tokens
//! of any version.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Error, PageTokenError, Result};

/// Version of the format.
const VERSION: u8 = 1;

/// Position at which a page of a scan ended, as text for a URL. The next page begins after it.
///
/// A token is a position in key order, not a number of rows. If you read page after page, you see every row that exists
/// during the whole time exactly once, whatever is inserted or deleted meanwhile.
///
/// [`Display`](fmt::Display) prints a token in the URL-safe Base64 alphabet, without padding, and [`FromStr`] reads it.
/// The token is bound to the model's table name, its key and hash, and the shape of the scan: the index, the number of
/// fixed columns and their values, the kinds of the range's ends, and the direction. It is not bound to the values of
/// the range, the size of the page, or the directory of the table. As long as the properties that it is bound to do not
/// change, a token stays valid across restarts and deployments.
///
/// A token is neither secret nor signed. Anyone who decodes it sees the key of the last row. A forged token moves the
/// position, but never out of the scan, whose fixed columns and range the program sets. Do not page over a key that
/// readers must not see.
///
/// ```
/// use ydb_keys::{Error, ErrorKind, PageToken};
///
/// let token: PageToken = "AV22nibW-b8d6QMAAAAAAABJjmhF".parse()?;
/// assert_eq!(token.to_string(), "AV22nibW-b8d6QMAAAAAAABJjmhF");
///
/// let changed = "AV22nibW-b8d6gMAAAAAAABJjmhF".parse::<PageToken>();
/// assert_eq!(changed.unwrap_err().kind(), ErrorKind::PageToken);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageToken {
    pub(super) fingerprint: u64,
    pub(super) values: Vec<u8>,
}

impl fmt::Display for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::with_capacity(13 + self.values.len());
        bytes.push(VERSION);
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(&self.values);
        bytes.extend(checksum(&bytes));
        f.pad(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl fmt::Debug for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PageToken({self})")
    }
}

/// Parses what `Display` prints. The scan that gets the token checks that the token belongs to it.
impl FromStr for PageToken {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(parse(text)?)
    }
}

fn parse(text: &str) -> Result<PageToken, PageTokenError> {
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| PageTokenError::Malformed)?;
    let (body, sum) = bytes.split_last_chunk().ok_or(PageTokenError::Malformed)?;
    let (&version, body_rest) = body.split_first().ok_or(PageTokenError::Malformed)?;
    if *sum != checksum(body) {
        return Err(PageTokenError::Damaged);
    }
    if version != VERSION {
        return Err(PageTokenError::Version { found: version, expected: VERSION });
    }
    let (fingerprint, values) = body_rest.split_first_chunk().ok_or(PageTokenError::Malformed)?;
    Ok(PageToken { fingerprint: u64::from_le_bytes(*fingerprint), values: values.to_vec() })
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    (xxh3_64(bytes) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::error::Detail;

    fn refused(text: &str) -> PageTokenError {
        match text.parse::<PageToken>() {
            Err(error) => match error.into_detail() {
                Detail::PageToken(error) => error,
                other => panic!("{other}"),
            },
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn the_text_is_what_the_layout_says() {
        let token: PageToken = "AV22nibW-b8d6QMAAAAAAABJjmhF".parse().unwrap();
        assert_eq!(token.fingerprint, 2_143_706_645_817_898_589);
        assert_eq!(token.values, 1001_u64.to_le_bytes());
        assert_eq!(token.to_string(), "AV22nibW-b8d6QMAAAAAAABJjmhF");
        assert_eq!(format!("{token:?}"), "PageToken(AV22nibW-b8d6QMAAAAAAABJjmhF)");
    }

    #[test]
    fn what_is_no_token_is_called_so() {
        let padded = "AV22nibW-b8d6QMAAAAAAABJjmhFRQ==";
        for text in ["", "A", "AQ", "AV22", "page 2", "AV22nibW+b8d6QMAAAAAAABJjmhF", padded, "ключ", "\0"] {
            assert_eq!(refused(text), PageTokenError::Malformed, "{text:?}");
        }
        for text in ["AV22nibW-b8d6QMAAAAAAABJjmhG", "AV22nibW-b8d6QMAAAAAAABJ", "CursorOfSomeOtherLibrary"] {
            assert_eq!(refused(text), PageTokenError::Damaged, "{text:?}");
        }
    }

    #[test]
    fn a_later_format_is_told_by_its_number() {
        let later = refused("Al22nibW-b8d6QMAAAAAAAAWSEuv");
        assert_eq!(later, PageTokenError::Version { found: 2, expected: 1 });
        assert!(
            later.to_string().starts_with("the page token has format 2, but this program reads format 1"),
            "{later}"
        );
    }

    #[test]
    fn every_change_of_one_character_is_refused() {
        let token = "AZgNOikLiO32AmFiAAECAwQFBgcICQoLDA0OD4BKU7vDFwYAAYDOgFj7______________8lxKY_";
        assert!(token.parse::<PageToken>().is_ok());
        for at in 0..token.len() {
            for new in ' '..='~' {
                let changed: String =
                    token.chars().enumerate().map(|(i, old)| if i == at { new } else { old }).collect();
                assert_eq!(changed.parse::<PageToken>().is_ok(), changed == token, "{changed}");
            }
            assert!(token[..at].parse::<PageToken>().is_err());
            assert!(token[at + 1..].parse::<PageToken>().is_err());
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>(), bytes in any::<Vec<u8>>()) {
            prop_assert!(text.parse::<PageToken>().is_err());
            prop_assert!(URL_SAFE_NO_PAD.encode(bytes).parse::<PageToken>().is_err());
        }

        #[test]
        fn a_token_reads_back(fingerprint in any::<u64>(), values in any::<Vec<u8>>()) {
            let token = PageToken { fingerprint, values };
            let text = token.to_string();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
            prop_assert_eq!(text.parse::<PageToken>().unwrap(), token);
        }
    }
}
