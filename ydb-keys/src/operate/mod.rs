//! What an operator asks of a database.

pub(crate) mod lint;
pub(crate) mod run;
