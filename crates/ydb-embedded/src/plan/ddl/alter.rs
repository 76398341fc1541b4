//! ALTER TABLE.

use super::settings::{Clause, Settings, check_reset};
use super::{create, families, indexes, literal};
use crate::catalog::spec::{Alteration, DefaultSpec, PartitioningSpec};
use crate::error::{Error, Result};
use crate::yql::ast::{AlterAction, AlterKind, ChangefeedSpec, Ident, Setting, SettingValue};

/// The changes of the actions. `resolve` makes written paths absolute.
pub fn alter_table(actions: &[AlterAction], resolve: impl Fn(&str) -> Result<String>) -> Result<Vec<Alteration>> {
    let mut alterations = Vec::with_capacity(actions.len());
    for action in actions {
        self::action(action, &resolve, &mut alterations)?;
    }
    Ok(alterations)
}

fn action(
    action: &AlterAction,
    resolve: &impl Fn(&str) -> Result<String>,
    alterations: &mut Vec<Alteration>,
) -> Result<()> {
    let alteration = match &action.kind {
        AlterKind::AddColumn(column) => Alteration::AddColumn(create::column(column)?),
        AlterKind::DropColumn(column) => Alteration::DropColumn(owned(column)),
        // A grammar newer than that of 26.2 has it.
        AlterKind::RenameColumn { from, .. } => return Err(Error::unsupported(from.at, "RENAME COLUMN")),
        AlterKind::SetFamily { column, family } => {
            Alteration::SetFamily { column: owned(column), family: owned(family) }
        }
        AlterKind::DropNotNull(column) => Alteration::DropNotNull(owned(column)),
        AlterKind::SetNotNull(column) => Alteration::SetNotNull(owned(column)),
        AlterKind::SetDefault { column, value } => {
            let (ty, value) = literal::constant(value)?;
            Alteration::SetDefault { column: owned(column), value: DefaultSpec::Literal(ty, value) }
        }
        AlterKind::DropDefault(column) => Alteration::DropDefault(owned(column)),
        AlterKind::SetCompression { column, settings } => match families::compression(settings)? {
            Some(compression) => Alteration::SetCompression { column: owned(column), compression },
            None => return Err(Error::unsupported(column.at, "SET COMPRESSION without an algorithm")),
        },
        AlterKind::AddFamily(family) => Alteration::AddFamily(families::family(family)?),
        AlterKind::AlterFamily(family) => Alteration::AlterFamily(families::family(family)?),
        AlterKind::Set(settings) => return set(settings, alterations),
        AlterKind::Reset(settings) => {
            for setting in settings {
                check_reset(setting)?;
                alterations.push(Alteration::ResetTtl);
            }
            return Ok(());
        }
        AlterKind::AddIndex(index) => Alteration::AddIndex(indexes::index(index)?),
        AlterKind::DropIndex(index) => Alteration::DropIndex(owned(index)),
        AlterKind::RenameIndex { from, to } => Alteration::RenameIndex { from: owned(from), to: owned(to) },
        AlterKind::AlterIndexSet { index, settings, .. } => Alteration::SetIndexPartitioning {
            index: owned(index),
            settings: Settings::read(settings, Clause::AlterIndex)?.partitioning,
        },
        AlterKind::AlterIndexReset { settings, index } => {
            let setting = settings.first().unwrap_or(index);
            let text = format!("{} reset is not supported", setting.name.to_ascii_uppercase());
            return Err(Error::translation(setting.at, text));
        }
        AlterKind::RenameTo(path) => Alteration::RenameTo(resolve(&path.name)?),
        AlterKind::AddChangefeed(feed) => {
            Alteration::AddChangefeed { name: owned(&feed.name), settings: indexes::changefeed_settings(feed)? }
        }
        AlterKind::AlterChangefeed(feed) => disable(feed)?,
        AlterKind::DropChangefeed(feed) => Alteration::DropChangefeed(owned(feed)),
        AlterKind::Compact => Alteration::Compact,
    };
    alterations.push(alteration);
    Ok(())
}

fn owned(ident: &Ident) -> String {
    ident.name.to_string()
}

/// One SET may hold settings of several kinds.
fn set(settings: &[Setting], alterations: &mut Vec<Alteration>) -> Result<()> {
    let Settings { partitioning, key_bloom_filter, read_replicas, ttl, .. } = Settings::read(settings, Clause::Alter)?;
    if partitioning != PartitioningSpec::default() {
        alterations.push(Alteration::SetPartitioning(partitioning));
    }
    alterations.extend(key_bloom_filter.map(Alteration::SetKeyBloomFilter));
    alterations.extend(read_replicas.map(Alteration::SetReadReplicas));
    alterations.extend(ttl.map(Alteration::SetTtl));
    Ok(())
}

/// `ALTER CHANGEFEED f DISABLE`; its settings cannot be changed.
fn disable(feed: &ChangefeedSpec) -> Result<Alteration> {
    match &*feed.settings {
        [] => Ok(Alteration::DisableChangefeed(owned(&feed.name))),
        [Setting { key, value: SettingValue::None, .. }] if key.name.eq_ignore_ascii_case("disable") => {
            Ok(Alteration::DisableChangefeed(owned(&feed.name)))
        }
        [Setting { key, .. }, ..] => {
            // UNVERIFIED: this text.
            let text = format!("{} alter is not supported", key.name.to_ascii_uppercase());
            Err(Error::translation(key.at, text))
        }
    }
}
