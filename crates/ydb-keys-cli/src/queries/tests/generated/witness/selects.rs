//! SELECT statements from a seed: joins of all kinds, subqueries, named queries, rows of the program, groups and
//! unions.

use ydb_keys::YdbType;
use ydb_keys_core::queries::added::name;

use super::conditions::{Column, Source, Writer, meet};
use super::models::{SHAPES, Shape};

/// Returns the columns of a model, those of the key first and then the inputs of other hashes, with their number.
pub(super) fn columns(shape: &Shape) -> (Vec<Column>, usize) {
    let table = shape.table;
    let mut order: Vec<usize> = table.key.to_vec();
    for hash in table.computed() {
        order.extend(hash.inputs.iter().filter(|input| !order.contains(input)).copied().collect::<Vec<_>>());
    }
    let key = order.len();
    order.extend((0..table.columns.len()).filter(|column| !order.contains(column)).collect::<Vec<_>>());
    let column = |&at: &usize| {
        let column = &table.columns[at];
        Column { name: column.name.to_owned(), ty: column.ty, optional: column.is_nullable() }
    };
    (order.iter().map(column).collect(), key)
}

impl Writer<'_> {
    fn label(&mut self) -> String {
        self.labels += 1;
        format!("s{}", self.labels)
    }

    pub(super) fn shape(&mut self) -> &'static Shape {
        self.random.of(SHAPES)
    }

    /// Writes a model, perhaps through an index.
    pub(super) fn hole(&mut self, shape: &Shape) -> String {
        match shape.table.indexes {
            [index] if self.random.once_in(4) => format!("{{{}:{}}}", shape.name, index.name),
            _ => format!("{{{}}}", shape.name),
        }
    }

    fn model(&mut self, may_be_bare: bool) -> (String, Source) {
        let shape = self.shape();
        let hole = self.hole(shape);
        let (columns, key) = columns(shape);
        if may_be_bare && self.random.once_in(6) {
            // The label is the name of the model.
            let label = if self.random.once_in(2) { String::new() } else { shape.name.to_owned() };
            return (hole.replace('}', "|}"), Source { label, columns, key });
        }
        let label = self.label();
        (format!("{hole} AS {label}"), Source { label, columns, key })
    }

    /// Writes a source: a table, a query, or rows.
    fn source(&mut self, depth: usize) -> (String, Source) {
        match self.random.below(12) {
            0 | 1 if depth > 0 => {
                let (query, columns) = self.select(depth - 1);
                let label = self.label();
                let (key, text) = (columns.len(), format!("({query}) AS {label}"));
                (text, Source { label, columns, key })
            }
            2 if depth > 0 => {
                let (query, columns) = self.select(depth - 1);
                let label = self.label();
                self.named += &format!("$q{label} = {query};\n");
                let (key, text) = (columns.len(), format!("$q{label} AS {label}"));
                (text, Source { label, columns, key })
            }
            3 | 4 => {
                let shape = self.shape();
                let count = 1 + self.random.below(3);
                let rows = (shape.rows)(self.random, count);
                let (columns, key) = columns(shape);
                let label = self.label();
                let rows = self.given(None, rows);
                (format!("AS_TABLE({rows}) AS {label}"), Source { label, columns, key })
            }
            _ => self.model(false),
        }
    }

    /// Writes the text between FROM and WHERE, and returns it with the sources whose columns can be named.
    fn from(&mut self, depth: usize) -> (String, Vec<Source>) {
        let count = *self.random.of(&[1, 1, 1, 2, 2, 2, 3]);
        if count == 1 {
            let (text, source) = if self.random.once_in(2) { self.model(true) } else { self.source(depth) };
            return (text, vec![source]);
        }
        let (mut text, first) = self.source(depth);
        let mut sources = vec![first];
        for _ in 1..count {
            let (right, source) = self.source(depth);
            let kind = *self.random.of(&[
                "JOIN",
                "INNER JOIN",
                "LEFT JOIN",
                "LEFT JOIN",
                "RIGHT JOIN",
                "LEFT SEMI JOIN",
                "LEFT ONLY JOIN",
                "RIGHT SEMI JOIN",
                "FULL JOIN",
                "CROSS JOIN",
            ]);
            let on = if kind == "CROSS JOIN" { None } else { self.on(&sources, &source, count == 2) };
            let Some(on) = on else {
                text += &format!(" CROSS JOIN {right}");
                sources.push(source);
                continue;
            };
            self.is_open = true;
            text += &format!(" {kind} {right} {on}");
            match kind {
                "LEFT SEMI JOIN" | "LEFT ONLY JOIN" => {}
                "RIGHT SEMI JOIN" => sources = vec![source],
                _ => {
                    if matches!(kind, "RIGHT JOIN" | "FULL JOIN") {
                        sources.iter_mut().flat_map(|source| &mut source.columns).for_each(|own| own.optional = true);
                    }
                    let mut source = source;
                    if matches!(kind, "LEFT JOIN" | "FULL JOIN") {
                        source.columns.iter_mut().for_each(|own| own.optional = true);
                    }
                    sources.push(source);
                }
            }
        }
        (text, sources)
    }

    fn on(&mut self, left: &[Source], right: &Source, may_use: bool) -> Option<String> {
        let other = self.random.of(left).clone();
        // YDB permits USING with two tables only.
        if may_use && self.random.once_in(4) {
            let is_shared = |own: &&Column| other.columns.iter().any(|o| o.name == own.name && meet(o.ty, own.ty));
            let shared: Vec<String> = right.columns.iter().filter(is_shared).map(|own| name(&own.name)).collect();
            if !shared.is_empty() {
                let count = 1 + self.random.below(shared.len());
                return Some(format!("USING ({})", shared[..count].join(", ")));
            }
        }
        let all = if self.random.once_in(3) { right.columns.len() } else { right.key };
        let mut equal = Vec::new();
        for column in &right.columns[..all] {
            let fitting: Vec<&Column> = other.columns.iter().filter(|other| meet(other.ty, column.ty)).collect();
            if fitting.is_empty() || !equal.is_empty() && self.random.once_in(4) {
                continue;
            }
            let mut sides = [right.column(column), other.column(self.random.of::<&Column>(&fitting))];
            if self.random.once_in(2) {
                sides.swap(0, 1);
            }
            equal.push(sides.join(" = "));
        }
        (!equal.is_empty()).then(|| format!("ON {}", equal.join(" AND ")))
    }

    /// Writes the text after FROM, with WHERE, and returns it with its sources.
    pub(super) fn filtered(&mut self, depth: usize) -> (String, Vec<Source>) {
        let (from, sources) = self.from(depth);
        if self.random.once_in(8) {
            self.is_open = true;
            return (from, sources);
        }
        let levels = self.random.below(4);
        let condition = self.condition(&sources, levels);
        (format!("{from} WHERE {condition}"), sources)
    }

    /// Writes a SELECT whose columns all have names.
    pub(super) fn select(&mut self, depth: usize) -> (String, Vec<Column>) {
        if depth > 0 && self.random.once_in(8) {
            return self.union(depth - 1);
        }
        let (from, sources) = self.filtered(depth);
        let named = |source: &Source, column: &Column| {
            let short = column.name.replace('-', "_");
            Column { name: format!("{}_{short}", source.label), ..column.clone() }
        };
        let all: Vec<(&Source, &Column)> =
            sources.iter().flat_map(|source| source.columns.iter().map(move |column| (source, column))).collect();
        if self.random.once_in(8) {
            let (source, column) = *self.random.of(&all);
            let as_name = named(source, column);
            let count = Column { name: "n".to_owned(), ty: YdbType::Uint64, optional: false };
            let own = source.column(column);
            let having = match self.random.below(3) {
                0 => " HAVING COUNT(*) > 1".to_owned(),
                1 => format!(" HAVING {own} = {}", self.literal(column.ty)),
                _ => String::new(),
            };
            let text =
                format!("SELECT {own} AS {}, COUNT(*) AS n FROM {from} GROUP BY {own}{having}", name(&as_name.name));
            self.is_open = true;
            return (text, vec![as_name, count]);
        }
        let items: Vec<String> = all
            .iter()
            .map(|(source, column)| format!("{} AS {}", source.column(column), name(&named(source, column).name)))
            .collect();
        let columns = all.iter().map(|(source, column)| named(source, column)).collect();
        (format!("SELECT {} FROM {from}", items.join(", ")), columns)
    }

    /// Writes a UNION of columns of one type.
    fn union(&mut self, depth: usize) -> (String, Vec<Column>) {
        self.is_open = true;
        let ty = *self.random.of(&[YdbType::Utf8, YdbType::Uint64, YdbType::Timestamp, YdbType::Int64]);
        let mut parts = Vec::new();
        while parts.len() < 2 {
            let (from, sources) = self.filtered(depth);
            let all: Vec<String> = sources
                .iter()
                .flat_map(|source| source.columns.iter().map(move |column| (source, column)))
                .filter(|(_, column)| column.ty == ty && !column.optional)
                .map(|(source, column)| source.column(column))
                .collect();
            if all.is_empty() {
                parts.push(format!("SELECT {} AS u FROM {from}", self.typed(ty)))
            } else {
                parts.push(format!("SELECT {} AS u FROM {from}", self.random.of(&all)))
            }
        }
        (parts.join(" UNION ALL "), vec![Column { name: "u".to_owned(), ty, optional: false }])
    }

    /// Writes a literal of exactly this type.
    fn typed(&mut self, ty: YdbType) -> String {
        match ty {
            YdbType::Utf8 => "'a'u".to_owned(),
            YdbType::Uint64 => "1ul".to_owned(),
            YdbType::Int64 => "1l".to_owned(),
            _ => "Timestamp('1970-01-02T00:00:00Z')".to_owned(),
        }
    }

    /// Writes a query of one column, to follow IN.
    pub(super) fn column_query(&mut self, ty: YdbType) -> String {
        loop {
            let (text, source) = self.model(false);
            let fitting: Vec<&Column> =
                source.columns.iter().filter(|other| meet(other.ty, ty) && !other.optional).collect();
            if fitting.is_empty() {
                continue;
            }
            let own = source.column(self.random.of::<&Column>(&fitting));
            let condition = self.condition(std::slice::from_ref(&source), 1);
            let query = format!("SELECT {own} FROM {text} WHERE {condition}");
            if !self.random.once_in(3) {
                return format!("({query})");
            }
            let label = self.label();
            self.named += &format!("$q{label} = ({query});\n");
            return format!("$q{label}");
        }
    }

    /// Writes a whole SELECT.
    pub(super) fn reading(&mut self) -> String {
        if self.random.once_in(3) {
            let (text, _) = self.select(2);
            return text;
        }
        let (from, sources) = self.filtered(1);
        match &sources[..] {
            [_] => format!("SELECT * FROM {from}"),
            sources => {
                let all =
                    sources.iter().flat_map(|source| {
                        source.columns.iter().enumerate().map(move |(number, column)| {
                            format!("{} AS {}_{number}", source.column(column), source.label)
                        })
                    });
                format!("SELECT {} FROM {from}", all.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
