//! Compares models with descriptions of live tables that are written by hand.

mod changefeeds;
mod columns;
mod combined;
mod copied;
mod half_way;
mod indexes;
mod keys;
mod left_alone;
mod orders;
mod quiet;
mod settings;
mod unreported;
