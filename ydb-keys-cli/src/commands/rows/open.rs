//! Which rows to read, and in which format they are.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use ydb_keys::__internal::schema::rules::Nearest;

use super::super::args::{AdviseArgs, Format};
use super::super::error::AdviseError;
use super::source::Source;
use super::{csv, json};
use crate::advise::Intake;

/// Reads all rows.
pub(super) fn read(
    args: &AdviseArgs,
    data: &Path,
    input: &mut dyn BufRead,
    progress: &mut dyn FnMut(u64),
) -> Result<(Intake, String), AdviseError> {
    let is_stdin = data == Path::new("-");
    let file = if is_stdin { "the standard input".to_owned() } else { format!("`{}`", data.display()) };
    let format = format(args, data, &file)?;
    let mut source = Source { file, types: &args.types, progress };
    let opened = |file: &str| {
        let failed = |source| AdviseError::Read { file: file.to_owned(), source };
        File::open(data).map_err(failed)
    };
    let intake = match format {
        #[cfg(feature = "parquet")]
        Format::Parquet if is_stdin => return Err(AdviseError::ParquetStream),
        #[cfg(feature = "parquet")]
        Format::Parquet => super::parquet::read(opened(&source.file)?, &mut source)?,
        Format::Csv | Format::Jsonl => {
            let mut file;
            let input: &mut dyn BufRead = match is_stdin {
                true => input,
                false => {
                    file = BufReader::with_capacity(1 << 16, opened(&source.file)?);
                    &mut file
                }
            };
            match format {
                Format::Jsonl => json::read(input, &mut source)?,
                _ => csv::read(input, delimiter(args, data)?, &mut source)?,
            }
        }
    };
    known(&intake, &source)?;
    Ok((intake, source.file))
}

/// Every column of `--types` exists.
fn known(intake: &Intake, source: &Source<'_>) -> Result<(), AdviseError> {
    let columns = intake.names();
    let Some((name, _)) = source.types.iter().find(|(name, _)| !columns.contains(name)) else { return Ok(()) };
    let nearest = columns.iter().fold(Nearest::to(name), |nearest, column| nearest.or(column)).name();
    let hint = match nearest {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("it has {}", columns.join(", ")),
    };
    Err(AdviseError::Typed { file: source.file.clone(), name: name.clone(), hint })
}

fn format(args: &AdviseArgs, data: &Path, file: &str) -> Result<Format, AdviseError> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let extension = data.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "csv" | "tsv" | "txt" => Ok(Format::Csv),
        "jsonl" | "ndjson" | "json" => Ok(Format::Jsonl),
        #[cfg(feature = "parquet")]
        "parquet" => Ok(Format::Parquet),
        _ => Err(AdviseError::Format { file: file.to_owned() }),
    }
}

fn delimiter(args: &AdviseArgs, data: &Path) -> Result<u8, AdviseError> {
    let is_tsv = data.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tsv"));
    match args.delimiter {
        Some(delimiter) => u8::try_from(delimiter).ok().filter(u8::is_ascii).ok_or(AdviseError::Delimiter(delimiter)),
        None => Ok(if is_tsv { b'\t' } else { b',' }),
    }
}
