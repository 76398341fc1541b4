//! Ids of row tables, as `Uuid::newV8RowKey` of YDB makes them.

use std::time::SystemTime;

use uuid::Uuid;

use super::layout::{Layout, stored, uuid};
use super::newtype::uuid_id;
use super::{clock, random};
use crate::error::ValueError;

/// An id for the key of a row table: a UUID of version 8, in which 12 random bits come before the time.
///
/// Bit for bit what `Uuid::newV8RowKey()` of YDB makes; `with_prefix` and `sibling` make what
/// `Uuid::newV8RowGroup(..)` does. It may lead a key without a hash. [Order, time and random bits](crate::ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowId(Uuid);

impl RowId {
    /// A new id of this second, with a random prefix.
    pub fn generate() -> Self {
        Self::make(clock::now(), None)
    }

    /// A new id of this second with a prefix of at most 12 bits. YDB's own function takes the lowest 12 bits of any
    /// number; here a wider one is an error, because two groups of rows would become one.
    ///
    /// # Errors
    /// [`ValueError::OutOfRange`] for a prefix of 4096 or more.
    pub fn with_prefix(prefix: u16) -> Result<Self, ValueError> {
        Ok(Self::make(clock::now(), Some(Layout::ROW.fitting(prefix.into())?)))
    }

    /// A new id of this second with the prefix of this one, for rows that are written in one transaction: usually they
    /// are in one partition.
    #[must_use]
    pub fn sibling(self) -> Self {
        Self::make(clock::now(), Some(self.prefix().into()))
    }

    /// A new id with a random prefix, of the second of `time`; of 1970 if that is before it.
    pub fn at(time: SystemTime) -> Self {
        Self::make(clock::since_epoch(time), None)
    }

    /// The 12 bits that decide where the row is stored.
    pub fn prefix(self) -> u16 {
        // 12 bits.
        Layout::ROW.prefix(stored(&self.0)) as u16
    }

    /// The Unix time in seconds at which the id was made, modulo 2^31; meaningless for a UUID of another origin.
    pub fn seconds(self) -> u32 {
        // 31 bits.
        Layout::ROW.second(stored(&self.0)) as u32
    }

    fn make(second: u64, prefix: Option<u64>) -> Self {
        RowId(uuid(Layout::ROW.bits(random::bits(), second, prefix)))
    }
}

uuid_id!(RowId: .dispersed());
