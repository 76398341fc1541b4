//! The rules that a live table can break.

use serde::{Serialize, Serializer};
use ydb_keys_core::schema::allowance::Rule;

/// A rule that a live table can break: one of the models', or one that only a database shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LintRule {
    /// A rule of models that can be allowed.
    Of(&'static str),
    /// Rows whose hash column does not hold the declared hash.
    HashDiffers,
    /// A layout attribute that does not describe the table.
    LayoutAttribute,
    /// An index on the first columns of the key.
    Index,
    /// A table split by load whose partitions merge too far: all into one, or again and again.
    Partitioning,
    /// As many partitions as the table may have.
    PartitioningMax,
    /// A key that begins with a time, and rows that never expire; or a TTL on a column that may be NULL.
    Ttl,
    /// A setting that YDB is about to give up.
    DeprecatedSetting,
    /// An allowance that allows nothing.
    UnusedAllowance,
}

/// The rules of models that a live table can break. A key or row that is too large shows only when it is written.
const OF_MODELS: [Rule; 7] = [
    Rule::NullableKey,
    Rule::MonotonicLeadingKey,
    Rule::UndeclaredLeadingKey,
    Rule::LowCardinalityLeadingKey,
    Rule::HotIndex,
    Rule::ColumnPartitionKey,
    Rule::PartitioningByLoad,
];

/// The rules that only a database shows, and that can be allowed.
const OWN: [LintRule; 7] = [
    LintRule::HashDiffers,
    LintRule::LayoutAttribute,
    LintRule::Index,
    LintRule::Partitioning,
    LintRule::PartitioningMax,
    LintRule::Ttl,
    LintRule::DeprecatedSetting,
];

impl LintRule {
    /// All rules that can be allowed.
    pub(crate) fn all() -> impl Iterator<Item = LintRule> {
        OF_MODELS.into_iter().map(|rule| LintRule::Of(rule.id())).chain(OWN)
    }

    /// The rule with this id.
    pub(crate) fn of(id: &str) -> Option<LintRule> {
        Self::all().find(|rule| rule.id() == id)
    }

    pub(crate) const fn id(self) -> &'static str {
        match self {
            LintRule::Of(id) => id,
            LintRule::HashDiffers => "hash_differs",
            LintRule::LayoutAttribute => "layout_attribute",
            LintRule::Index => "index",
            LintRule::Partitioning => "partitioning",
            LintRule::PartitioningMax => "partitioning_max",
            LintRule::Ttl => "ttl",
            LintRule::DeprecatedSetting => "deprecated_setting",
            LintRule::UnusedAllowance => "allowance",
        }
    }
}

impl Serialize for LintRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
