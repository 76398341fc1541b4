//! The fuzz targets without libFuzzer, for machines that have only a stable compiler. Runs as many random inputs as
//! `FUZZ_INPUTS` says.
//!
//! `FUZZ_INPUTS=100000 cargo test -p ydb-embedded --lib -- --ignored --nocapture fuzzed::queries`

#![allow(clippy::unwrap_used, reason = "helpers of tests may end a test")]

use crate::fuzz;

/// Random numbers (xorshift64*).
struct FuzzDice(u64);

impl FuzzDice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }
}

/// Words and signs from which statements are made.
const PIECES: &str = "SELECT FROM WHERE a b c t e o k v x $x $q ( ) ( ) , ; . * = < > || ?? + - / % NOT NULL IS IN AS 1 \
    0 18446744073709551615 's' 1.5 [ ] { } <| |> -> :: : VALUES INSERT INTO UPSERT UPDATE SET DELETE ON CREATE TABLE \
    PRIMARY KEY INDEX GLOBAL WITH ALTER ADD COLUMN DROP DEFAULT JOIN LEFT RIGHT FULL SEMI ONLY CROSS UNION ALL GROUP \
    ORDER BY LIMIT OFFSET CASE WHEN THEN ELSE END CAST Int32 Utf8 List Decimal Optional Struct Tuple EXISTS BETWEEN \
    AND OR XOR LIKE DECLARE PRAGMA VIEW USING RETURNING `q` DISTINCT HAVING AS_TABLE COUNT SUM ListMap AsList AsTuple \
    AsStruct OVER PARTITION ROLLUP IF COALESCE Unwrap $a= $q=SELECT";

/// Runs a target on random inputs.
fn run(name: &str, mut target: impl FnMut(&mut FuzzDice)) {
    let inputs = std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_u64);
    let seed = u64::from(std::process::id());
    println!("{name}: {inputs} inputs, seed {seed}");
    (1..=inputs).for_each(|input| target(&mut FuzzDice(seed << 32 | input)));
}

/// Returns a text of random pieces, parts of which are repeated.
fn soup(dice: &mut FuzzDice) -> String {
    let pieces: Vec<&str> = PIECES.split_whitespace().collect();
    let mut text = String::new();
    for _ in 0..dice.between(1, 6) {
        let part: Vec<&str> = (0..dice.between(1, 8)).map(|_| pieces[dice.below(pieces.len())]).collect();
        let times = if dice.below(4) == 0 { dice.between(2, 400) } else { 1 };
        text += &(part.join(" ") + " ").repeat(times);
    }
    text
}

fn bytes(dice: &mut FuzzDice, most: usize) -> Vec<u8> {
    (0..dice.between(1, most)).map(|_| dice.below(256) as u8).collect()
}

#[test]
#[ignore = "random inputs"]
fn texts() {
    run("texts", |dice| match dice.below(3) {
        0 => fuzz::parse(&String::from_utf8_lossy(&bytes(dice, 200))),
        1 => fuzz::parse(&soup(dice)),
        _ => fuzz::parse(&format!("SELECT {}", soup(dice))),
    });
}

#[test]
#[ignore = "random inputs"]
fn queries() {
    run("queries", |dice| {
        let begin =
            ["", "SELECT ", "SELECT * FROM t ", "SELECT a FROM t WHERE ", "UPSERT INTO t (a, c) ", "$q = SELECT "];
        let begin = begin[dice.below(begin.len())];
        fuzz::query(&format!("{begin}{}", soup(dice)));
    });
}

#[test]
#[ignore = "random inputs"]
fn chains() {
    run("chains", |dice| fuzz::chains(&bytes(dice, 24)));
}

#[test]
#[ignore = "random inputs"]
fn messages() {
    run("messages", |dice| fuzz::wire(&bytes(dice, 200)));
}

/// Returns the schemas and batches that pyarrow has made.
fn batches() -> Vec<(Vec<u8>, Vec<u8>)> {
    let text = include_str!("../../tests/arrow/batches.txt");
    let bytes = |hex: &str| -> Vec<u8> {
        hex.as_bytes().chunks(2).map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect()
    };
    let of = |word: &str| text.lines().filter_map(move |line| line.strip_prefix(word)).map(bytes).collect::<Vec<_>>();
    of("schema ").into_iter().zip(of("batch ")).collect()
}

/// Damages a message: flips bits, writes numbers that are often wrong, or cuts off the end.
fn spoil(bytes: &mut Vec<u8>, dice: &mut FuzzDice) {
    for _ in 0..dice.between(1, 4) {
        if bytes.is_empty() {
            return;
        }
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.below(256) as u8,
            2 => bytes.truncate(at),
            // Numbers of messages are at multiples of four and eight.
            width => {
                let width = if width == 5 { 4 } else { 8 };
                let numbers = [0, 1, -1, i64::MAX, i64::MIN, 1 << 31, 1 << 40, (1 << 31) - 1, 32, 64, 1000];
                let number = numbers[dice.below(numbers.len())].to_le_bytes();
                let at = at / width * width;
                bytes.iter_mut().skip(at).take(width).zip(number).for_each(|(byte, new)| *byte = new);
            }
        }
    }
}

#[test]
#[ignore = "random inputs"]
fn arrow() {
    let known = batches();
    run("arrow", |dice| {
        let (mut schema, mut data) = known[dice.below(known.len())].clone();
        match dice.below(6) {
            0 => spoil(&mut schema, dice),
            1 => (schema, data) = (schema, known[dice.below(known.len())].1.clone()),
            2 => (0..2).for_each(|_| spoil(&mut data, dice)),
            _ => spoil(&mut data, dice),
        }
        fuzz::arrow(&schema, data);
    });
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    println!("peak memory: {peak:?} kB");
    assert!(peak.unwrap_or(0_u64) < 1 << 20, "a gigabyte for messages of a few kilobytes");
}
