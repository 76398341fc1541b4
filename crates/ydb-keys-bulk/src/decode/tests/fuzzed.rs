//! Tests with random changes of valid results: each is read or refused, without a panic and in little memory.
//!
//! `FUZZ_INPUTS=1000000 cargo test -p ydb-keys-bulk --lib --all-features -- --ignored decode::tests::fuzzed`

use prost::Message as _;
use ydb_keys_core::schema::member::Member;

use super::*;
use crate::proto::rows_of;

/// Generator of random numbers (xorshift64*).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

/// Changes some bytes: flips single bits, writes numbers that are often invalid, or cuts the end off.
fn spoil(bytes: &mut Vec<u8>, dice: &mut Dice) {
    const NUMBERS: [i64; 11] = [0, 1, -1, i64::MAX, i64::MIN, 1 << 31, 1 << 40, (1 << 31) - 1, 32, 64, 1000];
    for _ in 0..=dice.below(4) {
        if bytes.is_empty() {
            return;
        }
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.below(256) as u8,
            2 => bytes.truncate(at),
            // Numbers in messages lie at multiples of four or eight.
            width => {
                let width = if width == 5 { 4 } else { 8 };
                let number = NUMBERS[dice.below(NUMBERS.len())].to_le_bytes();
                bytes.iter_mut().skip(at / width * width).take(width).zip(number).for_each(|(byte, new)| *byte = new);
            }
        }
    }
}

/// A result, with the columns to read from it.
struct Known {
    fields: &'static [ColumnDef],
    parts: Vec<ResultSet>,
}

/// Returns the results that pyarrow has written, including those that the decoders refuse.
fn arrow_results() -> Vec<Known> {
    let known = pyarrow::cases().into_iter().map(|case| {
        let head = |number| (number == 0).then_some((&*case.columns, &*case.schema));
        let parts = case.batches.iter().enumerate().map(|(number, batch)| arrow(head(number), batch)).collect();
        Known { fields: fields(&case.columns), parts }
    });
    known.collect()
}

/// Returns the results of pyarrow in YDB's own values, as far as they can be read.
fn protobuf_results() -> Vec<Known> {
    let mut known = Vec::new();
    for case in pyarrow::cases() {
        let mut reader = reader(&case.columns);
        let mut sets = Vec::new();
        for batch in &case.batches {
            let head = sets.is_empty().then_some((&*case.columns, &*case.schema));
            let Ok(Some(part)) = reader.part(arrow(head, batch)) else { break };
            let member = |(_, ty): &(String, YdbType)| Member { name: "c", ty: *ty, optional: true, may_be_null: true };
            let members: Vec<_> = case.columns.iter().map(member).collect();
            let list = rows_of("t", &members, values(&part)).unwrap();
            let rows = list.value.unwrap().items.into_iter().map(|row| row.items).collect();
            sets.push(protobuf(&case.columns, rows));
        }
        if !sets.is_empty() {
            known.push(Known { fields: fields(&case.columns), parts: sets });
        }
    }
    known
}

/// Reads valid or invalid parts of a result; returns the number of parts that were accepted.
fn read(fields: &'static [ColumnDef], parts: Vec<ResultSet>) -> usize {
    let mut reader = Reader::of("shop/orders", fields, fields.first().into_iter().collect());
    let mut taken = 0;
    for set in parts {
        let bytes = set.encoded_len();
        match reader.part(set) {
            Ok(Some(part)) => {
                let memory: usize = part.columns().iter().map(|column| column.bytes()).sum();
                // The columns of a batch share its message. A small column of texts begins with a kilobyte.
                let limit = fields.len() * (16 * bytes + 2048);
                assert!(memory <= limit, "{memory} bytes of {bytes}");
                values(&part);
                part.position(part.len() - 1);
                taken += 1;
            }
            Ok(None) => {}
            Err(error) => {
                assert!(error.to_string().starts_with("table `shop/orders`"), "{error}");
                return taken;
            }
        }
    }
    taken
}

/// Reads a result in Arrow after one change.
fn arrow_once(known: &[Known], dice: &mut Dice) -> usize {
    let (one, other) = (&known[dice.below(known.len())], &known[dice.below(known.len())]);
    let mut parts = one.parts.clone();
    let (number, further) = (dice.below(parts.len()), dice.below(other.parts.len()));
    let part = &mut parts[number];
    match dice.below(6) {
        0 => spoil(&mut part.arrow_format_meta.get_or_insert_default().schema, dice),
        1 => part.data = other.parts[further].data.clone(),
        2 => part.columns = other.parts[0].columns.clone(),
        _ => spoil(&mut part.data, dice),
    }
    read(one.fields, parts)
}

/// Reads a result in YDB's own values after one change.
fn protobuf_once(known: &[Known], dice: &mut Dice) -> usize {
    let (one, other) = (&known[dice.below(known.len())], &known[dice.below(known.len())]);
    let mut parts = one.parts.clone();
    let (number, further) = (dice.below(parts.len()), dice.below(other.parts.len()));
    let (part, rows) = (&mut parts[number], &other.parts[further].rows);
    let (row, place) = (dice.below(part.rows.len()), dice.below(part.columns.len()));
    let foreign = &rows[dice.below(rows.len())].items;
    match dice.below(6) {
        0 => part.rows[row].items.truncate(place),
        1 => part.rows[row].items[place] = foreign[dice.below(foreign.len())].clone(),
        2 => part.columns = other.parts[0].columns.clone(),
        _ => {
            let mut bytes = part.encode_to_vec();
            spoil(&mut bytes, dice);
            let Ok(spoiled) = ResultSet::decode(&*bytes) else { return 0 };
            *part = spoiled;
        }
    }
    read(one.fields, parts)
}

/// Runs `FUZZ_INPUTS` inputs; every run has the same inputs.
fn run(known: &[Known], once: fn(&[Known], &mut Dice) -> usize) {
    let inputs: u64 = option_env!("FUZZ_INPUTS").and_then(|text| text.parse().ok()).unwrap_or(50_000);
    let taken: usize = (1..=inputs).map(|seed| once(known, &mut Dice(seed))).sum();
    assert!(taken > 0);
}

#[test]
#[ignore = "many random inputs"]
fn arrow_for_long() {
    run(&arrow_results(), arrow_once);
}

#[test]
#[ignore = "many random inputs"]
fn protobuf_for_long() {
    run(&protobuf_results(), protobuf_once);
}

#[test]
fn changed_results_are_read_or_refused() {
    for (known, once) in
        [(arrow_results(), arrow_once as fn(&[Known], &mut Dice) -> usize), (protobuf_results(), protobuf_once)]
    {
        let whole = |known: &Known| read(known.fields, known.parts.clone());
        assert!(known.iter().map(whole).sum::<usize>() >= 11);
        let taken: usize = (1..5_000).map(|seed| once(&known, &mut Dice(seed))).sum();
        // Both outcomes are frequent.
        assert!((500..10_000).contains(&taken), "{taken}");
    }
}
