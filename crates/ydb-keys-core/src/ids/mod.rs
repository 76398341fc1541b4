//! Ids that need no hash, and ids that another system hands out.
//!
//! | id | stored as | leads the key of a row table | sorts by |
//! |---|---|---|---|
//! | [`RowId`] | `Uuid` | yes | 12 random bits, then the second |
//! | [`JavaRowId`] | `Uuid` | yes | 10 random bits, or 1 to 18, then the second |
//! | [`JavaTextId`] | `Utf8` | yes | the same bits as text, which does not sort them by time |
//! | [`ColumnId`] | `Uuid` | no: it grows | the second |
//! | [`BitReversed`] | the integer | yes | the bits of a sequence's number, the last one first |
//!
//! The random bits in front send each new row to another partition; the second after them keeps the rows of a moment
//! together within each. [`RowId`] and [`ColumnId`] have the bits of `Uuid::newV8RowKey()` and
//! `Uuid::newV8ColumnKey()`, which later releases of YDB may have
//! ([proposal](https://github.com/ydb-platform/ydb/pull/45923)). [`JavaRowId`] and [`JavaTextId`] have the bits of the
//! [key generators of YDB's Java SDK](https://github.com/ydb-platform/ydb-java-sdk/pull/680). The layouts of YDB and of
//! the Java SDK differ, and each can be read as any UUID; write the rows of one table with only one of them.
//!
//! ```
//! use ydb_keys::YdbTable;
//! use ydb_keys::ids::RowId;
//!
//! #[derive(YdbTable)]
//! #[ydb(primary_key(id), partitioning(by_load, min = 8))]
//! struct Order {
//!     id: RowId, // no hash, no declaration
//!     total: u64,
//! }
//!
//! let order = Order { id: RowId::generate(), total: 1999 };
//! println!("{}", order.insert().statement()?);
//!
//! // Rows that are written together: the same prefix, so usually one partition.
//! let refund = Order { id: order.id.sibling(), total: 0 };
//! assert_eq!(order.id.prefix(), refund.id.prefix());
//! # Ok::<(), ydb_keys::Error>(())
//! ```
//!
//! # Order
//!
//! YDB sorts a `Uuid` by its stored bytes, whose first eight are not in the order of the text. `Ord` of these ids is
//! YDB's order; `Ord` of [`Uuid`](uuid::Uuid) is not. Within a prefix ids sort by the second in which they were made,
//! and within a second at random.
//!
//! # Time
//!
//! The second is Unix time modulo 2^31, for the ids of the Java SDK modulo 2^30. **All of them wrap around at
//! 2038-01-19T03:14:08Z:** ids that are made later sort before older ones of their prefix. They stay unique and spread.
//! Only code that reads rows in the order of their ids notices the change.
//!
//! If the clock goes back, `generate` goes on with the latest second that it has seen in this process, so later ids do
//! not sort before ids of the same prefix and of an earlier second. If the clock was wrong and far ahead, ids have that
//! second until it comes or until the process ends; they are still unique. `at` takes any time, for rows of the past.
//!
//! # Random bits
//!
//! The operating system gives new random bits for each id: at least 74 after prefix and second. Therefore ids of many
//! processes need no coordination. They are not secrets: an id shows when it was made.

mod bit_reversed;
mod java;
mod layout;
mod row_id;
#[cfg(feature = "serde")]
mod serde;

pub use bit_reversed::BitReversed;
pub use java::{JavaRowId, JavaTextId};
pub use row_id::{ColumnId, RowId};
