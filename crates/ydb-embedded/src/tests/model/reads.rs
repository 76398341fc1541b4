//! Random reads of the table, compared with the model.

use super::dice::Dice;
use super::kind::Datum;
use super::predicate::Predicate;
use super::run::Run;
use crate::tests::database::Params;

impl Run {
    pub(super) fn read(&mut self, dice: &mut Dice) {
        let schema = &self.schema;
        let predicate = (!dice.once_in(8)).then(|| Predicate::draw(schema, &self.rows.0, dice, 3));
        let mut params = Params::new();
        let filter = predicate.as_ref().map(|predicate| predicate.print(schema, &mut params, dice));
        let filter = filter.map(|filter| format!(" WHERE {filter}")).unwrap_or_default();
        let mut rows = self.rows.0.clone();
        rows.retain(|row| predicate.as_ref().is_none_or(|predicate| predicate.holds(row) == Some(true)));
        if dice.once_in(8) {
            let text = format!("SELECT COUNT(*) FROM t{filter}");
            assert_eq!(self.ask(&text, params), [[Datum::Number(rows.len() as i128)]], "{text}\n{:?}", self.rows);
            return;
        }
        let columns: Vec<usize> = schema.all();
        let mut text = format!("SELECT {} FROM t{filter}", schema.names(&columns));
        let ordered = !dice.once_in(4);
        if ordered {
            // By the whole key in one direction, or in mixed ones; or by the other columns first.
            let mut by: Vec<usize> = (0..schema.keys).collect();
            if dice.once_in(5) {
                by.insert(0, schema.keys);
            }
            let one = dice.once_in(2);
            let mixed = dice.once_in(5);
            let by: Vec<(usize, bool)> =
                by.into_iter().map(|column| (column, if mixed { dice.once_in(2) } else { one })).collect();
            rows.sort_by(|a, b| {
                let order = by.iter().map(
                    |&(column, down)| {
                        if down { b[column].cmp(&a[column]) } else { a[column].cmp(&b[column]) }
                    },
                );
                order.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            });
            let by = by.iter().map(|&(column, down)| {
                format!("{} {}", schema.columns[column].name, if down { "DESC" } else { "ASC" })
            });
            text.push_str(&format!(" ORDER BY {}", by.collect::<Vec<_>>().join(", ")));
            if dice.once_in(2) {
                let (limit, offset) = (dice.below(6), dice.pick(&[0, 0, 1, 3]));
                text.push_str(&format!(" LIMIT {limit} OFFSET {offset}"));
                rows = rows.into_iter().skip(offset).take(limit).collect();
            }
        }
        let mut found = self.ask(&text, params.clone());
        if !ordered {
            found.sort();
        }
        assert_eq!(found, rows, "{text}\n{params:?}\n{:?}", self.rows);
    }
}
