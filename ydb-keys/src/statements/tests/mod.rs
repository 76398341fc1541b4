//! Tests of the lengths of texts: no text that is sent is longer than YDB accepts.

mod bucket_lengths;
mod lengths;
