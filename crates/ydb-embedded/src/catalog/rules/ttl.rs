//! TTL settings.

use super::super::spec::TtlSpec;
use super::super::{Column, Store, Ttl, TtlUnit, refusal};
use super::types::{self, Clock};
use crate::error::Result;
use crate::types::Type;

/// The TTL of a table with these columns and this key.
pub(in crate::catalog) fn build(
    spec: TtlSpec,
    columns: &[Column],
    key: &[usize],
    store: Store,
    now_us: u64,
) -> Result<Ttl> {
    let Some(position) = columns.iter().position(|column| *column.name == *spec.column) else {
        let text = match store {
            Store::Row => format!("Cannot enable TTL on unknown column: '{}'", spec.column),
            Store::Column => "Incorrect ttl column - not found in scheme".to_owned(),
        };
        return Err(refusal::scheme(text));
    };
    check_unit(&columns[position].ty, spec.unit)?;
    check_tiers(&spec, store)?;
    let longest = spec.tiers.iter().map(|tier| tier.after_us).max().unwrap_or(0);
    let (longest, now) = (longest / 1_000_000, i64::try_from(now_us / 1_000_000).unwrap_or(i64::MAX));
    if longest > now {
        let (days, years) = (now / 86_400, now / 86_400 / 365);
        return Err(refusal::scheme(format!(
            "TTL should be less than {now} seconds ({days} days, {years} years). \
             The ttl behaviour is undefined before 1970."
        )));
    }
    if store == Store::Column && key.first() != Some(&position) {
        let text = "Haven't MAX-index for TTL column and TTL column is not first column in primary key";
        return Err(refusal::scheme(text));
    }
    Ok(Ttl { column: position, unit: spec.unit, tiers: spec.tiers })
}

fn check_unit(ty: &Type, unit: Option<TtlUnit>) -> Result<()> {
    let text = match (types::clock(ty), unit) {
        (Clock::Moment, None) | (Clock::Number, Some(_)) => return Ok(()),
        (Clock::Moment, Some(_)) => {
            "To enable TTL on date type column 'DateTypeColumnModeSettings' should be specified"
        }
        (Clock::Number, None) => {
            "To enable TTL on integral type column 'ValueSinceUnixEpochModeSettings' should be specified"
        }
        (Clock::None, _) => "Unsupported column type",
    };
    Err(refusal::scheme(text))
}

fn check_tiers(spec: &TtlSpec, store: Store) -> Result<()> {
    for (i, tier) in spec.tiers.iter().enumerate() {
        let seconds = tier.after_us / 1_000_000;
        if tier.after_us < 0 {
            return Err(refusal::generic("Interval value cannot be negative"));
        }
        if store == Store::Row && tier.storage.is_some() {
            return Err(refusal::scheme("Only DELETE via TTL is allowed for row-oriented tables"));
        }
        if let Some(previous) = i.checked_sub(1).and_then(|i| spec.tiers.get(i)) {
            let before = previous.after_us / 1_000_000;
            if seconds <= before {
                return Err(refusal::scheme(format!(
                    "Tiers in the sequence must have increasing ApplyAfterSeconds: \
                     {before} (tier {}) >= {seconds} (tier {i})",
                    i - 1
                )));
            }
        }
        if tier.storage.is_none() && i + 1 != spec.tiers.len() {
            let text = format!("Tier {i}: only the last tier in TTL settings can have Delete action");
            return Err(refusal::scheme(text));
        }
    }
    if spec.tiers.is_empty() {
        return Err(refusal::scheme("TTL without eviction time"));
    }
    Ok(())
}
