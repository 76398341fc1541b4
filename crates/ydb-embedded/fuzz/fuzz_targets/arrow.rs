//! BulkUpsert answers any bytes that are sent as a batch of Arrow. Begin with the messages of `tests/arrow/batches.txt`.

#![no_main]

libfuzzer_sys::fuzz_target!(|messages: (Vec<u8>, Vec<u8>)| ydb_embedded::fuzz::arrow(&messages.0, messages.1));
