//! Positions of the prefix and the second among the 128 bits of an id, in the order in which YDB stores and sorts the
//! bytes of a `Uuid`; the clock and the random bits of new ids.
//!
//! ```text
//! YDB, row key      [12 prefix] [31 second] [.. random, with version 8 and its variant]
//! YDB, column key   [31 second] [.. random, with version 8 and its variant]
//! Java, p bits      [p prefix] [30 second] [.. random, with version 8 and its variant if it is a UUID]
//! ```

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use crate::error::ValueError;

/// Widths of the fields in front of the random bits.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) prefix_bits: u32,
    pub(super) second_bits: u32,
}

impl Layout {
    pub(super) const ROW: Layout = Layout { prefix_bits: 12, second_bits: 31 };
    pub(super) const COLUMN: Layout = Layout { prefix_bits: 0, second_bits: 31 };

    /// Returns the layout of the Java SDK's ids, whose prefixes have 1 to 18 bits.
    pub(super) const fn java(prefix_bits: u32) -> Layout {
        assert!(1 <= prefix_bits && prefix_bits <= 18, "the prefix of a Java key generator has 1 to 18 bits");
        Layout { prefix_bits, second_bits: 30 }
    }

    /// Returns the prefix if the layout has room for it. Two prefixes that are too wide could become one if their
    /// higher bits were cut off.
    ///
    /// # Errors
    /// [`ValueError::OutOfRange`] for a prefix that is too wide.
    pub(super) fn fitting(self, prefix: u32) -> Result<u64, ValueError> {
        match prefix >> self.prefix_bits {
            0 => Ok(prefix.into()),
            _ => Err(ValueError::OutOfRange { value: prefix.to_string(), ty: "the prefix of an id" }),
        }
    }

    /// Returns `random` with this second since 1970, and with this prefix unless the prefix is to be random too. Higher
    /// bits of the second and of the prefix are left out.
    pub(super) fn bits(self, random: u128, second: u64, prefix: Option<u64>) -> u128 {
        let at = 128 - self.prefix_bits - self.second_bits;
        let bits = put(random, at, self.second_bits, second);
        prefix.map_or(bits, |prefix| put(bits, 128 - self.prefix_bits, self.prefix_bits, prefix))
    }

    pub(super) fn prefix(self, bits: u128) -> u64 {
        take(bits, 128 - self.prefix_bits, self.prefix_bits)
    }

    pub(super) fn second(self, bits: u128) -> u64 {
        take(bits, 128 - self.prefix_bits - self.second_bits, self.second_bits)
    }
}

/// Returns `bits` with the low `width` bits of `value` at position `at`.
fn put(bits: u128, at: u32, width: u32, value: u64) -> u128 {
    let mask = (1 << width) - 1;
    bits & !(mask << at) | (u128::from(value) & mask) << at
}

fn take(bits: u128, at: u32, width: u32) -> u64 {
    // No field has 64 bits or more. A field of no bits may be at position 128.
    (bits.unbounded_shr(at) & ((1 << width) - 1)) as u64
}

/// Returns the UUID of version 8 with these stored bytes, except the six bits of version and variant.
pub(super) fn uuid(bits: u128) -> Uuid {
    // In stored bytes: the upper half of byte 7, and the upper two bits of byte 8.
    Uuid::from_bytes_le(put(put(bits, 68, 4, 8), 62, 2, 0b10).to_be_bytes())
}

/// Returns the stored bytes of a UUID.
pub(super) fn stored(uuid: &Uuid) -> u128 {
    u128::from_be_bytes(uuid.to_bytes_le())
}

/// Clock of this process.
static CLOCK: Clock = Clock(AtomicU64::new(0));

/// Latest second that this process has seen, since 1970.
struct Clock(AtomicU64);

impl Clock {
    /// Returns `second`, or the latest second that was seen if that is later.
    fn at_least(&self, second: u64) -> u64 {
        // Threads share only this number, so no other memory has to be in order with it.
        self.0.fetch_max(second, Ordering::Relaxed).max(second)
    }
}

/// Returns the second to put into a new id.
pub(super) fn now() -> u64 {
    CLOCK.at_least(since_epoch(SystemTime::now()))
}

/// Returns the whole seconds since 1970; 0 for earlier times.
pub(super) fn since_epoch(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns 128 random bits.
pub(super) fn bits() -> u128 {
    let mut bytes = [0; 16];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u128::from_ne_bytes(bytes),
        // The keys of a `RandomState` are random, and no two states have the same.
        Err(_) => u128::from(hashed()) << 64 | u128::from(hashed()),
    }
}

fn hashed() -> u64 {
    RandomState::new().hash_one(())
}

/// The expected ids come from a program that does what the sources do, step by step, on the same random bytes: YDB's
/// `uuid_keygen.h` (pull request 45923), and `UuidKeyGen` of the Java SDK 2.4.10. Prefixes and times are those of their
/// own tests.
#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::time::Duration;

    const ONES: u128 = u128::MAX;
    const ZEROS: u128 = 0;
    const MIXED: u128 = 0x745203b3968493dc792b621aa411909a;
    /// The times 2023-11-14T22:13:20Z and 2024-06-15T12:34:56Z.
    const YDB_TIME: u64 = 1_700_000_000;
    const JAVA_TIME: u64 = 1_718_454_896;

    fn text(layout: Layout, random: u128, second: u64, prefix: Option<u64>) -> String {
        uuid(layout.bits(random, second, prefix)).to_string()
    }

    #[test]
    fn row_keys_are_those_of_ydb() {
        for (random, prefix, expected) in [
            (ONES, Some(0xa94), "7eaa4ca9-1f20-8fff-bfff-ffffffffffff"),
            (ONES, None, "7eaafcff-1f20-8fff-bfff-ffffffffffff"),
            (ZEROS, Some(0xa94), "7eaa4ca9-0020-8000-8000-000000000000"),
            (ZEROS, None, "7eaa0c00-0020-8000-8000-000000000000"),
            // From YDB's own test: only the lowest 12 bits of a prefix count.
            (MIXED, Some(0xaabb_ccdd_eeff_0a94), "7eaa4ca9-0420-8c93-b92b-621aa411909a"),
            (MIXED, Some(0xa94), "7eaa4ca9-0420-8c93-b92b-621aa411909a"),
            (MIXED, None, "7eaa5c74-0420-8c93-b92b-621aa411909a"),
        ] {
            assert_eq!(text(Layout::ROW, random, YDB_TIME, prefix), expected, "{random:x} {prefix:x?}");
        }
        let bits = stored(&uuid(Layout::ROW.bits(MIXED, YDB_TIME, Some(0xa94))));
        assert_eq!((Layout::ROW.prefix(bits), Layout::ROW.second(bits)), (0xa94, YDB_TIME));
    }

    #[test]
    fn column_keys_are_those_of_ydb() {
        for (random, expected) in [
            (ONES, "01e2a7ca-ffff-8fff-bfff-ffffffffffff"),
            (ZEROS, "00e2a7ca-0000-8000-8000-000000000000"),
            (MIXED, "01e2a7ca-8496-8c93-b92b-621aa411909a"),
        ] {
            assert_eq!(text(Layout::COLUMN, random, YDB_TIME, None), expected);
        }
        let bits = stored(&uuid(Layout::COLUMN.bits(MIXED, YDB_TIME, None)));
        assert_eq!((Layout::COLUMN.prefix(bits), Layout::COLUMN.second(bits)), (0, YDB_TIME));
    }

    #[test]
    fn java_keys_are_those_of_the_java_sdk() {
        // The SDK takes the highest bits of the prefix 0x0123456789ABCDEF.
        for (prefix_bits, random, prefix, expected) in [
            (1, ONES, Some(0), "e114db4c-ffff-8fff-bfff-ffffffffffff"),
            (1, ONES, None, "e114dbcc-ffff-8fff-bfff-ffffffffffff"),
            (1, MIXED, Some(0), "e114db4c-8496-8c93-b92b-621aa411909a"),
            (10, ONES, Some(4), "8a6d2601-ff70-8fff-bfff-ffffffffffff"),
            (10, ONES, None, "8a6de6ff-ff70-8fff-bfff-ffffffffffff"),
            (10, ZEROS, Some(4), "8a6d2601-0070-8000-8000-000000000000"),
            (10, MIXED, Some(4), "8a6d2601-8470-8c93-b92b-621aa411909a"),
            (10, MIXED, None, "8a6d6674-8470-8c93-b92b-621aa411909a"),
            (18, ONES, Some(1165), "6d662301-708a-8fff-bfff-ffffffffffff"),
            (18, MIXED, Some(1165), "6d662301-708a-8c93-b92b-621aa411909a"),
            (18, MIXED, None, "6d265274-708a-8c93-b92b-621aa411909a"),
        ] {
            let layout = Layout::java(prefix_bits);
            assert_eq!(text(layout, random, JAVA_TIME, prefix), expected, "{prefix_bits} {random:x} {prefix:?}");
            let bits = layout.bits(random, JAVA_TIME, prefix);
            assert_eq!(layout.second(bits), JAVA_TIME % (1 << 30));
            assert!(prefix.is_none_or(|prefix| layout.prefix(bits) == prefix));
        }
    }

    /// Tests that both kinds of layouts start again in the same second: 2^31 and twice 2^30 after 1970.
    #[test]
    fn seconds_wrap_around_in_january_2038() {
        let last = (1 << 31) - 1;
        for layout in [Layout::ROW, Layout::COLUMN, Layout::java(10)] {
            let at = |second| layout.bits(MIXED, second, (layout.prefix_bits > 0).then_some(7));
            assert!(at(last - 1) < at(last));
            assert!(at(last) > at(last + 1));
            assert_eq!((layout.second(at(last + 1)), layout.second(at(last + 2))), (0, 1));
        }
    }

    #[test]
    fn a_clock_that_goes_back_stands_still() {
        let clock = Clock(AtomicU64::new(0));
        let seen: Vec<u64> = [100, 101, 99, 5, 101, 102].map(|second| clock.at_least(second)).to_vec();
        assert_eq!(seen, [100, 101, 101, 101, 101, 102]);
    }

    #[test]
    fn threads_share_the_latest_second() {
        let clock = Clock(AtomicU64::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8_u64 {
                let clock = &clock;
                scope.spawn(move || {
                    let mut last = 0;
                    for step in 0..10_000 {
                        let second = clock.at_least((step * 7 + thread * 13) % 5_000);
                        assert!(second >= last);
                        last = second;
                    }
                });
            }
        });
        assert_eq!(clock.at_least(0), 4_999);
    }

    #[test]
    fn times_before_1970_are_its_first_second() {
        assert_eq!(since_epoch(UNIX_EPOCH - Duration::from_secs(1)), 0);
        assert_eq!(since_epoch(UNIX_EPOCH + Duration::from_millis(1_999)), 1);
    }

    #[test]
    fn no_bits_come_twice() {
        assert_eq!((0..1_000).map(|_| bits()).collect::<HashSet<_>>().len(), 1_000);
        assert_eq!((0..1_000).map(|_| hashed()).collect::<HashSet<_>>().len(), 1_000);
    }
}
