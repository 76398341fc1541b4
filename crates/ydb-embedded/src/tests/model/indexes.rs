//! Indexes added, dropped and read, compared with the model.

use super::dice::Dice;
use super::predicate::Predicate;
use super::run::Run;
use super::table::{Index, Row};
use crate::tests::database::Params;

impl Run {
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

    /// Reads each index in its order: covered columns from it alone, and all columns with lookups into the table.
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
                let expected: Vec<Row> =
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

    /// The index's columns, and then those of the key that are not among them.
    pub(super) fn index_order(&self, index: &Index) -> Vec<usize> {
        let mut by = index.columns.clone();
        by.extend((0..self.schema.keys).filter(|column| !index.columns.contains(column)));
        by
    }

    fn in_index_order(&self, index: &Index) -> Vec<Row> {
        let by = self.index_order(index);
        let mut rows = self.rows.0.clone();
        rows.sort_by(|a, b| {
            let order = by.iter().map(|&column| a[column].cmp(&b[column]));
            order.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        rows
    }
}
