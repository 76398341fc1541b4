//! Compares random joins and groups of two tables with nested loops.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::Dice;
use super::predicate::Predicate;
use super::table::{Datum, KINDS, Kind, ModelColumn, ModelRow, Schema};
use crate::storage::Thresholds;
use crate::tests::database::{Client, Params, scaled};

const JOINS: [&str; 9] = [
    "INNER JOIN",
    "LEFT JOIN",
    "RIGHT JOIN",
    "FULL JOIN",
    "LEFT SEMI JOIN",
    "LEFT ONLY JOIN",
    "RIGHT SEMI JOIN",
    "RIGHT ONLY JOIN",
    "EXCLUSION JOIN",
];

/// A table of the test: `l` or `r`.
struct JoinSide {
    schema: Schema,
    rows: Vec<ModelRow>,
}

struct Pair {
    client: Client,
    left: JoinSide,
    right: JoinSide,
}

fn side(name: &str, kinds: [Kind; 2], client: &mut Client, dice: &mut Dice) -> JoinSide {
    let keys = dice.between(1, 2);
    // The join's column is the first or the second key column, or not in the key.
    let mut columns: Vec<ModelColumn> = (0..3)
        .map(|at| ModelColumn {
            name: format!("{name}{at}"),
            kind: if at < 2 { kinds[at] } else { Kind::Int32 },
            not_null: at < keys && dice.once_in(2),
        })
        .collect();
    if dice.once_in(3) {
        columns.swap(0, 2);
        columns[0].not_null = columns[0].not_null && keys > 0;
        (0..3).for_each(|at| columns[at].not_null &= at < keys);
    }
    let schema = Schema { columns, keys, indexes: Vec::new() };
    let create = schema.create("WITH (AUTO_PARTITIONING_PARTITION_SIZE_MB = 90)");
    client.ok(&create.replacen("TABLE t ", &format!("TABLE {name} "), 1));
    let mut rows: BTreeMap<ModelRow, ModelRow> = BTreeMap::new();
    for _ in 0..dice.below(14) {
        let draw = |column: &ModelColumn| {
            if !column.not_null && dice.once_in(5) { Datum::Null } else { column.kind.draw(dice) }
        };
        let row: ModelRow = schema.columns.iter().map(draw).collect();
        let mut params = Params::new();
        let member = |(column, datum): (&ModelColumn, &Datum)| {
            let ty = if column.not_null { column.kind.ty() } else { column.kind.ty().optional() };
            super::predicate::add(&mut params, ty, column.kind.value(datum))
        };
        let values: Vec<String> = schema.columns.iter().zip(&row).map(member).collect();
        let text = format!("UPSERT INTO {name} ({}) VALUES ({})", schema.names(&schema.all()), values.join(", "));
        client.query(&text, params).unwrap();
        rows.insert(row[..keys].to_vec(), row);
    }
    JoinSide { schema, rows: rows.into_values().collect() }
}

impl JoinSide {
    fn nulls(&self) -> ModelRow {
        vec![Datum::Null; self.schema.columns.len()]
    }
}

impl Pair {
    fn draw(dice: &mut Dice) -> Self {
        let mut client = scaled(Thresholds { bytes_per_mb: 1, ..Thresholds::default() });
        let kinds = [dice.pick(&KINDS), dice.pick(&KINDS)];
        let left = side("l", kinds, &mut client, dice);
        let right = side("r", kinds, &mut client, dice);
        Self { client, left, right }
    }

    fn ask(&mut self, text: &str, params: Params) -> Vec<ModelRow> {
        let rows =
            self.client.query(text, params.clone()).unwrap_or_else(|error| panic!("{text}\n{params:?}\n{error}"));
        let mut rows: Vec<ModelRow> = rows.iter().map(|row| row.iter().map(Kind::datum).collect()).collect();
        rows.sort();
        rows
    }

    fn join(&mut self, dice: &mut Dice) {
        let same = |name: usize, side: &JoinSide, prefix: &str| {
            side.schema.columns.iter().position(|column| column.name == format!("{prefix}{name}")).unwrap()
        };
        let on: Vec<usize> = dice.pick::<&[usize]>(&[&[0], &[1], &[0, 1], &[1, 2], &[2]]).to_vec();
        let on: Vec<(usize, usize)> =
            on.iter().map(|&at| (same(at, &self.left, "l"), same(at, &self.right, "r"))).collect();
        let kind = dice.below(JOINS.len());
        let mut pairs: Vec<(Option<&ModelRow>, Option<&ModelRow>)> = Vec::new();
        let mut right_matched = vec![false; self.right.rows.len()];
        let mut left_matched = vec![false; self.left.rows.len()];
        for (at, left) in self.left.rows.iter().enumerate() {
            for (other, right) in self.right.rows.iter().enumerate() {
                if on.iter().all(|&(l, r)| left[l] != Datum::Null && left[l] == right[r]) {
                    left_matched[at] = true;
                    right_matched[other] = true;
                    if kind < 4 {
                        pairs.push((Some(left), Some(right)));
                    }
                }
            }
        }
        let some = |rows: &'_ [ModelRow], matched: &[bool], wanted: bool| -> Vec<usize> {
            (0..rows.len()).filter(|&at| matched[at] == wanted).collect()
        };
        let left_rows = match JOINS[kind] {
            "LEFT JOIN" | "FULL JOIN" | "LEFT ONLY JOIN" | "EXCLUSION JOIN" => {
                some(&self.left.rows, &left_matched, false)
            }
            "LEFT SEMI JOIN" => some(&self.left.rows, &left_matched, true),
            _ => Vec::new(),
        };
        let right_rows = match JOINS[kind] {
            "RIGHT JOIN" | "FULL JOIN" | "RIGHT ONLY JOIN" | "EXCLUSION JOIN" => {
                some(&self.right.rows, &right_matched, false)
            }
            "RIGHT SEMI JOIN" => some(&self.right.rows, &right_matched, true),
            _ => Vec::new(),
        };
        pairs.extend(left_rows.into_iter().map(|at| (Some(&self.left.rows[at]), None)));
        pairs.extend(right_rows.into_iter().map(|at| (None, Some(&self.right.rows[at]))));
        let (has_left, has_right) =
            (!JOINS[kind].starts_with("RIGHT ") || kind == 2, !JOINS[kind].starts_with("LEFT ") || kind == 1);
        // A condition on columns of one side that the join keeps.
        let filtered = dice.below(3);
        let mut params = Params::new();
        let mut filter = String::new();
        if filtered == 1 && has_left {
            let predicate = Predicate::draw(&self.left.schema, &self.left.rows, dice, 1);
            filter = format!(" WHERE {}", predicate.print(&self.left.schema, &mut params, dice));
            let nulls = self.left.nulls();
            pairs.retain(|(left, _)| predicate.holds(left.unwrap_or(&nulls)) == Some(true));
        } else if filtered == 2 && has_right {
            let predicate = Predicate::draw(&self.right.schema, &self.right.rows, dice, 1);
            filter = format!(" WHERE {}", predicate.print(&self.right.schema, &mut params, dice));
            let nulls = self.right.nulls();
            pairs.retain(|(_, right)| predicate.holds(right.unwrap_or(&nulls)) == Some(true));
        }
        let mut names = Vec::new();
        let sides = [(&self.left, "l", has_left), (&self.right, "r", has_right)];
        for (side, name, _) in sides.iter().filter(|(.., has)| *has) {
            names.extend(side.schema.columns.iter().map(|column| format!("{name}.{0} AS {0}", column.name)));
        }
        let (left_nulls, right_nulls) = (self.left.nulls(), self.right.nulls());
        let mut expected: Vec<ModelRow> = pairs
            .iter()
            .map(|(left, right)| {
                let mut row = ModelRow::new();
                if has_left {
                    row.extend(left.unwrap_or(&left_nulls).clone());
                }
                if has_right {
                    row.extend(right.unwrap_or(&right_nulls).clone());
                }
                row
            })
            .collect();
        expected.sort();
        let on = on
            .iter()
            .map(|&(l, r)| format!("l.{} = r.{}", self.left.schema.columns[l].name, self.right.schema.columns[r].name));
        let on = on.collect::<Vec<_>>().join(" AND ");
        let text = format!("SELECT {} FROM l AS l {} r AS r ON {on}{filter}", names.join(", "), JOINS[kind]);
        assert_eq!(
            self.ask(&text, params.clone()),
            expected,
            "{text}\n{params:?}\nl: {:?}\nr: {:?}",
            self.left.rows,
            self.right.rows
        );
    }

    fn group(&mut self, dice: &mut Dice) {
        let schema = &self.left.schema;
        let (by, of) = (dice.below(3), dice.below(3));
        let predicate = Predicate::draw(schema, &self.left.rows, dice, 2);
        let mut params = Params::new();
        let filter = predicate.print(schema, &mut params, dice);
        let (by_name, of_name) = (&schema.columns[by].name, &schema.columns[of].name);
        let rows: Vec<&ModelRow> = self.left.rows.iter().filter(|row| predicate.holds(row) == Some(true)).collect();
        let mut groups: BTreeMap<Datum, Vec<Datum>> = BTreeMap::new();
        for row in rows {
            groups.entry(row[by].clone()).or_default().push(row[of].clone());
        }
        let text = match dice.below(3) {
            0 => format!("SELECT DISTINCT {by_name} FROM l WHERE {filter}"),
            _ => format!(
                "SELECT {by_name}, COUNT(*), COUNT({of_name}), COUNT(DISTINCT {of_name}), MIN({of_name}), MAX({of_name}) FROM l WHERE {filter} GROUP BY {by_name}"
            ),
        };
        let distinct = text.starts_with("SELECT DISTINCT");
        let expected: Vec<ModelRow> = groups
            .into_iter()
            .map(|(key, values)| {
                if distinct {
                    return vec![key];
                }
                let mut known: Vec<Datum> = values.iter().filter(|value| **value != Datum::Null).cloned().collect();
                let (all, present) = (values.len(), known.len());
                known.sort();
                known.dedup();
                let count = |count: usize| Datum::Number(count as i128);
                let end = |end: Option<&Datum>| end.cloned().unwrap_or(Datum::Null);
                vec![key, count(all), count(present), count(known.len()), end(known.first()), end(known.last())]
            })
            .collect();
        assert_eq!(self.ask(&text, params.clone()), expected, "{text}\n{params:?}\n{:?}", self.left.rows);
    }
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn joins_and_groups_are_as_nested_loops_say((mut tables, steps) in super::choices(1..24)) {
        let mut pair = Pair::draw(&mut tables);
        for mut step in steps {
            if step.once_in(4) { pair.group(&mut step) } else { pair.join(&mut step) }
        }
    }
}
