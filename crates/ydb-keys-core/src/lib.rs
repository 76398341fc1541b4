//! The data and pure functions of [ydb-keys](https://docs.rs/ydb-keys): types, hashes, schemas, DDL.
//!
//! Depend on `ydb-keys`, which re-exports what programs need. This crate is shared by the crates of the project. Its API
//! is not stable: it changes without notice, also in patch releases.

#![cfg_attr(docsrs, feature(doc_cfg))]

/// The address of the guide, or of one of its chapters.
#[doc(hidden)]
#[macro_export]
macro_rules! __chapter {
    () => {
        "https://docs.rs/ydb-keys/latest/ydb_keys/guide/"
    };
    ($name:literal) => {
        ::core::concat!($crate::__chapter!(), $name, "/")
    };
}

pub mod calls;
pub mod ddl;
pub mod error;
pub mod hash;
#[cfg(feature = "uuid")]
pub mod ids;
pub mod keys;
#[cfg(feature = "yql")]
pub mod queries;
pub mod schema;
pub mod types;
