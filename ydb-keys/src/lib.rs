//! Key-safe table models for [YDB](https://ydb.tech): primary keys are checked while your program compiles, hash columns are computed for you.
//!
//! YDB sorts a table by its primary key and splits it by ranges of that key, so a key that starts with a growing value sends
//! every insert to one partition. YDB's cure is a hash in front of the key that the application computes on every write and every
//! keyed read. Here it is declared once, and is no field that anybody could forget:
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
//!     timestamp: SystemTime,
//!     userevent: Option<String>,
//! }
//!
//! // Every operation can be looked at as a statement; `userhash` is computed.
//! println!("{};", UserEvent::TABLE.create_table());
//! println!("{}", UserEvent::get((42, SystemTime::UNIX_EPOCH)).statement()?);
//! # Ok::<(), ydb_keys::Error>(())
//! ```
//!
//! And it is run by YDB's own client, the crate `ydb`, one by one or in a transaction:
//!
#![cfg_attr(feature = "sdk", doc = "```no_run")]
#![cfg_attr(not(feature = "sdk"), doc = "```ignore")]
//! # use std::time::{Duration, SystemTime};
//! # use ydb_keys::YdbTable;
//! # #[derive(YdbTable, Debug, Clone, PartialEq)]
//! # #[ydb(table = "user_events", primary_key(userhash = xxh3(userid), userid, timestamp))]
//! # struct UserEvent { userid: u64, timestamp: SystemTime, userevent: Option<String> }
//! # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
//! let mut q = client.query_client();
//! let at = SystemTime::now();
//! UserEvent { userid: 42, timestamp: at, userevent: None }.upsert().exec(&mut q).await?;
//! let one: Option<UserEvent> = UserEvent::get((42, at)).fetch(&mut q).await?;
//! let hour = at - Duration::from_secs(3600);
//! let latest: Vec<UserEvent> = UserEvent::scan().userid(42).timestamp(hour..).descending().limit(100).fetch(&mut q).await?;
//! # Ok(())
//! # }
//! ```
//!
//! - All attributes: [`derive@YdbTable`], [`derive@YdbColumn`], [`derive@YdbRow`]. The operations of a model: the trait [`trait@YdbTable`].
//! - Data access, paging, the rules, the column types and the hash format have pages of their own in the folder `docs` of the repository.
//!
//! # Features
//!
//! `sdk` is on by default: operations run by the crate `ydb`. Without it models print DDL and statements, and build in seconds.
//! `migrate` adds the module `migrate`: what differs between models and a database, a plan that makes them equal, and what carries it out.
//! `cli` adds the module `cli`: a program of yours in three lines that does all that from the command line.
//! `chrono`, `uuid` and `serde_json` make the types of these crates columns; `serde_json` is also needed for `#[ydb(json)]`.

#![recursion_limit = "256"]
#![cfg_attr(not(feature = "sdk"), allow(dead_code, unused_imports, reason = "some of it serves the client only"))]

#[cfg(feature = "cli")]
pub mod cli;
pub mod hash;
mod keys;
#[cfg(feature = "migrate")]
pub mod migrate;
pub mod schema;
pub mod statements;
pub mod types;

mod ddl;
mod error;
#[cfg(feature = "sdk")]
mod sdk;
mod tables;

#[doc(hidden)]
pub mod __private;

pub use ddl::{CreateTable, Migration, MigrationFormat};
#[cfg(feature = "sdk")]
pub use error::Failure;
pub use error::{Error, PageTokenError, Result, ValueError};
pub use keys::key::YdbKey;
pub use keys::token::PageToken;
pub use schema::layout::{Layout, LayoutError};
pub use schema::table::Table;
#[cfg(feature = "sdk")]
pub use sdk::{
    Call, CheckError, ConnectError, Executor, FoundLayout, LayoutMismatch, Rows, check, connect, is_already_exists,
};
pub use statements::index::YdbIndex;
pub use statements::located::Located;
pub use statements::model::YdbTable;
pub use statements::page::Page;
pub use statements::row::{RowOf, YdbRow};
pub use statements::statement::Statement;
pub use types::column::Column;
pub use types::decimal::Decimal;
pub use types::value::Value;
pub use types::ydb_type::YdbType;
pub use ydb_keys_derive::{YdbColumn, YdbRow, YdbTable};

/// The pages of the repository, whose examples are tests.
#[cfg(doctest)]
mod pages {
    #[cfg(feature = "sdk")]
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[cfg(feature = "sdk")]
    #[doc = include_str!("../../docs/connecting.md")]
    struct Connecting;

    #[cfg(feature = "sdk")]
    #[doc = include_str!("../../docs/data-access.md")]
    struct DataAccess;

    #[cfg(feature = "sdk")]
    #[doc = include_str!("../../docs/layout.md")]
    struct Layout;

    #[doc = include_str!("../../docs/rules.md")]
    struct Rules;

    #[doc = include_str!("../../docs/hashes.md")]
    struct Hashes;

    #[doc = include_str!("../../docs/paging.md")]
    struct Paging;

    #[cfg(feature = "cli")]
    #[doc = include_str!("../../docs/migrations.md")]
    struct Migrations;

    #[cfg(feature = "cli")]
    #[doc = include_str!("../../docs/schema-changes.md")]
    struct SchemaChanges;

    #[cfg(feature = "serde_json")]
    #[doc = include_str!("../../docs/types.md")]
    struct Types;
}
