//! MurmurHash2 in its variants.

use super::{u32_at, u64_at};

const M64: u64 = 0xc6a4_a793_5bd1_e995;
const M32: u32 = 0x5bd1_e995;

/// MurmurHash64A.
pub(in crate::expr) fn hash64a(bytes: &[u8], seed: u64) -> u64 {
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(M64);
    let whole = bytes.len() & !7;
    for at in (0..whole).step_by(8) {
        hash = (hash ^ scramble64(u64_at(bytes, at))).wrapping_mul(M64);
    }
    if whole < bytes.len() {
        hash = (hash ^ tail(&bytes[whole..])).wrapping_mul(M64);
    }
    finish64(hash)
}

/// MurmurHash2A of 64 bits: the length is mixed in at the end.
pub(in crate::expr) fn hash2a64(bytes: &[u8], seed: u64) -> u64 {
    let mut hash = seed;
    let whole = bytes.len() & !7;
    for at in (0..whole).step_by(8) {
        hash = hash.wrapping_mul(M64) ^ scramble64(u64_at(bytes, at));
    }
    hash = hash.wrapping_mul(M64) ^ scramble64(tail(&bytes[whole..]));
    hash = hash.wrapping_mul(M64) ^ scramble64(bytes.len() as u64);
    finish64(hash)
}

/// MurmurHash2 of 32 bits.
pub(in crate::expr) fn hash32(bytes: &[u8], seed: u32) -> u32 {
    let mut hash = seed ^ bytes.len() as u32;
    let whole = bytes.len() & !3;
    for at in (0..whole).step_by(4) {
        hash = hash.wrapping_mul(M32) ^ scramble32(u32_at(bytes, at));
    }
    if whole < bytes.len() {
        hash = (hash ^ tail(&bytes[whole..]) as u32).wrapping_mul(M32);
    }
    finish32(hash)
}

/// MurmurHash2A of 32 bits.
pub(in crate::expr) fn hash2a32(bytes: &[u8], seed: u32) -> u32 {
    let mut hash = seed;
    let whole = bytes.len() & !3;
    for at in (0..whole).step_by(4) {
        hash = hash.wrapping_mul(M32) ^ scramble32(u32_at(bytes, at));
    }
    hash = hash.wrapping_mul(M32) ^ scramble32(tail(&bytes[whole..]) as u32);
    hash = hash.wrapping_mul(M32) ^ scramble32(bytes.len() as u32);
    finish32(hash)
}

const fn scramble64(word: u64) -> u64 {
    let word = word.wrapping_mul(M64);
    (word ^ (word >> 47)).wrapping_mul(M64)
}

const fn scramble32(word: u32) -> u32 {
    let word = word.wrapping_mul(M32);
    (word ^ (word >> 24)).wrapping_mul(M32)
}

const fn finish64(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 47)).wrapping_mul(M64);
    hash ^ (hash >> 47)
}

const fn finish32(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 13)).wrapping_mul(M32);
    hash ^ (hash >> 15)
}

/// The last bytes as a little-endian number.
fn tail(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
