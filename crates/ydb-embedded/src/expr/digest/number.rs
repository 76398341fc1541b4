//! Hashes of numbers.

/// `Digest::NumericHash`: the 64-bit integer mix of Thomas Wang, a bijection.
pub(in crate::expr) const fn numeric_hash(mut k: u64) -> u64 {
    k = k.wrapping_add(!(k << 32));
    k ^= k >> 22;
    k = k.wrapping_add(!(k << 13));
    k ^= k >> 8;
    k = k.wrapping_add(k << 3);
    k ^= k >> 15;
    k = k.wrapping_add(!(k << 27));
    k ^ (k >> 31)
}

/// `Digest::IntHash64`: the finalizer of MurmurHash3 after a constant.
pub(in crate::expr) const fn int_hash64(mut x: u64) -> u64 {
    x ^= 0x4CF2_D2BA_AE6D_A887;
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

const FARM: u64 = 0x9ddf_ea08_eb38_2d69;

/// `Digest::FarmHashFingerprint`.
pub(in crate::expr) const fn fingerprint(x: u64) -> u64 {
    let mut b = x.wrapping_mul(FARM);
    b ^= b >> 44;
    b = b.wrapping_mul(FARM);
    b ^= b >> 41;
    b.wrapping_mul(FARM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_hash_gives_the_values_of_ydb() {
        for (x, hash) in [
            (0, 7_654_268_697_807_496_793),
            (1, 2_320_827_452_992_767_577),
            (2, 6_174_653_592_142_994_962),
            (3, 13_529_992_206_878_991_808),
            (42, 13_135_115_513_944_745_397),
            (1001, 10_138_685_143_802_077_350),
            (1 << 63, 4_151_121_942_852_960_556),
            (u64::MAX, 11_347_797_999_152_016_406),
            (123_456_789, 1_734_215_268_924_325_803),
        ] {
            assert_eq!(numeric_hash(x), hash, "{x}");
        }
    }

    #[test]
    fn int_hash64_gives_the_values_of_ydb() {
        for (x, hash) in [
            (0, 4_761_183_170_873_013_810),
            (1, 10_577_349_846_663_553_072),
            (42, 11_490_350_930_367_293_593),
            (u64::MAX, 14_600_443_904_207_254_319),
        ] {
            assert_eq!(int_hash64(x), hash, "{x}");
        }
    }

    #[test]
    fn fingerprints_are_those_of_ydb() {
        assert_eq!(fingerprint(1), 10_105_606_910_506_535_461);
        assert_eq!(fingerprint(2), 970_024_650_806_116_628);
        assert_eq!(fingerprint(3), 14_522_245_769_643_814_311);
    }
}
