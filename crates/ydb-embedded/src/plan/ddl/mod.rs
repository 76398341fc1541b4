//! Turns the syntax tree of a DDL statement into the specification that the catalog checks.

mod create;
mod settings;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::catalog::spec::{Alteration, DefaultSpec, PartitioningSpec};
use crate::catalog::{AccessChange, ConsumerSpec, Permission, TopicAction};
use crate::error::{Error, Position, Result, Status};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::{self, AlterAction, AlterKind, ChangefeedSpec, Ident, Setting, SettingValue};
use settings::{Clause, Settings, check_reset};

pub use create::create_table;

/// Returns the changes of an ALTER TABLE. `resolve` makes written paths absolute.
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
        // Only a grammar newer than that of YDB 26.2 has RENAME COLUMN.
        AlterKind::RenameColumn { from, .. } => return Err(Error::unsupported(from.at, "RENAME COLUMN")),
        AlterKind::SetFamily { column, family } => {
            Alteration::SetFamily { column: owned(column), family: owned(family) }
        }
        AlterKind::DropNotNull(column) => Alteration::DropNotNull(owned(column)),
        AlterKind::SetNotNull(column) => Alteration::SetNotNull(owned(column)),
        AlterKind::SetDefault { column, value } => {
            let (ty, value) = settings::constant(value)?;
            Alteration::SetDefault { column: owned(column), value: DefaultSpec::Literal(ty, value) }
        }
        AlterKind::DropDefault(column) => Alteration::DropDefault(owned(column)),
        AlterKind::SetCompression { column, settings } => match create::compression(settings)? {
            Some(compression) => Alteration::SetCompression { column: owned(column), compression },
            None => return Err(Error::unsupported(column.at, "SET COMPRESSION without an algorithm")),
        },
        AlterKind::AddFamily(family) => Alteration::AddFamily(create::family(family)?),
        AlterKind::AlterFamily(family) => Alteration::AlterFamily(create::family(family)?),
        AlterKind::Set(settings) => return set(settings, alterations),
        AlterKind::Reset(settings) => {
            for setting in settings {
                check_reset(setting)?;
                alterations.push(Alteration::ResetTtl);
            }
            return Ok(());
        }
        AlterKind::AddIndex(index) => Alteration::AddIndex(create::index(index)?),
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
            Alteration::AddChangefeed { name: owned(&feed.name), settings: create::changefeed_settings(feed)? }
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

/// Adds the changes of one SET, which may hold settings of several kinds.
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

/// Returns the change of `ALTER CHANGEFEED f DISABLE`. Fails for any other setting: a changefeed's settings cannot be
/// changed.
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

/// Returns the changes of ALTER TOPIC to the topic's consumers.
pub fn alter_topic(actions: &[ast::TopicAction]) -> Result<Vec<TopicAction>> {
    let action = |action: &ast::TopicAction| match action {
        ast::TopicAction::DropConsumer(name) => Ok(TopicAction::DropConsumer(name.name.to_string())),
        ast::TopicAction::AddConsumer { name, settings } => {
            let mut spec = ConsumerSpec::default();
            settings.iter().try_for_each(|setting| set_consumer(&mut spec, setting))?;
            Ok(TopicAction::AddConsumer(name.name.to_string(), spec))
        }
    };
    actions.iter().map(action).collect()
}

/// Sets one setting of a consumer. The texts of the refusals are UNVERIFIED.
fn set_consumer(spec: &mut ConsumerSpec, Setting { key, value, .. }: &Setting) -> Result<()> {
    let name = key.name.to_ascii_lowercase();
    let wrong = || Error::translation(key.at, format!("Invalid value of consumer setting: {name}"));
    let SettingValue::Expr(expr) = value else { return Err(wrong()) };
    let (ty, value) = settings::constant(expr)?;
    match (&*name, ty, value) {
        ("important", _, Value::Bool(important)) => spec.important = important,
        ("read_from", Type::Primitive(Primitive::Timestamp), Value::Uint(micros)) => spec.read_from_us = micros,
        // The value is in seconds: a Datetime or an integer.
        ("read_from", _, Value::Uint(seconds)) => spec.read_from_us = seconds.saturating_mul(1_000_000),
        ("read_from", _, Value::Int(seconds)) => {
            spec.read_from_us = u64::try_from(seconds).map_err(|_| wrong())?.saturating_mul(1_000_000);
        }
        ("supported_codecs", _, Value::Bytes(names)) => {
            let names = std::str::from_utf8(&names).map_err(|_| wrong())?.to_ascii_lowercase();
            let number = |name: &str| match name.trim() {
                "raw" => Ok(1),
                "gzip" => Ok(2),
                "lzop" => Ok(3),
                "zstd" => Ok(4),
                _ => Err(wrong()),
            };
            spec.codecs = names.split([',', ';']).map(number).collect::<Result<_>>()?;
        }
        ("important" | "read_from" | "supported_codecs", ..) => return Err(wrong()),
        _ => return Err(Error::translation(key.at, format!("Unknown consumer setting: {name}"))),
    }
    Ok(())
}

/// Returns the next number of a sequence that `RESTART WITH` sets.
///
/// Fails if the number is outside the bounds of a serial column's sequence.
pub fn restart(at: Position, value: u64) -> Result<i64> {
    match i64::try_from(value) {
        // UNVERIFIED: these texts. They are PostgreSQL's; YDB uses PostgreSQL's words for START.
        Ok(..=0) => Err(Error::translation(at, format!("RESTART value ({value}) cannot be less than MINVALUE (1)"))),
        Ok(value) => Ok(value),
        Err(_) => {
            let text = format!("RESTART value ({value}) cannot be greater than MAXVALUE ({})", i64::MAX);
            Err(Error::translation(at, text))
        }
    }
}

/// Returns the changes of GRANT or REVOKE, which apply to each path of the statement.
///
/// Fails with BAD_REQUEST for a name that is not a permission.
pub fn change_access(access: &ast::ChangeAccess) -> Result<Vec<AccessChange>> {
    let mut permissions = access.permissions.iter().map(permission).collect::<Result<Vec<_>>>()?;
    if access.grant_option {
        // UNVERIFIED: REVOKE GRANT OPTION FOR revokes the named permissions as well.
        permissions.extend(Permission::of_keyword("grant"));
    }
    let change = |role: &Ident| {
        let (role, permissions) = (Arc::clone(&role.name), permissions.clone());
        if access.revoke { AccessChange::Revoke(role, permissions) } else { AccessChange::Grant(role, permissions) }
    };
    Ok(access.roles.iter().map(change).collect())
}

fn permission(written: &ast::PermissionName) -> Result<Permission> {
    let found =
        if written.keyword { Permission::of_keyword(&written.name) } else { Permission::of_name(&written.name) };
    found.ok_or_else(|| {
        Error::new(Status::BadRequest, format!("Unknown permission name: {}", written.name)).at(written.at)
    })
}
