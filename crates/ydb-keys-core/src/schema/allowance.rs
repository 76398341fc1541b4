//! Rules that a table may switch off, each with a reason.

use crate::types::const_text;

__named! {
    /// A rule that `#[ydb(allow(rule, reason = "..."))]` can switch off. Rules that are missing here state what YDB
    /// itself refuses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Rule {
        /// A nullable key column, except the leading one.
        NullableKey = "nullable_key",
        /// A leading key column whose values grow.
        MonotonicLeadingKey = "monotonic_leading_key",
        /// A leading number with undeclared distribution.
        UndeclaredLeadingKey = "undeclared_leading_key",
        /// A leading key column with a handful of values.
        LowCardinalityLeadingKey = "low_cardinality_leading_key",
        /// A secondary index whose first column grows or has a handful of values.
        HotIndex = "hot_index",
        /// A column table partitioned by time or by a handful of values.
        ColumnPartitionKey = "column_partition_key",
        /// A row table that is never split by load.
        PartitioningByLoad = "partitioning_by_load",
        /// A key of more than 2 KB, up to YDB's hard limit.
        LargeKey = "large_key",
        /// A row of more than 8 MB, up to YDB's hard limit.
        LargeRow = "large_row",
    }

    /// Returns the rule's id, as `allow` and the error messages spell it.
    fn id

    /// All rules that can be allowed.
    const ALL
}

impl Rule {
    /// Returns `true` if both are the same rule, also in a constant.
    pub const fn same(self, other: Rule) -> bool {
        const_text::same(self.id(), other.id())
    }
}

/// A rule that is switched off for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The rule.
    pub rule: Rule,
    /// Reason why the rule does not apply to this table, in the words of its author.
    pub reason: &'static str,
}
