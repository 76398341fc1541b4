//! Tests `pull`: its output is stored in `cases/pull`, compiled into this program, and compared with its table.
//!
//! `PULL_BLESS=1` writes the texts again. Then read them as a user who has that table and wants a model of it.

mod buckets;
mod cases;
mod directory;
mod golden;
mod models;
mod program;
mod random;
mod tables;
