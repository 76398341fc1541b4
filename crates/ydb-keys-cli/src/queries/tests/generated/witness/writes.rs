//! Statements that write, from a seed: rows, queries and rows of the program; and changes of rows that are found.

use ydb_keys::YdbType;
use ydb_keys_core::queries::added::name;

use super::conditions::{Column, Source, Writer, meet};
use super::models::{SHAPES, Shape, WORDS};
use super::selects::columns;

/// Statement that writes, with its table.
pub(super) struct Writing {
    pub(super) text: String,
    pub(super) target: &'static Shape,
    /// Query of the written rows without the named queries, and the names of the key's columns in its result. Rows with
    /// equal keys may come in any order.
    pub(super) source: Option<(String, Vec<String>)>,
}

impl Writer<'_> {
    pub(super) fn writing(&mut self) -> Writing {
        let target = self.shape();
        match self.random.below(12) {
            0 | 1 => self.updating(target),
            2 => {
                let condition = self.condition(&[bare(target)], 2);
                Writing { text: format!("DELETE FROM {{{}}} WHERE {condition}", target.name), target, source: None }
            }
            3 => self.on_rows(target),
            _ => self.inserting(target),
        }
    }

    fn updating(&mut self, target: &'static Shape) -> Writing {
        let condition = self.condition(&[bare(target)], 2);
        let (columns, key) = columns(target);
        // A key column cannot be set.
        let free = &columns[key..];
        let set = if free.is_empty() { None } else { Some(self.random.of(free).clone()) };
        let Some(column) = set else {
            return Writing {
                text: format!("DELETE FROM {{{}}} WHERE {condition}", target.name),
                target,
                source: None,
            };
        };
        let value = self.written(&column);
        let text = format!("UPDATE {{{}}} SET {} = {value} WHERE {condition}", target.name, name(&column.name));
        Writing { text, target, source: None }
    }

    /// Writes UPDATE ON or DELETE ON.
    fn on_rows(&mut self, target: &'static Shape) -> Writing {
        let (all, _) = columns(target);
        let key = target.table.key.len();
        let deletes = self.random.once_in(2);
        let free: Vec<Column> = all[key..].iter().filter(|column| !is_hashed(target, column)).cloned().collect();
        let mut chosen = all[..key].to_vec();
        if !deletes {
            chosen.extend(free.into_iter().take(1));
        }
        let (query, names) = self.query_for(&chosen, key);
        let verb = if deletes { "DELETE FROM" } else { "UPDATE" };
        let text = format!("{verb} {{{}}} ON {query}", target.name);
        Writing { text, target, source: Some((query, names)) }
    }

    fn inserting(&mut self, target: &'static Shape) -> Writing {
        let verb = *self.random.of(&["UPSERT", "UPSERT", "UPSERT", "REPLACE", "INSERT"]);
        let (all, _) = columns(target);
        let key = target.table.key.len();
        // Columns without a default come first.
        let needed = all.iter().filter(|column| !column.optional).count();
        let count = needed + self.random.below(all.len() - needed + 1);
        let mut chosen = all[..count].to_vec();
        let into = format!("{verb} INTO {{{}}}", target.name);
        match self.random.below(10) {
            0..4 => {
                self.shuffle(&mut chosen);
                let rows: Vec<String> = (0..1 + self.random.below(3))
                    .map(|_| {
                        let row: Vec<String> = chosen.iter().map(|column| self.written(column)).collect();
                        format!("({})", row.join(", "))
                    })
                    .collect();
                let text = format!("{into} ({}) VALUES {}", list(&chosen), rows.join(", "));
                Writing { text, target, source: None }
            }
            4 | 5 => {
                let (query, names) = self.query_for(&chosen, key);
                let text = format!("{into} {query}");
                Writing { text, target, source: Some((query, names)) }
            }
            6 => {
                // The columns of the list have the names and the order of the table; those of the query do not.
                let renamed: Vec<Column> =
                    (0..chosen.len()).map(|n| Column { name: format!("x{n}"), ..chosen[n].clone() }).collect();
                let (query, names) = self.query_for(&renamed, key);
                let text = format!("{into} ({}) {query}", list(&chosen));
                Writing { text, target, source: Some((query, names)) }
            }
            7 => {
                let count = 1 + self.random.below(3);
                let rows = match self.random.once_in(3) {
                    // The rows are of another model with the same columns.
                    true => self.alike(target).rows,
                    false => target.rows,
                };
                let rows = rows(self.random, count);
                let rows = self.given(None, rows);
                Writing { text: format!("{into} SELECT * FROM AS_TABLE({rows})"), target, source: None }
            }
            _ => {
                let from = self.alike(target);
                let label = format!("s{}", self.labels);
                self.labels += 1;
                let (columns, hashed) = columns(from);
                let source = Source { label: label.clone(), columns, key: hashed };
                let hole = format!("{{{}}}", from.name);
                let condition = self.condition(std::slice::from_ref(&source), 2);
                let mut query = format!("SELECT * FROM {hole} AS {label} WHERE {condition}");
                match self.random.below(4) {
                    0 => query = format!("SELECT * FROM ({query})"),
                    1 => {
                        self.named += &format!("$q{label} = {query};\n");
                        query = format!("SELECT * FROM $q{label}");
                    }
                    _ => {}
                }
                let names = all[..key].iter().map(|column| column.name.clone()).collect();
                Writing { text: format!("{into} {query}"), target, source: Some((query, names)) }
            }
        }
    }

    /// Returns a model with the same columns, or the model itself.
    fn alike(&mut self, target: &'static Shape) -> &'static Shape {
        let same = |shape: &&Shape| {
            let names = |shape: &Shape| shape.table.columns.iter().map(|column| column.name).collect::<Vec<_>>();
            names(shape) == names(target)
        };
        let all: Vec<&Shape> = SHAPES.iter().filter(same).collect();
        self.random.of::<&Shape>(&all)
    }

    /// Writes a query with columns of these names and types, and returns the names of the first columns.
    fn query_for(&mut self, columns: &[Column], key: usize) -> (String, Vec<String>) {
        let mut order: Vec<usize> = (0..columns.len()).collect();
        if columns[0].name != "x0" {
            self.shuffle(&mut order);
        }
        let branches = if self.random.once_in(5) { 2 } else { 1 };
        let mut parts = Vec::new();
        for _ in 0..branches {
            let (from, sources) = self.filtered(1);
            let items: Vec<String> = order
                .iter()
                .map(|&number| {
                    let column = &columns[number];
                    let value = self.selected(column, &sources, branches);
                    format!("{value} AS {}", name(&column.name))
                })
                .collect();
            parts.push(format!("SELECT {} FROM {from}", items.join(", ")));
        }
        let names = columns[..key].iter().map(|column| column.name.clone()).collect();
        (parts.join(" UNION ALL "), names)
    }

    /// Writes a value for a column: a column of a source with the same type, or else any value.
    fn selected(&mut self, column: &Column, sources: &[Source], branches: usize) -> String {
        let fitting: Vec<String> = sources
            .iter()
            .flat_map(|source| source.columns.iter().map(move |own| (source, own)))
            .filter(|(_, own)| own.ty == column.ty && (column.optional || !own.optional))
            .map(|(source, own)| source.column(own))
            .collect();
        let wider: Vec<String> = sources
            .iter()
            .flat_map(|source| source.columns.iter().map(move |own| (source, own)))
            .filter(|(_, own)| meet(own.ty, column.ty) && !own.optional)
            .map(|(source, own)| source.column(own))
            .collect();
        match self.random.below(8) {
            0..5 if !fitting.is_empty() => self.random.of(&fitting).clone(),
            5 if !wider.is_empty() && column.ty.is_integer() => {
                format!("COALESCE(CAST({} AS {}), {})", self.random.of(&wider), column.ty, typed(column.ty, 0))
            }
            6 if !wider.is_empty() && self.random.once_in(6) => self.random.of(&wider).clone(),
            _ if column.ty.is_integer() && branches > 1 => typed(column.ty, self.random.below(6)),
            _ => self.written(column),
        }
    }

    /// Writes a value that is stored in a column.
    fn written(&mut self, column: &Column) -> String {
        let ty = column.ty;
        match self.random.below(10) {
            0..5 => self.literal(ty),
            5..8 => self.parameter(ty, None, false),
            8 if column.optional => "NULL".to_owned(),
            8 if ty == YdbType::Utf8 => format!("'{}'u || 'b'u", self.random.of(&WORDS)),
            8 if ty.is_integer() => format!("{} + {}", typed(ty, self.random.below(6)), typed(ty, 1)),
            // A value that no column converts is an error in both texts.
            9 if ty.is_integer() && self.random.once_in(8) => {
                (*self.random.of(&["-1", "300", "5000000000"])).to_owned()
            }
            // The server converts the value if it can.
            9 if ty.is_integer() && self.random.once_in(4) => {
                let other = *self.random.of(&[YdbType::Int32, YdbType::Int64, YdbType::Uint64]);
                let number = self.random.of(&["1", "3000000000", "0"]);
                format!("{} - {number}", self.parameter(other, Some(other), false))
            }
            9 if ty.is_integer() => {
                let narrower: &[YdbType] = match ty {
                    YdbType::Uint64 => &[YdbType::Uint8, YdbType::Uint16, YdbType::Uint32],
                    YdbType::Int64 => &[YdbType::Uint8, YdbType::Int16, YdbType::Uint32, YdbType::Int32],
                    YdbType::Uint32 => &[YdbType::Uint8, YdbType::Uint16],
                    YdbType::Int32 => &[YdbType::Uint8, YdbType::Int8, YdbType::Int16],
                    _ => &[YdbType::Uint8],
                };
                let chosen = *self.random.of(narrower);
                self.parameter(chosen, Some(chosen), false)
            }
            _ => self.literal(ty),
        }
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.random.below(last + 1));
        }
    }
}

/// Returns the table of an UPDATE or a DELETE as a source.
fn bare(shape: &Shape) -> Source {
    let (columns, key) = columns(shape);
    Source { label: String::new(), columns, key }
}

fn is_hashed(shape: &Shape, column: &Column) -> bool {
    let mut inputs = shape.table.computed().flat_map(|hash| hash.inputs.iter());
    inputs.any(|&input| shape.table.columns[input].name == column.name)
}

fn list(columns: &[Column]) -> String {
    columns.iter().map(|column| name(&column.name)).collect::<Vec<_>>().join(", ")
}

/// Writes a literal of exactly this type.
fn typed(ty: YdbType, number: usize) -> String {
    let suffix = match ty {
        YdbType::Uint64 => "ul",
        YdbType::Int64 => "l",
        YdbType::Uint32 => "u",
        YdbType::Uint8 => "ut",
        _ => "",
    };
    format!("{number}{suffix}")
}
