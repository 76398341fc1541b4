//! The hash column of a key or of an index: its name, its function, its inputs, and its buckets.

use crate::hash::function::HashFunction;
use crate::types::{Value, YdbType};

/// The hash column that leads a key, `#[ydb(primary_key(userhash = xxh3(userid), userid, ...))]`, or an index.
///
/// The column is `Uint64 NOT NULL`, or with [`buckets`](Self::buckets) `Uint32 NOT NULL`. It is not a field of the model:
/// every write and every keyed read computes it. [`yql`](HashDef::yql) prints the expression that computes the same
/// number in the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashDef<'a> {
    /// The SQL name of the hash column.
    pub name: &'a str,
    /// The hash function.
    pub function: HashFunction,
    /// Positions in [`Table::columns`](super::Table::columns) of the hashed columns, in the order they are hashed.
    pub inputs: &'a [usize],
    /// The number n of buckets, if the column holds the hash modulo n: `xxh3(event_id) % 16`.
    pub buckets: Option<u32>,
}

impl HashDef<'_> {
    /// The type of the column.
    pub const fn ty(&self) -> YdbType {
        match self.buckets {
            None => YdbType::Uint64,
            Some(_) => YdbType::Uint32,
        }
    }

    /// The number in the column for a hash of the inputs.
    #[inline]
    #[doc(hidden)]
    pub const fn number(&self, hash: u64) -> u64 {
        match self.buckets {
            Some(buckets) if buckets > 0 => hash % buckets as u64,
            _ => hash,
        }
    }

    /// The number as a value of the column.
    #[inline]
    pub(crate) const fn value(&self, number: u64) -> Value<'static> {
        match self.buckets {
            None => Value::Uint64(number),
            // Less than the number of buckets.
            Some(_) => Value::Uint32(number as u32),
        }
    }

    /// The value of the column for the values of its inputs, `None` for values that cannot be hashed.
    #[doc(hidden)]
    pub fn of<'v>(&self, inputs: impl Iterator<Item = &'v Value<'v>> + Clone) -> Option<Value<'static>> {
        self.function.hash_each(inputs).map(|hash| self.value(self.number(hash)))
    }
}
