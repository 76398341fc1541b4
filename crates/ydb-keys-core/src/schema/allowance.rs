//! Rules that a table may switch off, each with a reason.

use crate::types::const_text;

/// A rule that `#[ydb(allow(rule, reason = "..."))]` can switch off. The others state what YDB itself refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// A nullable key column, except the leading one.
    NullableKey,
    /// A leading key column whose values grow.
    MonotonicLeadingKey,
    /// A leading number of which the model does not say how it is spread.
    UndeclaredLeadingKey,
    /// A leading key column with a handful of values.
    LowCardinalityLeadingKey,
    /// A secondary index whose first column grows or has a handful of values.
    HotIndex,
    /// A column table partitioned by time or by a handful of values.
    ColumnPartitionKey,
    /// A row table that is never split by load.
    PartitioningByLoad,
    /// A key of more than 2 KB, up to YDB's hard limit.
    LargeKey,
    /// A row of more than 8 MB, up to YDB's hard limit.
    LargeRow,
}

impl Rule {
    /// All rules that can be allowed.
    pub const ALL: [Rule; 9] = [
        Rule::NullableKey,
        Rule::MonotonicLeadingKey,
        Rule::UndeclaredLeadingKey,
        Rule::LowCardinalityLeadingKey,
        Rule::HotIndex,
        Rule::ColumnPartitionKey,
        Rule::PartitioningByLoad,
        Rule::LargeKey,
        Rule::LargeRow,
    ];

    /// The rule's id, as `allow` and the error messages spell it.
    pub const fn id(self) -> &'static str {
        match self {
            Rule::NullableKey => "nullable_key",
            Rule::MonotonicLeadingKey => "monotonic_leading_key",
            Rule::UndeclaredLeadingKey => "undeclared_leading_key",
            Rule::LowCardinalityLeadingKey => "low_cardinality_leading_key",
            Rule::HotIndex => "hot_index",
            Rule::ColumnPartitionKey => "column_partition_key",
            Rule::PartitioningByLoad => "partitioning_by_load",
            Rule::LargeKey => "large_key",
            Rule::LargeRow => "large_row",
        }
    }

    /// Whether they are one rule, in a constant.
    pub const fn same(self, other: Rule) -> bool {
        const_text::same(self.id(), other.id())
    }
}

/// One rule switched off for one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The rule.
    pub rule: Rule,
    /// Why it does not apply to this table, in the words of its author.
    pub reason: &'static str,
}
