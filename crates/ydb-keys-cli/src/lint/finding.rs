//! One fault of a live table, its rule and its cure.

use std::cmp::Ordering;

use serde::{Serialize, Serializer};
use ydb_keys_core::__chapter;
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_core::types::const_text::Parts;

use super::TableCounters;

/// One fault of a live table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    /// The path of the table, relative to the database.
    pub(crate) table: String,
    /// The index that is at fault, if it is one.
    pub(crate) index: Option<String>,
    pub(crate) rule: LintRule,
    pub(crate) severity: Severity,
    /// What is wrong and why, as a sentence without a full stop.
    pub(crate) fault: String,
    pub(crate) cure: LintCure,
    /// What the partitions of the table or index have counted, if that could be read.
    pub(crate) counters: Option<TableCounters>,
}

/// How bad a fault is, if its table is under load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    /// One partition takes most of the load, or reads miss rows.
    High,
    /// It hurts under load, or with some values.
    Medium,
    /// It costs something, or will.
    Low,
}

/// What to do about a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct LintCure {
    pub(crate) kind: CureKind,
    /// What to do, as a sentence without a full stop.
    pub(crate) text: String,
    /// The attribute of a model, as in `#[ydb(...)]`.
    pub(crate) attribute: Option<String>,
    /// The statement, with its semicolon.
    pub(crate) statement: Option<String>,
    /// The address of the chapter that shows how it is done.
    pub(crate) page: Option<&'static str>,
}

/// How a fault is cured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CureKind {
    /// By copying the rows into a table with another key.
    Rekey,
    Statement,
    /// By an attribute of the model, whose statements `apply` works out.
    #[default]
    Attribute,
    /// By a change of the allow file.
    Allowance,
}

/// The chapter on copies into a table with another key.
pub(super) const REKEY_PAGE: &str = __chapter!("schema_changes");

impl Finding {
    /// A finding of a rule of models.
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

    /// The worst first; of equal ones those of the busiest tables, then of the largest, then by name.
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

/// The first attribute that a text proposes: `` `primary_key(a, b)` ``.
fn attribute(text: &str) -> Option<String> {
    let is_attribute = |word: &&str| word.ends_with(')') && !word.ends_with("(...)") && !word.contains(", ..)");
    text.split('`').skip(1).step_by(2).find(is_attribute).map(str::to_owned)
}

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
