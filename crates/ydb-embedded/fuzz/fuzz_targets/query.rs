//! The engine answers any text that is sent as a query.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| ydb_embedded::fuzz::query(text));
