//! What is said beside the ranking: values that no key spreads, reads that need an index, rows without an id.

use super::workload::{ROWS, Random, advice, at};

#[test]
fn a_value_that_no_key_spreads_is_named() {
    let mut random = Random(21);
    let advice = advice(&["event_id", "userid", "at"], &["userid,at.."], |row| {
        let user = if random.below(10) < 4 { 17 } else { random.below(10_000) };
        vec![(row + 1).to_string(), user.to_string(), at(row, &mut random)]
    });
    assert!(advice.remarks[0].starts_with("`userid` = 17 has "), "{:?}", advice.remarks);
    assert!((0.38..0.42).contains(&advice.columns[1].frequent.as_ref().unwrap().share));
    let plain = advice.ranked.iter().find(|key| key.key == "userid, at, event_id").unwrap();
    assert!((0.38..0.45).contains(&plain.measured.hottest), "{}", plain.measured.hottest);
}

#[test]
fn a_frequent_value_whose_rows_spread_is_not_named() {
    let mut random = Random(22);
    let advice = advice(&["tenant", "email"], &["tenant,email"], |_| {
        let tenant = if random.below(10) < 6 { "big" } else { "small" };
        vec![tenant.to_owned(), format!("{:x}", random.next())]
    });
    assert!(advice.columns[0].frequent.as_ref().unwrap().share > 0.55);
    assert_eq!(advice.remarks, Vec::<String>::new());
}

#[test]
fn a_read_that_the_best_key_scans_for_gets_an_index() {
    let mut random = Random(23);
    let advice = advice(&["order_id", "customer"], &["order_id", "customer"], |row| {
        vec![(row + 1).to_string(), random.below(1000).to_string()]
    });
    assert_eq!(advice.ranked[0].key, "order_id_hash = xxh3(order_id), order_id");
    let remark = &advice.remarks[0];
    assert!(
        remark.contains("`customer` scans the whole table") && remark.contains("index(by_customer, on(customer))"),
        "{remark}"
    );
}

#[test]
fn rows_without_an_id_are_reported() {
    let advice = advice(&["city", "kind"], &["city"], |row| vec![format!("c{}", row % 500), "x".to_owned()]);
    assert!(advice.id.is_empty());
    assert!(advice.remarks.iter().any(|remark| remark.contains("rows with equal keys overwrite each other")));
}

#[test]
fn what_was_found_of_the_data_is_reported() {
    let mut random = Random(24);
    let advice = advice(&["id", "at", "note"], &["at.."], |row| {
        let note = if row % 4 == 0 { String::new() } else { "x".to_owned() };
        vec![(row + 1).to_string(), at(row, &mut random), note]
    });
    assert_eq!(
        (advice.rows, advice.sampled, advice.id, advice.id_is_found),
        (ROWS, ROWS as usize, vec!["id".to_owned()], true)
    );
    assert_eq!(advice.columns[2].nulls, 0.25);
    let source = advice.source.unwrap();
    for line in [
        "pub id: u64,",
        "pub at: SystemTime,",
        "pub note: Option<String>,",
        "primary_key(shard = xxh3(id) % 16, at, id)",
    ] {
        assert!(source.contains(line), "{line} in {source}");
    }
}
