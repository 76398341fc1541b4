//! Ids in the order of time, as `Uuid::newV8ColumnKey` of YDB makes them.

use std::time::SystemTime;

use uuid::Uuid;

use super::layout::{Layout, stored, uuid};
use super::newtype::uuid_id;
use super::{clock, random};

/// An id that YDB sorts by time: a UUID of version 8 that begins with the second.
///
/// Bit for bit what `Uuid::newV8ColumnKey()` of YDB makes. It is for the key of a column table once YDB takes a `Uuid`
/// there, and in a row table for a key column after the leading one: the rows of a user in the order of time. It grows,
/// so the rules refuse it as the leading column of a row table. [Order, time and random bits](crate::ids).
///
/// ```
/// use ydb_keys::YdbTable;
/// use ydb_keys::ids::ColumnId;
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(user_hash = xxh3(user), user, id))]
/// struct Message {
///     user: u64,
///     id: ColumnId,
///     text: String,
/// }
///
/// let latest = Message::scan().user(42).descending().limit(20);
/// # latest.statement()?;
/// # Ok::<(), ydb_keys::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColumnId(Uuid);

impl ColumnId {
    /// A new id of this second.
    pub fn generate() -> Self {
        Self::make(clock::now())
    }

    /// A new id of the second of `time`; of 1970 if that is before it.
    pub fn at(time: SystemTime) -> Self {
        Self::make(clock::since_epoch(time))
    }

    /// The Unix time in seconds at which the id was made, modulo 2^31; meaningless for a UUID of another origin.
    pub fn seconds(self) -> u32 {
        // 31 bits.
        Layout::COLUMN.second(stored(&self.0)) as u32
    }

    fn make(second: u64) -> Self {
        ColumnId(uuid(Layout::COLUMN.bits(random::bits(), second, None)))
    }
}

uuid_id!(ColumnId: .monotonic());
