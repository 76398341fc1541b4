//! The functions of the `Digest` module.

use crate::expr::Invocation;
use crate::expr::digest;
use crate::types::Value;

pub(crate) fn numeric_hash(call: &Invocation<'_>) -> Value {
    call.uint(0).map_or(Value::Null, |number| Value::Uint(digest::number::numeric_hash(number)))
}

pub(crate) fn int_hash64(call: &Invocation<'_>) -> Value {
    call.uint(0).map_or(Value::Null, |number| Value::Uint(digest::number::int_hash64(number)))
}

pub(crate) fn fingerprint(call: &Invocation<'_>) -> Value {
    call.uint(0).map_or(Value::Null, |number| Value::Uint(digest::number::fingerprint(number)))
}

pub(crate) fn xxh3(call: &Invocation<'_>) -> Value {
    Value::Uint(xxhash_rust::xxh3::xxh3_64(call.bytes(0)))
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
pub(crate) fn xxh3_128(call: &Invocation<'_>) -> Value {
    let hash = xxhash_rust::xxh3::xxh3_128(call.bytes(0));
    Value::Items([Value::Uint(hash as u64), Value::Uint((hash >> 64) as u64)].into())
}

pub(crate) fn city_hash(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::city::hash64(call.bytes(0)))
}

pub(crate) fn murmur64a(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::murmur::hash64a(call.bytes(0), 0))
}

pub(crate) fn murmur32(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::murmur::hash32(call.bytes(0), 0).into())
}

pub(crate) fn murmur2a64(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::murmur::hash2a64(call.bytes(0), 0))
}

pub(crate) fn murmur2a32(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::murmur::hash2a32(call.bytes(0), 0).into())
}

pub(crate) fn fnv32(call: &Invocation<'_>) -> Value {
    let init = call.uint(1).and_then(|init| u32::try_from(init).ok());
    Value::Uint(digest::fnv::hash32(call.bytes(0), init).into())
}

pub(crate) fn fnv64(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::fnv::hash64(call.bytes(0), call.uint(1)))
}

pub(crate) fn crc32c(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::crc32c(call.bytes(0)).into())
}

pub(crate) fn crc64(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::crc64(call.bytes(0)))
}

pub(crate) fn sip_hash(call: &Invocation<'_>) -> Value {
    match (call.uint(0), call.uint(1)) {
        (Some(k0), Some(k1)) => Value::Uint(digest::sip_hash(k0, k1, call.bytes(2))),
        _ => Value::Null,
    }
}

pub(crate) fn md5_hex(call: &Invocation<'_>) -> Value {
    Value::bytes(digest::hex(&digest::md5(call.bytes(0))).into_bytes())
}

pub(crate) fn md5_raw(call: &Invocation<'_>) -> Value {
    Value::bytes(digest::md5(call.bytes(0)))
}

pub(crate) fn md5_half_mix(call: &Invocation<'_>) -> Value {
    Value::Uint(digest::md5_half_mix(call.bytes(0)))
}

pub(crate) fn sha1(call: &Invocation<'_>) -> Value {
    Value::bytes(digest::sha1(call.bytes(0)))
}

pub(crate) fn sha256(call: &Invocation<'_>) -> Value {
    Value::bytes(digest::sha256(call.bytes(0)))
}
