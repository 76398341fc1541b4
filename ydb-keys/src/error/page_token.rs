//! Why a page token is refused.

/// Why a string is not a page token, or why a page token does not continue a scan. The cause is always what the client
/// sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "a detail of errors that is not public")]
pub enum PageTokenError {
    /// Too short, or with characters that tokens do not have.
    #[error(
        "the string is not a page token, or only a part of one\n\
         help: pass the whole string that `PageToken` printed, or start from the first page"
    )]
    Malformed,
    /// The checksum does not match.
    #[error(
        "the page token is damaged: its string was changed or truncated\n\
         help: pass it exactly as `PageToken` printed it, or start from the first page"
    )]
    Damaged,
    /// Made by a version of the library that writes another format.
    #[error(
        "the page token has format {found}, but this program reads format {expected}\n\
         help: another version of the library made it; start from the first page"
    )]
    Version { found: u8, expected: u8 },
    /// Made by a scan of another table, with another key or of another shape.
    #[error(
        "table `{table}`: the page token belongs to another table or scan\n\
         help: start from the first page; a token continues only a scan with the same table, key, index, fixed columns, \
         range ends and direction"
    )]
    OtherScan { table: &'static str },
    /// Made by a scan of the same shape that fixes a column to another value.
    #[error(
        "table `{table}`, column `{column}`: the page token continues a scan of {token}, not of {scan}\n\
         help: start from the first page"
    )]
    OtherRows { table: &'static str, column: &'static str, token: String, scan: String },
}
