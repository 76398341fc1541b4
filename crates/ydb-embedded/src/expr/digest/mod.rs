//! Hash functions, bit for bit those of YDB's `Digest` module.

pub(super) mod city;
pub(super) mod fnv;
pub(super) mod murmur;
pub(super) mod number;

use std::hash::Hasher;

use crc::{Algorithm, CRC_32_ISCSI, Crc};
use md5::{Digest, Md5};

/// CRC-32C.
pub(super) fn crc32c(bytes: &[u8]) -> u32 {
    const TABLE: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);
    TABLE.checksum(bytes)
}

/// CRC-64 with YDB's own polynomial, highest bit first; the register starts with all ones.
pub(super) fn crc64(bytes: &[u8]) -> u64 {
    const ALGORITHM: Algorithm<u64> = Algorithm {
        width: 64,
        poly: 0xe543_2797_6592_7881,
        init: u64::MAX,
        refin: false,
        refout: false,
        xorout: 0,
        check: 0,
        residue: 0,
    };
    const TABLE: Crc<u64> = Crc::<u64>::new(&ALGORITHM);
    TABLE.checksum(bytes)
}

/// SipHash-2-4 with this key.
pub(super) fn sip_hash(k0: u64, k1: u64, bytes: &[u8]) -> u64 {
    let mut hasher = siphasher::sip::SipHasher24::new_with_keys(k0, k1);
    hasher.write(bytes);
    hasher.finish()
}

/// The MD5 of some bytes.
pub fn md5(bytes: &[u8]) -> [u8; 16] {
    Md5::digest(bytes).into()
}

/// The four big-endian words of the MD5, folded: first xor third are the low half, second xor fourth the high half.
pub(super) fn md5_half_mix(bytes: &[u8]) -> u64 {
    let digest = md5(bytes);
    let word = |at: usize| u64::from(u32_at(&digest, at).swap_bytes());
    (word(4) ^ word(12)) << 32 | (word(0) ^ word(8))
}

pub(super) fn sha1(bytes: &[u8]) -> [u8; 20] {
    sha1::Sha1::digest(bytes).into()
}

pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    sha2::Sha256::digest(bytes).into()
}

/// Lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
    text
}

/// Eight bytes, little-endian; the position must have them.
fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Four bytes, little-endian; the position must have them.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_one_digit_hash_as_in_ydb() {
        let crc32cs = [2_432_014_819, 2_208_655_895, 1_909_385_492];
        let crc64s = [17_728_638_330_159_804_320, 4_363_576_337_578_352_290, 15_694_391_695_266_948_643];
        let fnv32s = [84_696_366, 84_696_365, 84_696_364];
        let fnv64s = [12_638_153_115_695_167_470, 12_638_153_115_695_167_469, 12_638_153_115_695_167_468];
        let murmurs = [746_762_829_127_501_960, 602_994_839_685_422_785, 15_180_167_692_696_242_062];
        let murmur32s = [1_228_156_847, 772_897_149, 2_292_183_779];
        let murmur2as = [5_654_386_555_365_545_660, 16_472_888_669_357_673_283, 6_734_453_432_295_282_525];
        let murmur2a32s = [1_466_639_702, 2_351_653_828, 2_128_480_519];
        let cities = [11_413_460_447_292_444_913, 17_472_595_041_006_102_391, 11_275_350_073_939_794_026];
        let half_mixes = [14_973_526_590_288_695_970, 5_861_621_074_593_582_340, 13_401_401_932_333_664_167];
        for (i, text) in [b"1", b"2", b"3"].into_iter().enumerate() {
            assert_eq!(crc32c(text), crc32cs[i], "crc32c");
            assert_eq!(crc64(text), crc64s[i], "crc64");
            assert_eq!(fnv::hash32(text, None), fnv32s[i], "fnv32");
            assert_eq!(fnv::hash64(text, None), fnv64s[i], "fnv64");
            assert_eq!(murmur::hash64a(text, 0), murmurs[i], "murmur");
            assert_eq!(murmur::hash32(text, 0), murmur32s[i], "murmur32");
            assert_eq!(murmur::hash2a64(text, 0), murmur2as[i], "murmur2a");
            assert_eq!(murmur::hash2a32(text, 0), murmur2a32s[i], "murmur2a32");
            assert_eq!(city::hash64(text), cities[i], "city");
            assert_eq!(md5_half_mix(text), half_mixes[i], "md5 half mix");
        }
    }

    #[test]
    fn the_empty_string_hashes_as_in_ydb() {
        assert_eq!(city::hash64(b""), 11_160_318_154_034_397_263);
        assert_eq!(murmur::hash64a(b"", 0), 0);
        assert_eq!(fnv::hash64(b"", None), 14_695_981_039_346_656_037);
        assert_eq!(md5_half_mix(b""), 7_203_772_011_789_518_145);
        assert_eq!(xxhash_rust::xxh3::xxh3_64(b""), 3_244_421_341_483_603_138);
    }

    /// Computed with PyPI's clickhouse-cityhash, fnvhash and murmurhash2, whose results for one digit are in YDB's test
    /// data.
    #[test]
    fn blocks_of_all_sizes_hash_as_elsewhere() {
        for (length, hash) in [
            (8, 4_034_894_156_955_582_691),
            (16, 13_688_054_160_707_421_092),
            (17, 12_060_610_523_532_058_330),
            (32, 15_535_342_045_463_602_701),
            (33, 17_223_165_791_145_670_907),
            (64, 13_930_012_329_440_691_097),
            (65, 17_394_998_130_875_576_792),
            (128, 14_968_620_751_769_409_047),
            (200, 1_378_315_241_349_733_374),
        ] {
            let bytes: Vec<u8> = (0..length).map(|i: u32| ((i * 7 + 3) % 256) as u8).collect();
            assert_eq!(city::hash64(&bytes), hash, "{length} bytes");
        }
        let long = [b'a'; 100];
        for (text, fnv64, fnv32, murmur, murmur32) in [
            (&b"hello, world"[..], 733_686_394_982_303_293, 1_441_171_357, 10_833_880_622_475_789_919, 1_263_312_256),
            (b"0123456789abcdef0", 15_365_637_331_834_391_491, 640_688_995, 15_480_913_619_687_006_021, 141_893_246),
            (&long, 15_991_210_001_677_154_529, 2_756_438_849, 4_244_952_588_967_599_581, 1_715_430_723),
        ] {
            assert_eq!(fnv::hash64(text, None), fnv64);
            assert_eq!(fnv::hash32(text, None), fnv32);
            assert_eq!(murmur::hash64a(text, 0), murmur);
            assert_eq!(murmur::hash32(text, 0), murmur32);
        }
    }

    #[test]
    fn longer_strings_hash_as_in_ydb() {
        assert_eq!(md5_half_mix(b"qwertyuiopqwertyuiopasdfghjklasdfghjkl"), 11_753_545_595_885_642_730);
        assert_eq!(sip_hash(111, 222, b"1"), 1_602_385_837_086_584_249);
        // The check value of CRC-32C's definition.
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(hex(&md5(b"abc")), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(&sha1(b"abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(hex(&sha256(b"abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
