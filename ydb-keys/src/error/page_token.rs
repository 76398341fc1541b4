//! Why a page token is refused.

/// Why a text is not a page token, or why a page token does not continue a scan.
///
/// The cause is always what the client sent, so a web service answers "bad request", or starts from the first page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageTokenError {
    /// The text is too short, or has characters that tokens do not have.
    ///
    /// [What to do](crate::guide::errors#pagetokenerrormalformed).
    #[error(
        "the text is not a page token, or is only part of one; pass the whole text that `PageToken` printed, or start \
         from the first page"
    )]
    Malformed,
    /// The checksum does not match.
    ///
    /// [What to do](crate::guide::errors#pagetokenerrordamaged).
    #[error(
        "the page token is damaged: its text was changed or truncated; pass it exactly as `PageToken` printed it, or \
         start from the first page"
    )]
    Damaged,
    /// Made by a version of the library that writes another format.
    ///
    /// [What to do](crate::guide::errors#pagetokenerrorversion).
    #[error(
        "the page token has format {found}, but this program reads format {expected}: another version of the library \
         made it; start from the first page"
    )]
    Version {
        /// The format of the token.
        found: u8,
        /// The format of this version of the library.
        expected: u8,
    },
    /// Made by a scan of another table, with another key or of another shape.
    ///
    /// [What to do](crate::guide::errors#pagetokenerrorotherscan).
    #[error(
        "table `{table}`: the page token belongs to another table or scan; a token continues only a scan with the same \
         table, key, index, fixed columns, range ends and direction; start from the first page"
    )]
    OtherScan {
        /// The table that is scanned now.
        table: &'static str,
    },
    /// Made by a scan of the same shape that fixes a column to another value.
    ///
    /// [What to do](crate::guide::errors#pagetokenerrorotherrows).
    #[error(
        "table `{table}`, column `{column}`: the page token continues a scan of {token}, not of {scan}; start from the \
         first page"
    )]
    OtherRows {
        /// The table's path.
        table: &'static str,
        /// The SQL name of the fixed column.
        column: &'static str,
        /// Its value in the token as people read it, shortened.
        token: String,
        /// Its value in the scan as people read it, shortened.
        scan: String,
    },
}
