//! The cases: small programs, each in the folder of the rule it is about.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// One program.
#[derive(Clone, Debug)]
pub struct Case {
    /// `fail` or `pass`.
    kind: &'static str,
    /// The folder: the id of a rule, or `_something` for cases of no single rule.
    folder: String,
    name: String,
    /// Its file.
    pub path: PathBuf,
    pub(crate) source: String,
}

impl Case {
    /// The id of the rule the case is about.
    pub(crate) fn rule_id(&self) -> Option<&str> {
        Some(self.folder.as_str()).filter(|folder| !folder.starts_with('_'))
    }

    /// The edition that its first line names, if it is not the project's.
    pub fn edition(&self) -> Option<&str> {
        self.source.lines().next()?.strip_prefix("// edition: ")
    }

    /// The name of its target in the project that is checked.
    pub fn target(&self) -> String {
        format!("{}-{}-{}", self.kind, self.folder, self.name)
    }
}

/// All cases of a kind, by folder and name.
pub(crate) fn all(folder: &Path, kind: &'static str) -> io::Result<Vec<Case>> {
    let paths = files(&folder.join(kind))?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths
        .map(|path| {
            let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
            let name = path.file_stem().unwrap_or_default();
            Ok(Case {
                kind,
                folder: folder.to_string_lossy().into_owned(),
                name: name.to_string_lossy().into_owned(),
                source: fs::read_to_string(&path)?,
                path,
            })
        })
        .collect()
}

/// Files beside the cases that belong to no case: a fail case has a text of its name, and there is nothing else.
pub(crate) fn orphans(folder: &Path, fail: &[Case], pass: &[Case]) -> io::Result<Vec<String>> {
    let texts = fail.iter().map(|case| case.path.with_extension("txt"));
    let known: Vec<PathBuf> = fail.iter().chain(pass).map(|case| case.path.clone()).chain(texts).collect();
    let found = [files(&folder.join("fail"))?, files(&folder.join("pass"))?].concat();
    let orphans = found.into_iter().filter(|path| !known.contains(path));
    Ok(orphans.map(|path| format!("{} belongs to no case", path.display())).collect())
}

/// `kind/*/*`, sorted.
fn files(kind: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in fs::read_dir(kind)? {
        for file in fs::read_dir(folder?.path())? {
            files.push(file?.path());
        }
    }
    files.sort();
    Ok(files)
}
