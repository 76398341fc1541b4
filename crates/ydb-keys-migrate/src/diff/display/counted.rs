//! Numbers with their nouns.

use std::fmt::Display;

/// `1 step`, `2 steps`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    if number == N::from(1) { format!("{number} {noun}") } else { format!("{number} {noun}s") }
}
