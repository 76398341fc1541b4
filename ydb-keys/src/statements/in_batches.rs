//! `BATCH UPDATE` and `BATCH DELETE` of the rows of a scan.
//!
//! YDB runs such a statement as many transactions, each for some rows of a partition, and repeats those that fail.
//! Therefore the statement is not atomic, and a new value must not depend on a column that is set. The statement stands
//! alone: outside of transactions, without RETURNING, for row tables.

use super::update::assignments;
use super::{
    ChangeShape, Condition, Model, ParamValue, Purpose, Query, Scan, Select, Shape, Statement, Template, Update,
    WithoutVersion, YdbTable, scan,
};
use crate::error::{Detail, OperationName, Result};
use crate::keys::check_update;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::prefix::Bounded;
use ydb_keys_core::schema::{Store, Table};

impl<T: YdbTable, S> Scan<T, T, S> {
    /// Sets columns of the rows by a `BATCH UPDATE`, also in a large table. YDB changes the rows of each partition in
    /// many transactions, each for up to 10,000 rows.
    ///
    /// The result has the setters of [`update`](YdbTable::update). Its [`when`](Update::when) adds to the
    /// [`filter`](Scan::filter) of the scan. To update all rows, write `full_scan()`.
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// struct Order {
    ///     order_id: u64,
    ///     placed_at: SystemTime,
    ///     status: String,
    /// }
    ///
    /// let old = Order::COLUMNS.placed_at.lt(SystemTime::UNIX_EPOCH).and(Order::COLUMNS.status.eq("open"));
    /// let closed = Order::scan().full_scan().filter(old).batch_update().status("expired");
    /// assert!(closed.statement()?.text().contains("BATCH UPDATE `orders`\nSET `status` = $status\nWHERE ("));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    ///
    /// - **It is not atomic.** Meanwhile readers see some rows changed and others not. If the statement fails, the
    ///   changed rows stay changed, and nothing says which these are: run it again. A row that begins to fit the
    ///   condition while the statement runs may be changed or not.
    /// - **A new value must not depend on a column that is set.** `add`, `sub`, `append`, `coalesce` and a column that
    ///   is also set are [`Usage`](crate::ErrorKind::Usage), because YDB may change a row twice. You can set a value,
    ///   another column and `now()`, which is the time of each transaction.
    /// - **It needs YDB 25.4 or later** and a row table. It does not run in transactions and returns no rows. For a
    ///   table with a unique index, it depends on the settings of the server.
    ///
    /// YDB's page: [BATCH UPDATE](https://ydb.tech/docs/en/yql/reference/syntax/batch-update).
    pub fn batch_update(&self) -> T::BatchUpdate
    where
        S: Bounded<T>,
        T: WithoutVersion<T::Version>,
    {
        T::wrap_batch_update(Update::of_rows(self.rows.clone()))
    }

    /// Deletes the rows by a `BATCH DELETE`, also in a large table. YDB deletes the rows of each partition in many
    /// transactions, each for up to 10,000 rows. [`delete`](Scan::delete) deletes them in a single transaction, whose
    /// size YDB limits.
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, placed_at: SystemTime, status: String }
    /// let expired = Order::scan().full_scan().filter(Order::COLUMNS.status.eq("expired")).batch_delete();
    /// assert!(expired.statement()?.text().contains("BATCH DELETE FROM `orders`\nWHERE `status` = $when_status"));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    ///
    /// The statement is not atomic, and needs YDB 25.4 or later and a row table, like
    /// [`batch_update`](Scan::batch_update).
    ///
    /// YDB's page: [BATCH DELETE](https://ydb.tech/docs/en/yql/reference/syntax/batch-delete).
    pub fn batch_delete(&self) -> BatchDelete<T>
    where
        S: Bounded<T>,
    {
        BatchDelete { scan: self.rows.clone() }
    }
}

/// Deletion of the rows of a scan in many transactions; from `scan().batch_delete()`.
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct BatchDelete<T: YdbTable> {
    pub(crate) scan: Select<T>,
}

impl<T: YdbTable> BatchDelete<T> {
    /// Returns the `BATCH DELETE` statement, with the hash column computed.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold; [`Usage`](crate::ErrorKind::Usage) for a scan with a limit,
    /// and for a column table.
    pub fn statement(&self) -> Result<Statement<'_>> {
        check(T::TABLE, &self.scan.query, OperationName::BatchDelete)?;
        scan::statement::<T, T>(&self.scan.location, &self.scan.query, |_| Purpose::BatchDelete)
    }
}

impl<T: YdbTable> Update<T, Select<T>> {
    /// Returns the `BATCH UPDATE` statement, with the hash column computed.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if no column is set, if a value depends on a column that is set, for a scan
    /// with a limit, and for a column table; a value that its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let changes = self.changes()?;
        let mut query = self.rows.query.clone();
        if let Some(condition) = &self.condition {
            query.filter(Condition::parts(condition));
        }
        check(T::TABLE, &query, OperationName::BatchUpdate)?;
        let given = changes.iter().filter_map(|(column, change)| Some((*column, change.value.as_ref()?)));
        check_update(T::TABLE, &[], given.clone())?;
        let set: Vec<_> = changes.iter().map(|(column, change)| (*column, change.shape.clone())).collect();
        for (column, change) in &set {
            if let Some(read) = change.reads(*column).find(|read| changes.contains_key(read)) {
                let (table, [column, read]) = (T::TABLE.name, [*column, read].map(|at| T::TABLE.columns[at].name));
                return Err(Detail::NotIdempotent { table, column, read }.into());
            }
        }
        let given = given.map(|(_, value)| ParamValue::One(value.clone()));
        let values = given.chain(query.values()?).collect();
        let shape = Shape::BatchUpdate(set.clone(), query.shape());
        let template = self.location.template(Model::of::<T>(), shape, &|path| text(&query, path, &set))?;
        Ok(Statement::new(template, values))
    }
}

// UNVERIFIED: no test of YDB's sends parameters with a BATCH. Its documentation does not exclude them, and
// `ExecutePartitioned` of its session prepares them (`kqp_session_actor.cpp`).
pub(super) fn text(query: &Query, path: &str, set: &[(usize, ChangeShape)]) -> Template {
    Template::of(|params| {
        let set = assignments(query.sorting.table, set, params);
        format!("BATCH UPDATE {}\nSET {set}{}", Name(path), query.where_clause(params))
    })
}

fn check(table: &'static Table, query: &Query, operation: OperationName) -> Result<()> {
    match table.store {
        Store::Column => Err(Detail::ColumnBatch { table: table.name, operation: operation.as_str() }.into()),
        Store::Row if query.limit.is_some() => {
            Err(Detail::LimitedBatch { table: table.name, operation: operation.as_str() }.into())
        }
        Store::Row => Ok(()),
    }
}
