//! What YDB passes from a query into one whose rows it reads: conditions, and an order with its LIMIT.
//!
//! ```text
//! SELECT * FROM (SELECT id AS order_id, name FROM orders) WHERE order_id = $id
//!                the inner query is read as if it said WHERE id = $id
//! ```
//!
//! A condition goes inside if all its columns are plain columns there. It stays outside of a query with LIMIT, whose rows
//! it would change; into one with GROUP BY, DISTINCT or window functions YDB passes some conditions, so nothing is certain.
//! Nothing is added to the text for what was passed: it stands elsewhere.

use super::condition::doubtful;
use super::scope::Names;
use super::{ColumnRef, Condition, Node, Order, Scope};
use crate::ast::{Arg, Expr, ExprKind, Ident, OrderItem, SelectCore, SelectItem};
use crate::facts::children;

/// What is asked of the rows of a query from outside, by the names of its columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Outside {
    pub(super) conditions: Vec<Node>,
    pub(super) order: Option<Order>,
    /// Whether the query itself has a LIMIT.
    pub(super) has_limit: bool,
}

impl Outside {
    /// What a scope asks of one of its sources.
    pub(super) fn of(scope: &Scope, source: usize, is_outer: bool, sources: usize) -> Self {
        let is_own = |column: &ColumnRef| match column.source {
            Some(of) => of == source,
            None => sources == 1 && !column.doubtful,
        };
        let mut conditions = Vec::new();
        for Condition { bounds, node, .. } in scope.conditions.iter().filter(|one| one.bounds.contains(&source)) {
            let parts = match node {
                Node::All(parts) => &parts[..],
                node => std::slice::from_ref(node),
            };
            let own = parts.iter().filter(|part| every_column(part, &is_own));
            let passed = own.map(|part| {
                named(part, &|column| Some(ColumnRef { source: None, name: column.name.clone(), doubtful: false }))
            });
            // Of the side of a join that may be missing, WHERE asks after the join.
            let is_certain = !is_outer || bounds.len() == 1;
            conditions.extend(passed.map(|part| if is_certain { part } else { doubtful(part) }));
        }
        let order = scope.order.clone().filter(|_| sources == 1);
        Outside { conditions, order, has_limit: false }
    }

    /// The same, where nothing is certain.
    pub(super) fn doubtful(&self) -> Self {
        let conditions = self.conditions.iter().cloned().map(doubtful).collect();
        Outside { conditions, order: None, has_limit: self.has_limit }
    }
}

/// A query that gets what is asked from outside.
pub(super) struct Inside<'i> {
    pub(super) core: &'i SelectCore,
    pub(super) names: Names<'i>,
}

impl Inside<'_> {
    /// The conditions on its sources.
    pub(super) fn conditions(&self, outside: &Outside) -> Vec<Condition> {
        if outside.has_limit || self.is_aggregated() {
            return Vec::new();
        }
        let is_plain = self.core.group_by.is_empty() && !self.core.distinct && self.core.windows.is_empty();
        let passed = outside.conditions.iter().map(|node| named(node, &|column| self.column(&column.name)));
        let passed = passed.map(|node| if is_plain { node } else { doubtful(node) });
        passed.map(|node| Condition { bounds: super::ALL_SOURCES, is_on: false, node }).collect()
    }

    /// The order of its rows: its own, or else that from outside.
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
        let order = outside.order.as_ref()?;
        let columns = order
            .columns
            .as_ref()
            .filter(|_| is_plain)
            .map(|columns| columns.iter().map(|column| self.column(&column.name)).collect::<Option<Vec<_>>>());
        columns
            .flatten()
            .map_or_else(|| other(order.is_top), |columns| Some(Order { columns: Some(columns), is_top: order.is_top }))
    }

    /// The column of a source by which rows are sorted. The list may give its name to something else.
    fn ordered(&self, expr: &Expr) -> Option<ColumnRef> {
        match &expr.kind {
            ExprKind::Column { qualifier: None, name } if self.item(name).is_some() => self.column(name),
            _ => self.names.column(expr).filter(|column| !column.doubtful),
        }
    }

    /// The expression to which the list gives a name.
    fn item(&self, name: &Ident) -> Option<&Expr> {
        self.core.items.iter().find_map(|item| match item {
            SelectItem::Expr { expr, .. } if item.name().is_some_and(|own| own.name == name.name) => Some(expr),
            _ => None,
        })
    }

    /// The column of a source that a column of the result is.
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

    /// Whether its rows are computed of several ones.
    fn is_aggregated(&self) -> bool {
        self.core.having.is_some()
            || self.core.items.iter().any(|item| match item {
                SelectItem::Expr { expr, .. } => is_aggregated(expr),
                SelectItem::Star { .. } => false,
            })
    }
}

/// Whether an expression has a call that may be one of an aggregate or a window function.
fn is_aggregated(expr: &Expr) -> bool {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        if let ExprKind::Call(call) = &expr.kind
            && (call.over.is_some()
                || call.distinct
                || call.args.iter().any(|arg| matches!(arg, Arg::Star))
                || call.module.is_none() && is_aggregate(&call.name.name))
        {
            return true;
        }
        children(expr, &mut |child| waiting.push(child));
    }
    false
}

/// Whether a name is that of an aggregate function, as YQL's page of aggregate functions lists them.
fn is_aggregate(name: &str) -> bool {
    const BEGINNINGS: [&str; 26] = [
        "agg",
        "aggregate",
        "avg",
        "bitand",
        "bitor",
        "bitxor",
        "booland",
        "boolor",
        "boolxor",
        "bottom",
        "corr",
        "count",
        "covar",
        "every",
        "histogram",
        "hyperloglog",
        "max",
        "median",
        "min",
        "mode",
        "percentile",
        "some",
        "stddev",
        "sum",
        "top",
        "var",
    ];
    let name = name.to_ascii_lowercase().replace('_', "");
    !matches!(name.as_str(), "minof" | "maxof") && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || name.ends_with("histogram")
        || name.ends_with("histogramcdf")
        || name == "udaf"
        || name == "hll"
}

/// Whether all columns of an order have one direction.
pub(super) fn is_one_way(order_by: &[OrderItem]) -> bool {
    order_by.iter().all(|item| order_by.first().is_some_and(|first| first.descending == item.descending))
}

/// The name of a column without a qualifier.
pub(super) fn plain_name(expr: &Expr) -> Option<Ident> {
    match &expr.kind {
        ExprKind::Column { qualifier: None, name } => Some(name.clone()),
        _ => None,
    }
}

/// Columns of a result.
pub(super) fn refs(names: Vec<Ident>) -> Vec<ColumnRef> {
    names.into_iter().map(|name| ColumnRef { source: None, name, doubtful: false }).collect()
}

fn every_column(node: &Node, is_own: &dyn Fn(&ColumnRef) -> bool) -> bool {
    match node {
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().all(|node| every_column(node, is_own)),
        Node::Fixed { columns, by, .. } | Node::Bounded { columns, by, .. } => {
            by.is_empty() && columns.iter().all(is_own)
        }
        Node::Unknown(columns) => columns.iter().all(is_own),
        Node::Nothing => true,
    }
}

/// A condition on other columns, which stands nowhere in their query.
fn named(node: &Node, of: &dyn Fn(&ColumnRef) -> Option<ColumnRef>) -> Node {
    let all = |columns: &[ColumnRef]| columns.iter().map(of).collect::<Option<Vec<_>>>();
    match node {
        Node::All(nodes) => Node::All(nodes.iter().map(|node| named(node, of)).collect()),
        Node::Any(nodes) => Node::Any(nodes.iter().map(|node| named(node, of)).collect()),
        Node::Fixed { columns, of_null, .. } => match all(columns) {
            Some(columns) => Node::Fixed { columns, by: Vec::new(), value: None, of_null: *of_null },
            None => Node::Nothing,
        },
        Node::Bounded { columns, end, .. } => match all(columns) {
            Some(columns) => Node::Bounded { columns, by: Vec::new(), place: None, end: *end },
            None => Node::Nothing,
        },
        Node::Unknown(columns) => all(columns).map_or(Node::Nothing, Node::Unknown),
        Node::Nothing => Node::Nothing,
    }
}
