//! Schema changes for [YDB](https://ydb.tech) tables: compare the models of [`ydb_keys`] with a database, plan the
//! steps that make them equal, and run those steps, a change of the key among them.
//!
//! ```no_run
//! # use ydb_keys::YdbTable;
//! # #[derive(YdbTable)]
//! # #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
//! # struct Order { order_id: u64, note: Option<String> }
//! # async fn example(client: &ydb::Client) -> Result<(), ydb_keys_migrate::MigrateError> {
//! use ydb_keys_migrate::{ApplyOptions, apply, plan};
//!
//! let plan = plan(client, ydb_keys::schema![Order], None).await?;
//! println!("{plan}");
//! apply(client, &plan, &ApplyOptions::default(), &mut |_| ()).await?;
//! # Ok(())
//! # }
//! ```
//!
//! The crate `ydb-keys-cli` makes a command line program from it. The
//! [guide](https://docs.rs/ydb-keys/latest/ydb_keys/guide/migrations/index.html) shows how a schema changes over time.
#![recursion_limit = "256"]

// The rooms. Each imports only rooms above it; `tests/rooms` holds that.
//
// live/          a table as the database describes it; the reader of SHOW CREATE TABLE
// rekey/         statements and digests of the copy into a table with another key  <- live
// pull/          a live table as the source of a model; unsaid.rs: parts that a model cannot declare  <- live
// diff/          a model compared with a live table: differences, steps, Plan <- live, rekey, pull
// run/           all of these on a database; the only room that names `ydb`  <- live, rekey, diff, pull

#[doc(hidden)]
pub mod __internal;
mod diff;
mod live;
mod pull;
mod rekey;
mod run;

pub use diff::{Action, Difference, Effect, NotCompared, Plan, Rekey, StatementKind, Step, TablePlan};
pub use run::{
    Applied, ApplyOptions, Event, MigrateError, MigrateErrorKind, RekeyOptions, RekeyPhase, RekeyReport, apply,
    drop_new, drop_old, plan, pull, rekey,
};
