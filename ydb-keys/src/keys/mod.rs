//! Keys of rows: encodes the values of a row, computes its hash, checks its size, and makes page tokens.

pub(crate) mod key;
pub(crate) mod row;
#[cfg(feature = "serde")]
pub(crate) mod serde;
pub(crate) mod token;

pub(crate) use key::{YdbKey, encode_key, hash_of_key, hash_of_row, put_key};
pub use row::RowEncoder;
pub(crate) use row::{RowDecoder, ValueEncoder, check_key, check_update, check_write};
pub(crate) use token::{PageToken, Scope};
