//! A check at start-up that tables have the layouts of the program's models. It looks at an attribute of the table, the
//! primary key, and a sample of rows.

mod mismatch;

use std::fmt;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt as _};
use ydb::{Client, StoreType, TableDescription, YdbError};

use super::probe::Sampled;
use super::status::{NOT_FOUND, SCHEME_ERROR, has_status};
use super::value::from_sdk;
use crate::error::failure::Reason;
use crate::statements::dual_write::KeyChange;
pub use mismatch::FoundLayout;
use mismatch::{LayoutMismatch, key_of};
use ydb_keys_core::ddl::hash_expression::{Nulls, SAMPLE_ROWS};
use ydb_keys_core::schema::{HashDef, Layout, LayoutError, Table, TablePath};
use ydb_keys_core::types::YdbType;

/// Number of tables that are checked concurrently.
const TOGETHER: usize = 8;

/// Checks that every table has the layout of its model: the same key columns in the same order, and the same hash.
///
/// Call it before the program serves requests: a program that computes other hashes than the rows have misses existing
/// rows, and no error reports it.
///
/// The check looks for the tables at the paths of their models. If they are in a directory, like tables of
/// [`YdbTable::in_directory`](crate::YdbTable::in_directory), write `check(..).in_directory("tenants/acme").await`.
///
/// `apply` writes the [`Layout`](crate::Layout) into an attribute of the table, and the check compares it. For a table
/// without the attribute, the check compares the primary key, and the hashes of about 1000 rows, which the server
/// computes. This takes one call for each table, and one more query for a table without the attribute.
/// [The guide](crate::guide::migrations#the-layout-of-a-table) lists what the check cannot see, such as a
/// [`ForeignHash`](crate::ForeignHash) that was changed under its old version, for which `ydb-keys diff` reads rows.
///
/// ```no_run
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// # async fn serve(_: ydb::Client) -> Result<(), Box<dyn std::error::Error>> { Ok(()) }
/// # #[allow(dead_code)]
/// async fn start(client: ydb::Client) -> Result<(), Box<dyn std::error::Error>> {
///     ydb_keys::check(&client, ydb_keys::schema![Order]).await?;
///     serve(client).await
/// }
/// ```
///
/// # Errors
/// [`CheckError::Differs`] lists every table that is missing or has another layout. [`CheckError::Unread`] names the
/// first table that could not be read.
pub fn check<'a>(client: &'a Client, tables: &'a [&'static Table]) -> Check<'a> {
    Check { client, tables, directory: "" }
}

/// Check of tables that is ready to run; from [`check`]. Nothing is checked until you `.await` it.
#[derive(Clone, Copy)]
#[must_use = "nothing is checked until this is awaited"]
pub struct Check<'a> {
    client: &'a Client,
    tables: &'a [&'static Table],
    directory: &'a str,
}

impl<'a> Check<'a> {
    /// Looks for the tables in a directory, like [`YdbTable::in_directory`](crate::YdbTable::in_directory).
    pub fn in_directory(self, directory: &'a str) -> Self {
        Self { directory, ..self }
    }

    async fn run(self) -> Result<(), CheckError> {
        let Self { client, tables, directory } = self;
        let paths: Vec<String> = tables.iter().map(|table| table.path_in(directory)).collect();
        let comparisons: Vec<_> = tables.iter().zip(&paths).map(|(table, path)| compare(client, table, path)).collect();

        let mut found = stream::iter(comparisons).buffered(TOGETHER);
        let mut differing = Vec::new();
        for (model, path) in tables.iter().zip(&paths) {
            if let Some(found) = found.next().await.transpose()?.flatten() {
                differing.push(LayoutMismatch { model, path: path.clone(), found });
            }
        }
        if differing.is_empty() { Ok(()) } else { Err(CheckError::Differs(differing)) }
    }
}

impl_debug!([] Check<'_>, |self, f| f
    .debug_struct("Check")
    .field("tables", &self.tables.iter().map(|table| table.name).collect::<Vec<_>>())
    .field("directory", &self.directory)
    .finish_non_exhaustive());

impl<'a> IntoFuture for Check<'a> {
    type Output = Result<(), CheckError>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// Reason that [`check`](crate::check) failed.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The layouts of some tables differ from their models'. The program must not serve requests.
    ///
    /// Each mismatch has the schema of its `model` and the `path` of its table. It is printed as a paragraph: the
    /// difference, the consequence, and the cure. The message contains all paragraphs.
    ///
    /// [What to do](crate::guide::errors#checkerrordiffers).
    #[error("{}", Paragraphs(.0))]
    Differs(Vec<LayoutMismatch>),
    /// The database did not answer, so the outcome is unknown. The check may be repeated.
    ///
    /// [What to do](crate::guide::errors#checkerrorunread).
    #[error("cannot check table `{table}`: {what} could not be read: {}", Reason(.source))]
    Unread {
        /// Path of the table.
        table: String,
        /// Part that could not be read: `its description`.
        what: &'static str,
        /// Error of the client.
        source: YdbError,
    },
}

// A `main` that returns the error prints this message, instead of the whole schemas of the models.
impl_debug!([] CheckError, |self, f| fmt::Display::fmt(self, f));

struct Paragraphs<'a>(&'a [LayoutMismatch]);

impl fmt::Display for Paragraphs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [only] => return write!(f, "the database does not match the program's models\n\n{only}"),
            all => write!(f, "the database does not match the program's models: {} tables differ", all.len())?,
        }
        self.0.iter().try_for_each(|mismatch| write!(f, "\n\n{mismatch}"))
    }
}

/// Compares a table with its model. Returns the difference, or `None` if there is none.
fn compare<'c>(
    client: &'c Client,
    model: &'static Table,
    path: &'c str,
) -> BoxFuture<'c, Result<Option<FoundLayout>, CheckError>> {
    Box::pin(async move {
        let failed = |what| move |source| CheckError::Unread { table: path.to_owned(), what, source };
        let place = TablePath::new(&client.database(), path);
        let mut table = match client.table_client().describe_table(place.absolute()).idempotent(true).await {
            Ok(table) => table,
            // Or there is none that the user is allowed to see.
            Err(error) if has_status(&error, &[SCHEME_ERROR, NOT_FOUND]) => return Ok(Some(FoundLayout::NoTable)),
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

/// Returns the difference of a computed column: `Some(None)` if the table lacks it, its type if that differs, and
/// `None` if the column is right.
fn other_column(hash: &HashDef, table: &TableDescription) -> Option<Option<String>> {
    let Some(column) = table.columns.iter().find(|column| column.name == hash.name) else { return Some(None) };
    match column.type_value.clone().map(|example| from_sdk(example).map(|value| value.ydb_type())) {
        // A type that the client does not support is not the type of a hash.
        Ok(Ok(Some(ty))) if ty == hash.ty() => None,
        Ok(Ok(Some(ty))) => Some(Some(ty.to_string())),
        _ => Some(Some("another type".to_owned())),
    }
}

/// Returns the primary key of the table if it differs from the model's. A type that the client does not support counts
/// as the model's type.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_that_returns_it_prints_the_message() {
        let source = YdbError::Custom("reset".to_owned());
        let error = CheckError::Unread { table: "orders".to_owned(), what: "its description", source };
        assert_eq!(format!("{error:?}"), "cannot check table `orders`: its description could not be read: reset");
    }
}
