//! Fault of a live table, with its rule and its cure.

use std::cmp::Ordering;

use serde::{Serialize, Serializer};
use ydb_keys_core::__chapter;
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_core::types::const_text::Parts;

use super::TableCounters;

/// Fault of a live table, with its rule and cure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    /// Path of the table, relative to the database.
    pub(crate) table: String,
    /// Name of the index that is at fault; `None` if the table is.
    pub(crate) index: Option<String>,
    pub(crate) rule: LintRule,
    pub(crate) severity: Severity,
    /// Description of the fault and its effect, as a sentence without a full stop.
    pub(crate) fault: String,
    pub(crate) cure: LintCure,
    /// Counters of the table's or the index's partitions; `None` if they could not be read.
    pub(crate) counters: Option<TableCounters>,
}

/// Severity of a fault in a table under load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    /// A single partition takes most of the load, or reads miss rows.
    High,
    /// The fault matters under load, or with some values.
    Medium,
    /// The fault costs something, or will.
    Low,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct LintCure {
    pub(crate) kind: CureKind,
    /// Instruction as a sentence without a full stop.
    pub(crate) text: String,
    /// Attribute of the model, as in `#[ydb(...)]`.
    pub(crate) attribute: Option<String>,
    /// Statement, with its semicolon.
    pub(crate) statement: Option<String>,
    /// Address of the guide's chapter on this cure.
    pub(crate) page: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CureKind {
    /// A copy of the rows into a table with another key.
    Rekey,
    Statement,
    /// An attribute of the model; `apply` works out the statements.
    #[default]
    Attribute,
    /// A change of the allow file.
    Allowance,
}

/// Address of the chapter on copies into a table with another key.
pub(super) const REKEY_PAGE: &str = __chapter!("schema_changes");

impl Finding {
    pub(super) fn of(table: &str, rule: &'static str, severity: Severity, parts: Parts, kind: CureKind) -> Self {
        let page = (kind == CureKind::Rekey).then_some(REKEY_PAGE);
        let attribute = attribute(&parts.cure);
        Finding {
            cure: LintCure { kind, text: parts.cure, attribute, statement: None, page },
            ..Finding::new(table, LintRule::Of(rule), severity, parts.fault)
        }
    }

    pub(super) fn new(table: &str, rule: LintRule, severity: Severity, fault: String) -> Self {
        Finding {
            table: table.to_owned(),
            index: None,
            rule,
            severity,
            fault,
            cure: LintCure::default(),
            counters: None,
        }
    }

    pub(super) fn of_index(self, index: &str) -> Self {
        Finding { index: Some(index.to_owned()), ..self }
    }

    pub(super) fn cure(self, cure: LintCure) -> Self {
        Finding { cure, ..self }
    }

    /// Compares two findings for sorting: the worst severity first, then the busiest tables, then the largest, then by
    /// name.
    pub(super) fn rank(&self, other: &Finding) -> Ordering {
        let busy = |finding: &Finding| {
            finding
                .counters
                .as_ref()
                .map(|counters| (counters.load(), counters.bytes, counters.rows))
                .unwrap_or_default()
        };
        let name = |finding: &Finding| (finding.table.clone(), finding.rule, finding.index.clone());
        self.severity
            .cmp(&other.severity)
            .then_with(|| busy(other).cmp(&busy(self)))
            .then_with(|| name(self).cmp(&name(other)))
    }
}

/// Finds the first attribute in backticks that a text proposes, such as `` `primary_key(a, b)` ``.
fn attribute(text: &str) -> Option<String> {
    let is_attribute = |word: &&str| word.ends_with(')') && !word.ends_with("(...)") && !word.contains(", ..)");
    text.split('`').skip(1).step_by(2).find(is_attribute).map(str::to_owned)
}

/// Rule that a live table can break: a rule of models, or one that only a database shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LintRule {
    /// A rule of models that can be allowed.
    Of(&'static str),
    /// Some rows' hash column does not hold the declared hash.
    HashDiffers,
    /// The layout attribute does not describe the table.
    LayoutAttribute,
    /// An index is on the first columns of the key.
    Index,
    /// A table is split by load, but its partitions merge too far: all into one, or again and again.
    Partitioning,
    /// The table has as many partitions as it may have.
    PartitioningMax,
    /// The key begins with a time and rows never expire, or the TTL is on a column that may be NULL.
    Ttl,
    /// YDB deprecates a setting of the table.
    DeprecatedSetting,
    UnusedAllowance,
}

/// Rules of models that a live table can break. The rules on the size of a key or row are missing: they show only in
/// writes.
const OF_MODELS: [Rule; 7] = [
    Rule::NullableKey,
    Rule::MonotonicLeadingKey,
    Rule::UndeclaredLeadingKey,
    Rule::LowCardinalityLeadingKey,
    Rule::HotIndex,
    Rule::ColumnPartitionKey,
    Rule::PartitioningByLoad,
];

/// Rules that only a database shows and that can be allowed.
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
    /// Lists all rules that can be allowed.
    pub(crate) fn all() -> impl Iterator<Item = LintRule> {
        OF_MODELS.into_iter().map(|rule| LintRule::Of(rule.id())).chain(OWN)
    }

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
