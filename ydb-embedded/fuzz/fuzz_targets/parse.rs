//! Whatever text arrives, the parser answers: no panic, no overflow.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| ydb_embedded::fuzz::parse(text));
