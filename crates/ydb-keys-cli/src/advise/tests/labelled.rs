//! Workloads with the key that YDB's documentation and its practice would choose, chosen before any was compared.

use super::workload::{Random, at, first, micros, uuid};

#[test]
fn ids_of_a_sequence_are_hashed() {
    let mut random = Random(1);
    let key = first(&["order_id", "amount"], &["order_id"], |row| {
        vec![(row + 1000).to_string(), random.below(100).to_string()]
    });
    assert_eq!(key, "order_id_hash = xxh3(order_id), order_id");
}

#[test]
fn ids_with_a_check_digit_are_a_sequence_too() {
    let key = first(&["card_no", "owner"], &["card_no"], |row| {
        let number = 4_000_000 + row;
        let sum: u64 = number.to_string().bytes().map(|digit| u64::from(digit - b'0')).sum();
        vec![format!("{number}{}", sum % 10), "somebody".to_owned()]
    });
    assert_eq!(key, "card_no_hash = xxh3(card_no), card_no");
}

#[test]
fn ids_that_fall_are_hashed() {
    let key = first(&["id", "name"], &["id"], |row| vec![(u64::MAX - row).to_string(), "x".to_owned()]);
    assert_eq!(key, "id_hash = xxh3(id), id");
}

#[test]
fn random_uuids_lead_as_they_are() {
    let mut random = Random(2);
    let key = first(&["id", "name"], &["id"], |_| vec![random.uuid(4), "x".to_owned()]);
    assert_eq!(key, "id");
}

#[test]
fn uuids_of_a_clock_are_hashed() {
    let mut random = Random(3);
    let key = first(&["id", "name"], &["id"], |row| {
        // A row in each quarter of a minute: some hours in all.
        let millis = micros(row, &mut random) / 1000 + row * 15_000;
        vec![uuid(millis << 16 | 0x7000 | random.below(4096), random.next()), "x".to_owned()]
    });
    assert_eq!(key, "id_hash = xxh3(id), id");
}

#[test]
fn reversed_ids_lead_as_they_are() {
    let key = first(&["id", "name"], &["id"], |row| vec![(row + 1).reverse_bits().to_string(), "x".to_owned()]);
    assert_eq!(key, "id");
}

#[test]
fn names_lead_as_they_are() {
    let mut random = Random(4);
    let key = first(&["email", "name"], &["email"], |_| {
        let name: String = (0..12).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
        vec![format!("{name}@example.com"), "x".to_owned()]
    });
    assert_eq!(key, "email");
}

#[test]
fn numbered_users_of_events_are_hashed() {
    let mut random = Random(5);
    let key = first(&["userid", "timestamp", "event"], &["userid,timestamp.."], |row| {
        vec![(1 + random.zipf(5000)).to_string(), at(row, &mut random), "click".to_owned()]
    });
    assert_eq!(key, "userid_hash = xxh3(userid), userid, timestamp");
}

#[test]
fn users_with_random_numbers_lead_as_they_are() {
    let mut random = Random(6);
    let users: Vec<u64> = (0..5000).map(|_| random.next()).collect();
    let key = first(&["userid", "timestamp", "event"], &["userid,timestamp.."], |row| {
        vec![users[random.below(5000) as usize].to_string(), at(row, &mut random), "click".to_owned()]
    });
    assert_eq!(key, "userid, timestamp");
}

#[test]
fn the_latest_events_are_read_from_buckets() {
    let mut random = Random(7);
    let key = first(&["at", "event_id", "kind"], &["at.."], |row| {
        vec![at(row, &mut random), (row + 1).to_string(), "click".to_owned()]
    });
    assert_eq!(key, "shard = xxh3(event_id) % 16, at, event_id");
}

#[test]
fn the_events_of_a_few_tenants_are_divided_into_buckets() {
    let mut random = Random(8);
    let key = first(&["event_id", "tenant", "at"], &["tenant,at.."], |row| {
        let tenant = ["acme", "beta", "corp"][random.below(3) as usize];
        vec![(row + 1).to_string(), tenant.to_owned(), at(row, &mut random)]
    });
    assert_eq!(key, "shard = xxh3(event_id) % 16, tenant, at, event_id");
}

#[test]
fn the_users_of_a_large_tenant_divide_it() {
    let mut random = Random(9);
    let key = first(&["tenant", "email", "score"], &["tenant,email.."], |_| {
        let tenant = ["acme", "acme", "acme", "beta", "corp"][random.below(5) as usize];
        let email = format!("{:x}@example.com", random.next());
        vec![tenant.to_owned(), email, random.below(100).to_string()]
    });
    assert_eq!(key, "tenant, email");
}

#[test]
fn a_celebrity_is_divided_into_buckets() {
    let mut random = Random(10);
    let key = first(&["event_id", "userid", "at"], &["userid,at.."], |row| {
        let user = if random.below(10) < 4 { 17 } else { random.below(10_000) };
        vec![(row + 1).to_string(), user.to_string(), at(row, &mut random)]
    });
    assert_eq!(key, "shard = xxh3(event_id) % 16, userid, at, event_id");
}
