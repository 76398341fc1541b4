//! Prints a report in its format.

use super::found::found;
use super::json::json;
use super::observe::Observed;
use super::options::HotArgs;
use super::page::print;
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::findings::Shown;
use crate::commands::streams::Streams;

pub(super) fn show(
    args: &HotArgs,
    database: &Database,
    observed: &Observed,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let shown = Shown {
        command: "hot",
        help: ydb_keys_core::__chapter!("operating_hot"),
        text: &|page| print(page, observed),
        json: &|| json(&database.client.database(), observed),
        found: &found(&observed.report, &args.output.lines(&args.models)?),
        markdown: None,
    };
    args.output.show(&shown, streams)
}
