//! Items of this crate that the other crates of this project use, each with its reason. They are not public API and
//! change without notice. Items that need no client are in `ydb-keys-core`.

// Loads, exports and the program make errors of the library, and say why YDB refused something, in the library's words.
pub use crate::error::Detail;
#[cfg(feature = "sdk")]
pub use crate::error::failure::Reason;
#[cfg(feature = "sdk")]
pub use crate::error::status;
// A load encodes and checks a row like a statement.
pub use crate::keys::RowEncoder;
// All crates read the values that YDB returns with this function.
#[cfg(feature = "sdk")]
pub use crate::sdk::value::from_sdk;
// Loads and the program connect like `connect`. The options of the program take precedence over the connection string
// and the environment.
#[cfg(feature = "sdk")]
pub use crate::sdk::{CommandLine, Login, Target};
// `diff` compares stored hashes like `check`, and asks for YDB's release like `transact`.
#[cfg(feature = "sdk")]
pub use crate::sdk::probe::{Sampled, release};
// The runner of a key change sets the row that each dual write reads.
pub use crate::statements::dual_write::{KeyChange, Phase};
// The compiler refuses a table for `bulk()` by the same rules as for `bulk_upsert`.
pub use crate::statements::{bulk::BulkUpsertable, model::WithoutVersion};
// The tests of access judgements run the text that `yql!` would send.
#[cfg(all(feature = "sdk", feature = "yql"))]
pub use crate::sdk::composed;
