//! What an operator asks of a database, and what an author asks before there is one. Only `run` and `stats/read` ask it.

#[cfg(feature = "advise")]
pub(crate) mod advise;
pub(crate) mod hot;
pub(crate) mod lint;
pub(crate) mod run;
pub(crate) mod stats;
