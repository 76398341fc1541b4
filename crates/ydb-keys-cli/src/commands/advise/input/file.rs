//! All rows of a file, pushed into an intake.

use std::io::BufRead;
use std::path::Path;

use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_core::types::value::uuid_text;

use super::super::args::AdviseArgs;
use super::super::error::AdviseError;
use crate::advise::Intake;
use crate::commands::rows::{Cell, Format, Named, Reading, open};

/// The rows that are read between two reports of progress.
const REPORT: u64 = 1 << 14;

/// Reads all rows.
pub(super) fn read(
    args: &AdviseArgs,
    data: &Path,
    input: &mut dyn BufRead,
    progress: &mut dyn FnMut(u64),
) -> Result<(Intake, String), AdviseError> {
    let data = Named(data);
    let file = data.text();
    // An empty field of a CSV file is NULL.
    let reading = Reading { format: args.format, delimiter: args.delimiter, null: "", from: None };
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
        let cells: Vec<Option<Cell<'_>>> = (0..intake.width()).map(|column| rows.cell(column)).collect();
        let bytes: Vec<Option<String>> = cells.iter().map(bytes_text).collect();
        let texts = cells.iter().zip(&bytes).map(|(cell, bytes)| match cell {
            Some(Cell::Text(text)) => Some(*text),
            _ => bytes.as_deref(),
        });
        let pushed = intake.push(&texts.collect::<Vec<_>>());
        pushed.map_err(|source| AdviseError::Value { file: file.clone(), line, source })?;
        if intake.rows().is_multiple_of(REPORT) {
            progress(intake.rows());
        }
    }
    if intake.rows() == 0 {
        let has_header = matches!(data.format(args.format)?, Format::Csv | Format::Tsv);
        return Err(if has_header { AdviseError::NoRows { file } } else { AdviseError::Empty { file } });
    }
    known(&intake, args, &file)?;
    Ok((intake, file))
}

/// Every column of `--types` exists.
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

/// Bytes that are a text, or 16 of them as a UUID, or their digits.
fn bytes_text(cell: &Option<Cell<'_>>) -> Option<String> {
    let Some(Cell::Bytes(bytes)) = *cell else { return None };
    if let Ok(text) = str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    Some(match <&[u8; 16]>::try_from(bytes) {
        Ok(uuid) => String::from_utf8_lossy(&uuid_text(uuid)).into_owned(),
        Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    })
}
