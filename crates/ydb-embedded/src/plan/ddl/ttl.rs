//! `TTL = Interval("..") [DELETE | TO EXTERNAL DATA SOURCE path], .. ON column [AS unit]`.

use super::literal;
use crate::catalog::spec::TtlSpec;
use crate::catalog::{TtlTier, TtlUnit};
use crate::error::{Error, Result};
use crate::yql::ast::{Ident, TtlTier as Tier};

/// The settings for the catalog.
pub(super) fn ttl(tiers: &[Tier], column: &Ident, unit: Option<&Ident>) -> Result<TtlSpec> {
    let tier = |tier: &Tier| {
        let storage = tier.storage.as_ref().map(|path| path.name.to_string());
        Ok(TtlTier { after_us: literal::interval(&tier.interval, "TTL")?, storage })
    };
    Ok(TtlSpec {
        column: column.name.to_string(),
        unit: unit.map(self::unit).transpose()?,
        tiers: tiers.iter().map(tier).collect::<Result<_>>()?,
    })
}

fn unit(unit: &Ident) -> Result<TtlUnit> {
    match &*unit.name.to_ascii_uppercase() {
        "SECONDS" => Ok(TtlUnit::Seconds),
        "MILLISECONDS" => Ok(TtlUnit::Milliseconds),
        "MICROSECONDS" => Ok(TtlUnit::Microseconds),
        "NANOSECONDS" => Ok(TtlUnit::Nanoseconds),
        other => Err(Error::translation(unit.at, format!("Invalid TTL settings: Invalid unit: {other}"))),
    }
}
