//! The `Digest` module.

use super::signature::Shape::{Pair, Plain};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::builtins::digest as run;
use crate::types::Primitive::{String, Uint32, Uint64};

const BYTES: &[Param] = &[must(String)];
const NUMBER: &[Param] = &[must(Uint64)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Digest::NumericHash", NUMBER, Plain(Uint64), run::numeric_hash),
    function("Digest::IntHash64", NUMBER, Plain(Uint64), run::int_hash64),
    function("Digest::FarmHashFingerprint", NUMBER, Plain(Uint64), run::fingerprint),
    function("Digest::XXH3", BYTES, Plain(Uint64), run::xxh3),
    function("Digest::XXH3_128", BYTES, Pair(Uint64), run::xxh3_128),
    function("Digest::CityHash", BYTES, Plain(Uint64), run::city_hash),
    function("Digest::MurMurHash", BYTES, Plain(Uint64), run::murmur64a),
    function("Digest::MurMurHash32", BYTES, Plain(Uint32), run::murmur32),
    function("Digest::MurMurHash2A", BYTES, Plain(Uint64), run::murmur2a64),
    function("Digest::MurMurHash2A32", BYTES, Plain(Uint32), run::murmur2a32),
    function("Digest::Fnv32", &[must(String), may(Uint32, "Init")], Plain(Uint32), run::fnv32),
    function("Digest::Fnv64", &[must(String), may(Uint64, "Init")], Plain(Uint64), run::fnv64),
    function("Digest::Crc32c", BYTES, Plain(Uint32), run::crc32c),
    function("Digest::Crc64", BYTES, Plain(Uint64), run::crc64),
    function("Digest::SipHash", &[must(Uint64), must(Uint64), must(String)], Plain(Uint64), run::sip_hash),
    function("Digest::Md5Hex", BYTES, Plain(String), run::md5_hex),
    function("Digest::Md5Raw", BYTES, Plain(String), run::md5_raw),
    function("Digest::Md5HalfMix", BYTES, Plain(Uint64), run::md5_half_mix),
    function("Digest::Sha1", BYTES, Plain(String), run::sha1),
    function("Digest::Sha256", BYTES, Plain(String), run::sha256),
];
