//! The hash column of a table: its name, its function and its inputs.

use std::fmt;

/// The hash column that leads a key: `#[ydb(primary_key(userhash = xxh3(userid), userid, ...))]`.
///
/// The column is `Uint64 NOT NULL`. It is no field of the model: every write and every keyed read computes it.
/// [`yql`](HashDef::yql) prints the expression that computes the same number in the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashDef {
    /// The SQL name of the hash column.
    pub name: &'static str,
    /// The hash function.
    pub function: HashFunction,
    /// Positions in [`Table::columns`](super::Table::columns) of the hashed columns, in the order they are hashed.
    pub inputs: &'static [usize],
}

/// A hash function: the YQL function of module `Digest` that computes the same number.
///
/// A stored hash can never change, so what each function computes is frozen for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashFunction {
    /// `Digest::XXH3`: XXH3 64-bit, seed 0, over the canonical bytes of one or more columns of any hashable type.
    Xxh3,
    /// `Digest::NumericHash` over one integer or time; a bijection, so it never collides.
    NumericHash,
    /// `Digest::IntHash64` over one integer or time; a bijection, so it never collides.
    IntHash64,
}

impl HashFunction {
    /// All functions.
    pub const ALL: [HashFunction; 3] = [HashFunction::Xxh3, HashFunction::NumericHash, HashFunction::IntHash64];

    /// The name in `#[ydb(primary_key(..))]`: `xxh3`.
    pub const fn name(self) -> &'static str {
        match self {
            HashFunction::Xxh3 => "xxh3",
            HashFunction::NumericHash => "numeric_hash",
            HashFunction::IntHash64 => "int_hash64",
        }
    }

    /// The function of a [`name`](Self::name).
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        HashFunction::ALL.into_iter().find(|function| function.name() == name)
    }

    /// The name in YQL: `Digest::XXH3`.
    pub const fn yql_name(self) -> &'static str {
        match self {
            HashFunction::Xxh3 => "Digest::XXH3",
            HashFunction::NumericHash => "Digest::NumericHash",
            HashFunction::IntHash64 => "Digest::IntHash64",
        }
    }

    /// Whether the function takes one number instead of bytes.
    pub const fn is_numeric(self) -> bool {
        !matches!(self, HashFunction::Xxh3)
    }
}

impl fmt::Display for HashFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
