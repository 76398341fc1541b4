//! Cases: small programs, in files by the rule that they test.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// File of cases, which is compiled as one crate.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// Kind of the cases, `fail` or `pass`: the name of the file's folder.
    kind: &'static str,
    /// Id of a rule, or `_something` for cases of no single rule; after a `-` the name of the file's only case.
    name: String,
    /// Path of the file.
    pub path: PathBuf,
    pub(crate) source: String,
}

/// Program: a module of its file, or a whole file whose name has a `-`.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) name: &'a str,
    /// Lines of the case. The first is that of `mod name {`, or of the whole file.
    pub(crate) lines: RangeInclusive<usize>,
    /// `true` if a comment before the case describes it.
    pub(crate) described: bool,
}

impl CaseFile {
    /// Returns all files of a kind, by name.
    ///
    /// # Errors
    /// A folder or a file that cannot be read.
    pub fn all(folder: &Path, kind: &'static str) -> io::Result<Vec<Self>> {
        let mut paths = entries(&folder.join(kind))?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
        paths.into_iter().map(|path| fs::read_to_string(&path).map(|source| Self::new(kind, path, source))).collect()
    }

    pub(crate) fn new(kind: &'static str, path: PathBuf, source: String) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { kind, name, path, source }
    }

    /// Returns the id of the rule that the cases test; `None` for cases of no single rule.
    pub(crate) fn rule_id(&self) -> Option<&str> {
        self.name.split('-').next().filter(|id| !id.starts_with('_'))
    }

    /// Returns the edition that the file's first line names; `None` for the project's edition.
    pub fn edition(&self) -> Option<&str> {
        self.source.lines().next()?.strip_prefix("// edition: ")
    }

    /// Returns the name of the file's target in the checked project.
    pub fn target(&self) -> String {
        format!("{}-{}", self.kind, self.name)
    }

    /// Returns the cases of the file, in their order.
    pub(crate) fn cases(&self) -> Vec<Case<'_>> {
        let mut cases = Vec::new();
        if let Some((_, name)) = self.name.split_once('-') {
            cases.push(Case { name, lines: 1..=usize::MAX, described: self.source.starts_with("// ") });
            return cases;
        }
        let mut described = false;
        let mut open = None;
        for (number, line) in (1..).zip(self.source.lines()) {
            if let Some(name) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(" {")) {
                open = Some((name, number));
            } else if line == "}"
                && let Some((name, first)) = open.take()
            {
                cases.push(Case { name, lines: first..=number, described });
            } else if open.is_none() {
                described = line.starts_with("// ") || described && line.starts_with("#[");
            }
        }
        cases
    }
}

/// Returns the files in the folders that belong to no case: a fail file has a text of its name, and nothing else may
/// exist.
pub(crate) fn orphans(folder: &Path, fail: &[CaseFile], pass: &[CaseFile]) -> io::Result<Vec<String>> {
    let texts = fail.iter().map(|file| file.path.with_extension("txt"));
    let known: Vec<PathBuf> = fail.iter().chain(pass).map(|file| file.path.clone()).chain(texts).collect();
    let found = [entries(&folder.join("fail"))?, entries(&folder.join("pass"))?].concat();
    let orphans = found.into_iter().filter(|path| !known.contains(path));
    Ok(orphans.map(|path| format!("{} belongs to no case", path.display())).collect())
}

/// Returns the entries of a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}
