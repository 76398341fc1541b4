//! Lengths of texts: none that is sent is longer than YDB takes.

mod bucket_lengths;
mod lengths;
