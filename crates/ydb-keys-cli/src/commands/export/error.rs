//! Why an export could not begin, or stopped, as a sentence.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub(in crate::commands) enum ExportFailed {
    #[error("the table `{table}` has no column `{name}`{hint}")]
    NoColumn { table: String, name: String, hint: String },
    #[error("`--ignore` names all columns of the table `{0}`")]
    NoColumns(String),
    #[error(
        "the column `{name}` of the table `{table}` is of type {ty}, which `load` cannot read back\n\
         help: `--ignore {name}` leaves it out"
    )]
    Untyped { table: String, name: String, ty: String },
    #[error(
        "the key of the table `{table}` has the column `{name}` of type {ty}, by which rows cannot be read in parts"
    )]
    UntypedKey { table: String, name: String, ty: String },
    #[error(
        "`{}` has files of this table already, e.g. `{example}`; nothing was overwritten\n\
         help: name another directory, or remove them; with the `--state` of the export that wrote them it goes on",
        .directory.display()
    )]
    Exists { directory: PathBuf, example: String },
    #[error("`{}` is the state of another export: {what}\n\
        help: run that command again to finish it, or remove the file and what it wrote to begin anew", .path.display())]
    OtherState { path: PathBuf, what: String },
    #[error(
        "an earlier run has written `{}`, which is gone\n\
         help: remove the state and the other files to export from the beginning", .0.display()
    )]
    Gone(PathBuf),
    #[error("cannot {what} `{}`: {source}{again}", .path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error, again: &'static str },
    #[error("{source}{again}")]
    Stopped { source: ydb_keys::Error, again: &'static str },
}
