//! The files of queries that the command line names.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::commands::failure::Failure;

/// All files: a directory stands for its own.
pub(in crate::commands) fn all_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.append(&mut sources(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The name of a file that is one query.
pub(in crate::commands) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The .yql and .sql files of a directory, by name.
pub(in crate::commands) fn sources(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotADirectory => Failure::NoDirectory(directory.to_owned()),
        _ => Failure::File { what: "read", path: directory.to_owned(), source },
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "yql" || extension == "sql") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

pub(in crate::commands) fn shown(path: &Path) -> String {
    path.display().to_string()
}
