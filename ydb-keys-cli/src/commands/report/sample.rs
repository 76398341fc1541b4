//! What a page is made of, as it is saved.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::commands::failure::Failure;
use crate::commands::text::read_text;

/// What was read of a database.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Sample {
    pub(super) version: u32,
    pub(super) database: String,
    /// The drawing of its tables.
    pub(super) drawing: String,
    /// As `lint --json` prints it.
    pub(super) lint: Value,
    /// The heat map with the report of `hot`.
    pub(super) heat: Value,
    /// What the database has run; null if that was not asked for.
    #[serde(default)]
    pub(super) ran: Value,
}

pub(super) const VERSION: u32 = 1;

/// The sample of a file.
pub(super) fn saved(file: &Path) -> Result<Sample, Failure> {
    let text = read_text(file)?;
    let bad = |why: String| Failure::BadSample { file: file.to_owned(), why };
    let sample: Sample = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    match sample.version {
        VERSION => Ok(sample),
        other => Err(bad(format!("its version is {other}, and this program knows {VERSION}"))),
    }
}
