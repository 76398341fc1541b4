//! Queries from a seed, with every form of access in every place where it can stand.

use ydb_keys::ydb::Value;

use super::{NUMBERS, Shape, TABLES, Ty, WORDS};

/// Generator SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    /// Returns `true` once in `n` times on average.
    pub(super) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Query that the engine can run.
#[derive(Default)]
pub(super) struct Generated {
    pub(super) text: String,
    pub(super) params: Vec<(String, Value)>,
    /// Tables that the query reads.
    pub(super) tables: Vec<&'static Shape>,
    /// Table of a SELECT that reads only this table, if all its conditions hold together and each is narrower than the
    /// domain.
    pub(super) narrow: Option<&'static Shape>,
    /// Greatest number of values that a column can have.
    pub(super) values: usize,
    pub(super) changes: bool,
}

struct Writer<'r> {
    random: &'r mut Random,
    declared: String,
    params: Vec<(String, Value)>,
    values: usize,
    /// `true` if the condition has something other than ANDs of comparisons.
    wide: bool,
}

/// Label of a source that qualifies its columns, and the source's table.
type Labelled = (String, &'static Shape);

pub(super) fn generated(seed: u64) -> Generated {
    let mut random = Random(seed);
    let form = random.below(20);
    let mut writer =
        Writer { random: &mut random, declared: String::new(), params: Vec::new(), values: 1, wide: false };
    let mut query = Generated::default();
    let body = match form {
        0..8 => {
            // Ranges leave partitions out only in the last tables.
            let tables = if writer.random.once_in(3) { &TABLES[5..] } else { &TABLES[..] };
            let table = writer.random.of(tables);
            query.tables.push(table);
            let (from, label) = writer.source(table, "t");
            let condition = writer.condition(&[(label, table)], 3);
            query.narrow = (!writer.wide && !from.contains("VIEW")).then_some(table);
            format!("SELECT * FROM {from} WHERE {condition}")
        }
        8..14 => writer.joined(&mut query.tables),
        14 => writer.with_subquery(&mut query.tables),
        15 => writer.grouped(&mut query.tables),
        _ => {
            query.changes = true;
            let table = writer.random.of(&TABLES);
            query.tables.push(table);
            let condition = writer.condition(&[(String::new(), table)], 3);
            let (column, _) = table.columns[table.columns.len() - 1];
            if writer.random.once_in(2) {
                format!("UPDATE {} SET {column} = {column} WHERE {condition}", table.name)
            } else {
                format!("DELETE FROM {} WHERE {condition}", table.name)
            }
        }
    };
    query.values = writer.values;
    query.text = format!("{}{body}", writer.declared);
    query.params = writer.params;
    query
}

impl Writer<'_> {
    /// Writes a table or an index of it, with its label.
    fn source(&mut self, table: &'static Shape, label: &str) -> (String, String) {
        let view = match table.index {
            Some((index, _)) if self.random.once_in(3) => format!(" VIEW {index}"),
            _ => String::new(),
        };
        if self.random.once_in(3) && view.is_empty() && label == "t" {
            (table.name.to_owned(), String::new())
        } else {
            (format!("{}{view} AS {label}", table.name), label.to_owned())
        }
    }

    /// Writes a join of two or three tables.
    fn joined(&mut self, tables: &mut Vec<&'static Shape>) -> String {
        let count = 2 + self.random.below(2);
        let mut sources: Vec<Labelled> = Vec::new();
        let mut from = String::new();
        for number in 0..count {
            let table = self.random.of(&TABLES);
            let (text, label) = self.source(table, ["x", "y", "z"][number]);
            if number == 0 {
                from += &text;
            } else {
                let kind = *self.random.of(&["JOIN", "JOIN", "INNER JOIN", "LEFT JOIN", "RIGHT JOIN"]);
                let right = (label.clone(), table);
                let Some(on) = self.on(&sources, &right) else { continue };
                from += &format!(" {kind} {text} {on}");
            }
            tables.push(table);
            sources.push((label, table));
            // YDB permits USING with two tables only.
            if from.contains("USING") {
                break;
            }
        }
        let condition =
            if self.random.once_in(8) { String::new() } else { format!(" WHERE {}", self.condition(&sources, 3)) };
        let names: Vec<String> = sources
            .iter()
            .flat_map(|(label, table)| {
                table.columns.iter().map(move |(name, _)| format!("{label}.{name} AS {label}_{name}"))
            })
            .collect();
        format!("SELECT {} FROM {from}{condition}", names.join(", "))
    }

    /// Writes the condition that joins a source with those before it; `None` if no columns fit.
    fn on(&mut self, left: &[Labelled], (label, table): &Labelled) -> Option<String> {
        let shared = |(_, other): &Labelled| {
            let names = other.columns.iter().filter(|column| table.columns.contains(column)).map(|(name, _)| *name);
            names.collect::<Vec<_>>()
        };
        if let [only] = left
            && let names @ [_, ..] = &shared(only)[..]
            && self.random.once_in(2)
        {
            let count = 1 + self.random.below(names.len());
            return Some(format!("USING ({})", names[..count].join(", ")));
        }
        let (other, others) = self.random.of(left);
        let key = &table.columns[..if self.random.once_in(4) { table.columns.len() } else { table.key }];
        let mut equal = Vec::new();
        for (name, ty) in key {
            let fitting: Vec<&str> =
                others.columns.iter().filter(|(_, other)| other == ty).map(|(name, _)| *name).collect();
            if fitting.is_empty() || (!equal.is_empty() && self.random.once_in(3)) {
                continue;
            }
            let mut sides = [format!("{label}.{name}"), format!("{other}.{}", self.random.of(&fitting))];
            if self.random.once_in(2) {
                sides.swap(0, 1);
            }
            equal.push(sides.join(" = "));
        }
        (!equal.is_empty()).then(|| format!("ON {}", equal.join(" AND ")))
    }

    /// Writes a query with grouped rows and conditions on the grouped keys, in HAVING or in an outer query.
    fn grouped(&mut self, tables: &mut Vec<&'static Shape>) -> String {
        let table = self.random.of(&TABLES);
        tables.push(table);
        let count = 1 + self.random.below(table.key);
        let names: Vec<&str> = table.columns[..count].iter().map(|(name, _)| *name).collect();
        let keys = names.join(", ");
        let (name, ty) = *self.random.of(&table.columns[..count]);
        let on_key = |writer: &mut Self| match writer.random.below(3) {
            0 => format!("{name} > {}", writer.middle_literal(ty)),
            _ => format!("{name} = {}", writer.value(ty)),
        };
        let filter = if self.random.once_in(2) {
            format!(" WHERE {}", self.condition(&[(String::new(), table)], 2))
        } else {
            String::new()
        };
        let many = if self.random.once_in(2) { " AND COUNT(*) > 0" } else { "" };
        let having = if self.random.once_in(2) { format!(" HAVING {}{many}", on_key(self)) } else { String::new() };
        let query = format!("SELECT {keys}, COUNT(*) AS n FROM {}{filter} GROUP BY {keys}{having}", table.name);
        if having.is_empty() || self.random.once_in(4) {
            format!("SELECT * FROM ({query}) WHERE {}", on_key(self))
        } else {
            query
        }
    }

    fn with_subquery(&mut self, tables: &mut Vec<&'static Shape>) -> String {
        let (table, inner) = (self.random.of(&TABLES), self.random.of(&TABLES));
        let (name, ty) = *self.random.of(&table.columns[..table.key]);
        let fitting: Vec<&str> =
            inner.columns.iter().filter(|(_, other)| *other == ty).map(|(name, _)| *name).collect();
        let outer = self.condition(&[("t".to_owned(), table)], 2);
        if fitting.is_empty() {
            tables.push(table);
            return format!("SELECT * FROM {} AS t WHERE {outer}", table.name);
        }
        tables.extend([table, inner]);
        let column = self.random.of(&fitting).to_owned();
        let condition = self.condition(&[("i".to_owned(), inner)], 2);
        let query = format!("SELECT {column} FROM {} AS i WHERE i.{column} IS NOT NULL AND {condition}", inner.name);
        let query = if self.random.once_in(2) {
            self.declared += &format!("$inner = ({query}); ");
            "$inner".to_owned()
        } else {
            format!("({query})")
        };
        let and = if self.random.once_in(2) { format!(" AND {outer}") } else { String::new() };
        format!("SELECT * FROM {} AS t WHERE t.{name} IN {query}{and}", table.name)
    }

    fn condition(&mut self, sources: &[Labelled], depth: usize) -> String {
        match self.random.below(12) {
            0..5 if depth > 0 => {
                let parts: Vec<String> =
                    (0..2 + self.random.below(2)).map(|_| self.condition(sources, depth - 1)).collect();
                parts.join(" AND ")
            }
            5 if depth > 0 => {
                self.wide = true;
                let parts: Vec<String> = (0..2).map(|_| self.condition(sources, depth - 1)).collect();
                format!("({})", parts.join(" OR "))
            }
            6 if depth > 0 => {
                self.wide = true;
                let inner = self.condition(sources, depth - 1);
                // A key column that is NULL is a contradiction.
                if inner.contains("IS NOT NULL") { inner } else { format!("NOT ({inner})") }
            }
            _ => {
                let (label, table) = self.random.of(sources).clone();
                let compared = self.compared(&label, table);
                match self.random.below(40) {
                    0 => format!("({compared}) = true"),
                    1 => {
                        self.wide = true;
                        format!("false = ({compared})")
                    }
                    2 => format!("IF(1 = 1, {compared}, false)"),
                    3 => {
                        self.wide = true;
                        (*self.random.of(&["false", "1 = 1", "2 < 1", "NOT (1 = 1)"])).to_owned()
                    }
                    _ => compared,
                }
            }
        }
    }

    /// Writes a comparison with a column of the table. Columns of the key are more frequent.
    fn compared(&mut self, label: &str, table: &'static Shape) -> String {
        let qualified = |name: &str| if label.is_empty() { name.to_owned() } else { format!("{label}.{name}") };
        let indexed = table.index.map(|(_, columns)| columns).unwrap_or_default();
        let own = match self.random.below(4) {
            0 => table.columns,
            _ => &table.columns[..table.key],
        };
        let (name, ty) = if self.random.once_in(5) && !indexed.is_empty() {
            *table.columns.iter().find(|(name, _)| *name == indexed[0]).unwrap_or(&table.columns[0])
        } else {
            *self.random.of(own)
        };
        let column = qualified(name);
        match self.random.below(20) {
            0..6 => {
                let value = self.value(ty);
                let sign = *self.random.of(&["=", "=", "=="]);
                if self.random.once_in(5) {
                    format!("{value} {sign} {column}")
                } else {
                    format!("{column} {sign} {value}")
                }
            }
            6..8 => {
                let values: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.literal(ty)).collect();
                self.values = self.values.saturating_mul(values.len());
                format!("{column} IN ({})", values.join(", "))
            }
            8 => {
                let list = self.list(ty);
                format!("{column} IN {list}")
            }
            9..12 => {
                let sign = *self.random.of(&["<", "<=", ">", ">="]);
                let value = self.middle(ty);
                if self.random.once_in(5) {
                    format!("{value} {sign} {column}")
                } else {
                    format!("{column} {sign} {value}")
                }
            }
            12 => {
                let (from, to) = (self.middle(ty), self.middle(ty));
                format!("{column} BETWEEN {from} AND {to}")
            }
            13..15 if table.key > 1 => {
                let columns = &table.columns[..2 + self.random.below(table.key - 1)];
                let names: Vec<String> = columns.iter().map(|(name, _)| qualified(name)).collect();
                let mut tuple = || -> String {
                    let values: Vec<String> = columns.iter().map(|(_, ty)| self.middle_literal(*ty)).collect();
                    format!("({})", values.join(", "))
                };
                let (one, two) = (tuple(), tuple());
                let names = format!("({})", names.join(", "));
                match self.random.below(4) {
                    0 => format!("{names} = {one}"),
                    1 => {
                        self.values = self.values.saturating_mul(2);
                        format!("{names} IN ({one}, {two})")
                    }
                    2 => format!("{names} > {one}"),
                    _ => format!("{names} <= {one}"),
                }
            }
            15 => {
                self.wide = true;
                let value = self.value(ty);
                format!("{column} != {value}")
            }
            16 if ty == Ty::Word => {
                let pattern = *self.random.of(&["b%", "br%", "cherry%", "ba_ana", "%an%", "_anana", "%"]);
                self.wide |= pattern.starts_with(['%', '_']);
                format!("{column} LIKE '{pattern}'")
            }
            17 => {
                self.wide = true;
                match ty {
                    Ty::Number => format!("{column} + 1 = {}", self.value(ty)),
                    Ty::Word => format!("{column} || 'x' = {}", self.value(ty)),
                }
            }
            18 => {
                self.wide = true;
                format!("{column} IS NOT NULL")
            }
            _ => {
                let value = self.value(ty);
                format!("{column} = {value}")
            }
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Number => format!("{}", self.random.below(NUMBERS as usize)),
            Ty::Word => format!("'{}'u", self.random.of(&WORDS)),
        }
    }

    /// Writes a value in the middle of the domain.
    fn middle_literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Number => format!("{}", 8 + self.random.below(4)),
            Ty::Word => format!("'{}'u", self.random.of(&WORDS[1..3])),
        }
    }

    fn middle(&mut self, ty: Ty) -> String {
        match (ty, self.random.once_in(3)) {
            (Ty::Number, true) => {
                let number = 8 + self.random.below(4) as u64;
                self.param("Uint64", Value::Uint64(number))
            }
            (Ty::Word, true) => {
                let word = (*self.random.of(&WORDS[1..3])).to_owned();
                self.param("Utf8", Value::Text(word))
            }
            _ => self.middle_literal(ty),
        }
    }

    /// Writes a literal, a parameter, or an expression without columns.
    fn value(&mut self, ty: Ty) -> String {
        match (self.random.below(5), ty) {
            (0 | 1, Ty::Number) => {
                let number = self.random.below(NUMBERS as usize) as u64;
                self.param("Uint64", Value::Uint64(number))
            }
            (0 | 1, Ty::Word) => {
                let word = (*self.random.of(&WORDS)).to_owned();
                self.param("Utf8", Value::Text(word))
            }
            (2, Ty::Number) => format!("{} + 1", self.random.below(NUMBERS as usize)),
            _ => self.literal(ty),
        }
    }

    fn param(&mut self, ty: &str, value: Value) -> String {
        let name = format!("$p{}", self.params.len());
        self.declared += &format!("DECLARE {name} AS {ty}; ");
        self.params.push((name.clone(), value));
        name
    }

    fn list(&mut self, ty: Ty) -> String {
        let count = 1 + self.random.below(3);
        self.values = self.values.saturating_mul(count);
        let items: Vec<Value> = (0..count)
            .map(|_| match ty {
                Ty::Number => Value::Uint64(self.random.below(NUMBERS as usize) as u64),
                Ty::Word => Value::Text((*self.random.of(&WORDS)).to_owned()),
            })
            .collect();
        let (name, example) = match ty {
            Ty::Number => ("List<Uint64>", Value::Uint64(0)),
            Ty::Word => ("List<Utf8>", Value::Text(String::new())),
        };
        let list = Value::list_from(example, items).unwrap_or_else(|error| panic!("{error}"));
        self.param(name, list)
    }
}
