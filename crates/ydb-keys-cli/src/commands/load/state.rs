//! The state of a load on disk: which load it is, and how far it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::args::LoadArgs;
use super::error::LoadFailed;
use crate::commands::files::{keep, kept};
use crate::commands::rows::Mark;

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    version: u32,
    load: Identity,
    pub(super) at: Progress,
}

/// What has to be the same in a run that goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Identity {
    table: String,
    /// The names of the files with their sizes and times of change.
    files: Vec<(String, u64, u64)>,
    /// The options that say what the rows of the files are.
    options: String,
}

/// How far a load is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The position of the file in which the next row is, and where it begins there.
    pub(super) file: usize,
    pub(super) mark: Mark,
    /// Rows that are loaded.
    pub(super) rows: u64,
    /// Rows that were refused, and the bytes that they take in their file.
    pub(super) refused: u64,
    pub(super) refused_bytes: u64,
}

impl State {
    /// The state in which this load begins.
    pub(super) fn new(args: &LoadArgs, database: &str, table: &str) -> Result<Self, LoadFailed> {
        let file = |path: &PathBuf| {
            let read = fs::metadata(path).and_then(|data| Ok((data.len(), data.modified()?)));
            let (size, changed) =
                read.map_err(|source| LoadFailed::File { what: "read", path: path.clone(), source })?;
            let nanos = changed.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
            Ok((path.display().to_string(), size, nanos))
        };
        let LoadArgs { format, delimiter, null, ignore, refused, .. } = args;
        Ok(State {
            version: VERSION,
            load: Identity {
                table: format!("{database}/{table}"),
                files: args.files.iter().map(file).collect::<Result<_, LoadFailed>>()?,
                options: format!("{format:?} {delimiter:?} {null:?} {ignore:?} {refused:?}"),
            },
            at: Progress::default(),
        })
    }

    /// Takes over how far an earlier run of the same load came, if there is a state of one.
    pub(super) fn resume(&mut self, path: &Path) -> Result<bool, LoadFailed> {
        let failed = |source| LoadFailed::File { what: "read", path: path.to_owned(), source };
        let other = |what: &str| LoadFailed::OtherState { path: path.to_owned(), what: what.to_owned() };
        let Some(text) = kept(path).map_err(failed)? else { return Ok(false) };
        let found: State = serde_json::from_slice(&text).map_err(|_| other("it cannot be read"))?;
        let (theirs, ours) = (&found.load, &self.load);
        // A load that has not done anything yet may be another one.
        if found.version == VERSION && found.at == Progress::default() && theirs != ours {
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

    /// Replaces the file, in one step: a kill leaves the old state or the new one.
    pub(super) fn save(&self, path: &Path) -> Result<(), LoadFailed> {
        let text = serde_json::to_vec(self).map_err(io::Error::from);
        let written = text.and_then(|text| keep(path, &text));
        written.map_err(|source| LoadFailed::File { what: "write", path: path.to_owned(), source })
    }
}
