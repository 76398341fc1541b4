//! Keys of rows: encoding a row's values, its hash, the order of keys, the limits of their size, and page tokens.

mod bytes;
mod key;
mod limits;
mod row;
mod token;

pub use bytes::ordered_bytes;
pub use key::{YdbKey, debug_key, encode_key, feed_key, hash, hash_input, same_key};
pub(crate) use key::{hash_of_row, put_key};
pub use limits::{HARD_CELL_LIMIT, HARD_KEY_LIMIT, KEY_LIMIT, ROW_LIMIT};
pub(crate) use limits::{check_key, check_update, check_write, show_values};
pub use row::{RowDecoder, RowEncoder};
pub use token::PageToken;
pub(crate) use token::{OrderColumn, Scope};
