//! What the code of `yql!` names.

pub use ::core::option::Option::{None, Some};
pub use ydb_keys_derive::{yql, yql_file};

pub use crate::queries::{
    Column, Condition, FullScan, Kind, Literal, Node, Origin, Parameter, Place, Query, ResultColumn, Results, Role,
    Scope, Source, SourceKind, Target, Use, With, check, check_permission,
};
pub use crate::statements::model::YdbTable;
pub use crate::statements::yql::{
    Any, AnyParameter, Checked, ColumnAt, Compared, Given, Hole, List, NO_FIELD, Nth, SentRow, Site, Written, Yql,
    found, parameter_type, place, position, refused,
};
pub use crate::types::ydb_type::YdbType;
