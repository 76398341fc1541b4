//! The `Digest` module.

use super::signature::Shape::{Pair, Plain};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::Invocation;
use crate::expr::digest::{self, city, fnv, murmur, number};
use crate::types::Primitive::{String, Uint32, Uint64};
use crate::types::Value;

const BYTES: &[Param] = &[must(String)];
const NUMBER: &[Param] = &[must(Uint64)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Digest::NumericHash", NUMBER, Plain(Uint64), |call| of_number(call, number::numeric_hash)),
    function("Digest::IntHash64", NUMBER, Plain(Uint64), |call| of_number(call, number::int_hash64)),
    function("Digest::FarmHashFingerprint", NUMBER, Plain(Uint64), |call| of_number(call, number::fingerprint)),
    function("Digest::XXH3", BYTES, Plain(Uint64), |call| Value::Uint(xxhash_rust::xxh3::xxh3_64(call.bytes(0)))),
    function("Digest::XXH3_128", BYTES, Pair(Uint64), xxh3_128),
    function("Digest::CityHash", BYTES, Plain(Uint64), |call| Value::Uint(city::hash64(call.bytes(0)))),
    function("Digest::MurMurHash", BYTES, Plain(Uint64), |call| Value::Uint(murmur::hash64a(call.bytes(0), 0))),
    function("Digest::MurMurHash32", BYTES, Plain(Uint32), |call| Value::Uint(murmur::hash32(call.bytes(0), 0).into())),
    function("Digest::MurMurHash2A", BYTES, Plain(Uint64), |call| Value::Uint(murmur::hash2a64(call.bytes(0), 0))),
    function("Digest::MurMurHash2A32", BYTES, Plain(Uint32), |call| {
        Value::Uint(murmur::hash2a32(call.bytes(0), 0).into())
    }),
    function("Digest::Fnv32", &[must(String), may(Uint32, "Init")], Plain(Uint32), fnv32),
    function("Digest::Fnv64", &[must(String), may(Uint64, "Init")], Plain(Uint64), |call| {
        Value::Uint(fnv::hash64(call.bytes(0), call.uint(1)))
    }),
    function("Digest::Crc32c", BYTES, Plain(Uint32), |call| Value::Uint(digest::crc32c(call.bytes(0)).into())),
    function("Digest::Crc64", BYTES, Plain(Uint64), |call| Value::Uint(digest::crc64(call.bytes(0)))),
    function("Digest::SipHash", &[must(Uint64), must(Uint64), must(String)], Plain(Uint64), sip_hash),
    function("Digest::Md5Hex", BYTES, Plain(String), |call| {
        Value::bytes(digest::hex(&digest::md5(call.bytes(0))).into_bytes())
    }),
    function("Digest::Md5Raw", BYTES, Plain(String), |call| Value::bytes(digest::md5(call.bytes(0)))),
    function("Digest::Md5HalfMix", BYTES, Plain(Uint64), |call| Value::Uint(digest::md5_half_mix(call.bytes(0)))),
    function("Digest::Sha1", BYTES, Plain(String), |call| Value::bytes(digest::sha1(call.bytes(0)))),
    function("Digest::Sha256", BYTES, Plain(String), |call| Value::bytes(digest::sha256(call.bytes(0)))),
];

fn of_number(call: &Invocation<'_>, hash: fn(u64) -> u64) -> Value {
    call.uint(0).map_or(Value::Null, |number| Value::Uint(hash(number)))
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
fn xxh3_128(call: &Invocation<'_>) -> Value {
    let hash = xxhash_rust::xxh3::xxh3_128(call.bytes(0));
    Value::Items([Value::Uint(hash as u64), Value::Uint((hash >> 64) as u64)].into())
}

fn fnv32(call: &Invocation<'_>) -> Value {
    let init = call.uint(1).and_then(|init| u32::try_from(init).ok());
    Value::Uint(fnv::hash32(call.bytes(0), init).into())
}

fn sip_hash(call: &Invocation<'_>) -> Value {
    match (call.uint(0), call.uint(1)) {
        (Some(k0), Some(k1)) => Value::Uint(digest::sip_hash(k0, k1, call.bytes(2))),
        _ => Value::Null,
    }
}
