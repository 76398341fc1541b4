//! Description of a table in the database, as plain data.

mod shown;
mod table;

use std::collections::{BTreeMap, BTreeSet};

pub use ydb_keys_core::schema::release::Release;
use ydb_yql::leading_string;

pub(crate) use shown::changefeed_settings;
pub(crate) use table::IndexSample;
pub use table::{
    HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSequence, LiveSettings, LiveTable,
    LiveTtl, LiveTtlTier,
};

/// A literal without the constructor of its type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PrintedLiteral<'t> {
    /// Word or number, with its suffix: `5ul`.
    Bare(&'t str),
    /// Content of a string literal, and the constructor in capital letters: `'text'u`, `Timestamp('..')`, `CAST('1.5'
    /// AS Decimal(10, 2))`.
    Quoted { function: String, bytes: Vec<u8> },
}

impl<'t> PrintedLiteral<'t> {
    /// Parses a printed literal; `None` if it is an expression of another form.
    pub(crate) fn of(text: &'t str) -> Option<Self> {
        let text = text.trim();
        if text.starts_with(['\'', '"']) {
            let (bytes, suffix) = leading_string(text)?;
            return (suffix.len() <= 1).then_some(PrintedLiteral::Quoted { function: String::new(), bytes });
        }
        let Some((name, rest)) = text.split_once('(') else { return Some(PrintedLiteral::Bare(text)) };
        let (bytes, rest) = leading_string(rest.trim_start())?;
        let (function, arguments) = (name.trim().to_ascii_uppercase(), rest.strip_suffix(')')?.trim_start());
        let is_known = match function.as_str() {
            "CAST" => arguments.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("AS ")),
            "DECIMAL" => arguments.starts_with(','),
            _ => arguments.is_empty(),
        };
        is_known.then_some(PrintedLiteral::Quoted { function, bytes })
    }
}

/// Names of permissions by subject, such as `ydb.generic.read` for `reader@builtin`.
pub(crate) type Grants = BTreeMap<String, BTreeSet<String>>;

/// Access rights of a live table, from the Scheme service.
///
/// A renamed table keeps its own rights: a copy that takes the name of another table does not take over that table's
/// rights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveRights {
    /// Owner, who has all rights on the table.
    pub owner: String,
    /// Permissions granted on the table itself.
    pub grants: Grants,
    /// Permissions granted on the table itself and on the directories above it.
    pub effective: Grants,
}
