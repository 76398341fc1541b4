//! Made-up rows. Row number n is computed from n alone, so each run has the same rows.

use std::time::{Duration, SystemTime};

/// Time of the first row: the first second of 2026.
const START: Duration = Duration::from_secs(1_767_225_600);
/// Time between two rows: twenty rows arrive in a second.
const EVERY: Duration = Duration::from_millis(50);

/// Returns the time at which row `n` arrives.
pub(crate) fn at(n: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + since_epoch(n)
}

/// Returns the time at which row `n` arrives, since 1970.
pub(crate) fn since_epoch(n: u64) -> Duration {
    START + EVERY * n as u32
}

/// Returns the `salt`-th pseudorandom number of row `n` (splitmix64).
pub(crate) fn random(n: u64, salt: u64) -> u64 {
    let mut x = n.wrapping_mul(8).wrapping_add(salt).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns 128 pseudorandom bits of row `n`.
pub(crate) fn random_bits(n: u64) -> u128 {
    u128::from(random(n, 6)) << 64 | u128::from(random(n, 7))
}
