//! Random bits of ids.

use std::hash::{BuildHasher, RandomState};

/// 128 random bits.
pub(super) fn bits() -> u128 {
    let mut bytes = [0; 16];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u128::from_ne_bytes(bytes),
        // The keys of a `RandomState` are random once for each thread, and never the same twice.
        Err(_) => u128::from(hashed()) << 64 | u128::from(hashed()),
    }
}

fn hashed() -> u64 {
    RandomState::new().hash_one(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_bits_come_twice() {
        assert_eq!((0..1_000).map(|_| bits()).collect::<HashSet<_>>().len(), 1_000);
        assert_eq!((0..1_000).map(|_| hashed()).collect::<HashSet<_>>().len(), 1_000);
    }
}
