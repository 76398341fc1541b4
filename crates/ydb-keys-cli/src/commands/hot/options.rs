//! The options of `hot`, and what they mean.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::commands::database::{Connection, Tables};
use crate::commands::findings::{ModelFiles, Output};
use crate::hot::{Limits, Measure};

#[derive(Args, Debug)]
pub(in crate::commands) struct HotArgs {
    #[command(flatten)]
    pub(in crate::commands) tables: Tables,
    /// The time between the two samples; YDB refreshes the counters of a partition every 10 seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(in crate::commands) seconds: u64,
    /// What partitions are sorted by where nothing is hot
    #[arg(long, value_enum)]
    pub(in crate::commands) by: Option<By>,
    /// How long YDB may take to split a partition that is over the limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(in crate::commands) patience: u64,
    /// How long the database may take to answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::commands) timeout: u64,
    /// Keep watching until Ctrl-C, and draw a heat map: key ranges from top to bottom, and a column every `--seconds`
    #[arg(long)]
    pub(in crate::commands) watch: bool,
    /// End the watch after this time
    #[arg(long = "for", value_name = "SECONDS", requires = "watch", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::commands) duration: Option<u64>,
    /// Write the heat map as a page of HTML, and renew it with each column
    #[arg(long, value_name = "FILE", requires = "watch")]
    pub(in crate::commands) html: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::commands) output: Output,
    #[command(flatten)]
    pub(in crate::commands) models: ModelFiles,
    #[command(flatten)]
    pub(in crate::commands) connection: Connection,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::commands) enum By {
    Writes,
    Reads,
    Cpu,
    Rows,
    Size,
}

impl HotArgs {
    pub(super) fn limits(&self) -> Limits {
        Limits { patience_seconds: self.patience as f64, ..Limits::default() }
    }

    pub(super) fn by(&self) -> Option<Measure> {
        self.by.map(By::measure)
    }
}

impl By {
    pub(super) fn measure(self) -> Measure {
        match self {
            By::Writes => Measure::Writes,
            By::Reads => Measure::Reads,
            By::Cpu => Measure::Cpu,
            By::Rows => Measure::Rows,
            By::Size => Measure::Size,
        }
    }
}
