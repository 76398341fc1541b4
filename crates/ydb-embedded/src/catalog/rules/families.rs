//! Column families.

use std::sync::Arc;

use super::super::{Column, Family, Store, refusal};
use crate::error::Result;
use crate::work::tick;

/// The families of a new table. A column of a row table creates a family by naming it, even without an entry.
pub(in crate::catalog) fn build(specs: Vec<Family>, columns: &[Column], store: Store) -> Result<Vec<Family>> {
    let mut families: Vec<Family> = Vec::with_capacity(specs.len());
    for family in specs {
        tick(families.len())?;
        if families.iter().any(|other| other.name == family.name) {
            // UNVERIFIED text.
            return Err(refusal::bad_request(format!("Duplicate column family: '{}'", family.name)));
        }
        check(&family, store)?;
        families.push(family);
    }
    for column in columns {
        if let Some(family) = &column.family {
            tick(families.len())?;
            use_by(family, &column.name, &mut families, store)?;
        }
    }
    Ok(families)
}

/// Checks that a column can be in this family.
///
/// In a column table, fails if the family does not exist.
pub(in crate::catalog) fn use_by(
    name: &Arc<str>,
    column: &str,
    families: &mut Vec<Family>,
    store: Store,
) -> Result<()> {
    if &**name == "default" || families.iter().any(|family| family.name == *name) {
        return Ok(());
    }
    if store == Store::Column {
        let text = format!("Cannot set column family `{name}` for column `{column}`. Family not found");
        return Err(refusal::scheme(text));
    }
    families.push(Family { name: name.clone(), data: None, compression: None, cache_mode: None });
    Ok(())
}

/// Checks that the store allows the settings of a family.
pub(in crate::catalog) fn check(family: &Family, store: Store) -> Result<()> {
    if family.name.is_empty() {
        return Err(refusal::bad_request("Column family name must not be empty"));
    }
    if store == Store::Column && family.data.is_some() {
        return Err(refusal::bad_request("Field `DATA` is not supported for OLAP tables"));
    }
    if let Some(mode) = &family.cache_mode {
        if store == Store::Column {
            return Err(refusal::bad_request("Field `CACHE_MODE` is not supported for OLAP tables"));
        }
        if !matches!(mode.as_str(), "regular" | "in_memory") {
            let text = format!("Unknown cache mode '{mode}' for a column family");
            return Err(refusal::bad_request(text));
        }
    }
    let Some(compression) = &family.compression else { return Ok(()) };
    match (compression.algorithm.as_str(), store) {
        ("off" | "lz4", _) | ("zstd", Store::Column) => {}
        ("zstd", Store::Row) => return Err(refusal::bad_request("Unsupported compression value 3")),
        (other, _) => {
            return Err(refusal::generic(format!("Unknown compression '{other}' for a column family")));
        }
    }
    match (compression.level, store) {
        (Some(_), Store::Row) => Err(refusal::bad_request("Field COMPRESSION_LEVEL is not supported for OLTP tables")),
        (Some(_), Store::Column) => super::columns::check_compression(compression, store),
        (None, _) => Ok(()),
    }
}
