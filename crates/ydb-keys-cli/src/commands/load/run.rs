//! The command: reads on the calling thread, writes on another one, and prints.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Instant;

use ydb_keys::Table;
use ydb_keys_bulk::__internal::ValueLoader;
use ydb_keys_bulk::Connection;
use ydb_keys_migrate::__internal::counted;

use super::args::{LoadArgs, Presplit};
use super::error::LoadFailed;
use super::journal::{Journal, Refused};
use super::presplit;
use super::read::{Chunk, read};
use super::state::{Progress as At, State};
use super::target::target;
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::progress::{Progress, Update};
use crate::commands::rows::{Mark, Named};
use crate::commands::streams::{Status, Streams};
use crate::lint::Models;
use crate::run::LookError;

/// The chunks that are read ahead of the one that is written.
const AHEAD: usize = 8;

pub(in crate::commands) fn load(
    args: &LoadArgs,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    if args.state.is_some() && args.files.iter().any(|path| Named(path).is_stdin()) {
        return Err(LoadFailed::StateOfStream.into());
    }
    if args.presplit.is_some() && args.files.iter().any(|path| Named(path).is_stdin()) {
        return Err(LoadFailed::PresplitOfStream.into());
    }
    let database = Database::open(&args.access)?;
    let path = database.relative(&args.table);
    let model = Models { tables: models, below: "" }.of(&path);
    let table = match (args.presplit, target(&database, &path, models)) {
        (Some(Presplit::Print), found) => {
            let table = match model {
                Some(model) => model,
                None => found?,
            };
            return presplit::print(args, table, streams).map(|()| Status::Done);
        }
        (Some(Presplit::Create), Err(failure)) if is_unknown(&failure) => {
            presplit::create(args, &database, model.ok_or(LoadFailed::NoModel(path.clone()))?, streams)?;
            target(&database, &path, models)?
        }
        (Some(Presplit::Create), found) => {
            let table = found?;
            writeln!(streams.out, "`{path}` exists, and keeps its partitions")?;
            table
        }
        (None, found) => found?,
    };
    let connection = database.runtime.run(|_| database.channels(), |_| ())?;
    let (mut state, mut resumes) = (State::default(), false);
    if let Some(path) = &args.state {
        state = State::new(args, &database.client.database(), table.name)?;
        resumes = state.resume(path)?;
    }
    let from = state.at;
    if from != At::default() {
        let (file, line) = (Named(&args.files[from.file.min(args.files.len() - 1)]).text(), from.mark.line);
        writeln!(streams.err, "{} rows are loaded; going on at line {line} of {file}", from.rows)?;
    }
    let journal = Journal::open(args.state.clone(), state, resumes, args.refused.clone())?;
    let begun = Instant::now();
    let acknowledged = AtomicU64::new(0);
    let (sender, chunks) = sync_channel(AHEAD);
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    let text = format!("`{}`: rows loaded", table.name);
    let mut on_chunk = |read: u64, share: Option<f64>| {
        let done = acknowledged.load(Ordering::Relaxed);
        progress.show(match share {
            // How many rows there are is estimated by the bytes of those that were read.
            Some(share) => Update::Now { text: text.clone(), rows: Some((done, (read as f64 / share) as u64)) },
            None => Update::Now { text: format!("{text}: {done}"), rows: None },
        });
    };
    let (read, written) = thread::scope(|scope| {
        let write = || database.runtime.block_on(write(chunks, args, &connection, journal, &acknowledged));
        let writer = scope.spawn(write);
        let read = read(args, table, from, streams.input, &sender, &mut on_chunk);
        drop(sender);
        (read, writer.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    drop(progress);
    // Why the rows could not be written comes first; then why they could not be read.
    let journal = written?;
    read?;
    let done = journal.finish()?;
    let seconds = begun.elapsed().as_secs_f64();
    let now = done.rows - from.rows;
    let pace = now as f64 / seconds.max(0.001);
    let before = if from.rows > 0 { format!(", {} of them by earlier runs", from.rows) } else { String::new() };
    let rows = counted(done.rows, "row");
    writeln!(streams.out, "`{}`: {rows} loaded{before}, {seconds:.1} s, {pace:.0} a second", table.name)?;
    match &args.refused {
        Some(path) if done.refused > 0 => {
            writeln!(streams.out, "{} refused: see `{}`", counted(done.refused, "row"), path.display())?;
            Ok(Status::Differs)
        }
        _ => Ok(Status::Done),
    }
}

/// Whether there is no such table.
fn is_unknown(failure: &Failure) -> bool {
    matches!(failure, Failure::Lint(error) if matches!(**error, LookError::UnknownTable { .. }))
}

/// The writing half: chunks to requests, and what is acknowledged to the journal. It has its own thread, so it may wait
/// for chunks; requests run on the threads of the runtime.
async fn write(
    chunks: Receiver<Chunk>,
    args: &LoadArgs,
    connection: &Connection,
    mut journal: Journal,
    acknowledged: &AtomicU64,
) -> Result<Journal, LoadFailed> {
    let again = match args.state {
        Some(_) => "\nhelp: run the same command again to go on after the rows that are written",
        None => "",
    };
    let stopped = |source, rows| LoadFailed::Stopped { source, rows, again };
    let bytes = args.request_bytes.map(|bytes| bytes as usize);
    let mut loader: Option<(ValueLoader, &'static Table)> = None;
    // Rows of loaders that are finished, and of the current one.
    let (mut finished, mut taken) = (0, 0);
    for chunk in chunks {
        let Chunk { table, rows, mut refused, file, name, mark, is_last } = chunk;
        let mut current = match loader.take() {
            Some((loader, of)) if std::ptr::eq(of, table) => loader,
            // Each file has its own columns.
            before => {
                if let Some((mut before, _)) = before {
                    let end = before.finish().await;
                    let loaded = journal.acknowledged(finished + before.acknowledged())?;
                    end.map_err(|source| stopped(source, loaded))?;
                    (finished, taken) = (finished + taken, 0);
                }
                ValueLoader::new(connection, table).pace(bytes, Some(args.in_flight as usize))
            }
        };
        // The first row that is refused ends the load if no file takes such rows: the rows after it are not sent.
        let ends_at = |refused: &[Refused]| match args.refused {
            Some(_) => None,
            None => refused.iter().map(|row| row.line).min(),
        };
        let (mut failed, mut end) = (None, ends_at(&refused));
        for (line, row) in rows {
            if end.is_some_and(|end| end < line) {
                break;
            }
            match current.push(row).await {
                Ok(None) => taken += 1,
                Ok(Some(reason)) => {
                    refused.push(Refused { file: name.clone(), line, reason: reason.to_string() });
                    end = ends_at(&refused);
                }
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        refused.sort_by_key(|row| row.line);
        if let Some(source) = failed {
            // What was sent is waited for, so that as much as possible is known to be written; its error is the same.
            let _ = current.finish().await;
            let loaded = journal.acknowledged(finished + current.acknowledged())?;
            return Err(stopped(source, loaded));
        }
        if let Err(refused) = journal.refuse(refused) {
            let end = current.finish().await;
            let rows = journal.acknowledged(finished + current.acknowledged())?;
            return Err(match (refused, end) {
                (LoadFailed::Refused { file, line, reason }, Err(source)) => {
                    LoadFailed::RefusedAndStopped { file, line, reason, rows, source }
                }
                (refused, _) => refused,
            });
        }
        let (file, mark) = if is_last { (file + 1, Mark::START) } else { (file, mark) };
        journal.taken(finished + taken, file, mark);
        journal.acknowledged(finished + current.acknowledged())?;
        acknowledged.store(finished + current.acknowledged(), Ordering::Relaxed);
        loader = Some((current, table));
    }
    if let Some((mut last, _)) = loader {
        let end = last.finish().await;
        let loaded = journal.acknowledged(finished + last.acknowledged())?;
        end.map_err(|source| stopped(source, loaded))?;
    }
    Ok(journal)
}
