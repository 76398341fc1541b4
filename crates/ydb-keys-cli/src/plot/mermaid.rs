//! The drawing for mermaid, as an entity relationship diagram. GitHub and mdbook draw it.

use std::fmt::Write as _;

use super::drawing::{Drawing, Mark, Row};

pub(crate) fn mermaid(drawing: &Drawing) -> String {
    let mut out = String::from("erDiagram\n");
    for (at, table) in drawing.tables.iter().enumerate() {
        let _ = writeln!(out, "    {} {{", quoted(&table.path));
        for (column, row) in table.columns.iter().enumerate() {
            let is_reference = drawing.references.iter().any(|reference| reference.from == (at, column));
            let keys: Vec<&str> = [(row.mark != Mark::None).then_some("PK"), is_reference.then_some("FK")]
                .into_iter()
                .flatten()
                .collect();
            let _ = writeln!(out, "        {} {} {}{}", word(&row.ty), word(&row.name), keys.join(", "), comment(row));
        }
        out += "    }\n";
        // Mermaid has no place for indexes.
        table.indexes.iter().for_each(|index| out += &format!("    %% {}: index {index}\n", table.path));
    }
    for reference in &drawing.references {
        let (from, to) = (&drawing.tables[reference.from.0], &drawing.tables[reference.to]);
        let column = &from.columns[reference.from.1].name;
        let _ = writeln!(out, "    {} ||--o{{ {} : {}", quoted(&to.path), quoted(&from.path), quoted(column));
    }
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn comment(row: &Row) -> String {
    let is_named = word(&row.name) != row.name;
    let parts =
        [is_named.then(|| row.name.clone()), row.computed.clone(), row.ty.ends_with('?').then(|| "or NULL".into())];
    let text: Vec<String> = parts.into_iter().flatten().collect();
    if text.is_empty() { String::new() } else { format!(" {}", quoted(&text.join(", "))) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}

/// The letters that mermaid takes in types and names.
fn word(text: &str) -> String {
    let text = text.trim_end_matches('?');
    text.chars().map(|letter| if letter.is_alphanumeric() || letter == '_' { letter } else { '_' }).collect()
}
