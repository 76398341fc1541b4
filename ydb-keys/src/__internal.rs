//! What the other crates of this project use of the client's side, each name once. Not public API: it changes without
//! notice. What needs no client is in `ydb-keys-core`.

pub mod error {
    pub use crate::error::Detail;
    #[cfg(feature = "sdk")]
    pub use crate::error::failure::{Failure, with_reason};
}

/// The chapters that the command `explain` prints.
pub mod guide {
    /// All rules: a table with a line for each, and a section for each under `## `.
    pub const RULES: &str = include_str!("../guide/rules.md");

    /// All errors at run time: a section for each under `## `.
    pub const ERRORS: &str = include_str!("../guide/errors.md");
}

pub mod keys {
    pub use crate::keys::{Rest, RowDecoder, RowEncoder, check_write, not_hashable, put_values};
}

#[cfg(all(feature = "sdk", feature = "yql"))]
pub mod queries {
    pub use crate::sdk::composed;
}

#[cfg(feature = "sdk")]
pub mod sdk {
    pub use crate::error::failure::Reason;
    pub use crate::sdk::finished::polled_again;
    pub use crate::sdk::options::limit;
    pub use crate::sdk::release::release;
    pub use crate::sdk::{CommandLine, Login, Target, connect_with, status};

    pub mod key_change {
        pub use crate::sdk::key_change::{create_changes, if_stored, store_layout, stored_layout};
    }

    pub mod options {
        pub use crate::sdk::options::Options;
    }

    pub mod params {
        pub use crate::sdk::params::Request;
    }

    pub mod sample {
        pub use crate::sdk::sample::{Nulls, SAMPLE_ROWS, Sampled, has_null, sample};
    }

    pub mod value {
        pub use crate::sdk::value::from_sdk;
    }
}

pub mod statements {
    pub use crate::statements::bulk::BulkUpsertable;
    pub use crate::statements::export::Cuts;
    pub use crate::statements::key_change::{KeyChange, Phase, is_layout};
    pub use crate::statements::null::{no_hash, stored_hash};
    pub use crate::statements::row::{decode_each, explain};
    pub use crate::statements::version::WithoutVersion;
}
