//! What digests tell apart.

use ydb_keys::Value;

use crate::rekey::{Digest, row_hash};

#[test]
fn digests_tell_rows_apart_in_any_order() {
    let mut bytes = Vec::new();
    let mut hash = |values: &[Value<'_>]| row_hash(values, &mut bytes);
    let text = |text: &'static str| Value::Utf8(text.into());
    let digest = |hashes: &[u64]| {
        let mut digest = Digest::default();
        hashes.iter().for_each(|hash| digest.add(*hash));
        digest
    };
    let (ab, ba) = (hash(&[text("a"), text("b")]), hash(&[text("b"), text("a")]));
    assert_eq!(digest(&[ab, ba]), digest(&[ba, ab]));
    assert_ne!(ab, ba);
    assert_ne!(digest(&[ab]), digest(&[ab, ab]));
    // Lengths, types and NULL make a difference.
    assert_ne!(hash(&[text("ab"), text("")]), hash(&[text("a"), text("b")]));
    assert_ne!(hash(&[Value::Null, text("")]), hash(&[text(""), Value::Null]));
    assert_ne!(hash(&[Value::Uint32(1)]), hash(&[Value::Int32(1)]));
    assert_ne!(hash(&[Value::Double(0.0)]), hash(&[Value::Double(-0.0)]));
    assert_eq!(hash(&[Value::Double(f64::NAN)]), hash(&[Value::Double(f64::NAN)]));
}
