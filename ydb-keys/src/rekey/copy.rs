//! Statements that copy: where a range ends, and the range itself.

use super::Pair;
use super::range::{Ends, Nulls, condition};
use crate::ddl::Name;

impl Pair<'_> {
    /// The last key of the range behind a key, `$skip` rows further on; no row: the rest of the table is one range.
    pub(crate) fn last_key(&self, after: Option<Nulls>) -> String {
        let key: Vec<String> = self.old_key_names().map(|name| Name(name).to_string()).collect();
        let key = key.join(", ");
        let condition = condition(self.old_key(), &Ends { after, upto: None });
        format!("SELECT {key}\nFROM {}{condition}\nORDER BY {key}\nLIMIT 1 OFFSET $skip", Name(&self.paths.path))
    }

    /// Copies a range within the server, with the hash computed there: read and written in one transaction, so that no newer row of
    /// another writer is overwritten by an older one.
    pub(crate) fn copy(&self, ends: &Ends) -> String {
        let rows = self.rows(|_| true, &condition(self.old_key(), ends));
        format!("UPSERT INTO {}\n{rows}", Name(&self.paths.new))
    }
}
