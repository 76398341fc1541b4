//! Copies a table into a new one with another key: create, copy, verify, swap.

mod agree;
mod carry;
mod change;
mod drop_new;
mod drop_old;
mod explain;
mod extra;
mod fence;
mod fill;
mod foreign;
mod late;
mod look;
mod options;
mod page;
mod rehearse;
mod remains;
mod require;
mod reverse;
mod run;
mod runner;
mod sequences;
mod swap;

pub use drop_new::drop_new;
pub use drop_old::drop_old;
pub(super) use fill::fill_column;
pub(super) use look::left_over;
pub use options::{RekeyOptions, RekeyReport};
pub use rehearse::{Rehearsed, rehearse};
pub use remains::{Recorded, Remains, remains};
pub(super) use run::kept_of;
pub use run::rekey;
pub use run::settle;
