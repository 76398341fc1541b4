//! Builder of an export: its rows and its settings.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ydb_keys::__internal::Detail;
use ydb_keys::__internal::status::{SCHEME_ERROR, UNAUTHORIZED, has_status};
use ydb_keys::schema::Store;
use ydb_keys::statements::Select;
use ydb_keys::{Error, PageToken, Result, YdbRow, YdbTable};
use ydb_keys_core::calls::limit;
use ydb_keys_core::keys::{Cuts, Rest};
use ydb_keys_core::schema::path::TablePath;

use super::run::Settings;
use super::snapshot;
use super::stream::ExportStream;
use crate::connection::Connection;
use crate::describe::partition_bounds;
use crate::proto::Format;

/// An export of rows: of a whole table, from [`Bulk::export`](crate::Bulk::export), or of a scan, from
/// `scan().select::<R>().export(&connection)`.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// use ydb_keys_bulk::{Bulk, Connection};
///
/// # async fn example(connection: &Connection) -> Result<(), Box<dyn std::error::Error>> {
/// let mut tasks = Vec::new();
/// for mut orders in Order::export(connection).split(16).await? {
///     tasks.push(tokio::spawn(async move {
///         let mut sum = 0.0;
///         while let Some(order) = orders.try_next().await? {
///             sum += order.amount.unwrap_or_default();
///         }
///         Ok::<f64, ydb_keys::Error>(sum)
///     }));
/// }
/// let mut sum = 0.0;
/// for task in tasks {
///     sum += task.await??;
/// }
/// # Ok(())
/// # }
/// ```
///
/// Each request is a statement with its own snapshot. No row is read twice, and each row that exists during the whole
/// export and keeps its key is read once. Two rows may be from different moments: if one transaction changes two rows,
/// the first may be read as it was before, and the second as it is after. [`snapshot`](Self::snapshot) exports one
/// moment, and its documentation describes the cost.
#[must_use = "nothing is exported until a stream is read"]
pub struct Export<T: YdbTable, R: YdbRow = T> {
    settings: Settings,
    select: Select<T, R>,
}

impl<T: YdbTable, R: YdbRow> Export<T, R> {
    pub(crate) fn new(connection: &Connection, select: Select<T, R>) -> Self {
        let (connection, plain) = (connection.clone(), Arc::new(AtomicBool::new(false)));
        Export { settings: Settings { connection, batch: None, timeout: None, plain }, select }
    }

    /// Sets the format in which results are requested: [`Format::Arrow`] by default. Releases of YDB that do not
    /// support it send [`Format::Protobuf`].
    pub fn format(mut self, format: Format) -> Self {
        self.settings.plain = Arc::new(AtomicBool::new(format == Format::Protobuf));
        self
    }

    /// Sets the number of rows that one request reads: by default about 32 MB of rows, at most 100,000.
    ///
    /// The rows are not all in memory. Each stream that is being read holds about four messages of a megabyte, for any
    /// number of rows in a request.
    pub fn batch(mut self, rows: u64) -> Self {
        self.settings.batch = Some(rows.max(1));
        self
    }

    /// Sets the time for which a failed request is repeated before its stream ends with the error. By default, or with
    /// more than a century, there is no limit, as for calls of the crate `ydb`. Each row that arrives restarts the
    /// time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = limit(timeout);
        self
    }

    /// Returns the path of the table: relative to the database, or absolute if it begins with `/`.
    pub fn path(&self) -> &str {
        self.select.path()
    }

    /// Reads the rows as one stream.
    pub fn stream(self) -> ExportStream<T, R> {
        ExportStream::new(self.settings, self.select, Rest::default())
    }

    /// Splits the rows into this many streams or fewer, which can be read at the same time. The streams are in key
    /// order.
    ///
    /// A table whose key begins with a hash, a `dispersed` number or a Uuid is cut into equal parts of its values. A
    /// table with buckets is cut between buckets. All other tables, and the scans of a part of the key, are cut at the
    /// bounds of partitions, for which this method asks the database. Each stream then reads about the same number of
    /// partitions: a table of one partition is one stream. A column table without `dispersed` is one stream too,
    /// because its partitions are not ranges of the key. Export several ranges of its first key column instead, each
    /// with `scan()`.
    ///
    /// # Errors
    /// [`Usage`](ydb_keys::ErrorKind::Usage) for more than one part of a scan with a limit; an error of YDB if YDB does
    /// not describe the table.
    pub async fn split(self, parts: u32) -> Result<Vec<ExportStream<T, R>>> {
        let bounds = match self.select.cuts(parts)? {
            Cuts::At(bounds) => bounds,
            Cuts::Partitions if T::TABLE.store == Store::Column => Vec::new(),
            Cuts::Partitions => Box::pin(self.partitions()).await?,
        };
        let stream = |rest| ExportStream::new(self.settings.clone(), self.select.clone(), rest);
        Ok(self.select.parts(bounds, parts).into_iter().map(stream).collect())
    }

    /// Continues a stream of an export of the same rows, after the row at which [`position`](ExportStream::position)
    /// made `token`. The new stream ends where the part of the old stream ends. The limit of a scan starts again.
    ///
    /// # Errors
    /// [`PageToken`](ydb_keys::ErrorKind::PageToken) for a token of another export.
    pub fn resume(self, token: &PageToken) -> Result<ExportStream<T, R>> {
        let rest = self.select.rest(token)?;
        Ok(ExportStream::new(self.settings, self.select, rest))
    }

    /// Exports a consistent snapshot: copies the table, calls `work` with the export of the copy, and drops the copy.
    ///
    /// A snapshot of YDB belongs to one transaction, which runs one statement at a time and lives for minutes. Several
    /// streams can read one moment of a table of any size only from a copy. YDB's own `ydb tools dump` copies the
    /// table, too.
    ///
    /// - YDB copies in one step, at one moment, without moving data: in about a second for any size. The copy shares
    ///   its data with the table. Data that changes in the table meanwhile is stored twice until the copy is dropped.
    /// - The user needs the right to create and drop tables in the table's directory. The copy exists while `work`
    ///   runs. Its name ends in `__ydb_keys_export_` and 16 digits; [`path`](Self::path) of the export that `work` gets
    ///   is its path. It counts against the quotas of tables and shards.
    /// - Before `work` begins, the copy gets the grants of the table, and inherits no grants if the table inherits
    ///   none. Until then, for the time of two requests, it has the grants that the directory hands down. The export
    ///   fails if a user could read the copy who may not read the table.
    /// - The copy is dropped when `work` has returned, even with an error. It is dropped in the background if the
    ///   future of this method is dropped. After a crash it still exists: drop it by hand, or export its remaining rows
    ///   with `T::at_path(path).export(..).resume(..)`.
    /// - Column tables cannot be copied: YDB answers that the path is not a table.
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// # use ydb_keys_bulk::{Bulk, Connection};
    /// # async fn example(connection: &Connection) -> ydb_keys::Result<()> {
    /// let count = Order::export(connection)
    ///     .snapshot(async |copy| {
    ///         println!("exporting {}", copy.path());
    ///         let (mut orders, mut count) = (copy.stream(), 0);
    ///         while orders.try_next().await?.is_some() {
    ///             count += 1;
    ///         }
    ///         Ok::<u64, ydb_keys::Error>(count)
    ///     })
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns the errors of `work`, and an error of YDB if the table cannot be copied. If the copy cannot be dropped
    /// after `work` has succeeded, the error names the path of the copy.
    pub async fn snapshot<O, E: From<Error>>(
        self,
        work: impl AsyncFnOnce(Export<T, R>) -> Result<O, E>,
    ) -> Result<O, E> {
        let Export { settings, select } = self;
        // The copy needs indexes only if the export reads one.
        let with_indexes = select.index_name().is_some();
        let copying = snapshot::Copy::make(&settings, select.path(), with_indexes);
        let copy = Box::pin(copying).await?;
        let select = select.of_copy(copy.path().to_owned());
        match work(Export { settings, select }).await {
            Ok(output) => Box::pin(copy.finish()).await.map(|()| output).map_err(E::from),
            Err(error) => {
                Box::pin(copy.discard()).await;
                Err(error)
            }
        }
    }

    async fn partitions(&self) -> Result<Vec<Vec<ydb_keys::Value<'static>>>> {
        let Settings { connection, timeout, .. } = &self.settings;
        let table = TablePath::new(connection.database(), self.path()).absolute();
        let index = self.select.index_name();
        // An index is a table of its own. YDB may refuse to describe it to this user; the index is then read as one
        // part.
        let path = index.map_or_else(|| table.clone(), |index| format!("{table}/{index}/indexImplTable"));
        match partition_bounds(connection, path, &self.select.ordering(), *timeout).await {
            Err(error) if index.is_some() && has_status(&error, &[SCHEME_ERROR, UNAUTHORIZED]) => Ok(Vec::new()),
            answer => answer.map_err(|source| Detail::of_ydb(self.path(), "export", source, false)),
        }
    }
}

impl<T: YdbTable, R: YdbRow> fmt::Debug for Export<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Export").field("table", &self.path()).finish_non_exhaustive()
    }
}
