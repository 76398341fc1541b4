//! Copies of tables into new ones with another key, compared by their full contents.

mod deaths;
mod drop_old;
mod extra;
mod keys;
mod kinds;
mod refused;
mod rights;
mod sequences;
mod support;
mod types;
mod writers;
