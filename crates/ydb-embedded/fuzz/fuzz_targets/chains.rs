//! The engine answers long chains of operators, names, joins and unions.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ydb_embedded::fuzz::chains(bytes));
