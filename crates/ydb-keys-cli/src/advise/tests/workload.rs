//! Rows made by rules that the comparison does not know, and what it says of them.

use crate::advise::{Advice, Intake, Plan, Wants};

/// The rows of a workload.
pub(super) const ROWS: u64 = 10_000;
/// When the first row arrives: 2023-11-14T22:13:20Z.
const FIRST: u64 = 1_700_000_000_000_000;

/// Random numbers from the generator splitmix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A number below `limit` by Zipf's law with exponent 1: the k-th is k times rarer than the first.
    pub(super) fn zipf(&mut self, limit: u64) -> u64 {
        let uniform = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        ((limit as f64).powf(uniform) as u64 - 1).min(limit - 1)
    }

    pub(super) fn uuid(&mut self, version: u64) -> String {
        let (high, low) = (self.next(), self.next());
        uuid(high & !0xf000 | version << 12, low)
    }
}

pub(super) fn uuid(high: u64, low: u64) -> String {
    let digits = format!("{high:016x}{:016x}", low & !(0xc << 60) | 0x8 << 60);
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    groups.join("-")
}

/// The microseconds of a row: about a thousand rows a second.
pub(super) fn micros(row: u64, random: &mut Random) -> u64 {
    FIRST + row * 1000 + random.below(900)
}

/// A time as text; all rows are of the hours after 22:13:20.
pub(super) fn at(row: u64, random: &mut Random) -> String {
    let micros = micros(row, random) - FIRST;
    let seconds = 22 * 3600 + 13 * 60 + 20 + micros / 1_000_000;
    format!("2023-11-14T{:02}:{:02}:{:02}.{:06}Z", seconds / 3600, seconds / 60 % 60, seconds % 60, micros % 1_000_000)
}

/// The comparison for these reads.
pub(super) fn advice(columns: &[&str], reads: &[&str], mut row: impl FnMut(u64) -> Vec<String>) -> Advice {
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

/// The key that comes first.
pub(super) fn first(columns: &[&str], reads: &[&str], row: impl FnMut(u64) -> Vec<String>) -> String {
    advice(columns, reads, row).ranked[0].key.clone()
}
