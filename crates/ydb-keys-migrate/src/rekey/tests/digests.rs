//! What the hashes of rows tell apart, and the digests of wide tables.

use ydb_keys::Value;

use crate::rekey::{Digest, row_hash};

#[test]
fn hashes_tell_rows_apart() {
    let mut bytes = Vec::new();
    let mut hash = |values: &[Value<'_>]| row_hash(values, &mut bytes);
    let text = |text: &'static str| Value::Utf8(text.into());
    assert_ne!(hash(&[text("a"), text("b")]), hash(&[text("b"), text("a")]));
    // Lengths, types and NULL make a difference.
    assert_ne!(hash(&[text("ab"), text("")]), hash(&[text("a"), text("b")]));
    assert_ne!(hash(&[Value::Null, text("")]), hash(&[text(""), Value::Null]));
    assert_ne!(hash(&[Value::Uint32(1)]), hash(&[Value::Int32(1)]));
    assert_ne!(hash(&[Value::Double(0.0)]), hash(&[Value::Double(-0.0)]));
    assert_eq!(hash(&[Value::Double(f64::NAN)]), hash(&[Value::Double(f64::NAN)]));
}

/// Groups of columns whose digests have changed places are another table.
#[test]
fn digests_of_groups_count_in_their_order() {
    let [one, two] = [3, 5].map(|sum| Digest { rows: 2, sum });
    let all = |groups: [Digest; 2]| groups.into_iter().fold(Digest::default(), Digest::and);
    assert_eq!(all([one, two]), all([one, two]));
    assert_ne!(all([one, two]), all([two, one]));
    assert_ne!(all([one, two]), all([Digest { rows: 3, ..one }, two]));
}
