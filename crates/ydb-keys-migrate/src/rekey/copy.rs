//! Statements that find the end of a range, and copy the range.

use ydb_keys_core::ddl::Name;

use super::Pair;
use super::range::{Ends, KeyColumn, Nulls, condition, declare};

impl Pair<'_> {
    /// The last key of the old table's page after a key: the key `$skip` rows later. If no row is found, the rest of
    /// the table is one page.
    pub(crate) fn last_key(&self, after: Option<Nulls>) -> String {
        last_key(&self.paths.path, self.old_key(), after)
    }

    /// The same for the new table.
    pub(crate) fn last_new_key(&self, after: Option<Nulls>) -> String {
        last_key(&self.paths.new, self.new_key(), after)
    }

    /// Copies a range within the server, which also computes the hash. It reads and writes in one transaction, so that
    /// a row that another writer has just written is not overwritten with an older version.
    pub(crate) fn copy(&self, ends: &Ends) -> String {
        let rows = self.rows(|_| true, &condition(self.old_key(), ends));
        format!("{}UPSERT INTO {}\n{rows}", declare(self.old_key(), ends), Name(&self.paths.new))
    }
}

impl Pair<'_> {
    /// A sentence if the statement that copies a page has more than `limit` bytes. It cannot be split, because rows are
    /// written as a whole.
    pub(crate) fn too_long(&self, limit: usize) -> Option<String> {
        let bound = Some(vec![false; self.old_key().len()]);
        let length = self.copy(&Ends { after: bound.clone(), upto: bound }).len();
        let tightened = self.tightened().count();
        let cure = match tightened {
            0 => "give columns shorter names, or copy the table with one of YDB's tools".to_owned(),
            _ => format!(
                "declare some of the {tightened} columns that become NOT NULL as an `Option`, and make them NOT NULL \
                 in a later copy"
            ),
        };
        (length > limit).then(|| {
            format!(
                "the statement that copies a page has {length} bytes, but YDB's documentation allows {limit}: {cure}"
            )
        })
    }
}

pub(super) fn last_key<'a>(
    path: &str,
    key: impl Iterator<Item = KeyColumn<'a>> + Clone,
    after: Option<Nulls>,
) -> String {
    let names: Vec<String> = key.clone().map(|column| Name(column.name).to_string()).collect();
    let names = names.join(", ");
    let ends = Ends { after, upto: None };
    let (declare, condition) = (declare(key.clone(), &ends), condition(key, &ends));
    format!(
        "{declare}DECLARE $skip AS Uint64;\nSELECT {names}\nFROM {}{condition}\nORDER BY {names}\nLIMIT 1 OFFSET $skip",
        Name(path)
    )
}
