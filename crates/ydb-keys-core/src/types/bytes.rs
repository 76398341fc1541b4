//! `bytes::Bytes` as a column (feature `bytes`).

use bytes::Bytes;

use super::column::Text;
use super::{Column, ColumnInfo, Required, Value, YdbType, binary};
use crate::error::ValueError;

impl Column for Bytes {
    const INFO: ColumnInfo = ColumnInfo::new(binary::TYPES);

    #[inline]
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(binary::encode(self, ty))
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        binary::decode(value).map(Bytes::from)
    }
}

impl Required for Bytes {}
impl Text for Bytes {}
