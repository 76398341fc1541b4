//! The languages: their names, their files, and what they cannot write.

use clap::ValueEnum;
use ydb_keys::YdbType;

use super::table::KeyTable;
use super::{go, java, python, typescript};

/// A language of YDB's official clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// keys.py, with the packages `ydb` and `xxhash`
    Python,
    /// keys.ts, with the packages `@ydbjs/core`, `@ydbjs/value`, `@ydbjs/api` and `@node-rs/xxhash`
    #[value(name = "typescript")]
    TypeScript,
    /// keys.go, with the modules `github.com/ydb-platform/ydb-go-sdk/v3` and `github.com/zeebo/xxh3`
    Go,
    /// Keys.java, with `tech.ydb:ydb-sdk-table` and `net.openhft:zero-allocation-hashing`
    Java,
}

impl Language {
    /// The name of the generated file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Language::Python => "keys.py",
            Language::TypeScript => "keys.ts",
            Language::Go => "keys.go",
            Language::Java => "Keys.java",
        }
    }

    /// Why a column of this type cannot be sent exactly.
    pub(super) fn refuses(self, ty: YdbType) -> Option<&'static str> {
        match self {
            Language::Python => python::refuses(ty),
            Language::TypeScript => typescript::refuses(ty),
            Language::Go => go::refuses(ty),
            Language::Java => java::refuses(ty),
        }
    }

    /// The source of the tables' keys.
    pub(crate) fn write(self, tables: &[KeyTable]) -> String {
        match self {
            Language::Python => python::file(tables),
            Language::TypeScript => typescript::file(tables),
            Language::Go => go::file(tables),
            Language::Java => java::file(tables),
        }
    }
}
