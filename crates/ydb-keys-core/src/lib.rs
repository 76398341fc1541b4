//! The data and pure functions of [ydb-keys](https://docs.rs/ydb-keys): types, hashes, schemas, DDL.
//!
//! Depend on `ydb-keys`, which re-exports what programs need. This crate is shared by the crates of the project. Its
//! API is not stable: it changes without notice, also in patch releases.

#![cfg_attr(docsrs, feature(doc_cfg))]

/// Expands to the address of the guide, or of one of its chapters.
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

/// Defines an enum whose variants have names, with the function that returns a name and, if wanted, the list of all
/// variants.
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    (
        $(#[$of_enum:meta])*
        $vis:vis enum $Enum:ident { $($(#[$of_variant:meta])* $variant:ident = $text:literal,)* }
        $(#[$of_name:meta])*
        fn $name:ident
    ) => {
        $(#[$of_enum])*
        $vis enum $Enum {
            $($(#[$of_variant])* $variant,)*
        }

        impl $Enum {


            $(#[$of_name])*
            $vis const fn $name(self) -> &'static str {
                match self {
                    $($Enum::$variant => $text,)*
                }
            }
        }
    };
    (
        $(#[$of_enum:meta])*
        $vis:vis enum $Enum:ident { $($(#[$of_variant:meta])* $variant:ident = $text:literal,)* }
        $(#[$of_name:meta])*
        fn $name:ident
        $(#[$of_all:meta])*
        const $all:ident
    ) => {
        $crate::__named! {
            $(#[$of_enum])*
            $vis enum $Enum { $($(#[$of_variant])* $variant = $text,)* }
            $(#[$of_name])*
            fn $name
        }

        impl $Enum {
            $(#[$of_all])*
            $vis const $all: [$Enum; [$($text),*].len()] = [$($Enum::$variant),*];
        }
    };
}

// The rooms. Each imports only rooms above it; `tests/rooms` holds that.
//
// error/         a value that its column cannot hold; texts that are printed as they are
// calls.rs       the limits of a call that both the library and the loader set
// types/         YdbType, Value, trait Column; one file for each foreign crate, with all that its types implement
// hash/          the hash functions, over canonical bytes                    <- types
// ids/           ids that spread rows without a hash; layout.rs: their bits  <- error, types
// schema/        Table and its parts: constant data in model.rs, borrowed in any; layout.rs, path.rs and simple.rs:
//                formats; rules/                                             <- types, hash
// keys/          ordered bytes of keys, conditions of ranges, size limits; sink.rs: the trait that hands the values
//                of a row to each format                                     <- types, schema
// ddl/           schema to YQL: CREATE TABLE, migration files, a hash as a YQL expression  <- hash, schema
// queries/       hand-written queries, judged by the keys of their tables, as const functions; added.rs: the conditions
//                that a text lacks, from its syntax tree (`ydb-yql`)         <- types, schema, ddl

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
