//! Writes files: several new ones, all or none; or one in place of another, in one step.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use ydb_keys::Migration;

use super::failure::Failure;

/// The sorted names of a directory's entries; empty if the directory does not exist.
pub(super) fn list(directory: &Path) -> Result<Vec<String>, Failure> {
    let failed = |source| Failure::File { what: "read", path: directory.to_owned(), source };
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(Failure::NoDirectory(directory.to_owned()));
        }
        Err(error) => return Err(failed(error)),
    };
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names = entries.map(name).collect::<io::Result<Vec<_>>>().map_err(failed)?;
    names.sort();
    Ok(names)
}

/// Writes the files into a directory, which is created if it does not exist, and returns their paths. After an error,
/// none of the files is left.
///
/// Each file is first written under a temporary name. Then its final name is reserved by creating an empty file, which
/// fails if another run has taken the name; only then are the drafts renamed.
pub(super) fn write_all(directory: &Path, files: &[(&str, &str)]) -> Result<Vec<PathBuf>, Failure> {
    let failed = |source| Failure::File { what: "make the directory", path: directory.to_owned(), source };
    fs::create_dir_all(directory).map_err(failed)?;
    let mut made = MadeFiles::default();
    let mut moves = Vec::with_capacity(files.len());
    for (name, text) in files {
        let draft = directory.join(format!(".{name}.{}", std::process::id()));
        made.create(&draft, text)?;
        moves.push((draft, directory.join(name)));
    }
    // A rename replaces an existing file, so the names are reserved first. That fails if another run was faster.
    for (_, path) in &moves {
        made.create(path, "")?;
    }
    for (draft, path) in &moves {
        fs::rename(draft, path).map_err(|source| Failure::File { what: "write", path: path.clone(), source })?;
    }
    made.0.clear();
    Ok(moves.into_iter().map(|(_, path)| path).collect())
}

/// Replaces files that exist. If one of the new texts cannot be written, all files stay as they are.
pub(super) fn replace_all(files: &[(&Path, &str)]) -> Result<(), Failure> {
    let mut made = MadeFiles::default();
    let mut moves = Vec::with_capacity(files.len());
    for &(path, text) in files {
        let failed = |source| Failure::File { what: "write", path: path.to_owned(), source };
        // Follow a symbolic link: replace its target, not the link.
        let path = fs::canonicalize(path).map_err(failed)?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
        made.create(&draft, text)?;
        fs::metadata(&path).and_then(|data| fs::set_permissions(&draft, data.permissions())).map_err(failed)?;
        moves.push((draft, path));
    }
    for (draft, path) in &moves {
        fs::rename(draft, path).map_err(|source| Failure::File { what: "write", path: path.clone(), source })?;
    }
    made.0.clear();
    Ok(())
}

/// Replaces a file in one step, as [`keep`] does, with the error of a command.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    keep(path, bytes).map_err(|source| Failure::File { what: "write", path: path.to_owned(), source })
}

/// Replaces a file in one step, and waits for the disk. After a kill, the file has the old text or the new one, never
/// half of it.
pub(super) fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let draft = path.with_file_name(format!(".{name}.draft"));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, path)).inspect_err(|_| {
        // The first error matters more.
        let _ = fs::remove_file(&draft);
    })
}

/// Reads a file that [`keep`] has written; returns `None` if there is none.
pub(super) fn kept(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn write_migrations(
    directory: &Path,
    migrations: &[Migration],
    out: &mut dyn io::Write,
) -> Result<(), Failure> {
    let files: Vec<(&str, &str)> = migrations.iter().map(|file| (&*file.file_name, &*file.text)).collect();
    for path in write_all(directory, &files)? {
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// The files created so far. They are removed on drop unless everything succeeded.
#[derive(Default)]
struct MadeFiles(Vec<PathBuf>);

impl MadeFiles {
    fn create(&mut self, path: &Path, text: &str) -> Result<(), Failure> {
        let failed = |source| Failure::File { what: "write", path: path.to_owned(), source };
        let mut file = File::create_new(path).map_err(failed)?;
        self.0.push(path.to_owned());
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
    }
}

impl Drop for MadeFiles {
    fn drop(&mut self) {
        for path in &self.0 {
            // Errors here are ignored: the first error is reported, and a renamed draft no longer exists.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_run_wrote_meanwhile_stays_and_nothing_else_is_left() {
        let directory = std::env::temp_dir().join(format!("ydb-keys-files-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("b.sql"), "theirs").unwrap();
        let error = write_all(&directory, &[("a.sql", "A"), ("b.sql", "B"), ("c.sql", "C")]).unwrap_err().to_string();
        assert!(error.contains("b.sql"), "{error}");
        assert_eq!(list(&directory).unwrap(), ["b.sql"]);
        assert_eq!(fs::read_to_string(directory.join("b.sql")).unwrap(), "theirs");
        write_all(&directory, &[("a.sql", "A"), ("c.sql", "C")]).unwrap();
        assert_eq!(list(&directory).unwrap(), ["a.sql", "b.sql", "c.sql"]);
        assert_eq!(fs::read_to_string(directory.join("a.sql")).unwrap(), "A");
        fs::remove_dir_all(&directory).unwrap();
    }
}
