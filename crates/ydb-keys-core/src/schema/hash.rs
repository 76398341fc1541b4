//! The hash column of a key or of an index: its name, its function, its inputs, and its buckets.

use crate::hash::foreign::ForeignHash;
use crate::hash::function::HashFunction;
use crate::types::{Value, YdbType};

/// The hash column that leads a key, `#[ydb(primary_key(userhash = xxh3(userid), userid, ...))]`, or an index.
///
/// The column is a `Uint64`, or with [`buckets`](Self::buckets) a `Uint32`, or the type that a [`ForeignHash`] returns.
/// It is not a field of the model: every write and every keyed read computes it. [`yql`](HashDef::yql) prints the
/// expression that computes the same number in the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashDef<'a> {
    /// The SQL name of the hash column.
    pub name: &'a str,
    /// The hash function.
    pub function: HashFunction,
    /// Positions of the hashed columns in [`Table::columns`](super::Table::columns), in the order in which they are
    /// hashed.
    pub inputs: &'a [usize],
    /// Number n of buckets, if the column holds the hash modulo n: `xxh3(event_id) % 16`.
    pub buckets: Option<u32>,
}

impl HashDef<'_> {
    /// Returns the type of the column.
    pub const fn ty(&self) -> YdbType {
        match (self.function, self.buckets) {
            (HashFunction::Foreign(foreign), _) => foreign.ty,
            (_, None) => YdbType::Uint64,
            (_, Some(_)) => YdbType::Uint32,
        }
    }

    /// Returns the foreign hash that computes the column; `None` if a function of this library does.
    pub const fn foreign(&self) -> Option<&'static ForeignHash> {
        match self.function {
            HashFunction::Foreign(foreign) => Some(foreign),
            _ => None,
        }
    }

    /// Returns `true` if both are the same foreign hash.
    #[doc(hidden)]
    pub const fn is_same_foreign(&self, other: &HashDef<'_>) -> bool {
        match (self.foreign(), other.foreign()) {
            (Some(one), Some(other)) => one.is_same(other),
            _ => false,
        }
    }

    /// Returns `true` if the server can compute the column of any expression. It cannot compute a bucket of one,
    /// because the expression may be NULL, and NULL has no bucket.
    #[doc(hidden)]
    pub const fn takes_expressions(&self) -> bool {
        match self.foreign() {
            Some(foreign) => foreign.yql.is_some(),
            None => self.buckets.is_none(),
        }
    }

    /// Returns `true` if the values are spread over the whole type. All hashes of this library are; foreign ones only
    /// if they declare it.
    #[doc(hidden)]
    pub const fn is_dispersed(&self) -> bool {
        match self.foreign() {
            Some(foreign) => foreign.dispersed,
            None => self.buckets.is_none(),
        }
    }

    /// Returns `true` if YDB's uniform partitions get equal shares of the rows: YDB divides the range of unsigned
    /// numbers only.
    #[doc(hidden)]
    pub const fn is_uniform(&self) -> bool {
        self.is_dispersed() && matches!(self.ty(), YdbType::Uint32 | YdbType::Uint64)
    }

    /// Returns the number in the column for a hash of the inputs.
    #[inline]
    #[doc(hidden)]
    pub const fn number(&self, hash: u64) -> u64 {
        match self.buckets {
            Some(buckets) if buckets > 0 => hash % buckets as u64,
            _ => hash,
        }
    }

    /// Returns the number as a value of the column.
    #[doc(hidden)]
    #[inline]
    pub const fn value(&self, number: u64) -> Value<'static> {
        match self.buckets {
            None => Value::Uint64(number),
            // The number is less than the number of buckets.
            Some(_) => Value::Uint32(number as u32),
        }
    }

    /// Returns the value of the column for the values of its inputs; `None` for values that cannot be hashed.
    #[doc(hidden)]
    pub fn of<'v>(&self, inputs: impl Iterator<Item = &'v Value<'v>> + Clone) -> Option<Value<'static>> {
        if let Some(foreign) = self.foreign() {
            return (foreign.compute)(&inputs.cloned().collect::<Vec<_>>());
        }
        self.function.hash_each(inputs).map(|hash| self.value(self.number(hash)))
    }
}
