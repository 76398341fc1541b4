//! The rule of a list of models: each has its own table.

use crate::schema::Table;
use crate::types::const_text::{Message, same};

/// Refuses two models with the same table.
#[track_caller]
pub const fn distinct_tables<const N: usize>(tables: &[&Table; N], models: &[&str; N]) {
    // Lists of the tables whose paths have the same checksum: to compare all with all is slow for hundreds of models.
    let (mut last, mut before) = ([N; N], [N; N]);
    let mut i = 0;
    while i < N {
        let path = tables[i].name;
        let list = checksum(path) % N;
        let mut other = last[list];
        while other < N {
            if same(tables[other].name, path) {
                Message::rule("conflicting_attributes")
                    .text("the models ")
                    .name(models[other])
                    .text(" and ")
                    .name(models[i])
                    .text(" have the same table, ")
                    .name(path)
                    .text("\nhelp: give one of them another path, `#[ydb(table = \"...\")]`, or leave it out")
                    .refuse()
            }
            other = before[other];
        }
        before[i] = last[list];
        last[list] = i;
        i += 1;
    }
}

const fn checksum(text: &str) -> usize {
    let (text, mut sum, mut i) = (text.as_bytes(), 0_usize, 0);
    while i < text.len() {
        sum = sum.wrapping_mul(31).wrapping_add(text[i] as usize);
        i += 1;
    }
    sum
}
