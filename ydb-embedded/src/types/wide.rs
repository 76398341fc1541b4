//! Products of 256 bits and their division, for Decimal's arithmetic.
//!
//! A 256-bit number is a pair of its high and its low 128 bits. The product is long multiplication in digits of 64
//! bits, the quotient long division bit by bit, rounded half to even.

use std::cmp::Ordering;

/// The 256-bit product: its high and its low half.
pub(super) fn product(a: u128, b: u128) -> (u128, u128) {
    if let Some(low) = a.checked_mul(b) {
        return (0, low);
    }
    let mask = u128::from(u64::MAX);
    let (a_high, a_low) = (a >> 64, a & mask);
    let (b_high, b_low) = (b >> 64, b & mask);
    let low = a_low * b_low;
    let cross = a_high * b_low + (low >> 64);
    let middle = a_low * b_high + (cross & mask);
    (a_high * b_high + (cross >> 64) + (middle >> 64), (middle << 64) | (low & mask))
}

/// The rounded quotient of a 256-bit number; `None` if it needs more than 128 bits. The divisor is below 2^127.
pub(super) fn quotient((high, low): (u128, u128), divisor: u128) -> Option<u128> {
    let (whole, rest) = if high == 0 {
        (low / divisor, low % divisor)
    } else if high >= divisor {
        return None;
    } else {
        let (mut whole, mut rest) = (0_u128, high);
        for bit in (0..128).rev() {
            rest = (rest << 1) | ((low >> bit) & 1);
            whole <<= 1;
            if rest >= divisor {
                rest -= divisor;
                whole |= 1;
            }
        }
        (whole, rest)
    };
    let up = match (rest * 2).cmp(&divisor) {
        Ordering::Greater => true,
        Ordering::Equal => whole & 1 == 1,
        Ordering::Less => false,
    };
    whole.checked_add(u128::from(up))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn products_carry_into_the_high_half() {
        // (2^128 - 1)^2 = 2^256 - 2^129 + 1
        assert_eq!(product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(product(1 << 64, 1 << 64), (1, 0));
        assert_eq!(product(3, 5), (0, 15));
    }

    #[test]
    fn quotients_round_half_to_even() {
        assert_eq!([5, 7, 11].map(|low| quotient((0, low), 2)), [Some(2), Some(4), Some(6)]);
        assert_eq!(quotient((1, 0), 4), Some(1 << 126));
        assert_eq!(quotient((4, 0), 4), None);
    }

    proptest! {
        #[test]
        fn division_undoes_multiplication(a: u128, b in 1..1_u128 << 126) {
            prop_assert_eq!(quotient(product(a, b), b), Some(a));
        }
    }
}
