//! Cures of a cause: the statement or attribute to write, or a sentence that says why neither helps.

use serde::Serialize;
use ydb_keys::YdbType;
use ydb_keys_bulk::__internal::Partitioned;
use ydb_keys_core::ddl::{AlterTable, Change, automatic_partitioning};
use ydb_keys_core::schema::settings::{ByLoad, BySize, Partitioning};

use super::cause::{Cause, Verdict, is_time};
use super::change::{Changes, Measure};
use crate::stats::PartitionOwner;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct HotCure {
    pub(crate) text: String,
    /// Statement to run, without a semicolon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) statement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attribute: Option<String>,
}

impl HotCure {
    fn text(text: &str) -> Self {
        Self { text: text.to_owned(), statement: None, attribute: None }
    }
}

/// Table to cure, as far as it is known.
pub(crate) struct CureSubject<'a> {
    pub(crate) owner: &'a PartitionOwner,
    /// Description of the table, or of the index's table.
    pub(crate) table: Option<&'a Partitioned>,
    /// Description of the indexed table, if this is an index.
    pub(crate) main: Option<&'a Partitioned>,
}

/// Number of buckets to begin with.
const BUCKETS: u32 = 16;

/// Load of a partition in cores that leaves room for peaks.
const COMFORTABLE: f64 = 0.3;

/// Lists the cures of a cause, the most effective first.
pub(crate) fn cures(subject: &CureSubject<'_>, changes: &Changes, verdict: &Verdict) -> Vec<HotCure> {
    let partitions = changes.partitions.len() as u64;
    let cores: f64 = changes.partitions.iter().map(|change| change.cores).sum();
    // Enough partitions for the current load with some room, but at least two: YDB splits sooner than it merges.
    let wanted = ((cores / COMFORTABLE).ceil() as u64).max(2);
    match verdict.cause {
        Cause::Even | Cause::Quiet => Vec::new(),
        Cause::GrowingEdge => vec![spread_writes(subject)],
        Cause::OneKey => one_key(verdict.measure),
        Cause::SkewedKeys => skewed(subject, verdict),
        Cause::ByLoadOff => vec![subject.by_load("Let YDB split partitions by their load.")],
        Cause::MaxReached => {
            let max = (partitions * 2).max(wanted);
            vec![subject.set(
                "Allow more partitions.",
                |settings| settings.by_load = ByLoad::On,
                |_| Some(max),
                &format!("max = {max}"),
            )]
        }
        Cause::TooFewPartitions => {
            let min = wanted.max(partitions * 2).min(u64::from(u32::MAX));
            vec![subject.set(
                "Begin with more partitions: YDB splits one after the other, and merges them again when they are idle.",
                |settings| {
                    settings.by_load = ByLoad::On;
                    settings.min = Some(min as u32);
                },
                // A MIN at 80 % of MAX would leave no room for splits.
                |max| max.map(|max| max.max(min * 2)),
                &format!("min = {min}"),
            )]
        }
    }
}

fn one_key(measure: Measure) -> Vec<HotCure> {
    let of_value = HotCure::text(match measure {
        Measure::Reads => {
            "No key cures one hot value: keep it in a cache, or read it from replicas (`read_replicas = \"PER_AZ:1\"`)."
        }
        _ => {
            "No key cures one hot value: split the value over several rows (a counter of 16 rows is summed when it is \
             read), or collect changes and write them together."
        }
    });
    let look_again = "If the load has just begun, look again in a minute: a split takes YDB some tens of seconds.";
    vec![of_value, HotCure::text(look_again)]
}

fn skewed(subject: &CureSubject<'_>, verdict: &Verdict) -> Vec<HotCure> {
    if subject.table.is_some_and(|table| table.is_column_table) {
        return vec![HotCure {
            attribute: Some("partition_by_hash(..)".to_owned()),
            ..HotCure::text("Choose columns with more different values for `PARTITION BY HASH`.")
        }];
    }
    if subject.table.is_some_and(|table| table.by_load == Some(false)) {
        return vec![subject.by_load(if verdict.is_over_limit {
            "Let YDB split partitions by their load."
        } else {
            "YDB may not split partitions by load: allow it before the load grows."
        })];
    }
    vec![HotCure::text(if verdict.is_over_limit {
        "YDB splits between the busy keys, which takes some tens of seconds: look again in a minute. If this partition \
         is still alone, one of its keys takes the load, and no key column cures that."
    } else {
        "Nothing to do while no partition is over the limit. Beyond it YDB splits between the busy keys, but never \
         within one of them."
    })]
}

/// Suggests a hash or a bucket in front of the key.
fn spread_writes(subject: &CureSubject<'_>) -> HotCure {
    let index = subject.owner.index.as_deref();
    let key = subject.table.map(|table| &*table.key).unwrap_or_default();
    let of_table = match index {
        Some(_) => subject.main.map(|table| &*table.key).unwrap_or_default(),
        None => key,
    };
    let Some((leading, ty)) = key.first() else {
        return HotCure::text(
            "The key begins with a value that grows: put a hash or a bucket in front of it, or another column that \
             spreads the writes.",
        );
    };
    // Inputs of the hash: columns of the primary key that do not grow with the clock, or else all columns.
    let spread: Vec<&(String, Option<YdbType>)> = of_table.iter().filter(|(_, ty)| !is_time(*ty)).collect();
    let inputs: Vec<&str> = match &*spread {
        [] => of_table.iter().map(|(name, _)| name.as_str()).collect(),
        some => some.iter().map(|(name, _)| name.as_str()).collect(),
    };
    let hash = |inputs: &[&str]| format!("xxh3({})", inputs.join(", "));
    let mut rest: Vec<&str> = key.iter().map(|(name, _)| name.as_str()).collect();
    match index {
        Some(index) => {
            // YDB appends the columns of the primary key to an index.
            rest.retain(|column| column == leading || of_table.iter().all(|(name, _)| name != column));
            let on = format!("{index}_bucket = {} % {BUCKETS}, {}", hash(&inputs), rest.join(", "));
            HotCure {
                attribute: Some(format!("index({index}, on({on}))")),
                ..HotCure::text(&format!(
                    "The index begins with `{leading}`, which grows: put a bucket in front of it. {BUCKETS} ranges are \
                     written at once, and scans merge them in the order of `{leading}`."
                ))
            }
        }
        None if is_time(*ty) && key.len() > 1 => HotCure {
            attribute: Some(format!("primary_key(bucket = {} % {BUCKETS}, {})", hash(&inputs), rest.join(", "))),
            ..HotCure::text(&format!(
                "The key begins with `{leading}`, which grows: put a bucket in front of it ({BUCKETS} ranges are written \
                 at once, and scans merge them in order), or move `{leading}` after a column that spreads the writes. \
                 `apply --rekey` copies the table."
            ))
        },
        None => {
            let (name, inputs) = (format!("{leading}_hash"), [leading.as_str()]);
            HotCure {
                attribute: Some(format!("primary_key({name} = {}, {})", hash(&inputs), rest.join(", "))),
                ..HotCure::text(&format!(
                    "The key begins with `{leading}`, which grows: put a hash of it in front. `apply --rekey` copies the \
                     table."
                ))
            }
        }
    }
}

impl CureSubject<'_> {
    /// Returns a cure that lets YDB split partitions by load.
    fn by_load(&self, text: &str) -> HotCure {
        let change = |settings: &mut Partitioning| {
            settings.by_load = ByLoad::On;
            settings.min = Some(settings.min.unwrap_or(1).max(2));
        };
        self.set(text, change, |max| max, "by_load")
    }

    /// Returns a cure that changes automatic partitioning. Its statement has all settings, because YDB resets those
    /// that a statement does not name.
    fn set(
        &self,
        text: &str,
        change: impl FnOnce(&mut Partitioning),
        max: impl FnOnce(Option<u64>) -> Option<u64>,
        attribute: &str,
    ) -> HotCure {
        let number = |number: Option<u64>| number.and_then(|number| u32::try_from(number).ok());
        let known = self.table;
        let by_size = match known.map(|table| (table.by_size, number(table.size_mb))) {
            Some((Some(false), _)) => BySize::Off,
            Some((_, Some(megabytes))) => BySize::Megabytes(megabytes),
            _ => BySize::Default,
        };
        let by_load = if known.is_some_and(|table| table.by_load == Some(true)) { ByLoad::On } else { ByLoad::Off };
        let min = number(known.and_then(|table| table.min));
        let mut settings = Partitioning { by_size, by_load, min, ..Partitioning::DEFAULT };
        change(&mut settings);
        let settings = automatic_partitioning(&settings, max(known.and_then(|table| table.max)));
        let change = match &self.owner.index {
            Some(index) => Change::AlterIndex { index, settings: &settings },
            None => Change::Set(&settings),
        };
        HotCure {
            text: text.to_owned(),
            statement: Some(AlterTable { path: &self.owner.table, change }.to_string()),
            // Indexes have no such attribute.
            attribute: self.owner.index.is_none().then(|| format!("partitioning({attribute})")),
        }
    }
}
