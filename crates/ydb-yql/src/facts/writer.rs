//! Writer of facts in the number format that `code.rs` documents.

use std::collections::HashMap;
use std::sync::Arc;

use super::code::{
    ALL, ANY, ANY_SOURCE, BOUNDED, BY_KEY, CAST, COLUMN_VALUE, COMPARED, COMPUTED, COUNT, COUNTED, Code, DOUBTFUL,
    EXACT, EXPRESSIONS, FIXED, FRACTION, HAS_PLACE, HEAD, INNER, ITEMS, Known, LIST, LITERAL, NAMED, NO_PLACE, NONE,
    NOT_NULL, NOTHING, OTHER, OTHER_EXPRESSIONS, OTHER_VALUE, OUTER, OUTER_SIDE, PARAMETER, PLACED, REAL, ROWS, SAME,
    SCOPE, SHARED, SHARED_BOUND, SOURCE, UNKNOWN, WRITTEN,
};
use super::parameters::{LiteralUse, Role, Values};
use super::results::Origin;
use super::{ColumnRef, Condition, Distinct, End, Equality, Facts, Met, Node, Scope, Source, SourceKind, Target, Verb};
use crate::ast::{Ident, Literal, StringSuffix, TableName, TypeExpr, TypeExprKind};
use crate::error::Position;

/// Writes the facts, values and result of a text as numbers. `known` finds tables; a table for which it returns `None`
/// is not judged.
pub fn code(text: &str, facts: &Facts, values: &Values<'_>, known: &dyn Fn(&TableName) -> Option<Known>) -> Code {
    let (code, places) = (Code::default(), HashMap::new());
    let (named, inside) = (Vec::new(), Vec::new());
    let mut writer = Writer { text, facts, known, code, named, inside, places, lines: lines(text) };
    writer.all(values);
    writer.code
}

struct Writer<'w> {
    text: &'w str,
    facts: &'w Facts,
    known: &'w dyn Fn(&TableName) -> Option<Known>,
    code: Code,
    /// Indexes and missing tables that are looked up by name: the place, the number of an index's table, and the name.
    named: Vec<[u32; NAMED]>,
    /// Parameters in expressions. Each list has the index of the number that receives the list's offset.
    inside: Vec<(usize, Vec<Arc<str>>)>,
    /// Index of each name in [`Code::names`].
    places: HashMap<Arc<str>, u32>,
    /// Offset in bytes of each line's beginning.
    lines: Vec<usize>,
}

impl<'w> Writer<'w> {
    fn all(&mut self, values: &Values<'_>) {
        self.put([0; HEAD]);
        let scopes: Vec<_> = self.facts.scopes.iter().map(|scope| self.scope(scope)).collect();
        self.code.numbers[0] = self.offset();
        let targets: Vec<_> =
            self.facts.targets.iter().filter_map(|target| Some((target, self.table(&target.table)?.0))).collect();
        self.list(&targets, |writer, (target, table)| writer.target(target, *table, &scopes));
        self.code.numbers[1] = self.offset();
        self.list(&values.parameters, |writer, parameter| {
            let name = writer.name(&parameter.name);
            writer.put([name]);
            let uses = parameter.uses.iter().filter_map(|one| Some((one.at, writer.role(&one.role, &scopes)?)));
            let uses: Vec<_> = uses.collect();
            writer.list(&uses, |writer, (at, role)| writer.placed(*at, *role));
        });
        self.code.numbers[2] = self.offset();
        let literals =
            values.literals.iter().filter_map(|one| Some((one.at, self.role(&one.role, &scopes)?, kind(one))));
        let literals: Vec<_> = literals.collect();
        self.list(&literals, |writer, (at, role, kind)| {
            writer.placed(*at, *role);
            writer.put([*kind]);
        });
        self.code.numbers[3] = self.offset();
        let named = std::mem::take(&mut self.named);
        self.list(&named, |writer, named| writer.put(*named));
        self.code.numbers[4] = self.offset();
        let Some(results) = &values.results else { return self.put([0]) };
        self.put([1, u32::from(results.are_all)]);
        self.list(&results.columns, |writer, column| {
            let name = writer.name(&column.name.name);
            let origin = match &column.origin {
                Origin::Column { scope, column, is_outer } => {
                    let (at, columns) = &scopes[*scope];
                    let kind = if *is_outer { OUTER } else { INNER };
                    columns.place(column).map_or([OTHER, 0, 0], |column| [kind, *at, column])
                }
                Origin::Count => [COUNTED, 0, 0],
                Origin::Unknown => [OTHER, 0, 0],
            };
            let place = writer.place(column.name.at);
            writer.put([name, place]);
            writer.put(origin);
        });
    }

    fn put<const N: usize>(&mut self, numbers: [u32; N]) {
        self.code.numbers.extend(numbers);
    }

    fn placed(&mut self, at: Position, role: [u32; 3]) {
        let place = self.place(at);
        self.put([place]);
        self.put(role);
    }

    /// Writes the length of a list, and then its items.
    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.put([number(items.len())]);
        items.iter().for_each(|item| each(self, item));
    }

    fn offset(&self) -> u32 {
        number(self.code.numbers.len())
    }

    fn name(&mut self, name: &Arc<str>) -> u32 {
        let next = number(self.places.len());
        *self.places.entry(Arc::clone(name)).or_insert_with(|| {
            self.code.names.push(Arc::clone(name));
            next
        })
    }

    /// Returns the offset in bytes of a position in the text.
    fn place(&self, at: Position) -> u32 {
        let line = (at.line as usize).checked_sub(1).and_then(|line| self.lines.get(line));
        let Some(line) = line.map(|&from| &self.text[from..]) else { return number(self.text.len()) };
        let before = line.chars().take((at.column as usize).saturating_sub(1)).map(char::len_utf8);
        number(self.text.len() - line.len() + before.sum::<usize>())
    }

    /// Returns the number of a table, and the number of its index's name.
    fn table(&mut self, name: &TableName) -> Option<(u32, Option<u32>)> {
        match (self.known)(name)? {
            Known::Table(table, index) => {
                let table = number(table);
                Some((table, index.map(|index| self.named(&index, table + 1))))
            }
            Known::Missing => {
                self.named(&name.path, 0);
                None
            }
        }
    }

    /// Adds a name that is looked up: of an index, or of a missing table. Returns the number of the name.
    fn named(&mut self, name: &Ident, table: u32) -> u32 {
        let number = self.name(&name.name);
        let named = [self.place(name.at), table, number];
        if !self.named.contains(&named) {
            self.named.push(named);
        }
        number
    }

    /// Writes a scope. Returns its offset and its columns.
    fn scope(&mut self, scope: &'w Scope) -> (u32, Distinct<'w>) {
        let (begin, distinct) = (self.offset(), scope.distinct());
        let has_unknown = scope.conditions.iter().any(|condition| is_unknown(&condition.node));
        self.put([0, scope.purpose as u32, u32::from(scope.is_understood()), u32::from(has_unknown)]);
        self.put([scope.sources.len(), distinct.columns.len(), distinct.named, scope.set.len()].map(number));
        self.put([0, u32::from(scope.reads_all)]);
        scope.sources.iter().for_each(|source| self.source(source));
        distinct.columns.iter().for_each(|column| self.column(column));
        scope.set.iter().for_each(|name| self.unqualified(name));
        self.list(&scope.conditions, |writer, Condition { bounds, node, .. }| {
            let length = writer.code.numbers.len();
            writer.put([0, number(bounds.start), number(bounds.end)]);
            writer.node(node, &distinct);
            writer.code.numbers[length] = number(writer.code.numbers.len() - length);
        });
        if let Some(order) = &scope.order {
            self.code.numbers[begin as usize + 8] = self.offset() + 1;
            self.put([u32::from(order.is_top)]);
            let columns: Option<Vec<u32>> = order
                .columns
                .as_ref()
                .and_then(|columns| columns.iter().map(|column| distinct.place(column)).collect());
            match columns {
                Some(columns) => {
                    self.put([number(columns.len()) + 1]);
                    columns.iter().for_each(|column| self.put([*column]));
                }
                None => self.put([0]),
            }
        }
        for (number, source) in scope.sources.iter().enumerate() {
            if let SourceKind::Rows(Some(names)) = &source.kind {
                self.code.numbers[begin as usize + SCOPE + number * SOURCE + 2] = self.offset() + 1;
                self.list(names, |writer, name| {
                    let name = writer.name(name);
                    writer.put([name]);
                });
            }
        }
        for (place, names) in std::mem::take(&mut self.inside) {
            self.code.numbers[place] = self.offset() + 1;
            self.list(&names, |writer, name| {
                let name = writer.name(name);
                writer.put([name]);
            });
        }
        self.code.numbers[begin as usize] = self.offset();
        (begin, distinct)
    }

    fn source(&mut self, source: &Source) {
        let place = self.place(source.at);
        let table = match &source.kind {
            SourceKind::Table(name) | SourceKind::Altered(name) => self.table(name),
            SourceKind::Rows(_) => None,
        };
        match (&source.kind, table) {
            (SourceKind::Table(_), Some((table, index))) => {
                self.put([place, table, index.map_or(0, |index| index + 1)]);
            }
            _ => self.put([place, ROWS, 0]),
        }
        let is_by_key = matches!(&source.kind, SourceKind::Table(name) if name.is_by_key);
        self.put([if source.is_outer { OUTER_SIDE } else { 0 } | if is_by_key { BY_KEY } else { 0 }]);
    }

    fn column(&mut self, column: &ColumnRef) {
        let of = match column.source {
            Some(source) => number(source),
            None if column.doubtful => DOUBTFUL,
            None => ANY_SOURCE,
        };
        let (name, place) = (self.name(&column.name.name), self.place(column.name.at));
        self.put([name, place, of]);
    }

    fn unqualified(&mut self, name: &Ident) {
        self.column(&ColumnRef { source: None, name: name.clone(), doubtful: false });
    }

    fn node(&mut self, node: &Node, distinct: &Distinct<'_>) {
        match node {
            Node::All(nodes) => self.nodes(ALL, nodes, distinct),
            Node::Any(nodes) => self.nodes(ANY, nodes, distinct),
            Node::Fixed { columns, by, value, of_null } => {
                self.put([if *of_null { SAME } else { FIXED }]);
                self.columns(columns, distinct);
                self.columns(by, distinct);
                let met = value.as_ref().and_then(|value| value.met.as_ref());
                let inside = met.map(parameters_in).unwrap_or_default();
                let value = value.as_ref().map_or([NONE, 0], |value| self.value(value));
                self.put(value);
                if !inside.is_empty() {
                    self.inside.push((self.code.numbers.len() - 1, inside));
                }
            }
            Node::Bounded { columns, by, place, end } => {
                self.put([BOUNDED]);
                self.columns(columns, distinct);
                self.columns(by, distinct);
                self.put([match (end, place) {
                    (End::Real, _) => REAL,
                    (End::Null, _) => NOT_NULL,
                    (End::Shared, _) => SHARED_BOUND,
                    (End::Value, Some(_)) => HAS_PLACE,
                    (End::Value, None) => NO_PLACE,
                }]);
            }
            Node::Unknown(columns) => {
                self.put([UNKNOWN]);
                self.columns(columns, distinct);
            }
            Node::Nothing => self.put([NOTHING]),
        }
    }

    fn nodes(&mut self, tag: u32, nodes: &[Node], distinct: &Distinct<'_>) {
        self.put([tag, number(nodes.len()), 0]);
        let begin = self.code.numbers.len();
        nodes.iter().for_each(|node| self.node(node, distinct));
        self.code.numbers[begin - 1] = number(self.code.numbers.len() - begin);
    }

    fn columns(&mut self, columns: &[ColumnRef], distinct: &Distinct<'_>) {
        let columns: Vec<u32> = columns.iter().filter_map(|column| distinct.place(column)).collect();
        self.list(&columns, |writer, column| writer.put([*column]));
    }

    fn value(&mut self, value: &Equality) -> [u32; 2] {
        match &value.met {
            Some(Met::Named(parameter)) => [PARAMETER, self.name(&parameter.name)],
            Some(Met::List(parameter)) => [LIST, self.name(&parameter.name)],
            Some(met) => [kind_of(met), 0],
            None => [PLACED, 0],
        }
    }

    fn target(&mut self, target: &Target, table: u32, scopes: &[(u32, Distinct<'_>)]) {
        let place = self.place(target.table.path.at);
        self.put([place, table, u32::from(matches!(target.verb, Verb::Insert(_)))]);
        self.list(&target.others, |writer, name| writer.unqualified(name));
        let Some(columns) = &target.columns else { return self.put([0, u32::from(target.are_given)]) };
        self.put([number(columns.len()) + 1]);
        for name in columns {
            let doubtful = target.made.contains(&name.name);
            self.column(&ColumnRef { source: None, name: name.clone(), doubtful });
        }
        let copied = target.copied.iter().filter_map(|one| {
            let (at, columns) = scopes.get(one.scope)?;
            Some((one, [*at, columns.place(&one.source)?]))
        });
        let copied: Vec<_> = copied.collect();
        self.list(&copied, |writer, (one, source)| {
            let (name, place) = (writer.name(&one.column), writer.place(one.source.name.at));
            writer.put([name, place]);
            writer.put(*source);
        });
    }

    fn role(&mut self, role: &Role<'_>, scopes: &[(u32, Distinct<'_>)]) -> Option<[u32; 3]> {
        Some(match role {
            Role::Compared { scope, column, .. } => {
                let (at, columns) = &scopes[*scope];
                [COMPARED, *at, columns.place(column)?]
            }
            Role::Written { table, column } => [WRITTEN, self.table(table)?.0, self.name(&column.name)],
            Role::Count => [COUNT, 0, 0],
            Role::Rows => return None,
        })
    }
}

fn is_unknown(node: &Node) -> bool {
    match node {
        Node::Any(nodes) if nodes.is_empty() => true,
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().any(is_unknown),
        Node::Unknown(_) => true,
        Node::Fixed { .. } | Node::Bounded { .. } | Node::Nothing => false,
    }
}

/// Returns the kind of a value that stands by itself.
fn kind_of(met: &Met) -> u32 {
    match met {
        Met::Named(_) => PARAMETER,
        Met::List(_) => LIST,
        // An equality with a fraction may hold for several integers.
        Met::Literal(Literal::Real { .. }) => FRACTION,
        Met::Literal(Literal::String { suffix: Some(StringSuffix::Yson | StringSuffix::Json), .. }) => PLACED,
        Met::Literal(_) => LITERAL,
        Met::Items(items) => {
            let kinds = || items.iter().map(|(item, _)| kind_of(item));
            match () {
                () if items.is_empty() => COMPUTED,
                () if kinds().any(|kind| kind == PLACED) => PLACED,
                () if kinds().any(|kind| kind == FRACTION) => FRACTION,
                () if kinds().all(|kind| kind == PARAMETER || kind == LITERAL) => ITEMS,
                () if kinds().all(|kind| kind != OTHER_VALUE) => EXPRESSIONS,
                () => OTHER_EXPRESSIONS,
            }
        }
        Met::Cast(ty) if is_real(ty) => FRACTION,
        Met::Computed => COMPUTED,
        Met::Column => COLUMN_VALUE,
        Met::Shared => SHARED,
        Met::Cast(_) | Met::Exact(_) => EXACT,
        Met::Other | Met::Several(..) => OTHER_VALUE,
    }
}

/// Returns the parameters that must be integers for the value, or for the items of a list, to be integers.
fn parameters_in(met: &Met) -> Vec<Arc<str>> {
    match met {
        Met::Exact(parameters) => parameters.iter().map(|parameter| Arc::clone(&parameter.name)).collect(),
        Met::Items(items) => items.iter().flat_map(|(item, _)| parameters_in(item)).collect(),
        _ => Vec::new(),
    }
}

fn is_real(ty: &TypeExpr) -> bool {
    match &ty.kind {
        TypeExprKind::Name(name) => ["float", "double", "dynumber"].iter().any(|r| name.name.eq_ignore_ascii_case(r)),
        TypeExprKind::Decimal { .. } => true,
        TypeExprKind::Optional(inner) => is_real(inner),
        _ => false,
    }
}

fn kind(literal: &LiteralUse<'_>) -> u32 {
    literal.kind.map_or(0, |kind| kind as u32 + 1) + if literal.is_cast { CAST } else { 0 }
}

fn lines(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect()
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
