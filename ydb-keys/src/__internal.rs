//! What the other crates of this project use of the client's side, each name once, with its reason. Not public API: it
//! changes without notice. What needs no client is in `ydb-keys-core`.

// Loads, exports and the program make errors of the library, and say why YDB refused something, in its words.
pub use crate::error::Detail;
#[cfg(feature = "sdk")]
pub use crate::error::failure::Reason;
#[cfg(feature = "sdk")]
pub use crate::error::status;
// A load encodes a row as a statement does, and checks it by the same rules.
pub use crate::keys::RowEncoder;
// What YDB returns is read by one function.
#[cfg(feature = "sdk")]
pub use crate::sdk::value::from_sdk;
// Loads and the program connect as `connect` does; the program's options come before connection string and environment.
#[cfg(feature = "sdk")]
pub use crate::sdk::{CommandLine, Login, Target};
// `diff` compares stored hashes as `check` does, and asks for the release as `transact` does.
#[cfg(feature = "sdk")]
pub use crate::sdk::probe::{Sampled, release};
// The runner of a key change sets the row that each dual write reads.
pub use crate::statements::dual_write::{KeyChange, Phase};
// Rules of the compiler for `bulk()`, as for `bulk_upsert`.
pub use crate::statements::{bulk::BulkUpsertable, model::WithoutVersion};
// The tests of the judgement run what `yql!` would send.
#[cfg(all(feature = "sdk", feature = "yql"))]
pub use crate::sdk::composed;
