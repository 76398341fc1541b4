//! What the code of `yql!` names.

pub use ::core::option::Option::{None, Some};
pub use ydb_keys_derive::{yql, yql_file};

pub use crate::statements::model::YdbTable;
pub use crate::statements::yql::{
    Any, AnyParameter, Checked, ColumnAt, Compared, Given, List, NO_FIELD, Nth, RowCount, SentRow, Written, Yql, found,
    place, position, refused,
};
pub use ydb_keys_core::queries::{FullScan, Hole, Query, check, check_permission, check_sources};
pub use ydb_keys_core::types::ydb_type::YdbType;
