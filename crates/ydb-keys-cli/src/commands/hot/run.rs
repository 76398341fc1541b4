//! The command.

use super::observe::observe;
use super::options::HotArgs;
use super::show::show;
use super::watch::watch;
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::progress::Progress;
use crate::commands::streams::{Status, Streams};
use crate::hot::TableReport;

pub(in crate::commands) fn hot(args: &HotArgs, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let database = Database::connect(&args.connection)?;
    if args.watch {
        return watch(args, &database, streams);
    }
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    let observed = database.runtime.run(|reporter| observe(&database, args, reporter), |update| progress.show(update));
    drop(progress);
    let observed = observed?;
    show(args, &database, &observed, streams)?;
    let is_hot = observed.report.tables.iter().any(TableReport::is_finding);
    Ok(if is_hot { Status::Differs } else { Status::Done })
}
