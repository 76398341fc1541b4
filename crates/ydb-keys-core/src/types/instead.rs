//! A field whose type is called like one that no column has: the derive knows what to write instead.
//!
//! The derive knows names, and not types: a program may call a column's type `usize`. So it asks for
//! `Instead::<usize, u64>::INFO`. That is the inherent constant if the type is a column; for all other types name
//! resolution falls back to the trait, whose column is that of the second type. The rest of the model is then judged as if
//! the replacement were written, so that there is one error.

use std::marker::PhantomData;

use super::column::{Column, Encode};
use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

/// A type, and the one to write instead if no column has it.
#[doc(hidden)]
pub struct Instead<T, R>(PhantomData<(T, R)>);

impl<T: Column, R> Instead<T, R> {
    pub const IS_COLUMN: bool = true;
    pub const INFO: ColumnInfo = T::INFO;

    pub fn as_dyn(value: &T) -> &dyn Encode {
        value.as_dyn()
    }

    pub fn encode(value: &T, ty: YdbType) -> Result<Value<'_>, ValueError> {
        value.encode(ty)
    }

    pub fn decode(value: Value<'_>) -> Result<T, ValueError> {
        T::decode(value)
    }
}

/// The same of a type that no column has: nothing of it ever runs.
#[doc(hidden)]
pub trait NoColumn<T> {
    const IS_COLUMN: bool;
    const INFO: ColumnInfo;

    fn as_dyn(_: &T) -> &dyn Encode {
        &false
    }

    fn encode(_: &T, _: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(Value::Null)
    }

    fn decode(_: Value<'_>) -> Result<T, ValueError> {
        Err(ValueError::Null)
    }
}

impl<T, R: Column> NoColumn<T> for Instead<T, R> {
    const IS_COLUMN: bool = false;
    const INFO: ColumnInfo = R::INFO;
}
