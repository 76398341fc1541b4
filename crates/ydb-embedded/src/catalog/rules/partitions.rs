//! Rules of partitioning: the initial partitions of a table, and the settings for later splits and merges.

use std::cmp::Ordering;

use crate::catalog::spec::{InitialPartitions, PartitioningSpec};
use crate::catalog::{Column, PartitionSettings, Partitioning, refusal, rules};
use crate::error::Result;
use crate::types::{Primitive, Type, Value, sort_cmp};

/// Builds the partitioning of a new row table.
pub(in crate::catalog) fn ranges(
    initial: &InitialPartitions,
    spec: &PartitioningSpec,
    columns: &[Column],
    key: &[usize],
) -> Result<Partitioning> {
    let key: Vec<&Type> = key.iter().map(|&column| &columns[column].ty).collect();
    check_start(initial)?;
    let at = match initial {
        InitialPartitions::One | InitialPartitions::Both => Vec::new(),
        InitialPartitions::Uniform(count) => uniform(*count, &key)?,
        InitialPartitions::AtKeys(points) => at_keys(points, &key)?,
    };
    let partitions = at.len() as u64 + 1;
    check_size(spec)?;
    let defaults = PartitionSettings::default();
    let settings = PartitionSettings {
        by_size: spec.by_size.unwrap_or(defaults.by_size),
        size_mb: given(spec.size_mb).unwrap_or(defaults.size_mb),
        by_load: spec.by_load.unwrap_or(defaults.by_load),
        // Unless a minimum is given, it is the number of initial partitions.
        min: given(spec.min).unwrap_or(partitions),
        max: given(spec.max),
    };
    Ok(Partitioning::Ranges { at, settings })
}

/// Returns the settings after ALTER TABLE .. SET. Turning on splits by size resets the partition size and the minimum
/// count. Turning on splits by load resets the minimum count. Settings that are given are not reset.
///
/// Fails when a partition size is given while splits by size are turned off.
pub(in crate::catalog) fn altered(old: &PartitionSettings, spec: &PartitioningSpec) -> Result<PartitionSettings> {
    check_size(spec)?;
    let defaults = PartitionSettings::default();
    let mut new = old.clone();
    match spec.by_size {
        None => {
            if let Some(size) = given(spec.size_mb) {
                (new.by_size, new.size_mb) = (true, size);
            }
        }
        Some(true) => {
            new.by_size = true;
            new.size_mb = given(spec.size_mb).unwrap_or(defaults.size_mb);
            new.min = defaults.min;
        }
        Some(false) => new.by_size = false,
    }
    if let Some(by_load) = spec.by_load {
        new.by_load = by_load;
        if by_load {
            new.min = defaults.min;
        }
    }
    new.min = given(spec.min).unwrap_or(new.min);
    new.max = given(spec.max).or(new.max);
    Ok(new)
}

/// Returns the value, or `None` for a zero, which means "not given" on the wire. A zero in the text of a query is
/// refused earlier.
fn given(value: Option<u64>) -> Option<u64> {
    value.filter(|value| *value != 0)
}

pub(in crate::catalog) fn check_start(initial: &InitialPartitions) -> Result<()> {
    if *initial == InitialPartitions::Both {
        return Err(refusal::bad_request(
            "Uniform partitions and partitions at keys settings are mutually exclusive. Use either one of them.",
        ));
    }
    Ok(())
}

pub(in crate::catalog) fn check_size(spec: &PartitioningSpec) -> Result<()> {
    if spec.by_size == Some(false) && given(spec.size_mb).is_some() {
        let text = "Auto partitioning partition size is set while auto partitioning by size is disabled";
        return Err(refusal::bad_request(text));
    }
    Ok(())
}

fn check_count(count: u64) -> Result<()> {
    if count == 0 || count > rules::MAX_PARTITIONS {
        return Err(refusal::scheme(format!("Invalid partition count specified: {count}")));
    }
    Ok(())
}

fn uniform(count: u64, key: &[&Type]) -> Result<Vec<Vec<Value>>> {
    check_count(count)?;
    let greatest = match key.first() {
        Some(Type::Primitive(Primitive::Uint32)) => u64::from(u32::MAX),
        Some(Type::Primitive(Primitive::Uint64)) => u64::MAX,
        first => {
            let name = first.map_or_else(String::new, ToString::to_string);
            let text = format!("Unsupported first key column type {name}, only Uint32 and Uint64 are supported");
            return Err(refusal::scheme(text));
        }
    };
    // YDB's arithmetic, with its rounding, gives exactly the borders of YDB.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "YDB computes the borders in doubles"
    )]
    let border = |i: u64| (greatest as f64 * (i as f64 / count as f64)) as u64;
    Ok((1..count).map(|i| vec![Value::Uint(border(i))]).collect())
}

fn at_keys(points: &[Vec<(Type, Value)>], key: &[&Type]) -> Result<Vec<Vec<Value>>> {
    check_count(points.len() as u64 + 1)?;
    let mut at: Vec<Vec<Value>> = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        if point.len() > key.len() {
            return Err(refusal::generic(format!(
                "Partition at keys has {} key values while there are only {} key columns",
                point.len(),
                key.len()
            )));
        }
        let convert = |((from, value), to): (&(Type, Value), &&Type)| match super::fit_literal(from, value, to) {
            Some(value) => Ok(value),
            None => Err(refusal::generic(format!(
                "Failed to convert value \"{}\" to a corresponding key column type",
                written(value)
            ))),
        };
        let point: Vec<Value> = point.iter().zip(key).map(convert).collect::<Result<_>>()?;
        // The first point must be above the least key, which is all NULLs.
        let above = at.last().map_or(&[][..], Vec::as_slice);
        if compare(above, &point, key) != Ordering::Less {
            return Err(refusal::scheme(format!("Partition ranges are not sorted at index {index}")));
        }
        at.push(point);
    }
    Ok(at)
}

/// Compares two split points. A missing column counts as NULL, which comes first.
fn compare(a: &[Value], b: &[Value], key: &[&Type]) -> Ordering {
    let column = |point: &[Value], i: usize| point.get(i).cloned().unwrap_or(Value::Null);
    let orders = key.iter().enumerate().map(|(i, ty)| sort_cmp(&column(a, i), &column(b, i), ty));
    orders.fold(Ordering::Equal, Ordering::then)
}

fn written(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Double(value) => value.to_string(),
        Value::Text(text) => text.to_string(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    }
}
