//! The parser answers any text, without a panic or an overflow.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ydb_embedded::fuzz::parse(text));
