//! What callers ask of an error: its kind, its table, and the client's error.

use ydb::YdbError;

use super::{Detail, MigrateErrorKind};
use crate::run::RekeyPhase;

impl Detail {
    pub(super) fn kind(&self) -> MigrateErrorKind {
        match self {
            Detail::Read { .. } | Detail::Step { .. } | Detail::Rekey { .. } => MigrateErrorKind::Database,
            Detail::Destructive { .. } => MigrateErrorKind::Destructive,
            Detail::Changed { .. }
            | Detail::Altered { .. }
            | Detail::IndexGone { .. }
            | Detail::TableGone { .. }
            | Detail::NameTaken { .. }
            | Detail::Overtaken { .. }
            | Detail::SwappedOtherwise { .. } => MigrateErrorKind::Changed,
            Detail::NoTable { .. } | Detail::NothingToPull { .. } => MigrateErrorKind::NotFound,
            Detail::NotATable { .. }
            | Detail::RekeyObstacles { .. }
            | Detail::OldTableKept { .. }
            | Detail::OtherRunner { .. }
            | Detail::OtherChange { .. }
            | Detail::FenceInDoubt { .. }
            | Detail::KeptDiffers { .. }
            | Detail::NotFinished { .. }
            | Detail::BackLoses { .. }
            | Detail::SerialBack { .. }
            | Detail::NewTableDiffers { .. }
            | Detail::MayBeSwapped { .. }
            | Detail::NotMadeUnique { .. }
            | Detail::OtherHash { .. }
            | Detail::DropOldRefused { .. } => MigrateErrorKind::Obstacle,
            Detail::NullRows { .. }
            | Detail::NotUnique { .. }
            | Detail::Collision { .. }
            | Detail::SerialExhausted { .. } => MigrateErrorKind::InvalidRows,
            Detail::LostRights { .. } => MigrateErrorKind::LostRights,
            Detail::NoAgreement { .. } => MigrateErrorKind::ConcurrentWrites,
            Detail::NameAway { source, .. } => source.kind(),
            Detail::ShowCreate { .. } | Detail::NoModel { .. } => MigrateErrorKind::Unsupported,
        }
    }

    pub(super) fn table(&self) -> Option<&str> {
        Some(match self {
            Detail::Destructive { steps } => return steps.first().map(|(table, _)| table.as_str()),
            Detail::LostRights { to: table, phase: RekeyPhase::Settle, .. }
            | Detail::LostRights { from: table, .. }
            | Detail::NotATable { path: table, .. }
            | Detail::Read { table, .. }
            | Detail::Step { table, .. }
            | Detail::ShowCreate { table, .. }
            | Detail::Changed { table }
            | Detail::Altered { table, .. }
            | Detail::IndexGone { table, .. }
            | Detail::TableGone { table }
            | Detail::Rekey { table, .. }
            | Detail::NoTable { table, .. }
            | Detail::RekeyObstacles { table, .. }
            | Detail::OldTableKept { table, .. }
            | Detail::OtherRunner { table, .. }
            | Detail::Overtaken { table, .. }
            | Detail::OtherChange { table, .. }
            | Detail::SwappedOtherwise { table, .. }
            | Detail::NameTaken { table, .. }
            | Detail::NameAway { table, .. }
            | Detail::FenceInDoubt { table, .. }
            | Detail::KeptDiffers { table, .. }
            | Detail::NotFinished { table, .. }
            | Detail::BackLoses { table, .. }
            | Detail::SerialBack { table, .. }
            | Detail::NewTableDiffers { table, .. }
            | Detail::NullRows { table, .. }
            | Detail::NotUnique { table, .. }
            | Detail::Collision { table, .. }
            | Detail::SerialExhausted { table, .. }
            | Detail::NoAgreement { table, .. }
            | Detail::OtherHash { table, .. }
            | Detail::MayBeSwapped { table }
            | Detail::NotMadeUnique { table, .. }
            | Detail::DropOldRefused { table, .. }
            | Detail::NothingToPull { table }
            | Detail::NoModel { table, .. } => table,
        })
    }

    pub(super) fn ydb_error(&self) -> Option<&YdbError> {
        match self {
            Detail::Read { source, .. } | Detail::Step { source, .. } | Detail::Rekey { source, .. } => Some(source),
            Detail::NameAway { source, .. } => source.ydb_error(),
            _ => None,
        }
    }
}
