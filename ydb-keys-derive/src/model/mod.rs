//! Meaning of the attributes: names resolved, rules checked, plain data for the expansion.

pub(crate) mod case;
pub(crate) mod changefeed;
pub(crate) mod check;
pub(crate) mod column;
pub(crate) mod index;
pub(crate) mod instead;
pub(crate) mod key;
pub(crate) mod names;
pub(crate) mod newtype;
pub(crate) mod partitioning;
pub(crate) mod row;
pub(crate) mod setting;
pub(crate) mod table;
pub(crate) mod value;
