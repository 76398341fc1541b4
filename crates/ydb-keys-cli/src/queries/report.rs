//! What is found in a query.

use serde::Serialize;
use ydb_keys_core::queries::Access;

/// A query with its faults and the tables that it reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Judged {
    /// Its name.
    pub(crate) name: String,
    /// Whether it has no fault.
    pub(crate) ok: bool,
    /// What is wrong.
    pub(crate) errors: Vec<Fault>,
    /// What may be meant: a column that only its name or its rows make a hash has something else in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) questions: Vec<Fault>,
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
    /// The index that the text names, or that YDB chooses.
    pub(crate) index: Option<String>,
    /// Whether YDB chooses the index.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_chosen: bool,
    /// `point`, `prefix`, `range`, `first`, `full` or `unknown`.
    pub(crate) access: &'static str,
    /// The best and the worst that it may be: in a join, the database chooses which table is read first.
    #[serde(skip)]
    pub(crate) extent: (Access, Access),
}

impl Read {
    /// A read whose access is certain, or as good and as bad as `extent` says.
    pub(super) fn new(table: &str, index: Option<&str>, access: Access, extent: (Access, Access)) -> Self {
        let (table, index) = (table.to_owned(), index.map(str::to_owned));
        Read { table, index, is_chosen: false, access: access.name(), extent }
    }
}

impl Judged {
    /// Whether it reads an index that YDB chooses.
    pub(crate) fn is_chosen(&self) -> bool {
        self.sources.iter().any(|read| read.is_chosen)
    }
}

/// What to do about so many queries that read an index that YDB chooses.
pub(crate) fn chosen_note(queries: usize) -> Option<String> {
    let reads = match queries {
        0 => return None,
        1 => "one query reads an index that YDB chooses".to_owned(),
        several => format!("{several} queries read an index that YDB chooses"),
    };
    let cure = "write `VIEW` with its name, so that no release and no new index changes that";
    Some(format!("{reads}: {cure}; `queries check --fix` does it"))
}
