//! The copy of a table into a new one with another key: the texts of its statements, and digests of rows.

mod compare;
mod copy;
mod digest;
mod extra;
mod pair;
mod phases;
mod range;
mod rights;
mod sequence;
mod settle;
#[cfg(test)]
mod tests;

pub(crate) use compare::{IN_NEW, ROWS};
pub(crate) use digest::{Digest, row_hash};
pub(crate) use pair::{Pair, Paths};
pub(crate) use phases::phases;
pub(crate) use range::{Ends, Nulls};
pub(crate) use rights::{
    attributes_to_set, grant_statements, lost_attributes, lost_rights, reserved_attributes, user_attributes,
};
pub(crate) use sequence::{greatest, may_have_sequences, restart, serials};
