//! The report as JSON.

use serde::Serialize;

use super::observe::Observed;
use crate::hot::Report;

#[derive(Serialize)]
struct Output<'a> {
    version: u32,
    command: &'static str,
    database: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    notes: &'a [String],
}

pub(super) fn json(database: &str, observed: &Observed) -> serde_json::Result<String> {
    let Observed { report, notes } = observed;
    let output = Output { version: 1, command: "hot", database, report, notes };
    serde_json::to_string_pretty(&output)
}
