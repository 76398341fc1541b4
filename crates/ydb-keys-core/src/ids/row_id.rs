//! `RowId` and `ColumnId`, ids as `Uuid::newV8RowKey` and `Uuid::newV8ColumnKey` of YDB make them, and macros for all
//! ids.

use std::time::SystemTime;

use uuid::Uuid;

use super::layout::{self, Layout, stored, uuid};
use crate::error::ValueError;

/// An id for the key of a row table: a UUID of version 8, in which 12 random bits come before the time.
///
/// The bits are exactly those that `Uuid::newV8RowKey()` of YDB makes; `with_prefix` and `sibling` make those of
/// `Uuid::newV8RowGroup(..)`. A `RowId` may lead a key without a hash. [Order, time and random bits](crate::ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowId(Uuid);

generate! {
    RowId, u16, Layout::ROW;
    bits => uuid(bits); self => stored(&self.0);

    /// Makes a new id of this second with a prefix of at most 12 bits. YDB's own function takes the lowest 12 bits of
    /// any number. Here a wider prefix is an error, because two groups of rows would become one.
    ///
    /// # Errors
    /// [`ValueError::OutOfRange`] for a prefix of 4096 or more.
    with_prefix

    /// Returns the 12 bits that decide where the row is stored.
    prefix

    /// Returns the Unix time in seconds at which the id was made, modulo 2^31; meaningless for a UUID of another
    /// origin.
    seconds
}

uuid_id!(RowId: .dispersed());

/// An id that YDB sorts by time: a UUID of version 8 that begins with the second.
///
/// The bits are exactly those that `Uuid::newV8ColumnKey()` of YDB makes. A `ColumnId` is for the key of a column table
/// once YDB takes a `Uuid` there. In a row table it is for a key column after the leading one: the rows of a user in
/// the order of time. Its values grow, so the rules refuse it as the leading column of a row table. [Order, time and
/// random bits](crate::ids).
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
    /// Makes a new id of this second.
    pub fn generate() -> Self {
        Self::make(layout::now())
    }

    /// Makes a new id of the second of `time`; a time before 1970 counts as 1970.
    pub fn at(time: SystemTime) -> Self {
        Self::make(layout::since_epoch(time))
    }

    /// Returns the Unix time in seconds at which the id was made, modulo 2^31; meaningless for a UUID of another
    /// origin.
    pub fn seconds(self) -> u32 {
        // A second has 31 bits.
        Layout::COLUMN.second(stored(&self.0)) as u32
    }

    fn make(second: u64) -> Self {
        ColumnId(uuid(Layout::COLUMN.bits(layout::bits(), second, None)))
    }
}

uuid_id!(ColumnId: .monotonic());

/// Defines the functions of an id that begins with random bits. Arguments are its layout, the code that makes it of
/// bits, the code that gives its bits, and the documentation that differs between ids.
macro_rules! generate {
    (
        $id:ty $(where [$($parameters:tt)*])?, $prefix:ty, $layout:expr;
        $bits:ident => $make:expr; $self:ident => $stored:expr;
        $(#[$of_with_prefix:meta])* with_prefix
        $(#[$of_prefix:meta])* prefix
        $(#[$of_seconds:meta])* seconds
    ) => {
        impl $(<$($parameters)*>)? $id {
            const LAYOUT: super::layout::Layout = $layout;

            /// Makes a new id of this second, with a random prefix.
            pub fn generate() -> Self {
                Self::make(super::layout::now(), None)
            }

            $(#[$of_with_prefix])*
            pub fn with_prefix(prefix: $prefix) -> Result<Self, ValueError> {
                Ok(Self::make(super::layout::now(), Some(Self::LAYOUT.fitting(prefix.into())?)))
            }

            /// Makes a new id of this second with the prefix of this one. Rows that are written in one transaction are
            /// then usually in one partition.
            #[must_use]
            pub fn sibling(self) -> Self {
                Self::make(super::layout::now(), Some(self.prefix().into()))
            }

            /// Makes a new id of the second of `time`, with a random prefix; a time before 1970 counts as 1970.
            pub fn at(time: std::time::SystemTime) -> Self {
                Self::make(super::layout::since_epoch(time), None)
            }

            $(#[$of_prefix])*
            pub fn prefix(self) -> $prefix {
                // A prefix has at most 12 bits, or 18 in an id of the Java SDK.
                Self::LAYOUT.prefix(self.stored()) as $prefix
            }

            $(#[$of_seconds])*
            pub fn seconds(self) -> u32 {
                // A second has at most 31 bits.
                Self::LAYOUT.second(self.stored()) as u32
            }

            fn make(second: u64, prefix: Option<u64>) -> Self {
                let $bits = Self::LAYOUT.bits(super::layout::bits(), second, prefix);
                Self($make)
            }

            fn stored($self) -> u128 {
                $stored
            }
        }
    };
}

/// Implements conversions, text and order for an id that is a tuple struct around a `Uuid`.
macro_rules! uuid_id {
    ($id:ty $(, [$($parameters:tt)*])?: $($info:tt)*) => {
        impl $(<$($parameters)*>)? $id {
            /// Returns the UUID.
            pub const fn uuid(self) -> uuid::Uuid {
                self.0
            }
        }

        crate::types::column::columns! {
            $id $(where [$($parameters)*])?: <uuid::Uuid as crate::types::Column>::INFO$($info)*,
                |self, ty| self.0.encode(ty), |value| uuid::Uuid::decode(value).map(Self);
        }

        /// Takes any UUID, because a table may have UUIDs of earlier writers.
        impl $(<$($parameters)*>)? From<uuid::Uuid> for $id {
            fn from(uuid: uuid::Uuid) -> Self {
                Self(uuid)
            }
        }

        impl $(<$($parameters)*>)? From<$id> for uuid::Uuid {
            fn from(id: $id) -> Self {
                id.0
            }
        }

        /// Prints the 36 characters of a UUID.
        impl $(<$($parameters)*>)? std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $(<$($parameters)*>)? std::str::FromStr for $id {
            type Err = crate::error::ValueError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let uuid = text.parse::<uuid::Uuid>();
                uuid.map(Self).map_err(|e| crate::error::ValueError::invalid(format_args!("{text:?} is not a valid UUID: {e}")))
            }
        }

        super::row_id::common!($id $(, [$($parameters)*])?: super::layout::stored);
    };
}

/// Implements the order in which YDB sorts an id: `stored` gives the bits that are compared.
macro_rules! common {
    ($id:ty $(, [$($parameters:tt)*])?: $stored:expr) => {


        /// Compares in YDB's order.
        impl $(<$($parameters)*>)? Ord for $id {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                ($stored)(&self.0).cmp(&($stored)(&other.0))
            }
        }

        impl $(<$($parameters)*>)? PartialOrd for $id {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
    };
}

pub(super) use {common, generate, uuid_id};
