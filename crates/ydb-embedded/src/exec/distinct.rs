//! Each row once.

use std::collections::HashSet;

use super::cursor::Cursor;
use super::hash::bytes;
use crate::work::tick;

pub(super) fn open(mut input: Cursor) -> Cursor {
    // The rows that were given, and the memory that they hold.
    let (mut seen, mut held) = (HashSet::new(), None);
    Cursor::new(move |run| {
        let Some(mut rows) = input.next(run)? else { return Ok(None) };
        tick(rows.len())?;
        let mut added = 0;
        rows.retain(|row| {
            let key = bytes(row);
            let size = size_of::<Vec<u8>>() + key.len();
            let new = seen.insert(key);
            added += if new { size } else { 0 };
            new
        });
        held.get_or_insert_with(|| run.env.memory.part()).add(added)?;
        Ok(Some(rows))
    })
}
