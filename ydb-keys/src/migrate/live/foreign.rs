//! What a table has that no model can say: later releases add kinds of indexes, columns and settings. It is nobody's mistake, so no
//! step of a plan touches it, and `pull` names it in a comment.

use super::{LiveColumn, LiveDefault, LiveIndex, LiveIndexKind, LiveTable, LiveTtl};
use crate::schema::{ENABLED, Setting};

/// How the names begin that YDB keeps for itself: the column `__ydb_row_id` of a full-text index, and the unique index over it.
const OF_YDB: &str = "__ydb_";

impl LiveColumn {
    /// Whether no model can have this column: it is YDB's own, the server computes it, or its type is unknown here.
    pub(crate) fn is_foreign(&self) -> bool {
        // Of these two the client alone tells the name and no more.
        let is_known = self.ty.is_some() || self.type_text.starts_with("Decimal") || self.type_text == "DyNumber";
        self.name.starts_with(OF_YDB) || self.default == LiveDefault::Generated || !is_known
    }
}

impl LiveIndex {
    /// Whether no model can have this index: its kind is another, or it is over a column that YDB keeps for itself.
    pub(crate) fn is_foreign(&self) -> bool {
        let is_of_ydb = |name: &String| name.starts_with(OF_YDB);
        self.kind == LiveIndexKind::Other || is_of_ydb(&self.name) || self.on.iter().any(is_of_ydb)
    }
}

impl LiveTtl {
    /// Whether rows do more than expire.
    pub(crate) fn is_foreign(&self) -> bool {
        self.tiers.len() != 1 || self.tiers.iter().any(|tier| tier.to.is_some())
    }
}

impl LiveTable {
    /// What `SHOW CREATE TABLE` printed of an index of another kind.
    pub(crate) fn printed_index(&self, index: &LiveIndex) -> Option<&str> {
        let is_it = |text: &&str| index.kind == LiveIndexKind::Other && named(text) == Some(&*index.name);
        self.other().find(is_it)
    }

    /// What `SHOW CREATE TABLE` printed and nothing else here holds.
    pub(crate) fn unsaid(&self) -> impl Iterator<Item = &str> {
        let is_told = |text: &&str| named(text).and_then(|name| self.index(name)).is_some_and(LiveIndex::is_foreign);
        self.other().filter(move |text| !is_told(text))
    }

    /// Whether an index is a Bloom filter over the whole key, as `KEY_BLOOM_FILTER` makes one: YDB 26.2 deprecates that setting in favor
    /// of `INDEX .. LOCAL USING bloom_filter`, and shows a filter that the setting made as such an index.
    pub(crate) fn is_key_filter(&self, index: &LiveIndex) -> bool {
        let is_bloom_filter = |text: &str| text.to_ascii_lowercase().contains(" local using bloom_filter ");
        index.on == self.primary_key && self.printed_index(index).is_some_and(is_bloom_filter)
    }

    /// The value of a setting. From YDB 26.2 on a filter of the key may be shown as a local index.
    pub(crate) fn simple(&self, setting: &Setting) -> Option<&str> {
        let value = self.settings.as_ref().and_then(|settings| settings.simple.get(setting.name));
        let has_key_filter =
            || setting.word == "bloom_filter" && self.indexes.iter().any(|index| self.is_key_filter(index));
        value.map(String::as_str).or_else(|| has_key_filter().then_some(ENABLED))
    }

    fn other(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().flat_map(|settings| settings.other.iter().map(String::as_str))
    }
}

/// The name in an index's entry.
fn named(entry: &str) -> Option<&str> {
    entry.strip_prefix("INDEX `")?.split('`').next()
}
