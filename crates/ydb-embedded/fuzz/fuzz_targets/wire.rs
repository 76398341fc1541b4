//! The protocol answers any bytes that are sent as one of its messages.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ydb_embedded::fuzz::wire(bytes));
