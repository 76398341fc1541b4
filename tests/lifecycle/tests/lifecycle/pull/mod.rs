//! `pull`: what it prints is kept in `cases/pull`, compiled into this program, and compared with the table that it came from.
//!
//! `PULL_BLESS=1` writes the texts anew. Read them afterwards as somebody who has that table and wants a model of it.

mod cases;
mod golden;
mod models;
mod program;
mod tables;
