//! The languages: their names, their files, and what they cannot write.

use ydb_keys::YdbType;

use super::table::KeyTable;
use super::{go, java, python, typescript};

/// A language of YDB's official clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    TypeScript,
    Go,
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
