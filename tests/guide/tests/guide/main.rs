//! Compares the guide with the sources: its links, its index of errors, the outputs and messages that it quotes, and
//! the programs of its recipes.
#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

mod add_column;
mod axum;
mod board;
mod book;
mod change_key;
mod commands;
mod errors;
mod links;
mod outputs;
mod questions;
mod releases;
mod russian;
mod schema;
mod skill;
mod yql;
