//! What is found in a query.

use serde::Serialize;
use ydb_keys::__internal::queries::Access;

/// A query with its faults and the tables that it reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Judged {
    /// Its name.
    pub(crate) name: String,
    /// Whether it has no fault.
    pub(crate) ok: bool,
    /// What is wrong.
    pub(crate) errors: Vec<Fault>,
    /// The tables, and how their rows are found.
    pub(crate) sources: Vec<Read>,
}

/// A fault of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Fault {
    /// The id of the rule.
    pub(crate) rule: &'static str,
    /// The table, if it is about one.
    pub(crate) table: Option<String>,
    /// The line of the file, from 1.
    pub(crate) line: u32,
    /// The column, from 1.
    pub(crate) column: u32,
    /// What is wrong, and what to do.
    pub(crate) message: String,
}

/// A table that a query reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Read {
    /// The path.
    pub(crate) table: String,
    /// The index that the text names.
    pub(crate) index: Option<String>,
    /// `point`, `prefix`, `range`, `full` or `unknown`.
    pub(crate) access: &'static str,
    /// The best and the worst that it may be: in a join, the database chooses which table is read first.
    #[serde(skip)]
    pub(crate) extent: (Access, Access),
}

impl Read {
    /// A read whose access is certain, or as good and as bad as `extent` says.
    pub(super) fn new(table: &str, index: Option<&str>, access: Access, extent: (Access, Access)) -> Self {
        Read { table: table.to_owned(), index: index.map(str::to_owned), access: access.name(), extent }
    }
}
