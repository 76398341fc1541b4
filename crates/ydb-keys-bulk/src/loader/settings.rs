//! The settings of a load, and their defaults.

use std::time::Duration;

use ydb_keys::schema::Store;

use super::report::LoadReport;
use crate::format::Format;

pub(super) struct Settings {
    pub(super) rows: usize,
    pub(super) bytes: usize,
    pub(super) in_flight: usize,
    pub(super) memory: usize,
    pub(super) timeout: Option<Duration>,
    pub(super) retry_for: Option<Duration>,
    pub(super) format: Format,
    /// Whether the format was chosen, and so stays.
    pub(super) is_forced: bool,
    pub(super) on_progress: Option<OnProgress>,
}

pub(super) type OnProgress = Box<dyn FnMut(&LoadReport) + Send>;

impl Settings {
    /// The sizes are those of YDB's documentation: 100,000 rows or about 1 MB for a row table; blocks of up to 8 MB for
    /// a column table, whose portions should be large.
    pub(super) fn of(store: Store) -> Self {
        Settings {
            rows: 100_000,
            bytes: match store {
                Store::Row => 1_000_000,
                Store::Column => 8_000_000,
            },
            in_flight: 16,
            memory: 64_000_000,
            timeout: Some(Duration::from_secs(60)),
            retry_for: Some(Duration::from_secs(300)),
            format: Format::Arrow,
            is_forced: false,
            on_progress: None,
        }
    }
}
