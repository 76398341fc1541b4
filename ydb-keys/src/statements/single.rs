//! Single values as rows: each type of a column by its name, since a rule for all of them would meet the one for all
//! structs. The derive of a column adds its own.

use super::from_row::{FromRow, RowColumns, RowValues, placed};
use crate::error::Result;
use ydb_keys_core::types::{Column, Required};

macro_rules! single {
    ([$($generics:tt)*] $ty:ty) => {
        impl<$($generics)*> FromRow for $ty {
            const COLUMNS: RowColumns = RowColumns::Placed(1);

            fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
                single_value(values)
            }
        }
    };
}

macro_rules! singles {
    ($($ty:ty)*) => {$(single! { [] $ty })*};
}

/// The only value of a row.
pub fn single_value<C: Column>(values: &mut RowValues<'_>) -> Result<C> {
    placed::<C, C>(values, 0)
}

singles! { bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }
singles! { String Box<str> std::sync::Arc<str> std::borrow::Cow<'static, str> Vec<u8> }
singles! { std::time::SystemTime std::time::Duration }
singles! { core::net::IpAddr core::net::Ipv4Addr core::net::Ipv6Addr }
single! { [T: Required + 'static] Option<T> }
single! { [const N: usize] [u8; N] }
single! { [const P: u8, const S: u8] ydb_keys_core::types::decimal::Decimal<P, S> }

#[cfg(feature = "bytes")]
singles! { bytes::Bytes }
#[cfg(feature = "chrono")]
singles! { chrono::DateTime<chrono::Utc> chrono::NaiveDateTime chrono::NaiveDate chrono::TimeDelta }
#[cfg(feature = "jiff")]
singles! { jiff::Timestamp jiff::civil::DateTime jiff::civil::Date jiff::SignedDuration }
#[cfg(feature = "rust_decimal")]
singles! { rust_decimal::Decimal }
#[cfg(feature = "serde_json")]
singles! { serde_json::Value }
#[cfg(feature = "time")]
singles! { time::OffsetDateTime time::UtcDateTime time::PrimitiveDateTime time::Date time::Duration }
#[cfg(feature = "uuid")]
singles! { uuid::Uuid }
