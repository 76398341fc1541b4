//! Reads the rows of a file, of the standard input or of a table into an intake, in their order.

use std::io::BufRead;
use std::path::Path;

use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_core::types::value::uuid_text;

use super::{AdviseArgs, AdviseError};
use crate::advise::{Intake, TableRows};
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::progress::{Progress, Update};
use crate::commands::rows::{RowCell, RowFormat, RowsFile, RowsOptions, open};
use crate::run::table_rows;

/// Rows to compare keys on, with the names that the advice uses.
pub(super) struct AdvisedRows {
    pub(in crate::commands::advise) intake: Intake,
    /// Name of the file or table in messages, e.g. `` the table `orders` ``.
    pub(in crate::commands::advise) file: String,
    /// Path that the printed model gives its table.
    pub(in crate::commands::advise) table: String,
    /// Columns that identify a row, separated by commas, if they are known.
    pub(in crate::commands::advise) id: Option<String>,
    pub(in crate::commands::advise) remarks: Vec<String>,
}

pub(super) fn read_rows(
    args: &AdviseArgs,
    input: &mut dyn BufRead,
    progress: &mut Progress<'_>,
) -> Result<AdvisedRows, Failure> {
    if let Some(path) = &args.table {
        let (path, rows) = read_table(args, path, progress)?;
        let (file, id) = (format!("the table `{path}`"), rows.id().map(|id| id.join(",")));
        let intake = intake(&rows, &file)?;
        return Ok(AdvisedRows { intake, file, table: path, id, remarks: rows.remarks });
    }
    // Without `--table` the parser requires a file.
    let data = args.data.as_deref().unwrap_or(Path::new("-"));
    let mut on_rows = |rows| progress.show(Update::Now { text: format!("{rows} rows read"), rows: None });
    let (intake, file) = read_file(args, data, input, &mut on_rows)?;
    Ok(AdvisedRows { intake, file, table: table_name(data), id: None, remarks: Vec::new() })
}

/// Returns the name of a file without its extension, with `_` for characters that a table's name should not have.
fn table_name(data: &Path) -> String {
    let stem = data.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let letter = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let name: String = stem.chars().map(letter).collect();
    if name.chars().any(char::is_alphanumeric) { name } else { "rows".to_owned() }
}

/// Number of rows between two reports of progress.
const REPORT: u64 = 1 << 14;

fn read_file(
    args: &AdviseArgs,
    data: &Path,
    input: &mut dyn BufRead,
    progress: &mut dyn FnMut(u64),
) -> Result<(Intake, String), AdviseError> {
    let data = RowsFile(data);
    let file = data.text();
    // An empty field of a CSV file is NULL.
    let reading = RowsOptions { format: args.format, delimiter: args.delimiter, null: "", from: None };
    let mut rows = open(&data, &reading, input)?;
    let said = |name: &String| {
        let said = args.types.iter().find(|(said, _)| said == name).map(|(_, ty)| *ty);
        (name.clone(), said)
    };
    let mut intake = Intake::new(rows.columns().iter().map(said));
    while let Some(line) = rows.next()? {
        for name in &rows.columns()[intake.width()..] {
            let (name, said) = said(name);
            intake.add(name, said);
        }
        let cells: Vec<Option<RowCell<'_>>> = (0..intake.width()).map(|column| rows.cell(column)).collect();
        let bytes: Vec<Option<String>> = cells.iter().map(bytes_text).collect();
        let texts = cells.iter().zip(&bytes).map(|(cell, bytes)| match cell {
            Some(RowCell::Text(text)) => Some(*text),
            _ => bytes.as_deref(),
        });
        let pushed = intake.push(&texts.collect::<Vec<_>>());
        pushed.map_err(|source| AdviseError::Value { file: file.clone(), line, source })?;
        if intake.rows().is_multiple_of(REPORT) {
            progress(intake.rows());
        }
    }
    if intake.rows() == 0 {
        let has_header = matches!(data.format(args.format)?, RowFormat::Csv | RowFormat::Tsv);
        return Err(if has_header { AdviseError::NoRows { file } } else { AdviseError::Empty { file } });
    }
    known(&intake, args, &file)?;
    Ok((intake, file))
}

/// Checks that every column of `--types` exists; the error suggests the nearest name.
fn known(intake: &Intake, args: &AdviseArgs, file: &str) -> Result<(), AdviseError> {
    let columns = intake.names();
    let Some((name, _)) = args.types.iter().find(|(name, _)| !columns.contains(name)) else { return Ok(()) };
    let nearest = columns.iter().fold(Nearest::to(name), |nearest, column| nearest.or(column)).name();
    let hint = match nearest {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("it has {}", columns.join(", ")),
    };
    Err(AdviseError::Typed { file: file.to_owned(), name: name.clone(), hint })
}

/// Returns bytes as text: UTF-8 as it is, 16 bytes as a UUID, other bytes in hexadecimal. Returns `None` for other
/// cells.
fn bytes_text(cell: &Option<RowCell<'_>>) -> Option<String> {
    let Some(RowCell::Bytes(bytes)) = *cell else { return None };
    if let Ok(text) = str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    Some(match <&[u8; 16]>::try_from(bytes) {
        Ok(uuid) => String::from_utf8_lossy(&uuid_text(uuid)).into_owned(),
        Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    })
}

/// Reads the rows of a table of the database, and sorts them by arrival. Also returns the table's path, relative to the
/// database.
fn read_table(args: &AdviseArgs, table: &str, progress: &mut Progress<'_>) -> Result<(String, TableRows), Failure> {
    let database = Database::open(&args.access)?;
    let path = database.relative(table);
    progress.show(Update::Now { text: format!("reading rows of `{path}`"), rows: None });
    let mut rows = database.runtime.run(table_rows(&database.client, &path, args.rows))?;
    rows.sort(args.arrival.as_deref()).map_err(AdviseError::from)?;
    Ok((path, rows))
}

fn intake(rows: &TableRows, file: &str) -> Result<Intake, AdviseError> {
    rows.intake().map_err(|source| AdviseError::Cell { file: file.to_owned(), source })
}
