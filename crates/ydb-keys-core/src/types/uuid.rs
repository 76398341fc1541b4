//! `uuid::Uuid` as a column (feature `uuid`).

use uuid::Uuid;

use super::{Column, ColumnInfo, Required, Value, YdbType};
use crate::error::ValueError;

impl Column for Uuid {
    const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Uuid]);

    #[inline]
    fn encode(&self, _: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(Value::Uuid(*self.as_bytes()))
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::Uuid(bytes) => Ok(Uuid::from_bytes(bytes)),
            other => Err(other.unexpected("Uuid")),
        }
    }
}

impl Required for Uuid {}
