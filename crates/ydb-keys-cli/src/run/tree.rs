//! Finds the tables below a directory.

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream;
use ydb::{Client, SchemeEntry, SchemeEntryType, YdbError, YdbResult};
use ydb_keys::__internal::Reason;
use ydb_keys::__internal::status::{NOT_FOUND, SCHEME_ERROR, has_status};
use ydb_keys_core::schema::path::TablePath;

use super::failure::LookError;
use crate::lint::Unread;

/// How many directories, or tables, are read at once.
pub(super) const AT_ONCE: usize = 8;

/// What is below a directory.
pub(super) struct Tree {
    /// The paths of the tables, relative to the database and sorted.
    pub(super) tables: Vec<String>,
    /// What is read like a table: views and external tables.
    pub(super) others: Vec<String>,
    /// The directories that could not be listed.
    pub(super) unread: Vec<Unread>,
}

/// Looks for tables below a directory. The empty one is the database.
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

/// Whether the path is one of a table, which has nothing below it. Where the database does not say, it is none.
async fn is_table(client: &Client, path: &str) -> bool {
    let entry = client.scheme_client().describe_path(TablePath::new(&client.database(), path).absolute()).await;
    entry.is_ok_and(|entry| matches!(entry.r#type, SchemeEntryType::Table | SchemeEntryType::ColumnTable))
}

fn failed(directory: &str, source: YdbError) -> LookError {
    let path = directory.to_owned();
    match has_status(&source, &[SCHEME_ERROR, NOT_FOUND]) && !directory.is_empty() {
        true => LookError::NoDirectory(path),
        false => LookError::List { path, source },
    }
}

fn list(client: &Client, directory: String) -> BoxFuture<'_, (String, YdbResult<Vec<SchemeEntry>>)> {
    Box::pin(async move {
        let place = TablePath::new(&client.database(), &directory).absolute();
        let listed = client.scheme_client().list_directory(place).await;
        (directory, listed)
    })
}

/// Sorts the entries of a directory into tables, directories and what is read like a table. Names with a dot in front are
/// YDB's own.
fn sort(directory: &str, entries: Vec<SchemeEntry>, [tables, directories, others]: [&mut Vec<String>; 3]) {
    for entry in entries.into_iter().filter(|entry| !entry.name.starts_with('.')) {
        let path = if directory.is_empty() { entry.name } else { format!("{directory}/{}", entry.name) };
        // The library's own: the control tables, and the other tables of a change of a key.
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
