//! Hash functions, whose results equal those of YDB's `Digest` module bit for bit.

use std::hash::Hasher;

use crc::{Algorithm, CRC_32_ISCSI, Crc};
use md5::{Digest, Md5};

pub(super) fn crc32c(bytes: &[u8]) -> u32 {
    const TABLE: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);
    TABLE.checksum(bytes)
}

/// Computes CRC-64 with YDB's own polynomial, highest bit first. The register starts with all ones.
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

/// Computes SipHash-2-4 with this key.
pub(super) fn sip_hash(k0: u64, k1: u64, bytes: &[u8]) -> u64 {
    let mut hasher = siphasher::sip::SipHasher24::new_with_keys(k0, k1);
    hasher.write(bytes);
    hasher.finish()
}

pub fn md5(bytes: &[u8]) -> [u8; 16] {
    Md5::digest(bytes).into()
}

/// Folds the four big-endian words of the MD5 into 64 bits: first xor third is the low half, second xor fourth is the
/// high half.
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

/// Returns lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(|half| char::from_digit(half.into(), 16)).collect()
}

/// Reads eight little-endian bytes, which must exist at this position.
fn u64_at(bytes: &[u8], at: usize) -> u64 {
    tail(&bytes[at..at + 8])
}

/// Reads four little-endian bytes, which must exist at this position.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    tail(&bytes[at..at + 4]) as u32
}

/// Computes `Digest::NumericHash`: the 64-bit integer mix of Thomas Wang, a bijection.
pub(super) const fn numeric_hash(mut k: u64) -> u64 {
    k = k.wrapping_add(!(k << 32));
    k ^= k >> 22;
    k = k.wrapping_add(!(k << 13));
    k ^= k >> 8;
    k = k.wrapping_add(k << 3);
    k ^= k >> 15;
    k = k.wrapping_add(!(k << 27));
    k ^ (k >> 31)
}

/// Computes `Digest::IntHash64`: the finalizer of MurmurHash3 after a constant.
pub(super) const fn int_hash64(mut x: u64) -> u64 {
    x ^= 0x4CF2_D2BA_AE6D_A887;
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

const FARM: u64 = 0x9ddf_ea08_eb38_2d69;

/// Computes `Digest::FarmHashFingerprint`.
pub(super) const fn fingerprint(x: u64) -> u64 {
    let mut b = x.wrapping_mul(FARM);
    b ^= b >> 44;
    b = b.wrapping_mul(FARM);
    b ^= b >> 41;
    b.wrapping_mul(FARM)
}

const M64: u64 = 0xc6a4_a793_5bd1_e995;
const M32: u32 = 0x5bd1_e995;

pub(super) fn murmur_hash64a(bytes: &[u8]) -> u64 {
    let mut hash = (bytes.len() as u64).wrapping_mul(M64);
    let whole = bytes.len() & !7;
    for at in (0..whole).step_by(8) {
        hash = (hash ^ scramble64(u64_at(bytes, at))).wrapping_mul(M64);
    }
    if whole < bytes.len() {
        hash = (hash ^ tail(&bytes[whole..])).wrapping_mul(M64);
    }
    finish64(hash)
}

/// Computes MurmurHash2A of 64 bits, which mixes in the length at the end.
pub(super) fn murmur_hash2a64(bytes: &[u8]) -> u64 {
    let whole = bytes.chunks_exact(8);
    let last = [tail(whole.remainder()), bytes.len() as u64];
    let words = whole.map(tail).chain(last);
    finish64(words.fold(0, |hash: u64, word| hash.wrapping_mul(M64) ^ scramble64(word)))
}

pub(super) fn murmur_hash32(bytes: &[u8]) -> u32 {
    let mut hash = bytes.len() as u32;
    let whole = bytes.len() & !3;
    for at in (0..whole).step_by(4) {
        hash = hash.wrapping_mul(M32) ^ scramble32(u32_at(bytes, at));
    }
    if whole < bytes.len() {
        hash = (hash ^ tail(&bytes[whole..]) as u32).wrapping_mul(M32);
    }
    finish32(hash)
}

pub(super) fn murmur_hash2a32(bytes: &[u8]) -> u32 {
    let whole = bytes.chunks_exact(4);
    let last = [tail(whole.remainder()), bytes.len() as u64];
    let words = whole.map(tail).chain(last);
    finish32(words.fold(0, |hash: u32, word| hash.wrapping_mul(M32) ^ scramble32(word as u32)))
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

/// Returns at most eight bytes as a little-endian number.
fn tail(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const K3: u64 = 0xc949_d7c7_509e_6557;

pub(super) fn city_hash64(s: &[u8]) -> u64 {
    match s.len() {
        0..=16 => up_to_16(s),
        17..=32 => up_to_32(s),
        33..=64 => up_to_64(s),
        _ => longer(s),
    }
}

/// Mixes 128 bits into 64 bits.
const fn mix(low: u64, high: u64) -> u64 {
    const MUL: u64 = 0x9ddf_ea08_eb38_2d69;
    let a = shift_mix((low ^ high).wrapping_mul(MUL));
    let b = shift_mix((high ^ a).wrapping_mul(MUL));
    b.wrapping_mul(MUL)
}

const fn shift_mix(x: u64) -> u64 {
    x ^ (x >> 47)
}

fn up_to_16(s: &[u8]) -> u64 {
    let len = s.len();
    if len > 8 {
        let (a, b) = (u64_at(s, 0), u64_at(s, len - 8));
        return mix(a, b.wrapping_add(len as u64).rotate_right(len as u32)) ^ b;
    }
    if len >= 4 {
        return mix((len as u64).wrapping_add(u64::from(u32_at(s, 0)) << 3), u32_at(s, len - 4).into());
    }
    if len == 0 {
        return K2;
    }
    let (a, b, c) = (u64::from(s[0]), u64::from(s[len >> 1]), u64::from(s[len - 1]));
    let (y, z) = (a + (b << 8), len as u64 + (c << 2));
    shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K3)).wrapping_mul(K2)
}

fn up_to_32(s: &[u8]) -> u64 {
    let len = s.len();
    let a = u64_at(s, 0).wrapping_mul(K1);
    let b = u64_at(s, 8);
    let c = u64_at(s, len - 8).wrapping_mul(K2);
    let d = u64_at(s, len - 16).wrapping_mul(K0);
    let low = a.wrapping_sub(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    let high = a.wrapping_add((b ^ K3).rotate_right(20)).wrapping_sub(c).wrapping_add(len as u64);
    mix(low, high)
}

fn up_to_64(s: &[u8]) -> u64 {
    let len = s.len();
    let tail = u64_at(s, len - 16);
    let (a, z) = (u64_at(s, 0).wrapping_add((len as u64).wrapping_add(tail).wrapping_mul(K0)), u64_at(s, 24));
    let (vf, vs) = half(a, z, u64_at(s, 8), u64_at(s, 16));
    let (a, z) = (u64_at(s, 16).wrapping_add(u64_at(s, len - 32)), u64_at(s, len - 8));
    let (wf, ws) = half(a, z, u64_at(s, len - 24), tail);
    let r = shift_mix(vf.wrapping_add(ws).wrapping_mul(K2).wrapping_add(wf.wrapping_add(vs).wrapping_mul(K0)));
    shift_mix(r.wrapping_mul(K0).wrapping_add(vs)).wrapping_mul(K2)
}

const fn half(mut a: u64, z: u64, first: u64, second: u64) -> (u64, u64) {
    let b = a.wrapping_add(z).rotate_right(52);
    let mut c = a.rotate_right(37);
    a = a.wrapping_add(first);
    c = c.wrapping_add(a.rotate_right(7));
    a = a.wrapping_add(second);
    (a.wrapping_add(z), b.wrapping_add(a.rotate_right(31)).wrapping_add(c))
}

/// Mixes 32 bytes with two seeds.
fn weak(s: &[u8], at: usize, a: u64, b: u64) -> (u64, u64) {
    let (w, x, y, z) = (u64_at(s, at), u64_at(s, at + 8), u64_at(s, at + 16), u64_at(s, at + 24));
    let mut a = a.wrapping_add(w);
    let mut b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let c = a;
    a = a.wrapping_add(x).wrapping_add(y);
    b = b.wrapping_add(a.rotate_right(44));
    (a.wrapping_add(z), b.wrapping_add(c))
}

fn longer(s: &[u8]) -> u64 {
    let len = s.len();
    let mut x = u64_at(s, 0);
    let mut y = u64_at(s, len - 16) ^ K1;
    let mut z = u64_at(s, len - 56) ^ K0;
    let mut v = weak(s, len - 64, len as u64, y);
    let mut w = weak(s, len - 32, (len as u64).wrapping_mul(K1), K0);
    z = z.wrapping_add(shift_mix(v.1).wrapping_mul(K1));
    x = z.wrapping_add(x).rotate_right(39).wrapping_mul(K1);
    y = y.rotate_right(33).wrapping_mul(K1);
    for at in (0..(len - 1) & !63).step_by(64) {
        let sum = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(u64_at(s, at + 16));
        x = sum.rotate_right(37).wrapping_mul(K1) ^ w.1;
        y = y.wrapping_add(v.1).wrapping_add(u64_at(s, at + 48)).rotate_right(42).wrapping_mul(K1) ^ v.0;
        z = (z ^ w.0).rotate_right(33);
        v = weak(s, at, v.1.wrapping_mul(K1), x.wrapping_add(w.0));
        w = weak(s, at + 32, z.wrapping_add(w.1), y);
        std::mem::swap(&mut z, &mut x);
    }
    let low = mix(v.0, w.0).wrapping_add(shift_mix(y).wrapping_mul(K1)).wrapping_add(z);
    mix(low, mix(v.1, w.1).wrapping_add(x))
}

pub(super) fn fnv_hash32(bytes: &[u8], init: Option<u32>) -> u32 {
    bytes.iter().fold(init.unwrap_or(0x811c_9dc5), |hash, byte| hash.wrapping_mul(0x0100_0193) ^ u32::from(*byte))
}

pub(super) fn fnv_hash64(bytes: &[u8], init: Option<u64>) -> u64 {
    let init = init.unwrap_or(0xcbf2_9ce4_8422_2325);
    bytes.iter().fold(init, |hash, byte| hash.wrapping_mul(0x0100_0000_01b3) ^ u64::from(*byte))
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
            assert_eq!(fnv_hash32(text, None), fnv32s[i], "fnv32");
            assert_eq!(fnv_hash64(text, None), fnv64s[i], "fnv64");
            assert_eq!(murmur_hash64a(text), murmurs[i], "murmur");
            assert_eq!(murmur_hash32(text), murmur32s[i], "murmur32");
            assert_eq!(murmur_hash2a64(text), murmur2as[i], "murmur2a");
            assert_eq!(murmur_hash2a32(text), murmur2a32s[i], "murmur2a32");
            assert_eq!(city_hash64(text), cities[i], "city");
            assert_eq!(md5_half_mix(text), half_mixes[i], "md5 half mix");
        }
    }

    #[test]
    fn the_empty_string_hashes_as_in_ydb() {
        assert_eq!(city_hash64(b""), 11_160_318_154_034_397_263);
        assert_eq!(murmur_hash64a(b""), 0);
        assert_eq!(fnv_hash64(b"", None), 14_695_981_039_346_656_037);
        assert_eq!(md5_half_mix(b""), 7_203_772_011_789_518_145);
        assert_eq!(xxhash_rust::xxh3::xxh3_64(b""), 3_244_421_341_483_603_138);
    }

    /// The expected hashes were computed with PyPI's clickhouse-cityhash, fnvhash and murmurhash2. Their results for
    /// one digit are in YDB's test data.
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
            assert_eq!(city_hash64(&bytes), hash, "{length} bytes");
        }
        let long = [b'a'; 100];
        for (text, fnv64, fnv32, murmur, murmur32) in [
            (&b"hello, world"[..], 733_686_394_982_303_293, 1_441_171_357, 10_833_880_622_475_789_919, 1_263_312_256),
            (b"0123456789abcdef0", 15_365_637_331_834_391_491, 640_688_995, 15_480_913_619_687_006_021, 141_893_246),
            (&long, 15_991_210_001_677_154_529, 2_756_438_849, 4_244_952_588_967_599_581, 1_715_430_723),
        ] {
            assert_eq!(fnv_hash64(text, None), fnv64);
            assert_eq!(fnv_hash32(text, None), fnv32);
            assert_eq!(murmur_hash64a(text), murmur);
            assert_eq!(murmur_hash32(text), murmur32);
        }
    }

    #[test]
    fn longer_strings_hash_as_in_ydb() {
        assert_eq!(md5_half_mix(b"qwertyuiopqwertyuiopasdfghjklasdfghjkl"), 11_753_545_595_885_642_730);
        assert_eq!(sip_hash(111, 222, b"1"), 1_602_385_837_086_584_249);
        // The definition of CRC-32C gives this check value.
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(hex(&md5(b"abc")), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(&sha1(b"abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(hex(&sha256(b"abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

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
