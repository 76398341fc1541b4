//! Pushdown: conditions, orders and LIMITs that YDB passes from a query into a query whose rows it reads.
//!
//! ```text
//! SELECT * FROM (SELECT id AS order_id, name FROM orders) WHERE order_id = $id
//!                the inner query is read as if it said WHERE id = $id
//! ```
//!
//! A condition goes inside if all its columns are plain columns there. It stays outside of a query with LIMIT, because
//! it would change the query's rows. A query with GROUP BY takes the conditions on its keys alone, from outside and
//! from its own HAVING (`FilterOverAggregate`). YDB passes only some conditions into a query with DISTINCT, ROLLUP or
//! window functions, so nothing is certain there.
//!
//! A condition on a column that an INNER JOIN compares goes to the other side, too, if the two columns have one type
//! (`SingleInputPredicatePushdownOverEquiJoin`):
//!
//! ```text
//! FROM customers AS c JOIN orders AS o ON o.customer_id = c.id WHERE c.id = 3      also o.customer_id = 3
//! ```
//!
//! A condition that was passed stands elsewhere in the text, so nothing can be added beside it.

use super::condition::{all, doubtful, node};
use super::scope::Names;
use super::{ColumnRef, Condition, End, Equality, Met, Node, Order, Place, Scope};
use crate::ast::{Arg, Expr, ExprKind, Grouping, Ident, OrderItem, SelectCore, SelectItem, descendants};
use crate::error::Span;

/// Conditions and order that an outer query asks of the rows of an inner query, by the names of the inner query's
/// columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside {
    pub(super) conditions: Vec<Node>,
    /// Columns of the inner query by which a join may look up its rows.
    pub(super) looked_up: Vec<ColumnRef>,
    pub(super) order: Option<Order>,
    /// `true` if the inner query has a LIMIT of its own.
    pub(super) has_limit: bool,
}

impl Outside {
    /// Collects what a scope asks of its source with the index `source`. `sources` is the number of the scope's
    /// sources. `is_outer` is `true` if a join may find no row of the source.
    pub(super) fn of(scope: &Scope, source: usize, is_outer: bool, sources: usize) -> Self {
        let is_own = |column: &ColumnRef| match column.source {
            Some(of) => of == source,
            None => sources == 1 && !column.doubtful,
        };
        let (mut conditions, mut looked_up) = (Vec::new(), Vec::new());
        for Condition { bounds, node, .. } in scope.conditions.iter().filter(|one| one.bounds.contains(&source)) {
            for part in node.parts().iter().filter(|_| source > 0) {
                if let Node::Fixed { columns, by, .. } = part
                    && columns.iter().all(is_own)
                    && !by.is_empty()
                    && by.iter().all(|column| column.source.is_some_and(|of| of < source))
                {
                    looked_up.extend(columns.iter().cloned());
                }
            }
            let own = node.parts().iter().filter(|part| every_column(part, &is_own));
            let passed = own.map(|part| {
                named(part, &|column| Some(ColumnRef { source: None, name: column.name.clone(), doubtful: false }))
            });
            // If a join may find no row of the source, WHERE is applied after the join.
            let is_certain = !is_outer || bounds.len() == 1;
            conditions.extend(passed.map(|part| if is_certain { part } else { doubtful(part) }));
        }
        let order = scope.order.clone().filter(|_| sources == 1);
        Outside { conditions, looked_up, order, has_limit: false }
    }

    /// Returns the same demands with all conditions made uncertain, and without an order.
    pub(super) fn doubtful(&self) -> Self {
        let conditions = self.conditions.iter().cloned().map(doubtful).collect();
        Outside { conditions, looked_up: Vec::new(), order: None, has_limit: self.has_limit }
    }
}

/// An inner query that takes the demands of an outer query.
pub(super) struct Inside<'i> {
    pub(super) core: &'i SelectCore,
    pub(super) names: Names<'i>,
}

impl Inside<'_> {
    /// Returns the conditions on the inner query's sources that come from outside.
    pub(super) fn conditions(&self, outside: &Outside) -> Vec<Condition> {
        if outside.has_limit || self.core.group_by.is_empty() && self.is_aggregated() {
            return Vec::new();
        }
        let passed = outside.conditions.iter().map(|node| match self.core.group_by.is_empty() {
            true => named(node, &|column| self.column(&column.name)),
            false => self.on_keys(node, &|column| self.item(&column.name).and_then(|item| self.names.column(item))),
        });
        let passed = passed.map(|node| if self.is_grouped_plainly() { node } else { doubtful(node) });
        let passed = passed.chain(self.looked_up(outside));
        passed.map(|node| Condition { bounds: super::ALL_SOURCES, is_on: false, node }).collect()
    }

    /// Returns the table columns by which a join looks up the rows of a query. The query must only pick and rename
    /// columns of one table. If it computes a column, YDB reads the whole table
    /// (`suite_tests/postgres/jointest/join3`).
    fn looked_up(&self, outside: &Outside) -> Option<Node> {
        let is_picked = |expr: &Expr| matches!(expr.kind, ExprKind::Column { .. });
        let fixes = |node: &Node| node.parts().iter().any(|part| matches!(part, Node::Fixed { .. }));
        // A query's own WHERE may find its rows, and then decides how they are read.
        let asks = self.core.filter.as_ref().is_some_and(|filter| fixes(&node(filter, &self.names)));
        let is_plain = self.core.group_by.is_empty() && self.is_grouped_plainly() && self.names.labels.len() == 1;
        if asks || !is_plain || !self.core.items.iter().filter_map(SelectItem::expr).all(is_picked) {
            return None;
        }
        let columns: Vec<ColumnRef> = outside.looked_up.iter().filter_map(|column| self.column(&column.name)).collect();
        (!columns.is_empty()).then_some(Node::Unknown(columns))
    }

    /// Returns the condition that HAVING states about keys of GROUP BY. YDB checks it before it groups.
    pub(super) fn having(&self) -> Option<Condition> {
        let having = node(self.core.having.as_ref()?, &self.names);
        let node = all(having.parts().iter().map(|part| self.on_keys(part, &|column| Some(column.clone()))));
        let node = if self.is_grouped_plainly() { node } else { doubtful(node) };
        Some(Condition { bounds: super::ALL_SOURCES, is_on: false, node })
    }

    /// Returns a condition on columns of the result as a condition on keys of GROUP BY; `Nothing` if a column is not a
    /// key.
    fn on_keys(&self, node: &Node, of: &dyn Fn(&ColumnRef) -> Option<ColumnRef>) -> Node {
        let key = |column: &ColumnRef| {
            let column = of(column).filter(|column| !column.doubtful)?;
            self.keys().into_iter().find_map(|(name, key)| {
                let is_same = key.source.zip(column.source).is_none_or(|(key, own)| key == own);
                (is_same && name.name == column.name.name).then_some(key)
            })
        };
        match every_column(node, &|column| key(column).is_some()) {
            true => named(node, &key),
            false => Node::Nothing,
        }
    }

    /// Returns the keys of GROUP BY that are columns, with the names that they have after it.
    fn keys(&self) -> Vec<(&Ident, ColumnRef)> {
        let keys = self.core.group_by.iter().flat_map(|grouping| match grouping {
            Grouping::Keys(keys) | Grouping::Rollup(keys) | Grouping::Cube(keys) => &keys[..],
            Grouping::Sets(_) => &[],
        });
        let named = keys.filter_map(|(expr, alias)| {
            let ExprKind::Column { name, .. } = &expr.kind else { return None };
            Some((alias.as_ref().unwrap_or(name), self.names.column(expr)?))
        });
        named.filter(|(_, column): &(_, ColumnRef)| !column.doubtful).collect()
    }

    /// Returns `true` if the query has only plain GROUP BY keys: no ROLLUP, CUBE, DISTINCT or window.
    fn is_grouped_plainly(&self) -> bool {
        let is_plain = |grouping: &Grouping| matches!(grouping, Grouping::Keys(_));
        self.core.group_by.iter().all(is_plain) && !self.core.distinct && self.core.windows.is_empty()
    }

    /// Returns the order of the query's rows: its own ORDER BY, or else the order that is asked from outside.
    pub(super) fn order(&self, order_by: &[OrderItem], outside: &Outside) -> Option<Order> {
        let is_plain = self.core.group_by.is_empty()
            && !self.core.distinct
            && self.core.windows.is_empty()
            && !self.is_aggregated();
        let other = |is_top| Some(Order { columns: None, is_top });
        if !order_by.is_empty() {
            let columns: Option<Vec<ColumnRef>> = order_by.iter().map(|item| self.ordered(&item.expr)).collect();
            let columns = columns.filter(|_| is_plain && is_one_way(order_by));
            return Some(Order { columns, is_top: outside.has_limit });
        }
        let Some(order) = &outside.order else {
            // A LIMIT without ORDER BY takes any rows.
            return (outside.has_limit && is_plain).then(|| Order { columns: Some(Vec::new()), is_top: true });
        };
        let columns = order
            .columns
            .as_ref()
            .filter(|_| is_plain)
            .map(|columns| columns.iter().map(|column| self.column(&column.name)).collect::<Option<Vec<_>>>());
        columns
            .flatten()
            .map_or_else(|| other(order.is_top), |columns| Some(Order { columns: Some(columns), is_top: order.is_top }))
    }

    /// Returns the column of a source by which rows are sorted. The SELECT list may give the column's name to another
    /// expression.
    fn ordered(&self, expr: &Expr) -> Option<ColumnRef> {
        match &expr.kind {
            ExprKind::Column { qualifier: None, name } if self.item(name).is_some() => self.column(name),
            _ => self.names.column(expr).filter(|column| !column.doubtful),
        }
    }

    /// Returns the expression to which the SELECT list gives a name.
    fn item(&self, name: &Ident) -> Option<&Expr> {
        self.core.items.iter().find(|item| item.name().is_some_and(|own| own.name == name.name))?.expr()
    }

    /// Returns the column of a source that a column of the result stands for.
    fn column(&self, name: &Ident) -> Option<ColumnRef> {
        if let Some(expr) = self.item(name) {
            return self.names.column(expr).filter(|column| !column.doubtful);
        }
        let is_left_out = self.core.without.iter().any(|(_, without)| without.name == name.name);
        let has_star = self.core.items.iter().any(|item| matches!(item, SelectItem::Star { .. }));
        (has_star && !is_left_out && self.names.labels.len() == 1).then(|| ColumnRef {
            source: Some(0),
            name: name.clone(),
            doubtful: false,
        })
    }

    /// Returns `true` if the query computes each row from several rows of its sources.
    fn is_aggregated(&self) -> bool {
        self.core.having.is_some() || self.core.items.iter().filter_map(SelectItem::expr).any(is_aggregated)
    }
}

/// Returns `true` if an expression has a call that may be an aggregate function or a window function.
fn is_aggregated(expr: &Expr) -> bool {
    descendants(expr).any(|expr| match &expr.kind {
        ExprKind::Call(call) => {
            call.over.is_some()
                || call.distinct
                || call.args.iter().any(|arg| matches!(arg, Arg::Star))
                || call.module.is_none() && is_aggregate(&call.name.name)
        }
        _ => false,
    })
}

/// Returns `true` for the name of an aggregate function, as YQL's documentation page of aggregate functions lists them.
fn is_aggregate(name: &str) -> bool {
    const BEGINNINGS: &str = "agg avg bitand bitor bitxor booland boolor boolxor bottom corr count covar every \
                              histogram hyperloglog max median min mode percentile some stddev sum top var";
    let name = name.to_ascii_lowercase().replace('_', "");
    !matches!(name.as_str(), "minof" | "maxof") && BEGINNINGS.split(' ').any(|beginning| name.starts_with(beginning))
        || name.ends_with("histogram")
        || name.ends_with("histogramcdf")
        || name == "udaf"
        || name == "hll"
}

/// Returns `true` if all items of an ORDER BY have one direction.
pub(super) fn is_one_way(order_by: &[OrderItem]) -> bool {
    order_by.iter().all(|item| order_by.first().is_some_and(|first| first.descending == item.descending))
}

/// Returns the name of a column without a qualifier; `None` for any other expression.
pub(super) fn plain_name(expr: &Expr) -> Option<Ident> {
    match &expr.kind {
        ExprKind::Column { qualifier: None, name } => Some(name.clone()),
        _ => None,
    }
}

/// Turns names of a result's columns into column references.
pub(super) fn refs(names: Vec<Ident>) -> Vec<ColumnRef> {
    names.into_iter().map(|name| ColumnRef { source: None, name, doubtful: false }).collect()
}

fn every_column(node: &Node, is_own: &dyn Fn(&ColumnRef) -> bool) -> bool {
    Node::columns(vec![node]).all(|(columns, by)| by.is_empty() && columns.iter().all(is_own))
}

/// Side of a join.
pub(super) struct Side {
    /// `true` if the side is a table: its columns have known types.
    pub(super) is_table: bool,
    /// `true` if a join may find no row of this side.
    pub(super) is_outer: bool,
}

/// Returns the pairs of columns of two sources that an ON compares by `=`.
pub(super) fn equal_columns(on: &Node) -> Vec<(ColumnRef, ColumnRef)> {
    let pair = |part: &Node| match part {
        Node::Fixed { columns, by, value: Some(Equality { met: None | Some(Met::Column), .. }), of_null: false } => {
            match (&columns[..], &by[..]) {
                ([one], [other]) if one.source.is_some() && other.source.is_some() => {
                    Some((one.clone(), other.clone()))
                }
                _ => None,
            }
        }
        _ => None,
    };
    on.parts().iter().filter_map(pair).collect()
}

/// Returns the conditions on other sources that follow from conditions on one source: INNER JOINs compare the `equal`
/// columns of both. Passes nothing to a side that may have no row, and nothing certain from such a side.
pub(super) fn shared(conditions: &[Condition], equal: &[(ColumnRef, ColumnRef)], sides: &[Side]) -> Vec<Condition> {
    let mut found = Vec::new();
    let parts = conditions.iter().filter(|condition| !condition.is_on).flat_map(|condition| condition.node.parts());
    for part in parts.filter(|part| every_column(part, &|column| column.source.is_some())) {
        let columns: Vec<&ColumnRef> = Node::columns(vec![part]).flat_map(|(columns, _)| columns).collect();
        let Some(source) = columns.first().and_then(|first| first.source) else { continue };
        if columns.iter().any(|column| column.source != Some(source)) {
            continue;
        }
        for (other, side) in sides.iter().enumerate().filter(|(other, side)| *other != source && !side.is_outer) {
            let same: Vec<_> = columns.iter().map(|column| same_columns(column, other, equal)).collect();
            let most = same.iter().map(Vec::len).max().unwrap_or(0);
            // YDB's tests do not show which of several equal columns it takes.
            for number in 0..most {
                let of = |column: &ColumnRef| {
                    let same = columns.iter().position(|own| is_same(own, column)).map(|place| &same[place])?;
                    same.get(number).or(same.last()).cloned()
                };
                let is_certain = most == 1 && side.is_table && sides[source].is_table && !sides[source].is_outer;
                let node = if is_certain { passed(part, &of) } else { doubtful(named(part, &of)) };
                found.push(Condition { bounds: other..other + 1, is_on: false, node });
            }
        }
    }
    found
}

/// Returns the columns of another source that equal a column, through as many joins as needed.
fn same_columns(column: &ColumnRef, source: usize, equal: &[(ColumnRef, ColumnRef)]) -> Vec<ColumnRef> {
    let (mut reached, mut next) = (vec![column], 0);
    while let Some(from) = reached.get(next).copied() {
        for (left, right) in equal {
            for (one, other) in [(left, right), (right, left)] {
                if is_same(one, from) && !reached.iter().any(|known| is_same(known, other)) {
                    reached.push(other);
                }
            }
        }
        next += 1;
    }
    reached.into_iter().skip(1).filter(|column| column.source == Some(source)).cloned().collect()
}

fn is_same(one: &ColumnRef, other: &ColumnRef) -> bool {
    one.source == other.source && one.name.name == other.name.name
}

/// Returns a condition for the columns of the other side of a join. It holds if each column has the type of the column
/// that it equals; the condition names that column as `by`.
fn passed(node: &Node, of: &dyn Fn(&ColumnRef) -> Option<ColumnRef>) -> Node {
    match node {
        Node::Fixed { columns, of_null, .. } => match columns.iter().map(of).collect() {
            Some(others) => {
                let place = Place { span: Span::default(), is_alone: false };
                let value = Some(Equality { place, met: Some(Met::Shared), span: place.span });
                Node::Fixed { columns: others, by: columns.clone(), value, of_null: *of_null }
            }
            None => Node::Nothing,
        },
        Node::Bounded { columns, end: End::Value, .. } => match columns.iter().map(of).collect() {
            Some(others) => Node::Bounded { columns: others, by: columns.clone(), place: None, end: End::Shared },
            None => Node::Nothing,
        },
        Node::Any(nodes) if nodes.is_empty() => Node::Any(Vec::new()),
        node => doubtful(named(node, of)),
    }
}

/// Returns a condition for the columns that `of` maps to. It has no place in the text of their query.
fn named(node: &Node, of: &dyn Fn(&ColumnRef) -> Option<ColumnRef>) -> Node {
    let all = |columns: &[ColumnRef]| columns.iter().map(of).collect::<Option<Vec<_>>>();
    let (by, value, place) = (Vec::new(), None, None);
    let fact = match node {
        Node::All(nodes) => Some(Node::All(nodes.iter().map(|node| named(node, of)).collect())),
        Node::Any(nodes) => Some(Node::Any(nodes.iter().map(|node| named(node, of)).collect())),
        Node::Fixed { columns, of_null, .. } => {
            all(columns).map(|columns| Node::Fixed { columns, by, value, of_null: *of_null })
        }
        Node::Bounded { columns, end, .. } => {
            all(columns).map(|columns| Node::Bounded { columns, by, place, end: *end })
        }
        Node::Unknown(columns) => all(columns).map(Node::Unknown),
        Node::Nothing => None,
    };
    fact.unwrap_or(Node::Nothing)
}
