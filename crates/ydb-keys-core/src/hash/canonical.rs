//! Canonical bytes: the bytes of key values that are hashed, the same in every version of this library and in YQL.
//!
//! - An integer, a time or an interval: little-endian, at the width of its YDB type; a Bool: one byte.
//! - A Utf8 or a String: its bytes. A Uuid: the 36 characters of its text, in lower case.
//! - Several values: their bytes one after the other, in the order of the attribute. Each Utf8 and String is preceded
//!   by its length in bytes, as four bytes, so that `("ab", "c")` and `("a", "bc")` differ. A single value has no
//!   length in front.
//! - NULL, floats, decimals and documents have no canonical bytes: YQL cannot compute the same ones.
//!
//! Rows are stored under these hashes, so the format is frozen; `docs/guide/src/hashes.md` is its specification.
//! Hashing allocates nothing: a single value is hashed where it is, several short ones are laid out on the stack, and
//! longer ones are streamed.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::types::{Stored, Value, uuid_order, uuid_text};

/// Canonical form of a value. It is small and has no destructor, so that the compiler can optimize it away.
#[derive(Clone, Copy)]
pub(super) enum Canonical<'v> {
    /// An integer, a time or a bool, sign-extended to 64 bits. Its first `width` bytes, little-endian, are hashed.
    Number { bits: u64, width: usize },
    /// Text and bytes, hashed without a change.
    Bytes(&'v [u8]),
    /// A UUID, hashed as its 36 lower-case characters.
    Uuid([u8; 16]),
}

use Canonical::{Bytes, Number, Uuid};

/// Returns the canonical form of a value, or `None` for a value that cannot be hashed.
#[inline(always)]
pub(super) fn canonical<'v>(value: &'v Value<'_>) -> Option<Canonical<'v>> {
    Some(match value.stored() {
        Stored::Bool(x) => Number { bits: u64::from(x), width: 1 },
        Stored::Integer { bits, width, .. } => Number { bits, width },
        Stored::Text(x) => Bytes(x),
        Stored::Uuid(x) => Uuid(uuid_order(&x)),
        Stored::Null | Stored::Float { .. } | Stored::Decimal(_) | Stored::DyNumber(_) | Stored::Document(_) => {
            return None;
        }
    })
}

impl Canonical<'_> {
    /// Returns the 64 bits that a numeric hash function takes; `None` for a value that is not a number. A Bool is not a
    /// number.
    #[inline(always)]
    pub(super) fn number(self, value: &Value<'_>) -> Option<u64> {
        match (self, value) {
            (_, Value::Bool(_)) => None,
            (Number { bits, .. }, _) => Some(bits),
            _ => None,
        }
    }

    /// Returns the XXH3 of this value alone.
    #[inline(always)]
    pub(super) fn xxh3(self) -> u64 {
        match self {
            // The most common width comes first, so that the compiler knows it.
            Number { bits, width: 8 } => xxh3_64(&bits.to_le_bytes()),
            Number { bits, width } => xxh3_64(bits.to_le_bytes().split_at(width).0),
            Bytes(bytes) => xxh3_64(bytes),
            Uuid(uuid) => xxh3_64(&uuid_text(&uuid)),
        }
    }
}

/// Most canonical bytes that are laid out on the stack; longer ones go through the streaming hasher.
const INLINE: usize = 56;
/// Spare bytes of the stack buffer. A number is written with all its 8 bytes; the next value overwrites those beyond
/// its width.
const SLACK: usize = 8;

/// Canonical bytes of several values, on the stack.
struct Layout {
    bytes: [u8; INLINE + SLACK],
    len: usize,
}

impl Layout {
    /// Appends the canonical bytes of a value. Returns `false` if there is not enough room.
    #[inline(always)]
    fn push(&mut self, value: Canonical<'_>) -> bool {
        match value {
            Number { bits, width } => self.number(bits, width),
            Bytes(bytes) => self.number(bytes.len() as u64, 4) && self.bytes(bytes),
            Uuid(uuid) => self.bytes(&uuid_text(&uuid)),
        }
    }

    #[inline(always)]
    fn number(&mut self, bits: u64, width: usize) -> bool {
        if self.len > INLINE - SLACK {
            return false;
        }
        self.bytes[self.len..self.len + 8].copy_from_slice(&bits.to_le_bytes());
        self.len += width;
        true
    }

    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) -> bool {
        match self.bytes.get_mut(self.len..self.len + bytes.len()) {
            Some(free) => {
                copy(bytes, free);
                self.len += bytes.len();
                true
            }
            None => false,
        }
    }
}

/// Copies between slices of the same length, without a call. Up to 32 bytes are copied as two pieces of fixed size,
/// which may overlap.
#[inline(always)]
fn copy(from: &[u8], to: &mut [u8]) {
    match from.len() {
        16..=32 => copy_ends::<16>(from, to),
        8..=15 => copy_ends::<8>(from, to),
        4..=7 => copy_ends::<4>(from, to),
        _ => to.copy_from_slice(from),
    }
}

#[inline(always)]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) {
    if let (Some(first), Some(free)) = (from.first_chunk::<N>(), to.first_chunk_mut::<N>()) {
        *free = *first;
    }
    if let (Some(last), Some(free)) = (from.last_chunk::<N>(), to.last_chunk_mut::<N>()) {
        *free = *last;
    }
}

/// Returns the XXH3 of several values; `None` if one of them cannot be hashed.
#[inline(always)]
pub(super) fn xxh3_of_many<'v>(values: impl Iterator<Item = &'v Value<'v>> + Clone) -> Option<u64> {
    let mut layout = Layout { bytes: [0; INLINE + SLACK], len: 0 };
    for value in values.clone() {
        if !layout.push(canonical(value)?) {
            return xxh3_of_long(values);
        }
    }
    Some(xxh3_64(layout.bytes.split_at(layout.len).0))
}

#[cold]
#[inline(never)]
fn xxh3_of_long<'v>(values: impl Iterator<Item = &'v Value<'v>>) -> Option<u64> {
    let mut hasher = Xxh3::new();
    for value in values {
        match canonical(value)? {
            Number { bits, width } => hasher.update(bits.to_le_bytes().split_at(width).0),
            Bytes(bytes) => {
                // A key has at most a megabyte, so its length fits.
                hasher.update(&(bytes.len() as u32).to_le_bytes());
                hasher.update(bytes);
            }
            Uuid(uuid) => hasher.update(&uuid_text(&uuid)),
        }
    }
    Some(hasher.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Layout {
        Layout { bytes: [0; INLINE + SLACK], len: 0 }
    }

    /// Longer values get the same hash by the slower way, so test vectors do not tell the two ways apart.
    #[test]
    fn what_fits_is_laid_out_on_the_stack() {
        let mut layout = empty();
        for n in 1..=7_u8 {
            assert!(layout.push(Number { bits: u64::from(n), width: 8 }));
        }
        assert_eq!((layout.len, layout.bytes[48..57].to_vec()), (56, vec![7, 0, 0, 0, 0, 0, 0, 0, 0]));
        assert!(!layout.push(Number { bits: 8, width: 1 }));

        assert!(empty().push(Bytes(&[7; INLINE + SLACK - 4])), "four bytes are the length");
        assert!(!empty().push(Bytes(&[7; INLINE + SLACK - 3])));
        let mut layout = empty();
        assert!(layout.push(Uuid([0; 16])) && layout.push(Bytes(b"abc")));
        assert_eq!(layout.bytes[..43], *b"00000000-0000-0000-0000-000000000000\x03\0\0\0abc");
    }
}
