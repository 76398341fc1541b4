//! Copies of tables into new ones with another key, with their whole contents compared.

mod altered;
mod attacks;
mod back;
mod beside;
mod buckets;
mod deaths;
mod drop_new;
mod drop_old;
mod dual_write;
mod expiry;
mod extra;
mod fence;
mod keys;
mod kinds;
mod late;
mod lost_writes;
mod operations;
mod pages;
mod phases;
mod planted;
mod refused;
mod reversed;
mod rights;
mod sequences;
pub(crate) mod support;
mod types;
mod writers;
