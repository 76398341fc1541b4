//! Key-safe table models for [YDB](https://ydb.tech): primary keys are checked while your program compiles, and hash
//! columns are computed for you.
//!
//! YDB sorts a table by its primary key and splits it by ranges of that key. If the key starts with a growing value,
//! every insert goes to the same partition. YDB therefore recommends a hash at the start of the key, which the
//! application computes on every write and every read by key. With this crate you declare the hash once. It is not a
//! field of the struct, so you cannot forget to compute it:
//!
//! ```
//! use std::time::SystemTime;
//! use ydb_keys::YdbTable;
//!
//! #[derive(YdbTable, Debug, Clone, PartialEq)]
//! #[ydb(table = "user_events")]
//! #[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
//! #[ydb(partitioning(uniform = 16, by_load), ttl(column = timestamp, after = "P30D"))]
//! struct UserEvent {
//!     userid: u64,
//!     timestamp: SystemTime, // a second event of a user in one microsecond would replace the first
//!     userevent: Option<String>,
//! }
//!
//! // Every operation can be printed as a statement; `userhash` is computed.
//! println!("{};", UserEvent::TABLE.create_table());
//! println!("{}", UserEvent::get((42, SystemTime::UNIX_EPOCH)).statement()?);
//! # Ok::<(), ydb_keys::Error>(())
//! ```
//!
//! The crate `ydb`, YDB's own client, runs the operations: each by itself, or several in a transaction ([`transact`]):
//!
//! ```no_run
//! # use std::time::{Duration, SystemTime};
//! # use ydb_keys::YdbTable;
//! # #[derive(YdbTable, Debug, Clone, PartialEq)]
//! # #[ydb(table = "user_events", primary_key(userhash = xxh3(userid), userid, timestamp))]
//! # struct UserEvent { userid: u64, timestamp: SystemTime, userevent: Option<String> }
//! # #[cfg(feature = "sdk")]
//! # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
//! let at = SystemTime::now();
//! UserEvent { userid: 42, timestamp: at, userevent: None }.upsert().exec(client).await?;
//! let one: Option<UserEvent> = UserEvent::get((42, at)).fetch(client).await?;
//! let hour = at - Duration::from_secs(3600);
//! let latest: Vec<UserEvent> = UserEvent::scan().userid(42).timestamp(hour..).descending().limit(100).fetch(client).await?;
//!
//! let moved: bool = ydb_keys::transact(client, async |tx| {
//!     let Some(event) = UserEvent::get((42, at)).fetch(&tx).await? else { return Ok(false) };
//!     UserEvent { userid: 43, ..event }.insert().exec(&tx).await?;
//!     UserEvent::delete((42, at)).exec(&tx).await?;
//!     Ok(true)
//! })
//! .await?;
//! # Ok(())
//! # }
//! ```
//!
//! For queries that the operations of a model cannot express, write YQL. The compiler checks it: it knows the columns,
//! the types of the parameters and how the rows are found, and it adds the hash columns ([`yql!`], feature `yql`):
//!
//! ```
//! # #[cfg(feature = "yql")]
//! # fn example() {
//! # use std::time::{Duration, SystemTime};
//! # use ydb_keys::YdbTable;
//! # #[derive(YdbTable)]
//! # #[ydb(table = "user_events", primary_key(userhash = xxh3(userid), userid, timestamp))]
//! # struct UserEvent { userid: u64, timestamp: SystemTime, userevent: Option<String> }
//! # let since = SystemTime::now() - Duration::from_secs(3600);
//! let counts = ydb_keys::yql!(
//!     "SELECT userevent, COUNT(*) AS n FROM {UserEvent} WHERE userid = $user AND timestamp >= $since GROUP BY userevent",
//!     user = 42,
//!     since
//! );
//! # assert_eq!(counts.access()[0].access, ydb_keys::Access::Range);
//! # }
//! # #[cfg(feature = "yql")]
//! # example();
//! ```
//!
//! - All attributes: [`derive@YdbTable`], [`derive@YdbColumn`], [`derive@YdbRow`]. The operations of a model: the trait
//!   [`trait@YdbTable`].
//! - How to choose a key, how to work with models, and what to do about each error: the [`guide`].
//!
//! # Features
//!
//! - `sdk`, on by default: the crate `ydb` runs the operations. Without this feature models only print DDL and
//!   statements, and the build takes seconds.
//! - `testing`: the module `testing` and `#[ydb_keys::test]`, which give each test its own database.
//! - `serde`: page tokens, pages and key structs as values of serde.
//! - `bytes`, `chrono`, `jiff`, `rust_decimal`, `serde_json`, `time`, `uuid`: types of these crates as columns.
//!   `#[ydb(json)]` needs `serde_json`, and the module `ids` needs `uuid`.
//! - `metrics`: counters and histograms of the operations.
//! - `yql`: [`yql!`], queries whose names, types and reads the compiler checks.
//!
//! Further crates work with the models:
//!
//! - [`ydb-keys-bulk`](https://docs.rs/ydb-keys-bulk) loads and exports any number of rows as fast as the network
//!   allows.
//! - [`ydb-keys-cli`](https://docs.rs/ydb-keys-cli) is the program that prints DDL, compares models with a database and
//!   changes the database.
//! - [`ydb-keys-migrate`](https://docs.rs/ydb-keys-migrate) compares and changes a database in your own program.
//!
//! # Versions
//!
//! | `ydb-keys` | Rust | `ydb`, YDB's client | `ydb-embedded` | YDB servers |
//! |---|---|---|---|---|
//! | 0.1 | 1.88 and newer | 0.18, from 0.18.2 on | the same version | 25.1 or newer: written for 25.1 to 26.2, from their documentation and source; not yet run against any |
//!
//! With the feature `sdk`, the public API contains types of the crate `ydb`, such as `ydb::Client`. Your program must
//! use the same version 0.18 of it, or name the client as [`ydb_keys::ydb`](crate::ydb). All crates of this project
//! have the same version and are released together. The minimum Rust version changes only in a minor release (0.1 to
//! 0.2).

#![recursion_limit = "256"]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "sdk"), allow(dead_code, unused_imports, reason = "some items need the client"))]

// The rooms of this crate. Each imports only rooms above it; `tests/rooms` checks that.
//
// error/         Error, its kinds and its messages (detail.rs); failure.rs: the client's errors; status.rs: YDB's codes
// keys/          rows and keys to values, size limits, page tokens, serde
// statements/    schemas and keys to statements; the traits YdbTable and YdbRow  <- all above
//   yql/         the texts of yql!, composed once for each set of paths; the values of parameters
//   change/      typed columns, expressions and conditions of updates
//   batch.rs     requests, and rows with equal keys
//   version.rs   rows with a version
//   statement.rs statements; markers for calls that may be repeated or stale
//                (the rooms so far are pure: no client, no I/O)
// changes/       records of changefeeds as keys and rows                         <- statements, keys
// sdk/           statements run by the crate `ydb`; connect/: clients; check/: layouts at start-up;
//                query/: queries of the users' own; yql.rs: checked queries; transact/: transactions  <- all above
// testing/       the database of a #[ydb_keys::test]; forward.rs: a port that makes a directory a database  <- sdk
// guide/         the chapters of the guide as documentation; links.md: the targets of their links
// tables.rs      schema![..]: the tables of an application's models
// yql.rs         the macros yql! and yql_file!, with their documentation
// __private/     items that generated code names: traits, rules, and methods as macros, because the derive does not
//                know the features
// __internal.rs  items that the other crates of the project use, each name once

#[cfg(feature = "serde_json")]
mod changes;
#[cfg(all(doc, not(doctest)))]
pub mod guide;
mod keys;
#[macro_use]
pub mod statements;
#[cfg(feature = "testing")]
pub mod testing;

mod error;
#[cfg(feature = "sdk")]
mod sdk;
mod tables;
#[cfg(feature = "yql")]
mod yql;

/// Hash functions of hash columns, computed from the canonical bytes of key values.
pub mod hash {
    #[doc(inline)]
    pub use ydb_keys_core::hash::{int_hash64, numeric_hash, xxh3};
}

#[cfg(feature = "uuid")]
#[doc(inline)]
pub use ydb_keys_core::ids;

/// Schema of a table as constant data, which the derive generates, and the rules that a schema must keep.
pub mod schema {
    #[doc(inline)]
    pub use ydb_keys_core::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, Store};
}

/// YDB's types, their values, and the Rust types that columns can have.
pub mod types {
    #[doc(inline)]
    pub use ydb_keys_core::types::{ColumnInfo, DecimalValue, Required};
}

#[doc(hidden)]
pub mod __internal;
#[doc(hidden)]
pub mod __private;
// Generated code names the release in the path, so that it never uses the library of another release.
#[doc(hidden)]
pub use __private as __private_0_1_0;

#[cfg(feature = "serde_json")]
pub use changes::{Change, ChangeError, ChangeOperation, ChangeRecord, VirtualTimestamp};
pub use error::{Error, ErrorKind, Outcome, PartlyWritten, Result, ValueError};
pub use keys::key::YdbKey;
pub use keys::token::PageToken;
#[cfg(feature = "sdk")]
pub use sdk::{
    Call, CheckError, ConnectError, Executor, RawQuery, Rows, Transact, Tx, WriteOutcome, check, connect,
    is_already_exists, param, param_as, param_list, query, set_default_timeout, set_slow_threshold, transact,
};
pub use statements::change::{add, append, coalesce, now, sub};
pub use statements::dual_write::{DualWrite, DualWriter};
pub use statements::key_prefix::IntoKey;
pub use statements::model::YdbIndex;
pub use statements::model::YdbTable;
pub use statements::row::{ProjectionOf, YdbRow};
pub use statements::scan::Page;
pub use statements::statement::Statement;
pub use statements::table_at::TableAt;
#[cfg(feature = "yql")]
pub use statements::yql::{SourceAccess, Yql};
/// YDB's own client, in the version that the operations of this crate use.
///
/// If your program depends on the crate `ydb` itself, it needs the same version. Otherwise write `use ydb_keys::ydb;`.
#[cfg(feature = "sdk")]
pub use ydb;
#[doc(inline)]
pub use ydb_keys_core::ddl::{CreateTable, Migration, MigrationFormat};
#[doc(inline)]
pub use ydb_keys_core::hash::foreign::ForeignHash;
#[cfg(feature = "yql")]
#[doc(inline)]
pub use ydb_keys_core::queries::Access;
#[doc(inline)]
pub use ydb_keys_core::schema::layout::{Layout, LayoutError};
#[doc(inline)]
pub use ydb_keys_core::schema::model::Table;
#[doc(inline)]
pub use ydb_keys_core::types::{column::Column, decimal::Decimal, value::Value, ydb_type::YdbType};
#[cfg(feature = "testing")]
pub use ydb_keys_derive::test;
pub use ydb_keys_derive::{YdbColumn, YdbRow, YdbTable};
