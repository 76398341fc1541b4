//! What a table has that a model cannot declare: later releases add kinds of indexes, columns and settings.
//!
//! Such parts are not mistakes, so no step of a plan touches them, and `pull` names them in a comment.

use ydb_keys_core::schema::simple::{ENABLED, Setting};

use super::{LiveColumn, LiveDefault, LiveIndex, LiveIndexKind, LiveTable, LiveTtl};

/// The prefix of names that YDB reserves for itself, such as the column `__ydb_row_id` of a full-text index and the
/// unique index on that column.
const OF_YDB: &str = "__ydb_";

impl LiveColumn {
    /// Whether a model cannot have this column: it is YDB's own, the server computes it, or its type is unknown here.
    pub(crate) fn is_foreign(&self) -> bool {
        // For these two types, the client reports the name and nothing else.
        let is_known = self.ty.is_some() || self.type_text.starts_with("Decimal") || self.type_text == "DyNumber";
        self.name.starts_with(OF_YDB) || self.default == LiveDefault::Generated || !is_known
    }
}

impl LiveIndex {
    /// Whether a model cannot have this index: it is of another kind, or on a column that YDB reserves for itself.
    #[doc(hidden)]
    pub fn is_foreign(&self) -> bool {
        let is_of_ydb = |name: &String| name.starts_with(OF_YDB);
        self.kind == LiveIndexKind::Other || is_of_ydb(&self.name) || self.on.iter().any(is_of_ydb)
    }
}

impl LiveTtl {
    /// Whether a model cannot declare this TTL: rows do not only expire, they also move to other storage.
    pub(crate) fn is_foreign(&self) -> bool {
        self.tiers.len() != 1 || self.tiers.iter().any(|tier| tier.to.is_some())
    }
}

impl LiveTable {
    /// What `SHOW CREATE TABLE` printed for an index of another kind.
    pub(crate) fn printed_index(&self, index: &LiveIndex) -> Option<&str> {
        let is_it = |text: &&str| index.kind == LiveIndexKind::Other && named(text) == Some(&*index.name);
        self.other().find(is_it)
    }

    /// What `SHOW CREATE TABLE` printed beyond what the fields and indexes of this description hold.
    pub(crate) fn unsaid(&self) -> impl Iterator<Item = &str> {
        let is_index = |text: &&str| named(text).and_then(|name| self.index(name)).is_some_and(LiveIndex::is_foreign);
        self.other().filter(move |text| !is_index(text))
    }

    /// Whether an index is a Bloom filter over the whole key, as `KEY_BLOOM_FILTER` creates one.
    ///
    /// YDB 26.2 deprecates that setting in favor of `INDEX .. LOCAL USING bloom_filter`, and prints a filter that the
    /// setting created as such an index.
    pub(crate) fn is_key_filter(&self, index: &LiveIndex) -> bool {
        let is_bloom_filter = |text: &str| text.to_ascii_lowercase().contains(" local using bloom_filter ");
        index.on == self.primary_key && self.printed_index(index).is_some_and(is_bloom_filter)
    }

    /// The value of a setting. Since YDB 26.2, a filter of the key may be printed as a local index.
    pub fn simple(&self, setting: &Setting) -> Option<&str> {
        let value = self.settings.as_ref().and_then(|settings| settings.simple.get(setting.name));
        let has_key_filter =
            || setting.word == "bloom_filter" && self.indexes.iter().any(|index| self.is_key_filter(index));
        value.map(String::as_str).or_else(|| has_key_filter().then_some(ENABLED))
    }

    fn other(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().flat_map(|settings| settings.other.iter().map(String::as_str))
    }
}

/// The name in the entry of an index.
fn named(entry: &str) -> Option<&str> {
    entry.strip_prefix("INDEX `")?.split('`').next()
}
