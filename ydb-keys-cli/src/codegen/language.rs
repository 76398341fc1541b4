//! The languages: their names, their files, and what they cannot write.

use clap::ValueEnum;
use ydb_keys::YdbType;

use super::table::KeyTable;
use super::{python, typescript};

/// A language of YDB's official clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// keys.py, with the packages `ydb` and `xxhash`
    Python,
    /// keys.ts, with the packages `@ydbjs/core`, `@ydbjs/value`, `@ydbjs/api` and `@node-rs/xxhash`
    #[value(name = "typescript")]
    TypeScript,
}

impl Language {
    /// The name of the generated file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Language::Python => "keys.py",
            Language::TypeScript => "keys.ts",
        }
    }

    /// Why a column of this type cannot be sent exactly.
    pub(super) fn refuses(self, ty: YdbType) -> Option<&'static str> {
        match self {
            Language::Python => python::refuses(ty),
            Language::TypeScript => typescript::refuses(ty),
        }
    }

    /// The source of the tables' keys.
    pub(crate) fn write(self, tables: &[KeyTable]) -> String {
        match self {
            Language::Python => python::file(tables),
            Language::TypeScript => typescript::file(tables),
        }
    }
}
