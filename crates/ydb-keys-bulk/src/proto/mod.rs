//! Types and values in YDB's protocol: parameters, rows to be written, and what a result contains.

mod row;
mod types;
mod value;

pub(crate) use row::{Row, put_message};
#[cfg(test)]
pub(crate) use types::type_of;
pub(crate) use types::{list_of, type_from};
#[cfg(test)]
pub(crate) use value::rows_of;
pub(crate) use value::{query, typed, value_from};
