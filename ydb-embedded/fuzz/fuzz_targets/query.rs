//! Any text to the engine, as a query.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| ydb_embedded::fuzz::query(text));
