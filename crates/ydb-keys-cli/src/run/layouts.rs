//! Reads the layouts of tables, from which keys in other languages are written.

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream;
use ydb::Client;
use ydb_keys::{Layout, LayoutError};
use ydb_keys_core::schema::layout::LayoutColumn;
use ydb_keys_migrate::__internal::{LiveTable, describe};
use ydb_keys_migrate::MigrateError;

use super::failure::LookError;
use super::lint::{Range, unknown};
use super::tree::{AT_ONCE, tree};
use crate::codegen::{KeyTable, Refusal};

/// Reads the tables of a range, in the order of their paths. What YDB answers about one table ends the others: a file
/// that lacks a table would be taken for the whole.
pub(crate) fn layouts<'c>(
    client: &'c Client,
    range: Range<'c>,
    on_read: impl Fn(u64, u64) + Send + 'c,
) -> BoxFuture<'c, Result<Vec<Result<KeyTable, Refusal>>, LookError>> {
    Box::pin(async move {
        let is_named = !range.tables.is_empty();
        let paths = match range.tables {
            [] => {
                let found = tree(client, range.below).await?;
                if let Some(unread) = found.unread.into_iter().next() {
                    return Err(LookError::Unlisted { path: unread.path, why: unread.why });
                }
                found.tables
            }
            named => named.to_vec(),
        };
        if paths.is_empty() {
            let place = if range.below.is_empty() { "the database".to_owned() } else { format!("`{}`", range.below) };
            return Err(LookError::NoTables(place));
        }
        let of = paths.len() as u64;
        let described: Vec<BoxFuture<'_, _>> = paths.into_iter().map(|path| described(client, path)).collect();
        let mut described = stream::iter(described).buffered(AT_ONCE);
        let mut keys = Vec::new();
        let mut done = 0;
        while let Some((path, live)) = described.next().await {
            match live? {
                Some(live) => keys.push(key(&live)),
                None if is_named => return Err(unknown(client, path).await),
                // It was dropped after its directory was listed.
                None => {}
            }
            done += 1;
            on_read(done, of);
        }
        Ok(keys)
    })
}

fn described(client: &Client, path: String) -> BoxFuture<'_, (String, Result<Option<LiveTable>, MigrateError>)> {
    Box::pin(async move {
        let live = describe(client, &path).await;
        (path, live)
    })
}

/// The key by the layout attribute, which must be that of this table.
fn key(live: &LiveTable) -> Result<KeyTable, Refusal> {
    let path = live.path.clone();
    let Some(line) = live.attributes.get(Layout::ATTRIBUTE) else { return Err(Refusal::NoLayout { path }) };
    let layout: Layout = match line.parse() {
        Ok(layout) => layout,
        Err(LayoutError::Newer) => return Err(Refusal::Newer { path }),
        Err(_) => return Err(Refusal::Damaged { path }),
    };
    let has = |name: &str, ty| live.column(name).is_some_and(|column| column.ty == Some(ty));
    let column = |name: &String| Some(LayoutColumn { name: name.clone(), ty: live.column(name)?.ty? });
    let indexes = live.indexes.iter().filter_map(|index| {
        let (leading, others) = index.on.split_first()?;
        Some((index.name.as_str(), leading.as_str(), others.iter().map(column).collect::<Option<_>>()?))
    });
    let table = KeyTable::new(&path, &layout).filter(|table| table.is_of(&live.primary_key, has));
    Ok(table.ok_or(Refusal::Damaged { path })?.with_indexes(indexes))
}
