//! The options of `export`.

use std::path::PathBuf;

use clap::Args;

use crate::commands::database::Access;
use crate::commands::rows::Format;

/// The end of the help: what is in the files, and examples.
const EXAMPLES: &str = "\
`load` reads the files back as the same rows. In CSV, NULL is an empty field and an empty string is \"\"; bytes that are
not text are `\\x` and hexadecimal digits. Hash columns and buckets are left out if the layout of the table or a model
says how they are computed: `load` computes them.

Examples:
  export shop/orders --out orders
  export shop/orders --out orders --format parquet --state orders.state
  load archive/orders orders/*.csv";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::commands) struct ExportArgs {
    /// The path of the table, relative to the database
    #[arg(value_name = "TABLE")]
    pub(super) table: String,
    /// The directory of the files; it is made if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// The format of the files
    #[arg(long, value_enum, default_value = "csv")]
    pub(super) format: Format,
    /// A column to leave out; can be repeated
    #[arg(long, value_name = "COLUMN")]
    pub(super) ignore: Vec<String>,
    /// Also write hash columns and buckets, for tools that do not compute them
    #[arg(long)]
    pub(super) computed: bool,
    /// How many parts of the table are read at once; fewer if it has fewer partitions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=999))]
    pub(super) streams: u32,
    /// The size at which another file begins
    #[arg(long, value_name = "MB", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) file_mb: u64,
    /// Keep in this file how far the export is: the same command goes on from there. It is removed at the end
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    #[command(flatten)]
    pub(super) access: Access,
}
