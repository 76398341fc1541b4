//! Made-up rows as CSV.

use std::fmt::Write as _;

/// Generator of random numbers, by splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Returns events of 500 numbered users, in order of time; every fourth has no note.
pub(crate) fn events() -> String {
    let (mut random, mut csv) = (Random(1), "userid,timestamp,kind,note\n".to_owned());
    for row in 0..4000_u64 {
        let user = 1 + random.next() % 500;
        let kind = ["view", "view", "view", "click"][(random.next() % 4) as usize];
        let note = if row % 4 == 0 { "" } else { "seen" };
        let time = format!("2026-01-31 {:02}:{:02}:{:02}", 10 + row / 3600, row / 60 % 60, row % 60);
        writeln!(csv, "{user},{time},{kind},{note}").unwrap();
    }
    csv
}

/// Returns orders with ids of a sequence, a third of them by one customer.
pub(crate) fn orders() -> String {
    let (mut random, mut csv) = (Random(2), "order_id,customer,paid,amount\n".to_owned());
    for row in 0..4000_u64 {
        let customer = if random.next() % 3 == 0 { 7 } else { random.next() % 800 };
        writeln!(csv, "{},{customer},{},{}.50", 70_001 + row, row % 3 == 0, random.next() % 900).unwrap();
    }
    csv
}
