//! Files that a load keeps on disk: the refused rows, and the state with its progress.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::{LoadArgs, LoadFailed};
use crate::commands::files::{keep, kept};
use crate::commands::rows::RowMark;

/// A row that cannot be stored.
#[derive(Debug)]
pub(super) struct RefusedRow {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) reason: String,
}

pub(super) struct Journal {
    /// Path of the state file, if a state is kept.
    path: Option<PathBuf>,
    state: LoadState,
    refused: Option<(PathBuf, File)>,
    /// Number of rows that earlier runs have loaded.
    before: u64,
    refused_rows: u64,
    refused_bytes: u64,
    /// Chunk ends that YDB has not acknowledged yet, each with the number of rows that this run has sent up to it.
    ahead: VecDeque<(u64, LoadProgress)>,
}

impl Journal {
    /// Opens the file of refused rows, and truncates it to the length that the state knows.
    pub(super) fn open(
        path: Option<PathBuf>,
        state: LoadState,
        resumes: bool,
        refused: Option<PathBuf>,
    ) -> Result<Self, LoadFailed> {
        let at = state.at;
        if let Some(refused) = &refused
            && !resumes
            && fs::metadata(refused).is_ok_and(|data| data.len() > 0)
        {
            // Rows of another load must not be appended to.
            return Err(LoadFailed::RefusedExists(refused.clone()));
        }
        // Save the state before the first refused row: the file of refused rows belongs to a load that can continue.
        if let Some(path) = &path {
            state.save(path)?;
        }
        let refused = refused.map(|path| {
            let failed = |source| LoadFailed::File { what: "write", path: path.clone(), source };
            let opened = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
            let mut file = opened.map_err(failed)?;
            if file.metadata().map_err(failed)?.len() < at.refused_bytes {
                return Err(failed(io::Error::other("it has fewer rows than the state says")));
            }
            file.set_len(at.refused_bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
            Ok((path, file))
        });
        Ok(Journal {
            path,
            refused: refused.transpose()?,
            before: at.rows,
            refused_rows: at.refused,
            refused_bytes: at.refused_bytes,
            ahead: VecDeque::new(),
            state,
        })
    }

    /// Writes rows that cannot be stored into their file. Without such a file, the first of them is the error.
    pub(super) fn refuse(&mut self, rows: Vec<RefusedRow>) -> Result<(), LoadFailed> {
        let Some(first) = rows.first() else { return Ok(()) };
        let Some((path, file)) = &mut self.refused else {
            let RefusedRow { file, line, reason } = first;
            return Err(LoadFailed::Refused { file: file.clone(), line: *line, reason: reason.clone() });
        };
        let failed = |source| LoadFailed::File { what: "write", path: path.clone(), source };
        let mut text = Vec::new();
        for row in &rows {
            // Messages quote the file's name; JSON does not.
            let file = row.file.trim_matches('`');
            let object = serde_json::json!({ "file": file, "line": row.line, "reason": row.reason });
            serde_json::to_writer(&mut text, &object).map_err(|error| failed(error.into()))?;
            text.push(b'\n');
        }
        file.write_all(&text).and_then(|()| file.sync_data()).map_err(failed)?;
        self.refused_rows += rows.len() as u64;
        self.refused_bytes += text.len() as u64;
        Ok(())
    }

    /// Records that this run has sent `rows` rows, up to a mark in a file.
    pub(super) fn taken(&mut self, rows: u64, file: usize, mark: RowMark) {
        let (refused, refused_bytes) = (self.refused_rows, self.refused_bytes);
        self.ahead.push_back((rows, LoadProgress { file, mark, rows: self.before + rows, refused, refused_bytes }));
    }

    /// Moves the state past the first `rows` rows of this run, which YDB has acknowledged. Returns the number of loaded
    /// rows, including earlier runs.
    pub(super) fn acknowledged(&mut self, rows: u64) -> Result<u64, LoadFailed> {
        let mut moved = false;
        while let Some(&(taken, progress)) = self.ahead.front() {
            if taken > rows {
                break;
            }
            self.state.at = progress;
            self.ahead.pop_front();
            moved = true;
        }
        match &self.path {
            Some(path) if moved => self.state.save(path)?,
            _ => {}
        }
        Ok(self.before + rows)
    }

    pub(super) fn finish(self) -> Result<LoadProgress, LoadFailed> {
        if let Some(path) = self.path {
            match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(LoadFailed::File { what: "remove", path, source });
                }
                _ => {}
            }
        }
        Ok(self.state.at)
    }
}

const VERSION: u32 = 1;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct LoadState {
    version: u32,
    load: LoadIdentity,
    pub(super) at: LoadProgress,
}

/// Options and files that must not differ in a run that continues a load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct LoadIdentity {
    table: String,
    /// Names of the files with their sizes and modification times.
    files: Vec<(String, u64, u64)>,
    /// Options that affect how rows are read.
    options: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LoadProgress {
    /// Position in the list of files of the file that is read next; `mark` is the place in it.
    pub(super) file: usize,
    pub(super) mark: RowMark,
    /// Number of rows that are loaded.
    pub(super) rows: u64,
    /// Number of refused rows; `refused_bytes` is their size in their file.
    pub(super) refused: u64,
    refused_bytes: u64,
}

impl LoadState {
    /// Returns the state at the start of this load.
    pub(super) fn new(args: &LoadArgs, database: &str, table: &str) -> Result<Self, LoadFailed> {
        let file = |path: &PathBuf| {
            let read = fs::metadata(path).and_then(|data| Ok((data.len(), data.modified()?)));
            let (size, changed) =
                read.map_err(|source| LoadFailed::File { what: "read", path: path.clone(), source })?;
            let nanos = changed.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
            Ok((path.display().to_string(), size, nanos))
        };
        let LoadArgs { format, delimiter, null, ignore, refused, .. } = args;
        Ok(LoadState {
            version: VERSION,
            load: LoadIdentity {
                table: format!("{database}/{table}"),
                files: args.files.iter().map(file).collect::<Result<_, LoadFailed>>()?,
                options: format!("{format:?} {delimiter:?} {null:?} {ignore:?} {refused:?}"),
            },
            at: LoadProgress::default(),
        })
    }

    /// Continues from the state of an earlier run of the same load. Returns `false` if there is none.
    pub(super) fn resume(&mut self, path: &Path) -> Result<bool, LoadFailed> {
        let failed = |source| LoadFailed::File { what: "read", path: path.to_owned(), source };
        let other = |what: &str| LoadFailed::OtherState { path: path.to_owned(), what: what.to_owned() };
        let Some(text) = kept(path).map_err(failed)? else { return Ok(false) };
        let found: LoadState = serde_json::from_slice(&text).map_err(|_| other("it cannot be read"))?;
        let (theirs, ours) = (&found.load, &self.load);
        // A load that has not written anything yet may be replaced by another one.
        if found.version == VERSION && found.at == LoadProgress::default() && theirs != ours {
            return Ok(false);
        }
        if found.version != VERSION {
            return Err(other("another version of this program wrote it"));
        } else if theirs.table != ours.table {
            return Err(other(&format!("its table is `{}`", theirs.table)));
        } else if theirs.files != ours.files {
            return Err(other("it has other files, or a file has changed since"));
        } else if theirs.options != ours.options {
            return Err(other("it has other options"));
        }
        self.at = found.at;
        Ok(true)
    }

    /// Saves the state in one step: after a kill the file has the old state or the new one.
    pub(super) fn save(&self, path: &Path) -> Result<(), LoadFailed> {
        let text = serde_json::to_vec(self).map_err(io::Error::from);
        let written = text.and_then(|text| keep(path, &text));
        written.map_err(|source| LoadFailed::File { what: "write", path: path.to_owned(), source })
    }
}
