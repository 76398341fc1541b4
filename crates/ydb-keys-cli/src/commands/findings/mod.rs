//! Findings of `lint`, `hot`, `queries` and `diff` in one form for all output formats, and the lines of models that
//! they name.

mod formats;
mod lines;

use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::failure::Failure;
use super::files::put;
use super::page::Page;
use super::streams::{Printed, Streams};
pub(super) use formats::cell;
pub(super) use lines::Lines;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FindingFormat {
    /// For people
    #[default]
    Text,
    /// All that is known, for programs
    Json,
    /// Annotations of GitHub Actions, at the line of the model or the query
    Github,
    /// SARIF 2.1.0, which GitHub and editors show at the line of the model or the query
    Sarif,
    /// A table for the comment of a pull request
    Markdown,
}

#[derive(Args, Clone, Debug, Default)]
pub(super) struct FindingOutput {
    /// How the findings are printed
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::commands) format: FindingFormat,
    /// Print JSON, and nothing else: the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(in crate::commands) json: bool,
    /// Also write the findings into a file, e.g. sarif=lint.sarif; can be repeated
    #[arg(long, value_name = "FORMAT=FILE")]
    pub(in crate::commands) also: Vec<AlsoFile>,
}

#[derive(Args, Clone, Debug)]
pub(super) struct ModelFiles {
    /// Rust files with the models, or directories of them, whose lines the findings name [default: src, where it
    /// exists]
    #[arg(long, value_name = "PATH")]
    pub(in crate::commands) models: Vec<PathBuf>,
}

/// File that also gets the findings, in a format of its own.
#[derive(Clone, Debug)]
pub(super) struct AlsoFile {
    format: FindingFormat,
    file: PathBuf,
}

impl FromStr for AlsoFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').filter(|(_, file)| !file.is_empty());
        let also = parts.and_then(|(name, file)| {
            let format = FindingFormat::from_str(name, false).ok()?;
            Some(AlsoFile { format, file: file.into() })
        });
        also.ok_or_else(|| {
            "write a format, `=` and a file; the formats are text, json, github, sarif, markdown".to_owned()
        })
    }
}

impl FindingFormat {
    /// Returns `true` if a finding in this format has the file and the line of the model that it is about.
    const fn has_lines(self) -> bool {
        matches!(self, FindingFormat::Github | FindingFormat::Sarif | FindingFormat::Markdown)
    }
}

/// Findings of a command, in the form that each output format needs.
pub(super) struct ShownFindings<'a> {
    /// Name of the command, e.g. `queries check`.
    pub(in crate::commands) command: &'a str,
    /// URL of the guide's page on these findings.
    pub(in crate::commands) help: &'a str,
    pub(in crate::commands) text: &'a dyn Fn(&mut Page<'_>) -> io::Result<()>,
    pub(in crate::commands) json: &'a dyn Fn() -> serde_json::Result<String>,
    /// Findings, the worst first.
    pub(in crate::commands) found: &'a [ReportedFinding],
    /// Comment for a pull request, if it has more than the findings.
    pub(in crate::commands) markdown: Option<String>,
}

impl FindingOutput {
    pub(in crate::commands) fn format(&self) -> FindingFormat {
        if self.json { FindingFormat::Json } else { self.format }
    }

    /// Reads the lines of the models, if an output format names them.
    pub(in crate::commands) fn lines(&self, models: &ModelFiles) -> Result<Lines, Failure> {
        let formats = std::iter::once(self.format()).chain(self.also.iter().map(|also| also.format));
        if formats.into_iter().any(FindingFormat::has_lines) {
            Lines::read(&models.models)
        } else {
            Ok(Lines::default())
        }
    }

    /// Prints the findings, and writes them into the files.
    pub(in crate::commands) fn show(
        &self,
        shown: &ShownFindings<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        for AlsoFile { format, file } in &self.also {
            let mut bytes = Vec::new();
            Printed::new(&mut bytes).write_fmt(format_args!("{}", shown.written(*format)?))?;
            put(file, &bytes)?;
        }
        match self.format() {
            FindingFormat::Text => (shown.text)(&mut streams.page())?,
            format => write!(streams.out, "{}", shown.written(format)?)?,
        }
        Ok(())
    }
}

impl ShownFindings<'_> {
    fn written(&self, format: FindingFormat) -> io::Result<String> {
        Ok(match format {
            FindingFormat::Text => {
                let mut bytes = Vec::new();
                (self.text)(&mut Page::new(&mut bytes, 80, false))?;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            FindingFormat::Json => (self.json)()? + "\n",
            FindingFormat::Github => formats::github(self.found),
            FindingFormat::Sarif => {
                serde_json::to_string_pretty(&formats::sarif(self.command, self.help, self.found))? + "\n"
            }
            FindingFormat::Markdown => {
                self.markdown.clone().unwrap_or_else(|| formats::markdown(self.command, self.found))
            }
        })
    }
}

/// Severity of a finding, by the names of GitHub and SARIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum FindingLevel {
    Error,
    Warning,
    Note,
}

/// Finding that all output formats can print.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReportedFinding {
    pub(in crate::commands) rule: String,
    pub(in crate::commands) level: FindingLevel,
    /// Table and index, unless the message names them: `orders, index by_customer`.
    pub(in crate::commands) subject: Option<String>,
    /// Description of the fault, and its cure.
    pub(in crate::commands) message: String,
    /// Line of the model or the query, if one is known.
    pub(in crate::commands) place: Option<SourcePlace>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourcePlace {
    pub(in crate::commands) file: String,
    /// Number of the line, from 1.
    pub(in crate::commands) line: u32,
    /// Number of the character in the line, from 1.
    pub(in crate::commands) column: u32,
}

/// Names a table and its index: `orders, index by_customer`.
pub(super) fn subject(table: &str, index: Option<&str>) -> String {
    match index {
        Some(index) => format!("{table}, index {index}"),
        None => table.to_owned(),
    }
}
