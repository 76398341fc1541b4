//! What a load keeps on disk: the refused rows, and how far it is.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

use super::error::LoadFailed;
use super::state::{Progress, State};
use crate::commands::rows::Mark;

/// A row that cannot be stored.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) reason: String,
}

pub(super) struct Journal {
    /// The file of the state, if it is kept.
    path: Option<PathBuf>,
    state: State,
    refused: Option<(PathBuf, File)>,
    /// The rows that earlier runs have loaded.
    before: u64,
    refused_rows: u64,
    refused_bytes: u64,
    /// Ends of chunks that are not acknowledged yet, each with the rows taken up to it by this run.
    ahead: VecDeque<(u64, Progress)>,
}

impl Journal {
    /// Opens the file of refused rows, and cuts off what the state does not know of.
    pub(super) fn open(
        path: Option<PathBuf>,
        state: State,
        resumes: bool,
        refused: Option<PathBuf>,
    ) -> Result<Self, LoadFailed> {
        let at = state.at;
        if let Some(refused) = &refused
            && !resumes
            && fs::metadata(refused).is_ok_and(|data| data.len() > 0)
        {
            // Rows of another load are not appended to.
            return Err(LoadFailed::RefusedExists(refused.clone()));
        }
        // Before the first refused row: it belongs to a load that goes on.
        if let Some(path) = &path {
            state.save(path)?;
        }
        let refused = refused.map(|path| {
            let failed = |source| LoadFailed::File { what: "write", path: path.clone(), source };
            let opened = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
            let mut file = opened.map_err(failed)?;
            if file.metadata().map_err(failed)?.len() < at.refused_bytes {
                return Err(failed(std::io::Error::other("it has fewer rows than the state says")));
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

    /// Writes rows that cannot be stored; without a file for them, the first one ends the load.
    pub(super) fn refuse(&mut self, rows: Vec<Refused>) -> Result<(), LoadFailed> {
        let Some(first) = rows.first() else { return Ok(()) };
        let Some((path, file)) = &mut self.refused else {
            let Refused { file, line, reason } = first;
            return Err(LoadFailed::Refused { file: file.clone(), line: *line, reason: reason.clone() });
        };
        let failed = |source| LoadFailed::File { what: "write", path: path.clone(), source };
        let mut text = Vec::new();
        for row in &rows {
            // Messages quote the name.
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

    /// All rows up to a mark are taken: so many by this run.
    pub(super) fn taken(&mut self, rows: u64, file: usize, mark: Mark) {
        let (refused, refused_bytes) = (self.refused_rows, self.refused_bytes);
        self.ahead.push_back((rows, Progress { file, mark, rows: self.before + rows, refused, refused_bytes }));
    }

    /// Moves the state past the rows that YDB has acknowledged in this run, as many as this, from the first one on. Returns
    /// how many rows are loaded, those of earlier runs included.
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

    /// The load is done.
    pub(super) fn finish(self) -> Result<Progress, LoadFailed> {
        if let Some(path) = self.path {
            match fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(LoadFailed::File { what: "remove", path, source });
                }
                _ => {}
            }
        }
        Ok(self.state.at)
    }
}
