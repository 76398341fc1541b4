//! `serde_json::Value` as a column (feature `serde_json`).

use std::borrow::Cow;

use super::{Column, ColumnInfo, Required, Value, YdbType, json};
use crate::error::ValueError;

impl Column for serde_json::Value {
    const INFO: ColumnInfo = ColumnInfo::new(json::TYPES);

    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(json::typed(Cow::Owned(self.to_string()), ty))
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        json::parse(&value)
    }
}

impl Required for serde_json::Value {}
