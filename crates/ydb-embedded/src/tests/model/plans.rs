//! Compares added, dropped and read indexes with the model, and compares the key ranges of plans with the counts of the
//! partitions.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeSet;

use super::predicate::{ComparisonSign, Predicate};
use super::table::{ModelIndex, ModelRow};
use super::{Dice, ModelRun};
use crate::session::{ExecMode, Node, PlanOperator, PlannedKeys, PlannedRead, QueryRequest, TxControl};
use crate::tests::database::Params;
use crate::types::{Type, Value};

/// Number of point reads, of range reads, and of rows of range reads.
type Counts = [u64; 3];

/// Knowledge about one column of a key.
enum KnownKeys {
    Nothing,
    /// Number of single values.
    Points(usize),
    Range,
}

/// Returns the path of the table that stores an index.
fn index_path(index: &ModelIndex) -> String {
    format!("/local/t/{}/indexImplTable", index.name)
}

impl ModelRun {
    /// Checks for a random condition that the plan and the partitions agree on the kind of read.
    pub(super) fn check_plan(&mut self, dice: &mut Dice) {
        let predicate = Predicate::draw(&self.schema, &self.rows.0, dice, 3);
        let mut params = Params::new();
        let filter = predicate.print(&self.schema, &mut params, dice);
        let text = format!("SELECT {} FROM t WHERE {filter}", self.schema.names(&self.schema.all()));
        let reads = self.planned(&text, params.clone());
        // If the engine chooses an index that lacks columns, there is a second read: the lookup in the table.
        let ([read] | [read, _]) = &reads[..] else { panic!("{reads:?}\n{text}") };
        let chosen = self.schema.indexes.iter().find(|index| read.path == index_path(index));
        let keys = chosen.map_or(self.schema.keys, |index| self.index_order(index).len());
        // An alternative with NULL or an empty list is never true, and the engine does not read it.
        let is_void = |value: &Value| value.is_null() || matches!(value, Value::Items(items) if items.is_empty());
        let may_skip = filter.contains("NULL") || params.values().any(|(_, value)| is_void(value));
        let [[points, ranges, rows]] = self.counted([read.path.clone()], &text, params);
        let all = self.rows.0.len() as u64;
        if [points, ranges] == [0, 0] {
            // The values of the parameters exclude every key.
            assert!(self.rows.0.iter().all(|row| predicate.holds(row) != Some(true)), "{text}");
            return;
        }
        let agree = match &read.keys {
            PlannedKeys::All(_) => may_skip || points == 0 && ranges > 0 && rows == all,
            PlannedKeys::Point(_) | PlannedKeys::Given(_) => [points, ranges] == [1, 0],
            // Other conditions may leave only some keys of the range.
            PlannedKeys::Range(..) => rows <= all,
            PlannedKeys::Ranges { points: fixed, .. } => rows <= all && (*fixed < keys || ranges == 0),
        };
        assert!(agree, "{text}\n{read:?}\n{points} {ranges} {rows} of {:?}", self.rows);
    }

    /// Checks reads with conditions on each column of a key, for which the rows and the kind of the read are known.
    pub(super) fn check_reads(&mut self, dice: &mut Dice) {
        let index = match self.schema.indexes.len() {
            0 => None,
            count => self.schema.indexes.get(dice.below(count + 1)).cloned(),
        };
        let own: Vec<usize> = (0..self.schema.keys).collect();
        let key = index.as_ref().map_or(own, |index| self.index_order(index));
        let mut conditions = Vec::new();
        let mut known = Vec::new();
        for &column in &key {
            let (of_column, what) = self.condition(column, dice);
            conditions.push(of_column);
            known.push(what);
        }
        let points = known.iter().take_while(|what| matches!(what, KnownKeys::Points(_))).count();
        let used = points + usize::from(matches!(known.get(points), Some(KnownKeys::Range)));
        // Conditions on later columns, and on one further column, are checked row by row.
        let mut all: Vec<Predicate> = conditions.iter().flatten().cloned().collect();
        if dice.once_in(3) {
            let column = dice.below(self.schema.columns.len());
            all.extend(self.condition(column, dice).0.into_iter().filter(|_| !key.contains(&column)));
        }
        let Some(predicate) = all.into_iter().reduce(|a, b| Predicate::And(Box::new(a), Box::new(b))) else { return };
        let mut params = Params::new();
        let filter = predicate.print(&self.schema, &mut params, dice);
        let view = index.as_ref().map_or(" VIEW PRIMARY KEY".to_owned(), |index| format!(" VIEW {}", index.name));
        let selected = if dice.once_in(2) { self.schema.all() } else { key.clone() };
        let text = format!("SELECT {} FROM t{view} WHERE {filter}", self.schema.names(&selected));
        let is_read = |row: &&ModelRow| conditions[..used].iter().flatten().all(|one| one.holds(row) == Some(true));
        let rows = self.rows.0.iter().filter(is_read).count() as u64;

        let reads = self.planned(&text, params.clone());
        let path = index.as_ref().map_or("/local/t".to_owned(), index_path);
        assert_eq!(reads[0].path, path, "{text}");
        // An optional parameter may be NULL. Its range is computed before the query, even if it is one key.
        let computed = params.values().any(|(ty, _)| matches!(ty, Type::Optional(_)));
        let [counts, main] = self.counted([path, "/local/t".to_owned()], &text, params);
        let many: usize =
            known[..points].iter().map(|what| if let KnownKeys::Points(count) = what { *count } else { 1 }).product();
        let (kind, expected): (_, Counts) = match (used, points == key.len()) {
            (0, _) => ("FullScan", [0, counts[1].max(1), self.rows.0.len() as u64]),
            (_, true) if many == 1 && !computed => ("Lookup", [1, 0, 0]),
            (_, true) => ("Scan", [many as u64, 0, 0]),
            _ => ("Scan", [0, counts[1], rows]),
        };
        let context = || format!("{text}\n{reads:?}\n{known}", known = used);
        // A single item of IN counts as a point, too. A range between equal literals is shown as a point, even if it is
        // empty.
        let is_one = many == 1 && points == key.len() && reads[0].kind() != "FullScan";
        let is_equal = counts[0] <= 1 && counts[1] == 0 && reads[0].kind() == "Lookup";
        assert!(reads[0].kind() == kind || is_one || is_equal, "{}", context());
        // A range that can only hold one key is read as that key, which need not exist.
        let is_closed = counts[1] == 0 && counts[0] <= many as u64 && rows <= counts[0];
        assert!(counts == expected || is_closed, "{counts:?} {expected:?} {}", context());
        if let Some(index) = index {
            self.check_lookups(&index, &reads, &selected, rows, main, &text);
        }
    }

    /// Checks that each row of an index that lacks a column is looked up in the table.
    fn check_lookups(
        &self,
        index: &ModelIndex,
        reads: &[PlannedRead],
        selected: &[usize],
        rows: u64,
        main: Counts,
        text: &str,
    ) {
        let has = |column: &usize| {
            *column < self.schema.keys || index.columns.contains(column) || index.cover.contains(column)
        };
        match reads {
            [_] => assert_eq!(main, [0, 0, 0], "{text}"),
            [_, lookup] => {
                assert_eq!((&*lookup.path, lookup.kind()), ("/local/t", "Lookup"), "{text}");
                // Without a condition on the index's key, all rows of the index are read.
                let rows = if reads[0].kind() == "FullScan" { self.rows.0.len() as u64 } else { rows };
                assert_eq!(main, [rows, 0, 0], "{text}");
            }
            _ => panic!("{reads:?}\n{text}"),
        }
        assert!(reads.len() == 2 || selected.iter().all(has), "{text}");
    }

    /// Draws conditions on a column. Returns them with the knowledge that they give about the column.
    fn condition(&self, column: usize, dice: &mut Dice) -> (Vec<Predicate>, KnownKeys) {
        use ComparisonSign::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        let datum = |dice: &mut Dice| {
            let kind = self.schema.columns[column].kind;
            let row = self.rows.0.get(dice.below(self.rows.0.len() + 1)).map(|row| row[column].clone());
            row.filter(|datum| *datum != super::table::Datum::Null).unwrap_or_else(|| kind.draw(dice))
        };
        let (low, high) = (dice.pick(&[Greater, GreaterOrEqual]), dice.pick(&[Less, LessOrEqual]));
        match dice.below(8) {
            0 => (Vec::new(), KnownKeys::Nothing),
            1..=3 => (vec![Predicate::Compare(column, Equal, datum(dice))], KnownKeys::Points(1)),
            4 => {
                let data: Vec<_> = (0..dice.between(1, 3)).map(|_| datum(dice)).collect();
                let count = data.iter().collect::<BTreeSet<_>>().len();
                (vec![Predicate::In(column, data)], KnownKeys::Points(count))
            }
            5 => (vec![Predicate::Compare(column, low, datum(dice))], KnownKeys::Range),
            6 => (vec![Predicate::Compare(column, high, datum(dice))], KnownKeys::Range),
            _ => {
                let both = [low, high].map(|operator| Predicate::Compare(column, operator, datum(dice)));
                (both.into(), KnownKeys::Range)
            }
        }
    }

    fn planned(&mut self, text: &str, params: Params) -> Vec<PlannedRead> {
        let (session, text) = (Some(self.client.session.clone()), text.to_owned());
        let request = QueryRequest { session, text, params, tx: TxControl::Implicit, mode: ExecMode::Explain };
        let mut reads = Vec::new();
        let planned = self.client.engine.execute(request).unwrap().planned();
        planned.for_each(&mut |node: &Node| match &node.operator {
            PlanOperator::Read(read) | PlanOperator::Lookup { read, .. } => reads.push(read.clone()),
            _ => {}
        });
        reads
    }

    /// Returns the reads that the partitions of tables count while a query runs.
    fn counted<const N: usize>(&mut self, paths: [String; N], text: &str, params: Params) -> [Counts; N] {
        let count = |run: &Self| {
            paths.each_ref().map(|path| {
                let all = run.client.engine.partition_stats(path).unwrap();
                all.iter().map(|one| &one.counters).fold([0; 3], |sum: Counts, one| {
                    [sum[0] + one.row_reads, sum[1] + one.range_reads, sum[2] + one.range_read_rows]
                })
            })
        };
        let before = count(self);
        self.query(text, params).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let mut after = count(self);
        for (after, before) in after.iter_mut().zip(&before) {
            (0..3).for_each(|at| after[at] -= before[at]);
        }
        after
    }
}

impl ModelRun {
    pub(super) fn change_indexes(&mut self, dice: &mut Dice) {
        if self.client.tx.is_some() {
            return;
        }
        self.indexes += 1;
        let name = format!("i{}", self.indexes);
        if self.schema.indexes.len() < 3 {
            let index = self.schema.draw_index(name, dice);
            self.client.ok(&format!("ALTER TABLE t ADD {}", self.schema.define(&index)));
            self.schema.indexes.push(index);
            return;
        }
        let at = dice.below(self.schema.indexes.len());
        if dice.once_in(2) {
            let gone = self.schema.indexes.remove(at);
            self.client.ok(&format!("ALTER TABLE t DROP INDEX {}", gone.name));
        } else {
            self.client.ok(&format!("ALTER TABLE t RENAME INDEX {} TO {name}", self.schema.indexes[at].name));
            self.schema.indexes[at].name = name;
        }
    }

    /// Checks each index in its order: covered columns from the index alone, and all columns with lookups in the table.
    pub(super) fn check_indexes(&mut self) {
        for index in self.schema.indexes.clone() {
            let rows = self.in_index_order(&index);
            let by = self.index_order(&index);
            for columns in [by.iter().chain(&index.cover).copied().collect(), self.schema.all()] {
                let text = format!(
                    "SELECT {} FROM t VIEW {} ORDER BY {}",
                    self.schema.names(&columns),
                    index.name,
                    self.schema.names(&by)
                );
                let expected: Vec<ModelRow> =
                    rows.iter().map(|row| columns.iter().map(|&column| row[column].clone()).collect()).collect();
                assert_eq!(self.ask(&text, Params::new()), expected, "{text}");
            }
        }
    }

    pub(super) fn read_through_index(&mut self, dice: &mut Dice) {
        let Some(index) = self.schema.indexes.get(dice.below(self.schema.indexes.len())).cloned() else { return };
        let predicate = Predicate::draw(&self.schema, &self.rows.0, dice, 2);
        let mut params = Params::new();
        let filter = predicate.print(&self.schema, &mut params, dice);
        let by = self.index_order(&index);
        let down = dice.once_in(2);
        let order =
            by.iter().map(|&column| format!("{}{}", self.schema.columns[column].name, if down { " DESC" } else { "" }));
        let mut rows = self.in_index_order(&index);
        rows.retain(|row| predicate.holds(row) == Some(true));
        if down {
            rows.reverse();
        }
        let limit = dice.between(1, 6);
        rows.truncate(limit);
        let columns = self.schema.names(&self.schema.all());
        let order = order.collect::<Vec<_>>().join(", ");
        let text = format!("SELECT {columns} FROM t VIEW {} WHERE {filter} ORDER BY {order} LIMIT {limit}", index.name);
        assert_eq!(self.ask(&text, params), rows, "{text}\n{:?}", self.rows);
    }

    /// Returns the index's columns, and after them the other key columns.
    pub(super) fn index_order(&self, index: &ModelIndex) -> Vec<usize> {
        let mut by = index.columns.clone();
        by.extend((0..self.schema.keys).filter(|column| !index.columns.contains(column)));
        by
    }

    fn in_index_order(&self, index: &ModelIndex) -> Vec<ModelRow> {
        let by = self.index_order(index);
        let mut rows = self.rows.0.clone();
        rows.sort_by(|a, b| {
            let order = by.iter().map(|&column| a[column].cmp(&b[column]));
            order.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        rows
    }
}
