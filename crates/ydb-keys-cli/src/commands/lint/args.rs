//! The options of `lint`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::commands::database::{Connection, Tables};
use crate::commands::findings::{ModelFiles, Output};
use crate::lint::Severity;

#[derive(Args, Debug)]
pub(in crate::commands) struct Lint {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// File with accepted findings, one `table:rule=reason` per line
    #[arg(long, value_name = "FILE")]
    pub(super) allow: Option<PathBuf>,
    /// Lowest severity to report
    #[arg(long, value_enum, default_value_t = Least::Low)]
    pub(super) severity: Least,
    /// Explain every finding on its own, and list the low ones of empty tables
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// The least severity that is reported.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::commands) enum Least {
    /// All findings
    Low,
    /// Findings that hurt under load, or with some values
    Medium,
    /// One partition takes most of the load, or reads miss rows
    High,
}

impl From<Least> for Severity {
    fn from(least: Least) -> Self {
        match least {
            Least::Low => Severity::Low,
            Least::Medium => Severity::Medium,
            Least::High => Severity::High,
        }
    }
}
