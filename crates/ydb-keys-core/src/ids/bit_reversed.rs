//! Numbers of a sequence that another system hands out, stored with their bits reversed.

use std::fmt;
use std::str::FromStr;

use super::row_id::common;
use crate::types::column::columns;
use crate::types::{ColumnInfo, Value, YdbType};

/// A number of a sequence, stored with its bits in the opposite order: the last bits, which change with every number,
/// come first, so new rows go to all partitions in turn.
///
/// The number may lead a key without a hash. If it is unsigned, the table can be split evenly from the start. Rust code
/// sees the number; SQL sees the reversed bits, and ranges and comparisons in SQL are those of the reversed bits.
///
/// ```
/// use ydb_keys::ids::BitReversed;
/// use ydb_keys::{Value, YdbTable};
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(invoice), partitioning(uniform = 16, by_load))]
/// struct Invoice {
///     invoice: BitReversed<u64>, // 1, 2, 3, .. from the accounting system
///     total: u64,
/// }
///
/// let invoice = Invoice { invoice: BitReversed(1), total: 1999 };
/// assert_eq!(invoice.to_values()?[0], Value::Uint64(1 << 63));
/// println!("{}", Invoice::get(BitReversed(1)).statement()?);
/// # Ok::<(), ydb_keys::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct BitReversed<T>(pub T);

macro_rules! reversed {
    ($($rust:ident => $variant:ident;)*) => {$(
        columns! {
            BitReversed<$rust>: ColumnInfo::new(&[YdbType::$variant]).dispersed(),
                |self, _| Ok(Value::$variant(self.0.reverse_bits())),
                |value| $rust::decode(value).map(|stored| BitReversed(stored.reverse_bits()));
        }

        impl From<$rust> for BitReversed<$rust> {
            fn from(number: $rust) -> Self {
                BitReversed(number)
            }
        }

        common!(BitReversed<$rust>: |number: &$rust| number.reverse_bits());
    )*};
}

reversed! {
    i32 => Int32;
    i64 => Int64;
    u32 => Uint32;
    u64 => Uint64;
}

/// Prints the number, not the reversed bits that are stored.
impl<T: fmt::Display> fmt::Display for BitReversed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: FromStr> FromStr for BitReversed<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(BitReversed)
    }
}
