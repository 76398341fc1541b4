//! What all ids have in common: a column, a text, an order.

/// A tuple struct around a `Uuid`.
macro_rules! uuid_id {
    ($id:ty $(, [$($parameters:tt)*])?: $($info:tt)*) => {
        impl $(<$($parameters)*>)? $id {
            /// The UUID.
            pub const fn uuid(self) -> uuid::Uuid {
                self.0
            }
        }

        impl $(<$($parameters)*>)? crate::types::Column for $id {
            const INFO: crate::types::ColumnInfo = <uuid::Uuid as crate::types::Column>::INFO$($info)*;

            #[inline]
            fn encode(&self, ty: crate::types::YdbType) -> Result<crate::types::Value<'_>, crate::error::ValueError> {
                self.0.encode(ty)
            }

            fn decode(value: crate::types::Value<'_>) -> Result<Self, crate::error::ValueError> {
                uuid::Uuid::decode(value).map(Self)
            }
        }

        /// Any UUID: what is read from a table was not always made by its present writer.
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

        /// The 36 characters of a UUID.
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

        super::newtype::common!($id $(, [$($parameters)*])?: super::layout::stored);
    };
}

/// Neither NULL nor in any order but that in which YDB sorts it: `stored` gives the bits that are compared.
macro_rules! common {
    ($id:ty $(, [$($parameters:tt)*])?: $stored:expr) => {
        impl $(<$($parameters)*>)? crate::types::Required for $id {}

        /// In YDB's order.
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

pub(super) use {common, uuid_id};
