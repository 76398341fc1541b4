//! Tests of the whole engine, without the wire.

mod golden;
mod script;
