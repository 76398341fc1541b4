//! Compares a table's layout with its model's, by the attribute, the primary key, and a sample of rows.

use futures_util::future::BoxFuture;
use ydb::{Client, StoreType, TableDescription, YdbError};

use super::error::CheckError;
use super::mismatch::{FoundLayout, key_of};
use crate::sdk::sample::Sampled;
use crate::sdk::status::{NOT_FOUND, SCHEME_ERROR, has_status};
use crate::sdk::value::from_sdk;
use crate::statements::dual_write::KeyChange;
use ydb_keys_core::ddl::hash_expression::{Nulls, SAMPLE_ROWS};
use ydb_keys_core::schema::{HashDef, Layout, LayoutError, Table, TablePath};
use ydb_keys_core::types::YdbType;

/// How the layout of a model's table differs; `None` if it does not.
pub(super) fn compare<'c>(
    client: &'c Client,
    model: &'static Table,
    path: &'c str,
) -> BoxFuture<'c, Result<Option<FoundLayout>, CheckError>> {
    Box::pin(async move {
        let failed = |what| move |source| CheckError::Unread { table: path.to_owned(), what, source };
        let place = TablePath::new(&client.database(), path);
        let mut table = match client.table_client().describe_table(place.absolute()).idempotent(true).await {
            Ok(table) => table,
            Err(error) if is_no_table(&error) => return Ok(Some(FoundLayout::NoTable)),
            Err(error) => return Err(failed("its description")(error)),
        };
        if matches!(table.store_type, StoreType::Column) {
            let stored = KeyChange::stored_layout(client, &place, &table.primary_key).await;
            let stored = stored.map_err(|error| failed("its layout in `ydb_keys/changes`")(error.into()))?;
            table.attributes.extend(stored.map(|layout| (Layout::ATTRIBUTE.to_owned(), layout)));
        }
        let written = table.attributes.get(Layout::ATTRIBUTE);
        if let Some(line) = written {
            match line.parse::<Layout>() {
                Ok(layout) if layout == Layout::of(model) => {}
                Ok(layout) => return Ok(Some(FoundLayout::Written(layout))),
                Err(LayoutError::Newer) => return Ok(Some(FoundLayout::NewerFormat(line.clone()))),
                Err(_) => return Ok(Some(FoundLayout::Damaged(line.clone()))),
            }
        }
        if let Some(key) = other_key(model, &table) {
            return Ok(Some(FoundLayout::Key(key)));
        }
        if written.is_some() {
            return Ok(None);
        }
        for hash in model.computed() {
            if let Some(found) = other_column(&hash, &table) {
                return Ok(Some(FoundLayout::Column { name: hash.name, found }));
            }
            let read = Sampled::of(client, model, &hash, Nulls::Differ, path, SAMPLE_ROWS).await;
            let Sampled { rows, differing, first } = read.map_err(failed("a sample of its rows"))?;
            if differing > 0 {
                return Ok(Some(FoundLayout::Hash { column: hash.name, rows, differing, first }));
            }
        }
        Ok(None)
    })
}

/// What the table has instead of a computed column: another type, or nothing.
fn other_column(hash: &HashDef, table: &TableDescription) -> Option<Option<String>> {
    let Some(column) = table.columns.iter().find(|column| column.name == hash.name) else { return Some(None) };
    match column.type_value.clone().map(|example| from_sdk(example).map(|value| value.ydb_type())) {
        // A type that the client does not support is not that of a hash.
        Ok(Ok(Some(ty))) if ty == hash.ty() => None,
        Ok(Ok(Some(ty))) => Some(Some(ty.to_string())),
        _ => Some(Some("another type".to_owned())),
    }
}

/// Whether there is no table at the path, or none that the user is allowed to see.
fn is_no_table(error: &YdbError) -> bool {
    has_status(error, &[SCHEME_ERROR, NOT_FOUND])
}

/// The primary key of the table if it differs from the model's. A type that the client does not support counts as the
/// model's.
fn other_key(model: &Table, table: &TableDescription) -> Option<String> {
    let shown = |name: &str| {
        let column = table.columns.iter().find(|column| column.name == name)?;
        from_sdk(column.type_value.clone().ok()?).ok()?.ydb_type()
    };
    let wanted = key_of(model);
    let known = |name: &str| wanted.iter().find(|(own, _)| *own == name).map(|(_, ty)| *ty);
    let typed = |name: &String| (name.clone(), shown(name).or_else(|| known(name)));
    let found: Vec<(String, Option<YdbType>)> = table.primary_key.iter().map(typed).collect();
    if found.iter().map(|(name, ty)| (name.as_str(), *ty)).eq(wanted.iter().map(|(name, ty)| (*name, Some(*ty)))) {
        return None;
    }
    let text = |(name, ty): &(String, Option<YdbType>)| match ty {
        Some(ty) => format!("{name} {ty}"),
        None => name.clone(),
    };
    Some(found.iter().map(text).collect::<Vec<_>>().join(", "))
}
