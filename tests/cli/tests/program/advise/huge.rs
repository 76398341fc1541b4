//! Tests that inputs of any size take a bounded memory, and that the output says that it is based on a sample.

use std::fmt::Write as _;
use std::io::{self, BufReader, Read};

use serde_json::Value;

use super::advise;
use super::rows::Random;

/// Reader whose rows are made as they are read.
struct Rows {
    next: u64,
    end: u64,
    random: Random,
    text: String,
    read: usize,
}

impl Rows {
    fn new(rows: u64) -> Self {
        Rows { next: 0, end: rows, random: Random(3), text: "id,customer,note\n".to_owned(), read: 0 }
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.text.len() {
            (self.read, self.text) = (0, String::new());
            while self.next < self.end && self.text.len() < buffer.len() {
                self.next += 1;
                let (customer, note) = (self.random.next() % 1_000_000, self.random.next());
                writeln!(self.text, "{},{customer},{note:x}", self.next).unwrap();
            }
        }
        let rest = &self.text.as_bytes()[self.read..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.read += count;
        Ok(count)
    }
}

fn advice_of(rows: u64) -> Value {
    let mut input = BufReader::new(Rows::new(rows));
    let printed = advise(&mut input, 80, &["-", "--format", "csv", "--read", "id", "--json"]);
    let advice: Value = serde_json::from_str(&printed.out).unwrap();
    assert_eq!(advice["rows"], rows);
    let sampled = advice["sampled_rows"].as_u64().unwrap();
    assert!((1 << 15..1 << 16).contains(&sampled), "{sampled}");
    let close = |column: usize, of: u64| {
        let distinct = advice["columns"][column]["distinct"].as_u64().unwrap();
        assert!(distinct.abs_diff(of) * 20 < of, "{distinct} for {of}");
    };
    close(0, rows);
    // Of n numbers below a million, 1 - e^(-n / million) of the million are there.
    close(1, (1e6 * (1.0 - (-(rows as f64) / 1e6).exp())) as u64);
    assert_eq!(advice["keys"][0]["primary_key"], "id_hash = xxh3(id), id");
    advice
}

#[test]
fn more_rows_than_a_sample_holds_are_sampled() {
    advice_of(200_000);
}

/// Takes a minute in a debug build: `cargo test --release -p cli-tests -- --ignored`.
#[test]
#[ignore = "reads 10,000,000 rows"]
fn ten_million_rows_take_less_than_300_mb() {
    advice_of(10_000_000);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 300 * 1024, "{kilobytes} kB");
}
