//! What is compared: the rows of a file or of a table.

use std::io::BufRead;
use std::path::Path;

use super::super::args::AdviseArgs;
use super::{file, table};
use crate::advise::Intake;
use crate::commands::failure::Failure;
use crate::commands::progress::{Progress, Update};

/// Rows, and what is known of them.
pub(in crate::commands::advise) struct Given {
    pub(in crate::commands::advise) intake: Intake,
    /// What has the rows, as messages name it.
    pub(in crate::commands::advise) file: String,
    /// The path of the table in the model.
    pub(in crate::commands::advise) table: String,
    /// The columns that identify a row, if that is known, with commas between them.
    pub(in crate::commands::advise) id: Option<String>,
    pub(in crate::commands::advise) remarks: Vec<String>,
}

pub(in crate::commands::advise) fn given(
    args: &AdviseArgs,
    input: &mut dyn BufRead,
    progress: &mut Progress<'_>,
) -> Result<Given, Failure> {
    if let Some(path) = &args.table {
        let (path, rows) = table::read(args, path, progress)?;
        let (file, id) = (format!("the table `{path}`"), rows.id().map(|id| id.join(",")));
        let intake = table::intake(&rows, &file)?;
        return Ok(Given { intake, file, table: path, id, remarks: rows.remarks });
    }
    // Without `--table` the parser requires a file.
    let data = args.data.as_deref().unwrap_or(Path::new("-"));
    let mut on_rows = |rows| progress.show(Update::Now { text: format!("{rows} rows read"), rows: None });
    let (intake, file) = file::read(args, data, input, &mut on_rows)?;
    Ok(Given { intake, file, table: table_name(data), id: None, remarks: Vec::new() })
}

/// The name of the file without its extension, as the name of a table.
fn table_name(data: &Path) -> String {
    let stem = data.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let letter = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let name: String = stem.chars().map(letter).collect();
    if name.chars().any(char::is_alphanumeric) { name } else { "rows".to_owned() }
}
