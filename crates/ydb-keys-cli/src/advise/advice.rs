//! Comparison of all candidate keys. A plan is made from the rows, each candidate is measured, and all are ranked. The
//! best one is written as a model.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use ydb_keys::hash::xxh3;
use ydb_keys::schema::Store;
use ydb_keys::{Value, YdbType};
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_migrate::__internal::{
    Candidate as Computed, Finding, Growth, LiveColumn, LiveDefault, LiveSettings, LiveTable, broken_rules, source_of,
};

use super::candidate::{BUCKETS, Candidate, KeyColumn, KeyColumns, candidates};
use super::intake::Intake;
use super::measure::{Measured, RowSizes, even, measure};
use super::profile::{self, Cells, ProfiledColumn};
use super::read::{WantedRead, Wants};
use super::reason;
use super::score::{Advice, Broken, Ranked, ServedRead, score, serve};

/// Candidate keys and the data that they are measured with.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    columns: Vec<ProfiledColumn>,
    keys: KeyColumns<'a>,
    rows: RowSizes,
    total: u64,
    wants: Wants,
    /// Positions of the columns that identify a row; empty if no columns do.
    id: Vec<usize>,
    candidates: Vec<Candidate>,
}

impl<'a> Plan<'a> {
    /// Finds the candidates for the columns of the data. The list is empty if no column has a type that a key can have.
    pub(crate) fn new(intake: &'a Intake, mut wants: Wants) -> Self {
        let total = intake.rows();
        let sampled = intake.sampler.rows();
        let mut columns = Vec::with_capacity(intake.columns.len());
        for (position, seen) in intake.columns.iter().enumerate() {
            columns.push(profile::column(seen, total, &profile::values(intake, position)));
        }
        let usable = |column: &usize| columns.get(*column).is_some_and(|column| column.ty.is_row_key());
        // Columns that cannot be in a key are dropped from the reads.
        for read in &mut wants.reads {
            read.fixed.retain(|column| usable(column));
            read.range = read.range.filter(|column| usable(column));
        }
        wants.reads.retain(|read| read.columns().next().is_some());
        let key_column = |column: usize| {
            let values = profile::values(intake, column);
            KeyColumn { cells: Cells::of(&values), values }
        };
        let asked: HashSet<usize> =
            wants.reads.iter().flat_map(WantedRead::columns).chain(wants.id.iter().flatten().copied()).collect();
        let load = |column: usize| asked.contains(&column).then(|| key_column(column));
        let mut keys = KeyColumns { columns: (0..columns.len()).map(load).collect(), clock: clock(intake, &columns) };
        let rows = RowSizes { sizes: sampled.iter().map(|row| row.size()).collect() };
        let id = match &wants.id {
            Some(id) => id.clone(),
            None => find_id(&columns, total, &wants.reads, |columns| {
                distinct(&keys, rows.sizes.len(), columns) == rows.sizes.len()
            }),
        };
        for &column in &id {
            if let Some(slot @ None) = keys.columns.get_mut(column) {
                *slot = Some(key_column(column));
            }
        }
        if wants.reads.is_empty() && !id.is_empty() {
            wants.reads.push(WantedRead { fixed: id.clone(), range: None });
        }
        let candidates = candidates(&columns, &wants.reads, &id);
        Plan { columns, keys, rows, total, wants, id, candidates }
    }

    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Replays the sample with the keys of one candidate. Returns `None` if there is no candidate with this number.
    pub(crate) fn measure(&self, candidate: usize) -> Option<Measured> {
        self.candidates.get(candidate).map(|candidate| measure(&self.rows, &self.keys, candidate))
    }

    /// Ranks the candidates. `measured` has one result for each candidate, in the order of the candidates.
    pub(crate) fn advice(self, measured: Vec<Measured>) -> Advice {
        let even = even(&self.rows);
        // Most candidates ask for the same few sets of columns.
        let known: RefCell<HashMap<Vec<usize>, usize>> = RefCell::default();
        let count = |columns: &[usize]| {
            let counted = || distinct(&self.keys, self.rows.sizes.len(), columns);
            *known.borrow_mut().entry(columns.to_vec()).or_insert_with(counted)
        };
        let texts: Vec<String> = self.wants.reads.iter().map(|read| read.text(&self.names())).collect();
        let mut ranked: Vec<Ranked> = Vec::with_capacity(measured.len());
        for (candidate, measured) in self.candidates.iter().zip(measured) {
            let read = |(read, text): (&WantedRead, &String)| ServedRead {
                read: text.clone(),
                served: serve(candidate, read, count),
            };
            let reads: Vec<ServedRead> = self.wants.reads.iter().zip(&texts).map(read).collect();
            let is_even = measured.hottest <= even.hottest * super::score::EVEN;
            let broken = broken(&self.wants.table, &self.columns, candidate, is_even);
            let key_size = self.key_size(candidate);
            let score = score(candidate, key_size, (&measured, &even), &reads, &broken);
            let mut rules: Vec<&str> = broken.rules.iter().map(|(rule, _)| rule.id()).collect();
            if broken.null_leads {
                rules.insert(0, Rule::NullableKey.id());
            }
            let (key, candidate) = (candidate.text(&self.columns), candidate.clone());
            ranked.push(Ranked { key, measured, reads, key_size, rules, score, reason: String::new(), candidate });
        }
        same_by_chance(&mut ranked);
        // The sort is stable: among keys with equal scores, the simplest one is listed first and stays first.
        ranked.sort_by(|a, b| a.score.total().total_cmp(&b.score.total()));
        reason::explain(&mut ranked, &even, &self.columns);
        let source = match ranked.first() {
            Some(best) => {
                let is_even = best.measured.hottest <= even.hottest * super::score::EVEN;
                source(&self.wants.table, &self.columns, &best.candidate, is_even)
            }
            None => Err("no column of the data can be in a key".to_owned()),
        };
        let mut remarks = self.remarks(&ranked);
        if let Some(best) = ranked.first() {
            remarks.extend(reason::indexes(best, &self.wants.reads, &self.columns));
        }
        let id = self.id.iter().filter_map(|&column| self.columns.get(column)).map(|column| column.name.clone());
        Advice {
            rows: self.total,
            sampled: self.rows.sizes.len(),
            reads: texts,
            id: id.collect(),
            id_is_found: self.wants.id.is_none(),
            remarks,
            even,
            ranked,
            source,
            columns: self.columns,
        }
    }

    fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    fn key_size(&self, candidate: &Candidate) -> f64 {
        let computed = candidate.prefix.as_ref().map_or(0.0, |prefix| if prefix.buckets.is_some() { 4.0 } else { 8.0 });
        let own = |(place, column): (usize, &usize)| match candidate.uuid {
            Some(_) if place == 0 => 16.0,
            _ => self.columns.get(*column).map_or(0.0, |column| column.size),
        };
        computed + candidate.order.iter().enumerate().map(own).sum::<f64>()
    }

    /// Returns the remarks that a reader needs to judge the ranking.
    fn remarks(&self, ranked: &[Ranked]) -> Vec<String> {
        let mut remarks: Vec<String> =
            (0..self.columns.len()).filter_map(|column| reason::too_frequent(column, &self.columns, ranked)).collect();
        if self.id.is_empty() {
            remarks.push(
                "No column identifies a row, and neither do the columns of a read together: rows with equal keys \
                 overwrite each other. Add an id, or name the columns that identify a row with --id."
                    .to_owned(),
            );
        }
        if self.rows.sizes.len() < 1000 {
            remarks
                .push(format!("{} rows are few: the measures are rough below some thousands.", self.rows.sizes.len()));
        }
        remarks
    }
}

/// Gives keys that differ only in the hash function the same score for writes. Hash functions over the same columns
/// spread alike; differences between their measurements are chance.
fn same_by_chance(ranked: &mut [Ranked]) {
    let is_of = |own: &Candidate, numeric: bool| {
        own.prefix.as_ref().is_some_and(|prefix| prefix.function.is_numeric() == numeric && prefix.buckets.is_none())
    };
    let usual: Vec<(Vec<usize>, f64)> = ranked
        .iter()
        .filter(|key| {
            is_of(&key.candidate, false) && key.candidate.prefix.as_ref().is_some_and(|prefix| prefix.inputs.len() == 1)
        })
        .map(|key| (key.candidate.order.clone(), key.score.writes))
        .collect();
    for key in ranked.iter_mut().filter(|key| is_of(&key.candidate, true)) {
        if let Some((_, writes)) = usual.iter().find(|(order, _)| *order == key.candidate.order) {
            key.score.writes = *writes;
        }
    }
}

/// Returns the number of distinct values that columns have together in the sample.
fn distinct(keys: &KeyColumns<'_>, rows: usize, columns: &[usize]) -> usize {
    let mut seen: HashSet<u64> = HashSet::with_capacity(rows);
    let mut bytes = Vec::new();
    for row in 0..rows {
        bytes.clear();
        columns.iter().for_each(|&column| bytes.extend_from_slice(keys.cell(column, row)));
        seen.insert(xxh3(&bytes));
    }
    seen.len()
}

/// Finds the columns that identify a row: one column whose values all differ, or else the columns of one read together.
fn find_id(
    columns: &[ProfiledColumn],
    total: u64,
    reads: &[WantedRead],
    identifies: impl Fn(&[usize]) -> bool,
) -> Vec<usize> {
    let is_id = |column: &ProfiledColumn| {
        // An estimated number is wrong by some percent.
        let all = column.distinct as f64 >= total as f64 * if column.distinct_is_exact { 1.0 } else { 0.95 };
        // A long text that differs in every row describes the row. It is not used as an id.
        let is_text = column.ty == YdbType::Utf8 && column.size > 40.0;
        column.is_unique && all && !is_text && !column.ty.is_time() && column.ty.is_row_key()
    };
    let rank = |column: &ProfiledColumn| {
        let name = column.name.to_ascii_lowercase();
        let named = ["id", "key", "uuid", "number", "no"].iter().any(|end| name.ends_with(end));
        (Reverse(named), column.ty == YdbType::Utf8)
    };
    let found = columns.iter().enumerate().filter(|(_, column)| is_id(column));
    if let Some((position, _)) = found.min_by_key(|(_, column)| rank(column)) {
        return vec![position];
    }
    let of_read = reads.iter().map(|read| read.columns().collect::<Vec<_>>()).find(|read| identifies(read));
    of_read.unwrap_or_default()
}

/// Returns the milliseconds since 1970 of each row. They come from a growing time column; without one, each row is one
/// millisecond after the row before.
fn clock(intake: &Intake, columns: &[ProfiledColumn]) -> Vec<u64> {
    let time = columns.iter().position(|column| column.ty == YdbType::Timestamp && column.grows());
    let millis = |(row, value): (usize, &Value<'_>)| match value {
        Value::Timestamp(micros) => micros / 1000,
        _ => row as u64,
    };
    match time {
        Some(time) => profile::values(intake, time).iter().enumerate().map(millis).collect(),
        None => (0..intake.sampler.rows().len() as u64).collect(),
    }
}

/// Writes the Rust struct of a table with this key. `is_even` is `true` if the measurement showed that the key spreads
/// the writes.
pub(super) fn source(
    table: &str,
    columns: &[ProfiledColumn],
    candidate: &Candidate,
    is_even: bool,
) -> Result<String, String> {
    source_of(&live(table, columns, candidate), &finding(candidate), &[], &growth(columns, candidate, is_even))
}

/// Finds the lint rules that the key breaks.
pub(super) fn broken(table: &str, columns: &[ProfiledColumn], candidate: &Candidate, is_even: bool) -> Broken {
    let (live, growth) = (live(table, columns, candidate), growth(columns, candidate, is_even));
    let mut rules = broken_rules(&live, &finding(candidate), &growth);
    let leads_by_time = candidate.uuid == Some(7)
        || candidate.leading_column(columns).is_some_and(|column| column.ty == YdbType::Uuid && column.is_time_ordered);
    if leads_by_time {
        rules.push((Rule::MonotonicLeadingKey, "UUIDs made from a clock go to one partition at a time".to_owned()));
    }
    let null_leads = candidate.leading_column(columns).is_some_and(ProfiledColumn::is_nullable);
    Broken { rules, null_leads }
}

fn finding(candidate: &Candidate) -> Finding {
    let Some(prefix) = &candidate.prefix else { return Finding::NoHash };
    // The computed column is the first one of the table.
    let inputs = prefix.inputs.iter().map(|input| input + 1).collect();
    Finding::Chosen(Computed { function: prefix.function, inputs, buckets: prefix.buckets })
}

/// Describes the growth of the number that leads the key, from the sample.
fn growth(columns: &[ProfiledColumn], candidate: &Candidate, is_even: bool) -> Growth {
    let mut growth = Growth::default();
    let Some(leading) = candidate.leading_column(columns).filter(|column| column.ty.is_number()) else { return growth };
    if leading.grows() {
        growth.monotonic.push(sql_name(&leading.name));
    } else if is_even && leading.covers_its_range {
        growth.dispersed.push(sql_name(&leading.name));
    }
    growth
}

/// Describes the table in the form in which a database would.
fn live(table: &str, columns: &[ProfiledColumn], candidate: &Candidate) -> LiveTable {
    let column = |(position, column): (usize, &ProfiledColumn)| {
        let ty = match candidate.uuid {
            Some(_) if candidate.order.first() == Some(&position) => YdbType::Uuid,
            _ => column.ty,
        };
        live_column(sql_name(&column.name), ty, column.is_nullable())
    };
    let mut live_columns: Vec<LiveColumn> = columns.iter().enumerate().map(column).collect();
    let names: Vec<String> = live_columns.iter().map(|column| column.name.clone()).collect();
    let mut primary_key: Vec<String> =
        candidate.order.iter().filter_map(|&position| names.get(position).cloned()).collect();
    let mut settings = LiveSettings { by_size: Some(true), by_load: Some(true), ..LiveSettings::default() };
    if let (Some(prefix), Some(name)) = (&candidate.prefix, candidate.computed_name(columns)) {
        let name = sql_name(&name);
        let ty = if prefix.buckets.is_some() { YdbType::Uint32 } else { YdbType::Uint64 };
        live_columns.insert(0, live_column(name.clone(), ty, false));
        primary_key.insert(0, name);
        // Split points as the database prints them. For a uniform table, YDB computes them.
        settings.split_points = match prefix.buckets {
            Some(buckets) => (1..buckets).map(|bucket| format!("({bucket})")).collect(),
            None => (1..u128::from(BUCKETS))
                .map(|part| format!("({})", u128::from(u64::MAX) * part / u128::from(BUCKETS)))
                .collect(),
        };
    }
    LiveTable {
        path: table.to_owned(),
        columns: live_columns,
        primary_key,
        store: Store::Row,
        indexes: Vec::new(),
        attributes: BTreeMap::new(),
        settings: Some(settings),
        hash_sample: None,
        index_samples: BTreeMap::new(),
        rights: None,
    }
}

fn live_column(name: String, ty: YdbType, nullable: bool) -> LiveColumn {
    let (family, serial, default) = (None, Some(false), LiveDefault::None);
    LiveColumn { name, ty: Some(ty), type_text: ty.to_string(), nullable, family, serial, default }
}

/// Turns a name into one that a YDB column can have.
fn sql_name(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    let name: String = name.chars().map(letter).take(255).collect();
    if name.is_empty() { "column".to_owned() } else { name }
}
