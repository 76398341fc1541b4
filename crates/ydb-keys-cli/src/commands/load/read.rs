//! Reads files into chunks of rows, for the thread that writes them.

use std::fs;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;

use ydb_keys::{Table, Value};

use super::columns::LoadColumns;
use super::journal::{LoadProgress, RefusedRow};
use super::{LoadArgs, LoadFailed};
use crate::commands::rows::{RowFormat, RowMark, Rows, RowsFile, RowsOptions, open};

/// Most rows of a chunk.
const ROWS: usize = 500;

/// Consecutive rows of a file, and the place of the next row.
pub(super) struct Chunk {
    /// Table with the columns that the values belong to.
    pub(super) table: &'static Table,
    /// Rows with their lines in the file.
    pub(super) rows: Vec<(u64, Vec<Value<'static>>)>,
    pub(super) refused: Vec<RefusedRow>,
    /// Position of the file in the command line; `name` is its name.
    pub(super) file: usize,
    pub(super) name: String,
    pub(super) mark: RowMark,
    pub(super) is_last: bool,
}

/// Reads the files, and sends their rows in chunks. Ends early if the receiver is gone. Calls `on_chunk` with the
/// number of rows that were read and, if known, their share of all bytes.
pub(super) fn read(
    args: &LoadArgs,
    table: &'static Table,
    from: LoadProgress,
    stdin: &mut dyn BufRead,
    chunks: &SyncSender<Chunk>,
    on_chunk: &mut dyn FnMut(u64, Option<f64>),
) -> Result<(), LoadFailed> {
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len());
    let all: u64 = args.files.iter().map(size).sum();
    let start = args.files[..from.file].iter().map(size).sum::<u64>() + from.mark.byte;
    let mut done = 0;
    for (at, path) in args.files.iter().enumerate() {
        let begins = args.files[..at].iter().map(size).sum::<u64>();
        if at < from.file {
            continue;
        }
        let named = RowsFile(path);
        let file = named.text();
        let mark = (at == from.file).then_some(from.mark);
        let reading = RowsOptions { format: args.format, delimiter: args.delimiter, null: &args.null, from: mark };
        let mut rows = open(&named, &reading, stdin)?;
        let mut columns = match named.format(args.format)? {
            RowFormat::Jsonl => LoadColumns::all(table, &args.ignore),
            _ => {
                let unknown = args.ignore.iter().find(|name| !rows.columns().contains(name));
                if let (Some(name), [_]) = (unknown, args.files.as_slice()) {
                    return Err(LoadFailed::NotIgnored { file, name: name.clone() });
                }
                LoadColumns::of_header(table, &file, rows.columns(), &args.ignore)?
            }
        };
        loop {
            let chunk = chunk(&mut *rows, &mut columns, at, &file)?;
            done += (chunk.rows.len() + chunk.refused.len()) as u64;
            let (is_last, read) = (chunk.is_last, begins + chunk.mark.byte - start);
            let share = read as f64 / all.saturating_sub(start) as f64;
            on_chunk(done, (chunk.mark.byte > 0 && share > 0.0 && share.is_finite()).then_some(share));
            if chunks.send(chunk).is_err() {
                return Ok(());
            }
            if is_last {
                break;
            }
        }
    }
    Ok(())
}

fn chunk(rows: &mut dyn Rows, columns: &mut LoadColumns, at: usize, file: &str) -> Result<Chunk, LoadFailed> {
    let mut chunk = Chunk {
        table: columns.table,
        rows: Vec::with_capacity(ROWS),
        refused: Vec::new(),
        file: at,
        name: file.to_owned(),
        mark: rows.mark(),
        is_last: false,
    };
    while chunk.rows.len() + chunk.refused.len() < ROWS {
        let mut refuse = |line, reason| chunk.refused.push(RefusedRow { file: file.to_owned(), line, reason });
        match rows.next() {
            Ok(Some(line)) => match columns.values(rows) {
                Ok(values) => chunk.rows.push((line, values)),
                Err(reason) => refuse(line, reason),
            },
            Ok(None) => {
                chunk.is_last = true;
                break;
            }
            Err(error) => match error.of_row() {
                Some((line, reason)) => refuse(line, reason),
                None => return Err(error.into()),
            },
        }
    }
    chunk.mark = rows.mark();
    Ok(chunk)
}
