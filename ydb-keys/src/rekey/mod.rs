//! The copy of a table into a new one with another key: the texts of its statements, and digests of rows.

mod compare;
mod copy;
mod digest;
mod extra;
mod pair;
mod phases;
mod range;
mod sequence;
mod settle;
#[cfg(test)]
mod tests;

pub(crate) use compare::{IN_NEW, ROWS};
pub(crate) use digest::{Digest, row_hash};
pub(crate) use pair::{Pair, Paths};
pub(crate) use phases::phases;
pub(crate) use range::{Ends, Nulls};
pub(crate) use sequence::{greatest, restart, serials};
