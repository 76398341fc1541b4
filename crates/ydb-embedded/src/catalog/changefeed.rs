//! Changefeeds and their consumers: settings as given, and what these mean.

use std::sync::Arc;

use super::TableId;
use crate::types::{Primitive, Value, parse_text};

/// A changefeed's description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changefeed {
    /// The id of its records.
    pub id: TableId,
    /// Its name.
    pub name: Arc<str>,
    /// Its settings as given, names in upper case.
    pub settings: Vec<(String, String)>,
    /// Whether it was disabled.
    pub disabled: bool,
}

/// What a record has besides its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedMode {
    /// Nothing.
    KeysOnly,
    /// The columns that were written.
    Updates,
    /// The row before the change, the row after it, or both.
    Images { old: bool, new: bool },
}

/// A consumer of a changefeed's topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsumerSpec {
    /// Whether records that it has not committed are kept beyond their time.
    pub important: bool,
    /// Records that were written before are not read; microseconds since 1970.
    pub read_from_us: u64,
    /// The codecs that it supports, by the protocol's numbers.
    pub codecs: Vec<i32>,
}

/// A change of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopicAction {
    /// ADD CONSUMER.
    AddConsumer(String, ConsumerSpec),
    /// DROP CONSUMER.
    DropConsumer(String),
}

impl Changefeed {
    /// A setting as given.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag is on. `ENABLED` is the word for `TOPIC_AUTO_PARTITIONING`.
    pub fn is_on(&self, flag: &str) -> bool {
        self.setting(flag)
            .is_some_and(|value| value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("enabled"))
    }

    /// The format of its records, in upper case.
    pub fn format(&self) -> String {
        self.setting("FORMAT").unwrap_or_default().to_ascii_uppercase()
    }

    /// What its records have.
    pub fn mode(&self) -> FeedMode {
        match self.setting("MODE").unwrap_or_default().to_ascii_uppercase().as_str() {
            "UPDATES" => FeedMode::Updates,
            "NEW_IMAGE" => FeedMode::Images { old: false, new: true },
            "OLD_IMAGE" => FeedMode::Images { old: true, new: false },
            "NEW_AND_OLD_IMAGES" => FeedMode::Images { old: true, new: true },
            _ => FeedMode::KeysOnly,
        }
    }

    /// How long records are kept, in microseconds; a day unless set.
    pub fn retention_us(&self) -> u64 {
        self.micros("RETENTION_PERIOD").unwrap_or(86_400_000_000)
    }

    /// How often there are barriers, in microseconds.
    pub fn barriers_us(&self) -> Option<u64> {
        self.micros("BARRIERS_INTERVAL").or_else(|| self.micros("RESOLVED_TIMESTAMPS")).filter(|interval| *interval > 0)
    }

    /// The number of the topic's partitions, if it was chosen.
    pub fn partitions(&self) -> Option<usize> {
        let chosen = self.setting("TOPIC_MIN_ACTIVE_PARTITIONS").or_else(|| self.setting("TOPIC_PARTITIONS"));
        chosen.and_then(|count| count.parse().ok()).filter(|count| *count > 0)
    }

    fn micros(&self, name: &str) -> Option<u64> {
        match parse_text(self.setting(name)?, &Primitive::Interval.into()) {
            Some(Value::Int(micros)) => u64::try_from(micros).ok(),
            _ => None,
        }
    }
}
