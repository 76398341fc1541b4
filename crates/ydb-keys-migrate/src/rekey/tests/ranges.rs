//! The conditions of ranges of the old key, with and without NULL.

use super::{VISITS, ends, visits};
use crate::live::LiveTable;
use crate::rekey::{Pair, Paths};

/// NULL sorts before all values, and no comparison with it is true.
#[test]
fn ranges_of_keys_with_null() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = Pair::new(&VISITS, &old, &paths);
    let condition = |after, upto| {
        let text = pair.copy(&ends(after, upto));
        text.split_once("\nWHERE ").unwrap().1.to_owned()
    };
    assert_eq!(
        condition(Some(&[false, false, false]), None),
        "(`visitor` > $after_0 \
         OR (`visitor` = $after_0 AND (`page` > $after_1 OR (`page` = $after_1 AND `site` > $after_2))))"
    );
    assert_eq!(
        condition(Some(&[true, false, false]), None),
        "(`visitor` IS NOT NULL \
         OR (`visitor` IS NULL AND (`page` > $after_1 OR (`page` = $after_1 AND `site` > $after_2))))"
    );
    assert_eq!(
        condition(None, Some(&[false, true, false])),
        "(`visitor` < $upto_0 OR `visitor` IS NULL \
         OR (`visitor` = $upto_0 AND (`page` IS NULL AND `site` <= $upto_2)))"
    );
    assert_eq!(
        condition(None, Some(&[true, true, false])),
        "(`visitor` IS NULL AND (`page` IS NULL AND `site` <= $upto_2))"
    );
}

#[test]
fn tuples_where_nothing_is_null() {
    let old = LiveTable { primary_key: vec!["visitor".into(), "site".into()], ..visits(false) };
    let paths = Paths::of("visits");
    let pair = Pair::new(&VISITS, &old, &paths);
    assert!(
        pair.copy(&ends(Some(&[false, false]), Some(&[false, false]))).ends_with(
            "\nWHERE (`visitor`, `site`) > ($after_0, $after_1) AND (`visitor`, `site`) <= ($upto_0, $upto_1)"
        )
    );
}
