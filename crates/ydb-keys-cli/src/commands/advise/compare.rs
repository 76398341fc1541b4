//! The command: reads the rows, measures the candidates on all cores, prints.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::args::AdviseArgs;
use super::error::AdviseError;
use super::input::{Given, given};
use super::{page, report};
use crate::advise::{Advice, Plan, Wants, plot};
use crate::commands::failure::Failure;
use crate::commands::progress::{Progress, Update};
use crate::commands::streams::Streams;

pub(in crate::commands) fn advise(args: &AdviseArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    let Given { intake, file, table, id, remarks } = given(args, streams.input, &mut progress)?;
    let table = args.name.as_deref().unwrap_or(&table);
    let id = args.id.as_ref().or(id.as_ref());
    let wants = Wants::parse(&args.reads, id.map(String::as_str), table, &intake.names()).map_err(AdviseError::from)?;
    progress.show(Update::Now { text: format!("{} rows: comparing keys", intake.rows()), rows: None });
    let mut advice = measured(Plan::new(&intake, wants));
    // What the rows are comes before what they show.
    advice.remarks.splice(..0, remarks);
    progress.show(Update::Done);
    drop(progress);
    if advice.ranked.is_empty() {
        let example = intake.names().into_iter().next().unwrap_or_default();
        return Err(AdviseError::NoReads { file, example }.into());
    }
    if let Some(path) = &args.plot {
        let failed = |source| Failure::File { what: "write", path: path.clone(), source };
        fs::write(path, plot(&advice)).map_err(failed)?;
    }
    match args.json {
        true => report::print(&advice, &mut streams.out),
        false => page::print(&advice, &file, args.keys as usize, &mut streams.page()),
    }
}

/// Measures all candidates, each on one of the cores.
fn measured(plan: Plan<'_>) -> Advice {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(plan.len().max(1));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let candidate = next.fetch_add(1, Ordering::Relaxed);
            match plan.measure(candidate) {
                Some(measured) => done.push((candidate, measured)),
                None => return done,
            }
        }
    };
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    all.sort_unstable_by_key(|(candidate, _)| *candidate);
    plan.advice(all.into_iter().map(|(_, measured)| measured).collect())
}
