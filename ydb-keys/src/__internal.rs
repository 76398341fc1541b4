//! What the other crates of this project use, each name once. Not public API: it changes without notice.

#[cfg(feature = "bulk")]
pub mod bulk {
    pub use crate::bulk::describe::{Partitioned, partitioned};
}

pub mod ddl {
    pub use crate::ddl::{AlterTable, Body, Change, Down, HashExpression, Name, ValueLiteral, automatic_partitioning};
}

#[cfg(feature = "sdk")]
pub mod error {
    pub use crate::error::Reason;
}

/// The chapters that the command `explain` prints.
pub mod guide {
    /// All rules: a table with a line for each, and a section for each under `## `.
    pub const RULES: &str = include_str!("../guide/rules.md");

    /// All errors at run time: a section for each under `## `.
    pub const ERRORS: &str = include_str!("../guide/errors.md");
}

pub mod keys {
    pub use crate::keys::{append_ordered, ordered_bytes};
}

#[cfg(feature = "migrate")]
pub mod migrate {
    pub use crate::migrate::diff::counted;
    pub use crate::migrate::live::Release;
    pub use crate::migrate::pull::{
        Candidate, Finding as KeyFinding, Finding, Growth, SourceFile, broken_rules, by_layout, directory,
        indexed_by_layout, source_of,
    };
    pub use crate::migrate::run::{leading_hash, release, settle};
}

pub mod schema {
    pub use crate::schema::simple::DISABLED;

    pub mod path {
        pub use crate::schema::path::{absolute, below, name, relative};
    }

    pub mod rules {
        pub use crate::schema::rules::{
            Nearest, far_apart, few_hashes, few_in_index, gathering_partition_key, hot_index, lead, not_null, unsplit,
        };
    }
}

#[cfg(feature = "sdk")]
pub mod sdk {
    pub use crate::sdk::{CommandLine, Login, connect_with};

    pub mod sample {
        pub use crate::sdk::sample::SAMPLE_ROWS;
    }

    pub mod status {
        pub use crate::sdk::status::{NOT_FOUND, SCHEME_ERROR, UNAUTHORIZED, has_status, is_overload};
    }

    pub mod value {
        pub use crate::sdk::value::from_sdk;
    }
}

pub mod types {
    #[cfg(feature = "serde_json")]
    pub use crate::types::civil::{parse_date, parse_time};
    pub use crate::types::const_text::Parts;
    pub use crate::types::stored::Stored;
    pub use crate::types::value::uuid_text;

    #[cfg(feature = "serde")]
    pub mod parse {
        pub use crate::types::parse::{integer, text, value};
    }
}
