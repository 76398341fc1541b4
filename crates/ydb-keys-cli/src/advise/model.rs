//! The model of a candidate, written by the writer of `pull`, and the rules that its key breaks.

use std::collections::BTreeMap;

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::schema::allowance::Rule;
use ydb_keys_migrate::__internal::{
    Candidate as Computed, Finding, Growth, LiveColumn, LiveDefault, LiveSettings, LiveTable, broken_rules, source_of,
};

use super::candidate::{BUCKETS, Candidate};
use super::profile::Column;
use super::score::Broken;

/// The struct with this key. `is_even` says that the key was measured to spread the writes.
pub(super) fn source(table: &str, columns: &[Column], candidate: &Candidate, is_even: bool) -> Result<String, String> {
    source_of(&live(table, columns, candidate), &finding(candidate), &[], &growth(columns, candidate, is_even))
}

/// The rules that the key breaks.
pub(super) fn broken(table: &str, columns: &[Column], candidate: &Candidate, is_even: bool) -> Broken {
    let (live, growth) = (live(table, columns, candidate), growth(columns, candidate, is_even));
    let mut rules = broken_rules(&live, &finding(candidate), &growth);
    let leads_by_time = candidate.uuid == Some(7)
        || candidate.leading_column(columns).is_some_and(|column| column.ty == YdbType::Uuid && column.is_time_ordered);
    if leads_by_time {
        rules.push((Rule::MonotonicLeadingKey, "UUIDs made from a clock go to one partition at a time".to_owned()));
    }
    let null_leads = candidate.leading_column(columns).is_some_and(Column::is_nullable);
    Broken { rules, null_leads }
}

fn finding(candidate: &Candidate) -> Finding {
    let Some(prefix) = &candidate.prefix else { return Finding::NoHash };
    // The computed column is the first one of the table.
    let inputs = prefix.inputs.iter().map(|input| input + 1).collect();
    Finding::Chosen(Computed { function: prefix.function, inputs, buckets: prefix.buckets })
}

/// What the sample says of the number that leads the key.
fn growth(columns: &[Column], candidate: &Candidate, is_even: bool) -> Growth {
    let mut growth = Growth::default();
    let Some(leading) = candidate.leading_column(columns).filter(|column| column.ty.is_number()) else { return growth };
    if leading.grows() {
        growth.monotonic.push(sql_name(&leading.name));
    } else if is_even && leading.covers_its_range {
        growth.dispersed.push(sql_name(&leading.name));
    }
    growth
}

/// The table as a database would describe it.
fn live(table: &str, columns: &[Column], candidate: &Candidate) -> LiveTable {
    let column = |(position, column): (usize, &Column)| {
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
        // As the database prints them: of a uniform table those that YDB computes.
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

/// A name that a column in YDB can have.
fn sql_name(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    let name: String = name.chars().map(letter).take(255).collect();
    if name.is_empty() { "column".to_owned() } else { name }
}
