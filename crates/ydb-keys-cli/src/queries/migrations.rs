//! Files of migrations: the files that make the schema, their order, and the part of each that is read. Pure.
//!
//! | tool | read, in the order of versions | never read |
//! |---|---|---|
//! | Flyway | `V1__a.sql`, `V1.1__b.sql`, then `R__c.sql` by name; from the last `B5__d.sql` on | `U1__a.sql` |
//! | goose | `00001_a.sql`, the part after `-- +goose Up` | the part after `-- +goose Down` |
//! | golang-migrate | `1_a.up.sql` | `1_a.down.sql` |
//! | plain | all files, numbers in names as numbers | the parts after `-- migrate:down` and `-- +migrate Down` |
//!
//! A version is compared number by number: 1.2 comes before 1.10, and 9 before 10.

use std::cmp::Ordering;

use ydb_yql::{Error, ErrorKind, Position};

/// Migration tool whose order the files can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Files such as `V1__name.sql` and `R__name.sql`.
    Flyway,
    /// Files such as `00001_name.sql`, with `-- +goose Up`.
    Goose,
    /// Files such as `1_name.up.sql`.
    GolangMigrate,
    /// All files, sorted by the numbers in their names.
    Plain,
}

impl Tool {
    /// Returns the tool's name on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Tool::Flyway => "flyway",
            Tool::Goose => "goose",
            Tool::GolangMigrate => "golang-migrate",
            Tool::Plain => "plain",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Tool::Flyway => "Flyway",
            Tool::Goose => "goose",
            Tool::GolangMigrate => "golang-migrate",
            Tool::Plain => "plain names",
        }
    }
}

/// The reason why files describe no schema.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{source}")]
pub(crate) struct SchemaError {
    pub(crate) file: String,
    /// Place in the file, and the reason.
    pub(crate) source: Error,
}

/// Files of migrations in their order.
#[derive(Debug)]
pub(crate) struct Migrations {
    pub(crate) tool: Tool,
    /// Name and text of each file that is read, in order. Parts that are not read are blank, which keeps all positions.
    pub(crate) read: Vec<(String, String)>,
    /// Names of files that are not read.
    pub(crate) left_out: Vec<String>,
    /// Statements that make no table, with their places.
    pub(crate) skipped: Vec<String>,
}

impl Migrations {
    /// Sorts files, given as path and text, into the order of a tool. Without a given tool, it is found by the names.
    pub(super) fn of(files: &[(String, String)], tool: Option<Tool>) -> Result<Self, SchemaError> {
        let tool = match tool {
            Some(tool) => tool,
            None => found(files)?,
        };
        let (mut ranked, mut left_out) = (Vec::new(), Vec::new());
        for (path, text) in files {
            match rank(tool, file_name(path)) {
                Some(rank) => ranked.push((rank, path, text)),
                None => left_out.push(path.clone()),
            }
        }
        ranked.sort_by(|one, other| one.0.cmp(&other.0).then_with(|| natural(one.1, other.1)));
        if let Some(pair) = ranked.windows(2).find(|pair| tool != Tool::Plain && pair[0].0.is_version_of(&pair[1].0)) {
            let message = format!("`{}` has the same version", file_name(pair[0].1));
            return Err(error(pair[1].1, message));
        }
        // The baseline contains all migrations before it.
        let baseline = ranked.iter().rposition(|(rank, ..)| rank.class == Class::Baseline).unwrap_or(0);
        left_out.extend(ranked.drain(..baseline).map(|(_, path, _)| path.clone()));
        let read = ranked.into_iter().map(|(_, path, text)| (path.clone(), up(text))).collect();
        Ok(Migrations { tool, read, left_out, skipped: Vec::new() })
    }

    /// Returns a summary: `3 files in the order of goose`.
    pub(crate) fn summary(&self) -> String {
        let count = match self.read.len() {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let left = match self.left_out.len() {
            0 => String::new(),
            left => format!(", {left} left out"),
        };
        let skipped = match self.skipped.len() {
            0 => String::new(),
            1 => ", 1 statement skipped".to_owned(),
            skipped => format!(", {skipped} statements skipped"),
        };
        format!("{count} in the order of {}{left}{skipped}", self.tool.name())
    }
}

fn error(file: &str, message: String) -> SchemaError {
    let at = Position { line: 1, column: 1 };
    SchemaError { file: file.to_owned(), source: Error { kind: ErrorKind::Refused, at, message } }
}

fn found(files: &[(String, String)]) -> Result<Tool, SchemaError> {
    let mut first: Option<(Tool, &str)> = None;
    for (path, text) in files {
        let name = file_name(path);
        let is_goose = || text.lines().any(|line| matches!(mark(line), Some(("goose", _))));
        let tool = match () {
            () if flyway(name).is_some() => Tool::Flyway,
            () if stem(name).ends_with(".up") || stem(name).ends_with(".down") => Tool::GolangMigrate,
            () if is_goose() => Tool::Goose,
            () => continue,
        };
        match first {
            Some((of, other)) if of != tool => {
                let message = format!(
                    "this file looks like one of {}, and `{}` like one of {}: name the tool, `--migrations {}`",
                    tool.name(),
                    file_name(other),
                    of.name(),
                    of.word(),
                );
                return Err(error(path, message));
            }
            _ => first = Some((tool, path)),
        }
    }
    Ok(first.map_or(Tool::Plain, |(tool, _)| tool))
}

/// Sort key of a file in the order of a tool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_repeatable: bool,
    version: Version,
    class: Class,
}

impl Rank {
    /// Returns `true` if two files have the same version. A baseline may have the version of another file.
    fn is_version_of(&self, other: &Self) -> bool {
        !self.is_repeatable && self == other
    }
}

/// Kind of a file. A baseline comes after the version that it contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Versioned,
    Baseline,
}

/// Version: the digits of each part without leading zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Version(Vec<String>);

impl Version {
    fn of(text: &str) -> Option<Self> {
        let parts = text.split(['.', '_']);
        let digits = |part: &str| {
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.trim_start_matches('0').to_owned())
        };
        let mut parts = parts.map(digits).collect::<Option<Vec<_>>>()?;
        // 1 and 1.0 are the same version.
        while parts.len() > 1 && parts.last().is_some_and(String::is_empty) {
            parts.pop();
        }
        Some(Version(parts))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |part: &String| (part.len(), part.clone());
        self.0.iter().map(number).cmp(other.0.iter().map(number))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the sort key of a file in the order of a tool; `None` if the tool does not run the file to make the schema.
fn rank(tool: Tool, name: &str) -> Option<Rank> {
    let versioned = |version| Some(Rank { is_repeatable: false, version, class: Class::Versioned });
    match tool {
        Tool::Flyway => match flyway(name)? {
            ('V', version) => versioned(version),
            ('B', version) => Some(Rank { is_repeatable: false, version, class: Class::Baseline }),
            ('R', version) => Some(Rank { is_repeatable: true, version, class: Class::Versioned }),
            _ => None,
        },
        Tool::Goose => versioned(Version::of(name.split('_').next()?)?),
        Tool::GolangMigrate => versioned(Version::of(stem(name).strip_suffix(".up")?.split('_').next()?)?),
        Tool::Plain if stem(name).ends_with(".down") => None,
        Tool::Plain => versioned(Version::default()),
    }
}

/// Splits the name of a Flyway file into its kind and version.
fn flyway(name: &str) -> Option<(char, Version)> {
    let (head, _) = stem(name).split_once("__")?;
    let kind = head.chars().next()?;
    match (kind, &head[kind.len_utf8()..]) {
        ('R', "") => Some((kind, Version::default())),
        ('V' | 'B' | 'U', version) => Some((kind, Version::of(version)?)),
        _ => None,
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns a file name without `.sql` or `.yql`.
fn stem(name: &str) -> &str {
    name.strip_suffix(".sql").or_else(|| name.strip_suffix(".yql")).unwrap_or(name)
}

/// Compares names with runs of digits as numbers.
fn natural(one: &str, other: &str) -> Ordering {
    let runs = |name: &str| {
        let mut runs: Vec<(bool, String)> = Vec::new();
        for c in name.chars() {
            match runs.last_mut() {
                Some((is_number, run)) if *is_number == c.is_ascii_digit() => run.push(c),
                _ => runs.push((c.is_ascii_digit(), c.to_string())),
            }
        }
        runs.into_iter().map(|(is_number, run)| {
            if is_number {
                let digits = run.trim_start_matches('0').to_owned();
                (0, digits.len(), digits)
            } else {
                (1, 0, run)
            }
        })
    };
    runs(one).cmp(runs(other)).then_with(|| one.cmp(other))
}

/// Parses a tool's mark in a comment, such as `-- +goose Up`, into the tool and `true` if the part after it makes the
/// schema.
fn mark(line: &str) -> Option<(&'static str, bool)> {
    let comment = line.trim().strip_prefix("--")?.trim_start().to_ascii_lowercase();
    let marks = [("goose", "+goose "), ("sql-migrate", "+migrate "), ("dbmate", "migrate:")];
    marks.into_iter().find_map(|(tool, mark)| match comment.strip_prefix(mark)?.split_whitespace().next()? {
        "up" => Some((tool, true)),
        "down" => Some((tool, false)),
        _ => None,
    })
}

/// Replaces the parts that undo a migration by blank lines.
fn up(text: &str) -> String {
    let (mut is_up, mut found) = (true, String::with_capacity(text.len()));
    for line in text.split_inclusive('\n') {
        is_up = mark(line).map_or(is_up, |(_, is_up)| is_up);
        if is_up { found.push_str(line) } else { found.push_str(if line.ends_with('\n') { "\n" } else { "" }) }
    }
    found
}
