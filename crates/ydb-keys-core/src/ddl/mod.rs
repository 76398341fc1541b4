//! DDL: statements of a schema as text, and the trait that runs them.

mod alter;
mod backfill;
mod create_table;
pub mod hash_expression;
mod migration;
mod quote;

pub use alter::{AlterIndex, AlterTable, Change, index_partitioning};
pub use backfill::Backfill;
pub use create_table::{AddChangefeed, ChangefeedText, Column, CreateTable, Family, IndexText};
pub use hash_expression::HashExpression;
pub use migration::{Body, Down, Migration, MigrationFormat};
pub use quote::{
    DefaultLiteral, Name, Names, Text, ValueLiteral, automatic_partitioning, partition_megabytes, partitioning, simple,
    switch, ttl_text,
};

/// The name of the operation that creates a table, in errors and spans.
pub const CREATE_TABLE: &str = "create_table";

/// DDL statement, with the names that errors and spans show.
#[derive(Debug)]
pub struct Ddl {
    /// The name of the operation in errors and spans.
    pub operation: &'static str,
    /// The path of the table in its model.
    pub table: &'static str,
    /// Path of the table in the database, with the directory in which the caller addresses it.
    pub path: String,
    /// The statement, without a closing semicolon.
    pub text: String,
}

/// Executor of DDL: `&`[`ydb::Client`](https://docs.rs/ydb) or `&mut QueryClient`. YDB runs no DDL inside transactions.
///
/// Rust lets a crate implement a foreign trait for a foreign type only if a parameter of the trait is a type of that
/// crate. `Library` is that parameter. The compiler infers it, because there is only one implementation.
#[diagnostic::on_unimplemented(
    message = "not_an_executor: `{Self}` can neither begin a transaction, nor create a table, nor run a `BATCH`",
    label = "expected `&Client` or `&mut QueryClient`",
    note = "YDB has none of them inside transactions: pass the client, `&client`",
    note = "for more, run `ydb-keys explain not_an_executor` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#not_an_executor"
)]
pub trait RunDdl<Library> {
    /// The future of the statement's result.
    type Call;

    #[doc(hidden)]
    fn run_ddl(self, statement: Ddl) -> Self::Call;
}

impl CreateTable<'_> {
    /// Creates the table.
    ///
    /// YDB runs no DDL inside transactions, so `executor` is `&ydb::Client` or `&mut ydb::QueryClient`.
    ///
    /// # Errors
    /// An error of YDB, also when the table exists and [`if_not_exists`](CreateTable::if_not_exists) was not called;
    /// `TooLarge`, because YDB's limit on the length of a text applies to DDL, too.
    pub fn exec<E: RunDdl<Library>, Library>(self, executor: E) -> E::Call {
        let (table, path, text) = (self.table().name, self.path().to_owned(), self.to_string());
        executor.run_ddl(Ddl { operation: CREATE_TABLE, table, path, text })
    }
}

impl AddChangefeed<'_> {
    /// Adds the changefeed.
    ///
    /// # Errors
    /// An error of YDB, also when the table has the changefeed; `TooLarge`.
    pub fn exec<E: RunDdl<Library>, Library>(self, executor: E) -> E::Call {
        let (table, path, text) = (self.table, self.path.to_owned(), self.to_string());
        executor.run_ddl(Ddl { operation: "add_changefeed", table, path, text })
    }
}

impl AlterIndex<'_> {
    /// Sets how the index is partitioned.
    ///
    /// # Errors
    /// An error of YDB, `TooLarge`.
    pub fn exec<E: RunDdl<Library>, Library>(self, executor: E) -> E::Call {
        let (table, path, text) = (self.table, self.path.to_owned(), self.to_string());
        executor.run_ddl(Ddl { operation: "alter_index", table, path, text })
    }
}
