//! What the other crates of this project use, each name once. Not public API: it changes without notice.

pub mod ddl {
    pub use crate::ddl::{
        AlterTable, Body, Change, ChangefeedText, Column, DefaultLiteral, Down, Family, HashExpression, IndexText,
        Name, Names, Text, ValueLiteral, automatic_partitioning, index_partitioning, partition_megabytes, partitioning,
        simple, switch, ttl_text,
    };
}

pub mod error {
    #[cfg(feature = "sdk")]
    pub use crate::error::LOAD;
    #[cfg(feature = "sdk")]
    pub use crate::error::failure::{Failure, with_reason};
    pub use crate::error::{Detail, Printable, acts_on_a_terminal};
}

/// The chapters that the command `explain` prints.
pub mod guide {
    /// All rules: a table with a line for each, and a section for each under `## `.
    pub const RULES: &str = include_str!("../guide/rules.md");

    /// All errors at run time: a section for each under `## `.
    pub const ERRORS: &str = include_str!("../guide/errors.md");
}

pub mod hash {
    pub use crate::hash::{int_hash64, numeric_hash};
}

pub mod keys {
    pub use crate::keys::{
        Rest, RowDecoder, RowEncoder, RowSink, append_ordered, check_write, not_hashable, ordered_bytes, put_values,
        show_values, stored_uuid,
    };

    pub mod limits {
        pub use crate::keys::limits::{KEY_LIMIT, ROW_LIMIT};
    }
}

#[cfg(feature = "yql")]
pub mod queries {
    pub use crate::queries::{
        Access, Adds, Choice, Fault, FullScan, Query, Scope, SourceKind, What, accesses, choices, extent, faults,
    };
    #[cfg(feature = "sdk")]
    pub use crate::sdk::composed;

    /// What needs the text itself.
    pub mod text {
        pub use crate::queries::added::{
            Added, Given, Hashes, InServer, added, is_of, literal_value, name, named_type, type_of, typed,
        };
        pub use crate::queries::edits::Edits;
    }
}

pub mod schema {
    pub use crate::schema::allowance::{Allowance, Rule};
    pub use crate::schema::changefeed::{ChangefeedDef, ChangefeedFormat, ChangefeedMode};
    pub use crate::schema::column::DefaultValue;
    pub use crate::schema::layout::{LayoutColumn, LayoutFunction, LayoutHash};
    pub use crate::schema::partitioning::{ByLoad, BySize, KeyLiteral, Partitioning};
    pub use crate::schema::path::TablePath;
    pub use crate::schema::release::{Release, SERIALIZABLE};
    pub use crate::schema::rules::TEXT_LIMIT;
    pub use crate::schema::settings::{Compression, FamilyDef, Ttl, TtlUnit};
    pub use crate::schema::simple::{DISABLED, ENABLED, Form, SETTINGS, Setting};

    /// The parts of a schema whose strings and lists are borrowed: those of a table that is not a model's.
    pub mod any {
        pub use crate::schema::column::ColumnDef;
        pub use crate::schema::hash::HashDef;
        pub use crate::schema::index::IndexDef;
        pub use crate::schema::table::Table;
    }

    pub mod rules {
        pub use crate::schema::rules::{
            Nearest, duration, few_hashes, few_in_index, gathering_partition_key, hot_index, is_decimal, is_text, lead,
            not_null, recomputed, unsplit,
        };
    }
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
    pub use crate::schema::member::Member;
    pub use crate::statements::bulk::BulkUpsertable;
    pub use crate::statements::export::Cuts;
    pub use crate::statements::key_change::{KeyChange, Phase, is_layout};
    pub use crate::statements::null::{no_hash, stored_hash};
    pub use crate::statements::order::{Rows, Side, condition};
    pub use crate::statements::row::{decode_each, explain};
    pub use crate::statements::version::WithoutVersion;
}

pub mod types {
    pub use crate::types::cells::{CellData, Cells};
    pub use crate::types::civil::{parse_date, parse_time};
    pub use crate::types::const_text::Parts;
    pub use crate::types::stored::Stored;
    pub use crate::types::time::limits;
    pub use crate::types::value::uuid_text;

    pub mod parse {
        pub use crate::types::parse::{integer, text, value};
    }
}
