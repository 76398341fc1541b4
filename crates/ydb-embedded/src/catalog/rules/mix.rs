//! Which changes may be in one ALTER TABLE.

use super::super::refusal;
use super::super::spec::Alteration;
use crate::error::Result;

/// The kinds of operations; all changes of one statement or request are of one kind.
#[derive(PartialEq, Eq)]
enum Kind {
    Common,
    AddIndex,
    DropIndex,
    RenameIndex,
    AlterIndex,
    Attributes,
    Changefeed,
    Rename,
}

const fn kind(alteration: &Alteration) -> Kind {
    match alteration {
        Alteration::AddIndex(_) => Kind::AddIndex,
        Alteration::DropIndex(_) => Kind::DropIndex,
        Alteration::RenameIndex { .. } => Kind::RenameIndex,
        Alteration::SetIndexPartitioning { .. } => Kind::AlterIndex,
        Alteration::SetAttributes(_) => Kind::Attributes,
        Alteration::AddChangefeed { .. } | Alteration::DisableChangefeed(_) | Alteration::DropChangefeed(_) => {
            Kind::Changefeed
        }
        Alteration::RenameTo(_) => Kind::Rename,
        _ => Kind::Common,
    }
}

/// Checks that these changes may be in one statement.
///
/// Fails if there are no changes, if their kinds differ, or if their kind allows only one change.
pub(in crate::catalog) fn check(alterations: &[Alteration]) -> Result<()> {
    let Some(first) = alterations.first() else {
        return Err(refusal::bad_request("Empty alter"));
    };
    if alterations.len() == 1 {
        return Ok(());
    }
    let has = |wanted| alterations.iter().any(|alteration| kind(alteration) == wanted);
    if has(Kind::AlterIndex) {
        return Err(refusal::generic("ALTER INDEX action cannot be combined with any other ALTER TABLE action"));
    }
    if has(Kind::Rename) {
        return Err(refusal::generic("RENAME TO can not be used together with another table action"));
    }
    if alterations.iter().any(|other| kind(other) != kind(first)) {
        return Err(refusal::unsupported("Mixed alter is unsupported"));
    }
    let text = match kind(first) {
        Kind::Common | Kind::Attributes | Kind::AlterIndex | Kind::Rename => return Ok(()),
        Kind::AddIndex => "Only one index can be added by one operation",
        Kind::DropIndex => "Only one index can be removed by one operation",
        Kind::RenameIndex => "Only one index can be renamed by one operation",
        Kind::Changefeed => "Only one changefeed can be changed by one operation",
    };
    Err(refusal::unsupported(text))
}
