//! CityHash64 of version 1.0, whose results differ from those of later versions.

use super::{u32_at, u64_at};

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const K3: u64 = 0xc949_d7c7_509e_6557;

/// `CityHash64`.
pub(in crate::expr) fn hash64(s: &[u8]) -> u64 {
    match s.len() {
        0..=16 => up_to_16(s),
        17..=32 => up_to_32(s),
        33..=64 => up_to_64(s),
        _ => longer(s),
    }
}

/// The mix of 128 bits to 64.
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
