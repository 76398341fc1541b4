//! Directory for one test, removed at its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::session;
use ydb_keys::Table;

static DIRECTORIES: AtomicU32 = AtomicU32::new(0);

pub(crate) struct Directory(PathBuf);

impl Directory {
    /// Returns a directory that does not exist yet.
    pub(crate) fn new() -> Self {
        let number = DIRECTORIES.fetch_add(1, Ordering::Relaxed);
        Directory(std::env::temp_dir().join(format!("ydb-keys-cli-{}-{number}", std::process::id())))
    }

    /// Creates a directory with files.
    pub(crate) fn with(files: &[&str]) -> Self {
        let directory = Self::new();
        fs::create_dir_all(&directory.0).unwrap();
        for file in files {
            fs::write(directory.path().join(file), "theirs").unwrap();
        }
        directory
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Runs `ddl --out` into the directory. Returns the output, with `migrations` in place of the directory's path.
    pub(crate) fn ddl(&self, tables: &[&'static Table], args: &[&str]) -> String {
        let path = self.0.to_str().unwrap();
        session(tables, &[&["ddl", "--out", path], args].concat()).replace(path, "migrations")
    }

    /// Returns the names of the files in the directory.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
