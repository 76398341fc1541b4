//! Items that generated code uses. They are not public API and change without notice.

mod model;

pub use self::model::model;
pub use self::serde::key_serde;
pub use crate::error::{Result, ValueError};
pub use crate::keys::key::{YdbKey, debug_key, feed_key, hash, hash_input, same_key};
pub use crate::keys::row::{RowDecoder, RowEncoder};
pub use crate::keys::token::PageToken;
pub use crate::statements::bulk::column_store;
pub use crate::statements::change::column::*;
pub use crate::statements::change::{Condition, NewValue, Number, Text, Time};
pub use crate::statements::key_prefix::KeyColumns;
pub use crate::statements::key_prefix::{IntoKey, OnlyKey};
pub use crate::statements::model::YdbIndex;
pub use crate::statements::model::YdbTable;
pub use crate::statements::row::RowPart;
pub use crate::statements::row::single_value;
pub use crate::statements::row::{FromRow, RowColumns, RowValues};
pub use crate::statements::row::{ProjectionOf, YdbRow};
pub use crate::statements::scan::Scan;
pub use crate::statements::statement::Statement;
pub use crate::statements::statement::{AnyTimes, MayBeStale, Once, Read, Repeatable};
pub use crate::statements::update::ByKey;
pub use crate::statements::{Count, DeleteRange, Exists, KeyParams, PageQuery, Select, Update};
pub use ::core::marker::PhantomData;
pub use ::core::option::Option::{None, Some};
pub use ::core::result::Result::{Err, Ok};
pub use ::std::vec::Vec;
pub use client::*;
// rustc prints a path on which the user's crate can reach an item. It does not look into modules of this hidden module.
// So the items that its messages on `yql!` name are exported here as well.
pub use ydb_keys_core::hash::foreign::{
    ForeignHash, HashValue, decoded, hashed, returned1, returned2, returned3, returned4, returned5, returned6,
    returned7, returned8,
};
pub use ydb_keys_core::keys::prefix::{Bounded, Fixed, KeyArg, KeyValue, Least, Ranged, Sorted, Start, Takes, Whole};
pub use ydb_keys_core::keys::sink::RowSink;
#[cfg(feature = "yql")]
pub use ydb_keys_core::queries::value::{Any, AnyParameter, ColumnAt, Compared, List, Nth, Parameter, Written};
pub use ydb_keys_core::schema::allowance::{Allowance, Rule};
pub use ydb_keys_core::schema::column::Columns;
pub use ydb_keys_core::schema::column::DefaultValue;
pub use ydb_keys_core::schema::model::Table;
pub use ydb_keys_core::schema::settings::{ByLoad, BySize, KeyLiteral, Partitioning};
pub use ydb_keys_core::schema::settings::{ChangefeedDef, ChangefeedFormat, ChangefeedMode};
pub use ydb_keys_core::schema::settings::{Compression, FamilyDef, ReadReplicas, Ttl, TtlUnit};
pub use ydb_keys_core::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, Store};
pub use ydb_keys_core::types::ColumnInfo;
pub use ydb_keys_core::types::column::{Column, Required, Skipped};
pub use ydb_keys_core::types::column::{Comparable, Nullable};
pub use ydb_keys_core::types::column::{Holds, with_info};
pub use ydb_keys_core::types::column::{Instead, NoColumn};
pub use ydb_keys_core::types::json::{JsonColumn, JsonInfo, RequiredJson};
pub use ydb_keys_core::types::value::Value;
pub use ydb_keys_core::types::ydb_type::YdbType;

/// Rules of the schema, which a constant of the generated code checks.
pub mod rules {
    pub use ydb_keys_core::schema::rules::*;
}

/// Items that the code of `#[ydb_keys::test]` uses.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::testing::Database;
    pub use crate::testing::run::Parameter;
    pub use crate::testing::run::explore;
    pub use crate::testing::run::run;
    pub use crate::testing::setup::Setup;
}

/// Functions on the columns of rows that contain other rows (`#[ydb(flatten)]`).
pub mod rows {
    pub use crate::statements::row::{Part, bytes, columns, count, names};
}

/// Items for enums without fields as columns.
pub mod variant {
    pub use ydb_keys_core::types::primitive::*;
}

/// Further items that the project's own tests use.
pub mod tests {
    pub use crate::keys::key::encode_key;
    #[cfg(feature = "sdk")]
    pub use crate::sdk::FoundLayout;
    pub use crate::statements::bulk::{BulkUpsertable, ReadableRows};
    pub use ydb_keys_core::keys::order::ordered_bytes;
}

// Each module exists twice, because the code of a derive is the same with and without the feature.

/// Traits of the client `ydb` for rows, with the feature `sdk`.
#[cfg(feature = "sdk")]
mod client {
    pub use crate::sdk::{FromYdbRow, SdkResult, SdkRow, from_ydb_row};

    /// Implements the client's trait for rows, so that the client's own `typed()` can return models and rows.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __from_ydb_row {
        ($ident:ident) => {
            #[automatically_derived]
            impl $crate::__private::FromYdbRow for $ident {
                fn from_row(__row: $crate::__private::SdkRow) -> $crate::__private::SdkResult<Self> {
                    $crate::__private::from_ydb_row(__row)
                }
            }
        };
    }

    pub use __from_ydb_row as from_ydb_row;
}

/// Macros that implement nothing, without the feature `sdk`.
#[cfg(not(feature = "sdk"))]
mod client {
    /// Implements nothing, because the client's trait does not exist.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __from_ydb_row {
        ($ident:ident) => {};
    }

    pub use __from_ydb_row as from_ydb_row;
}

/// Traits of serde for key structs, with the feature `serde`.
#[cfg(feature = "serde")]
pub mod serde {
    pub use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub use crate::keys::serde::{deserialize_key, serialize_key};

    /// Implements serde's traits for a key struct, which becomes a map of its columns.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __key_serde {
        ($key:ident) => {
            #[automatically_derived]
            impl $crate::__private::serde::Serialize for $key {
                fn serialize<__S: $crate::__private::serde::Serializer>(
                    &self,
                    __serializer: __S,
                ) -> ::core::result::Result<__S::Ok, __S::Error> {
                    $crate::__private::serde::serialize_key(self, __serializer)
                }
            }
            #[automatically_derived]
            impl<'__de> $crate::__private::serde::Deserialize<'__de> for $key {
                fn deserialize<__D: $crate::__private::serde::Deserializer<'__de>>(
                    __deserializer: __D,
                ) -> ::core::result::Result<Self, __D::Error> {
                    $crate::__private::serde::deserialize_key(__deserializer)
                }
            }
        };
    }

    pub use __key_serde as key_serde;
}

/// Macro that implements nothing, without the feature `serde`.
#[cfg(not(feature = "serde"))]
pub mod serde {
    /// Implements neither of serde's traits.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __key_serde {
        ($key:ident) => {};
    }

    pub use __key_serde as key_serde;
}

/// Items that the code of `yql!` names.
#[cfg(feature = "yql")]
pub mod yql {
    pub use ::core::option::Option::{None, Some};
    pub use ydb_keys_derive::{yql, yql_file};

    pub use crate::statements::model::YdbTable;
    pub use crate::statements::yql::{
        Any, AnyParameter, Checked, ColumnAt, Compared, Given, List, NO_FIELD, Nth, OptionalValue, RowCount, SentRow,
        Written, Yql, found, optional, place, position, refused,
    };
    pub use ydb_keys_core::queries::{
        Combination, FullScan, Hole, Query, check, check_combinations, check_permission, check_permissions,
        check_sources,
    };
    pub use ydb_keys_core::types::ydb_type::YdbType;
}
