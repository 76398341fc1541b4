//! Models and layouts of all tables below a directory.

use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, stream};
use ydb::{Client, SchemeEntry, SchemeEntryType, YdbError, YdbResult};
use ydb_keys::__internal::Reason;
use ydb_keys::__internal::status::{NOT_FOUND, SCHEME_ERROR, has_status};
use ydb_keys::{Layout, LayoutError};
use ydb_keys_core::schema::layout::LayoutColumn;
use ydb_keys_core::schema::path::TablePath;
use ydb_keys_migrate::__internal::{Detail, LiveTable, describe};
use ydb_keys_migrate::{MigrateError, MigrateErrorKind, pull};

use super::{LookError, LookRange, in_one_line, unknown};
use crate::codegen::{KeyTable, Refusal};
use crate::lint::Unread;

/// Sources of models, and tables without a model, each with its path.
#[derive(Debug, Default)]
pub(crate) struct PulledModels {
    /// Path of each table and the source of its model.
    pub(crate) sources: Vec<(String, String)>,
    /// Path of each table without a model, and the reason.
    pub(crate) without: Vec<(String, String)>,
}

/// Pulls the models of all tables. `on_read` is called with the number of tables that are done, and the number of all.
pub(crate) fn pull_all<'c>(
    client: &'c Client,
    below: &'c str,
    on_read: impl Fn(u64, u64) + Send + 'c,
) -> BoxFuture<'c, Result<PulledModels, LookError>> {
    Box::pin(async move {
        let Tree { tables: paths, unread, .. } = tree(client, below).await?;
        let mut models = PulledModels::default();
        models.without.extend(unread.into_iter().map(|unread| (unread.path, unread.why)));
        let all = paths.len() as u64;
        let pulled = paths.into_iter().map(|path| -> BoxFuture<'_, _> {
            Box::pin(async move {
                let source = pull(client, &path).await;
                (path, source)
            })
        });
        // The order of the paths makes two runs write the same files.
        let mut pulled = stream::iter(pulled.collect::<Vec<_>>()).buffered(AT_ONCE).zip(stream::iter(1..));
        while let Some(((path, source), done)) = pulled.next().await {
            match source {
                Ok(source) => models.sources.push((path, source)),
                // The table was dropped after its directory was listed.
                Err(error) if error.kind() == MigrateErrorKind::NotFound => {}
                Err(error) => match error.detail() {
                    Detail::NoModel { why, .. } => models.without.push((path, why.clone())),
                    // The database answered that this table cannot be read, for example because the user lacks the
                    // right.
                    Detail::Read { source: YdbError::YdbStatusError(_), .. } => {
                        models.without.push((path, in_one_line(&error)));
                    }
                    _ => return Err(error.into()),
                },
            }
            on_read(done, all);
        }
        if models.sources.is_empty() && models.without.is_empty() {
            return Err(LookError::no_tables(below));
        }
        Ok(models)
    })
}

/// Reads the layouts of the tables of a range, in the order of their paths. An error about one table is an error of the
/// whole: a file without a table would look complete.
pub(crate) fn layouts<'c>(
    client: &'c Client,
    range: LookRange<'c>,
    on_read: impl Fn(u64, u64) + Send + 'c,
) -> BoxFuture<'c, Result<Vec<Result<KeyTable, Refusal>>, LookError>> {
    Box::pin(async move {
        let Tree { tables: paths, unread, .. } = of_range(client, range).await?;
        if let Some(Unread { path, why }) = unread.into_iter().next() {
            return Err(LookError::Unlisted { path, why });
        }
        let of = paths.len() as u64;
        let described: Vec<BoxFuture<'_, _>> = paths.into_iter().map(|path| described(client, path)).collect();
        let mut described = stream::iter(described).buffered(AT_ONCE).zip(stream::iter(1..));
        let mut keys = Vec::new();
        while let Some(((path, live), done)) = described.next().await {
            match live? {
                Some(live) => keys.push(key(&live)),
                None if !range.tables.is_empty() => return Err(unknown(client, path).await),
                // The table was dropped after its directory was listed.
                None => {}
            }
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

/// Builds the key from the layout attribute, which must describe this table.
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

/// Number of directories or tables that are read at the same time.
pub(super) const AT_ONCE: usize = 8;

/// Objects below a directory.
pub(super) struct Tree {
    /// Paths of the tables, relative to the database and sorted.
    pub(super) tables: Vec<String>,
    /// Paths of other objects that queries can read: views and external tables.
    pub(super) others: Vec<String>,
    /// Directories that could not be listed.
    pub(super) unread: Vec<Unread>,
}

/// Returns the tables that a range names, or finds those in its directory. Fails if there are none.
pub(super) async fn of_range(client: &Client, range: LookRange<'_>) -> Result<Tree, LookError> {
    let found = match range.tables {
        [] => tree(client, range.below).await?,
        named => Tree { tables: named.to_vec(), others: Vec::new(), unread: Vec::new() },
    };
    if found.tables.is_empty() && found.unread.is_empty() { Err(LookError::no_tables(range.below)) } else { Ok(found) }
}

/// Finds the tables below a directory. The empty path is the database.
pub(super) fn tree<'c>(client: &'c Client, below: &'c str) -> BoxFuture<'c, Result<Tree, LookError>> {
    Box::pin(async move {
        let (mut tables, mut others, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        let mut level = vec![below.to_owned()];
        while !level.is_empty() {
            let lists: Vec<BoxFuture<'_, _>> = level.drain(..).map(|directory| list(client, directory)).collect();
            let mut lists = stream::iter(lists).buffer_unordered(AT_ONCE);
            let mut next = Vec::new();
            while let Some((directory, listed)) = lists.next().await {
                match listed {
                    Ok(entries) => sort(&directory, entries, [&mut tables, &mut next, &mut others]),
                    Err(error) if directory == below => return Err(failed(below, error)),
                    Err(error @ YdbError::YdbStatusError(_)) => {
                        unread.push(Unread { path: directory, why: Reason(&error).to_string() });
                    }
                    Err(error) => return Err(failed(&directory, error)),
                }
            }
            level = next;
        }
        if tables.is_empty() && others.is_empty() && unread.is_empty() && is_table(client, below).await {
            return Err(LookError::TableAsDirectory(below.to_owned()));
        }
        tables.sort();
        Ok(Tree { tables, others, unread })
    })
}

/// Returns `true` if there is a table at the path. A failed description counts as `false`.
async fn is_table(client: &Client, path: &str) -> bool {
    let entry = client.scheme_client().describe_path(TablePath::new(&client.database(), path).absolute()).await;
    entry.is_ok_and(|entry| matches!(entry.r#type, SchemeEntryType::Table | SchemeEntryType::ColumnTable))
}

fn failed(directory: &str, source: YdbError) -> LookError {
    let path = directory.to_owned();
    if has_status(&source, &[SCHEME_ERROR, NOT_FOUND]) && !directory.is_empty() {
        LookError::NoDirectory(path)
    } else {
        LookError::List { path, source }
    }
}

fn list(client: &Client, directory: String) -> BoxFuture<'_, (String, YdbResult<Vec<SchemeEntry>>)> {
    Box::pin(async move {
        let place = TablePath::new(&client.database(), &directory).absolute();
        let listed = client.scheme_client().list_directory(place).await;
        (directory, listed)
    })
}

/// Sorts the entries of a directory into tables, directories, and other objects that queries can read. Names that begin
/// with a dot belong to YDB and are left out.
fn sort(directory: &str, entries: Vec<SchemeEntry>, [tables, directories, others]: [&mut Vec<String>; 3]) {
    for entry in entries.into_iter().filter(|entry| !entry.name.starts_with('.')) {
        let path = if directory.is_empty() { entry.name } else { format!("{directory}/{}", entry.name) };
        // Tables of the library are left out: control tables, and other tables of a key change.
        let is_own = ["__ydb_keys_try", "__ydb_keys_ok", "__ydb_keys_rehearsal"];
        let is_of_change =
            [TablePath::COPY, TablePath::KEPT].iter().any(|suffix| TablePath::is_of_change(&path, suffix));
        if path == "ydb_keys" || is_of_change || is_own.iter().any(|suffix| path.ends_with(suffix)) {
            continue;
        }
        match entry.r#type {
            SchemeEntryType::Table | SchemeEntryType::ColumnTable => tables.push(path),
            SchemeEntryType::Directory | SchemeEntryType::ColumnStore => directories.push(path),
            SchemeEntryType::View | SchemeEntryType::ExternalTable => others.push(path),
            _ => {}
        }
    }
}
