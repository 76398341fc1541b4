//! FNV-1: multiply, then xor.

/// 32 bits.
pub(in crate::expr) fn hash32(bytes: &[u8], init: Option<u32>) -> u32 {
    bytes.iter().fold(init.unwrap_or(0x811c_9dc5), |hash, byte| hash.wrapping_mul(0x0100_0193) ^ u32::from(*byte))
}

/// 64 bits.
pub(in crate::expr) fn hash64(bytes: &[u8], init: Option<u64>) -> u64 {
    let init = init.unwrap_or(0xcbf2_9ce4_8422_2325);
    bytes.iter().fold(init, |hash, byte| hash.wrapping_mul(0x0100_0000_01b3) ^ u64::from(*byte))
}
