//! Workloads with a known answer: the key that an expert would choose must come first.

use super::{Advice, Intake, Plan, Wants};

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
        // A row arrives in each quarter of a minute: some hours in all.
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

/// Number of rows of a workload.
const ROWS: u64 = 10_000;
/// Time of the first row in microseconds: 2023-11-14T22:13:20Z.
const FIRST: u64 = 1_700_000_000_000_000;

/// Random numbers from the generator splitmix64.
struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Returns a number below `limit` by Zipf's law with exponent 1: the k-th number is k times rarer than the first.
    fn zipf(&mut self, limit: u64) -> u64 {
        let uniform = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        ((limit as f64).powf(uniform) as u64 - 1).min(limit - 1)
    }

    fn uuid(&mut self, version: u64) -> String {
        let (high, low) = (self.next(), self.next());
        uuid(high & !0xf000 | version << 12, low)
    }
}

fn uuid(high: u64, low: u64) -> String {
    let digits = format!("{high:016x}{:016x}", low & !(0xc << 60) | 0x8 << 60);
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    groups.join("-")
}

/// Returns the microseconds of a row: about a thousand rows per second.
fn micros(row: u64, random: &mut Random) -> u64 {
    FIRST + row * 1000 + random.below(900)
}

/// Returns the time of a row as text. All rows are of the hours after 22:13:20.
fn at(row: u64, random: &mut Random) -> String {
    let micros = micros(row, random) - FIRST;
    let seconds = 22 * 3600 + 13 * 60 + 20 + micros / 1_000_000;
    format!("2023-11-14T{:02}:{:02}:{:02}.{:06}Z", seconds / 3600, seconds / 60 % 60, seconds % 60, micros % 1_000_000)
}

/// Compares the candidate keys for these columns and reads.
fn advice(columns: &[&str], reads: &[&str], mut row: impl FnMut(u64) -> Vec<String>) -> Advice {
    let mut intake = Intake::new(columns.iter().map(|&column| (column.to_owned(), None)));
    for number in 0..ROWS {
        let row = row(number);
        let cells: Vec<Option<&str>> = row.iter().map(|cell| (!cell.is_empty()).then_some(cell.as_str())).collect();
        intake.push(&cells).unwrap();
    }
    let reads: Vec<String> = reads.iter().map(|&read| read.to_owned()).collect();
    let wants = Wants::parse(&reads, None, "rows", &intake.names()).unwrap();
    let plan = Plan::new(&intake, wants);
    let measured = (0..plan.len()).map(|candidate| plan.measure(candidate).unwrap()).collect();
    plan.advice(measured)
}

/// Returns the key that is ranked first.
fn first(columns: &[&str], reads: &[&str], row: impl FnMut(u64) -> Vec<String>) -> String {
    advice(columns, reads, row).ranked[0].key.clone()
}
