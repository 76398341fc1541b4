//! Names in expressions: columns, `$names`, aggregates, subqueries.

use std::collections::HashMap;
use std::sync::Arc;

use super::Planner;
use super::bindings::Binding;
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::exec::{AggregateCall, OutputColumn, Rel, RelKind, Window, WindowCall};
use crate::expr::aggregate::is_aggregate;
use crate::expr::{self, Expr, ExprKind, Names, SubqueryShape, aggregate};
use crate::types::{Primitive, Type, Value};
use crate::work::tick;
use crate::yql::ast;

/// The names that an expression may use.
pub(super) struct Scope<'s, 'a> {
    pub(super) planner: &'s mut Planner<'a>,
    columns: Columns<'s>,
    /// Receiver of window functions; `None` if they are not allowed.
    windows: Option<&'s mut Windows>,
}

/// The columns that an expression may name.
enum Columns<'s> {
    /// No columns: there is no row.
    None,
    /// No columns: the SELECT at this position has no FROM.
    Sourceless(Position),
    /// The columns of the rows.
    Rows(&'s [OutputColumn]),
    /// The columns of grouped rows: the keys, and aggregates over the rows before grouping.
    Grouped { groups: &'s Groups, input: &'s [OutputColumn], calls: &'s mut Vec<AggregateCall> },
    /// The columns of the SELECT list by their names, and after them those of `rows`.
    Selected { items: &'s [(Arc<str>, Expr)], from: Option<&'s ast::From>, rows: Box<Columns<'s>> },
}

impl<'s, 'a> Scope<'s, 'a> {
    /// Creates a scope without columns.
    pub(super) fn constant(planner: &'s mut Planner<'a>) -> Self {
        Self { planner, columns: Columns::None, windows: None }
    }

    /// Creates a scope without columns, for a SELECT without FROM.
    pub(super) fn sourceless(planner: &'s mut Planner<'a>, at: Position) -> Self {
        Self { planner, columns: Columns::Sourceless(at), windows: None }
    }

    pub(super) fn rows(planner: &'s mut Planner<'a>, columns: &'s [OutputColumn]) -> Self {
        Self { planner, columns: Columns::Rows(columns), windows: None }
    }

    /// Creates a scope with the keys of groups, and aggregates over the rows before grouping.
    pub(super) fn grouped(
        planner: &'s mut Planner<'a>,
        groups: &'s Groups,
        input: &'s [OutputColumn],
        calls: &'s mut Vec<AggregateCall>,
    ) -> Self {
        Self { planner, columns: Columns::Grouped { groups, input, calls }, windows: None }
    }

    pub(super) fn with_windows(self, windows: &'s mut Windows) -> Self {
        Self { windows: Some(windows), ..self }
    }

    /// Adds the items of a SELECT list, which take precedence over the columns of this scope.
    pub(super) fn with_items(self, items: &'s [(Arc<str>, Expr)], from: Option<&'s ast::From>) -> Self {
        Self { columns: Columns::Selected { items, from, rows: Box::new(self.columns) }, ..self }
    }
}

/// Finds the position of a column. Returns `None` if there is no such column.
fn find(columns: &[OutputColumn], qualifier: Option<&ast::Ident>, name: &ast::Ident) -> Result<Option<usize>> {
    tick(columns.len())?;
    let fits = |column: &OutputColumn| {
        column.name == name.name
            && qualifier.is_none_or(|qualifier| column.source.as_ref().is_some_and(|source| *source == qualifier.name))
    };
    let mut found = columns.iter().enumerate().filter(|(_, column)| fits(column)).map(|(i, _)| i);
    match (found.next(), found.next()) {
        (first, None) => Ok(first),
        _ => {
            let message = format!("Column name {} is ambiguous, qualify it with its source", name.name);
            Err(Error::new(Status::GenericError, message).at(name.at))
        }
    }
}

fn column(columns: &[OutputColumn], position: usize, at: Position) -> Expr {
    Expr { ty: columns[position].ty.clone(), at, kind: ExprKind::Column(position) }
}

impl Columns<'_> {
    fn column(&mut self, qualifier: Option<&ast::Ident>, name: &ast::Ident, at: Position) -> Result<Expr> {
        match self {
            Self::None => {
                let message =
                    format!("Column reference \"{}\" is not allowed in current scope", written(qualifier, name));
                Err(Error::translation(at, message))
            }
            Self::Sourceless(select) => {
                let first =
                    Issue::new(codes::DEFAULT_ERROR, "Column references are not allowed without FROM").at(*select);
                let second =
                    Issue::new(codes::DEFAULT_ERROR, format!("Column reference '{}'", written(qualifier, name))).at(at);
                Err(Error { status: Status::GenericError, issues: vec![first, second] })
            }
            Self::Rows(columns) => match find(columns, qualifier, name)? {
                Some(position) => Ok(column(columns, position, at)),
                None => member_of_column(columns, qualifier, name, at),
            },
            Self::Grouped { groups, input, .. } => match find(&groups.columns, qualifier, name)? {
                Some(position) => Ok(column(&groups.columns, position, at)),
                None if find(input, qualifier, name)?.is_some() => {
                    let message = format!(
                        "Column `{}` must either be a key column in GROUP BY \
                         or it should be used in aggregation function",
                        written(qualifier, name)
                    );
                    Err(Error::translation(at, message))
                }
                None => Err(not_found(input, qualifier, name, at)),
            },
            Self::Selected { items, from, rows } => {
                // In a join, a column's name includes its source. In other queries it does not.
                let joined = from.is_some_and(|from| !from.joins.is_empty());
                let only = from.filter(|_| !joined).map(|from| &from.source);
                // A qualifier of a column of AS_TABLE is ignored here (TNodeSource::AddColumn).
                let listed = only.is_some_and(|only| matches!(only.kind, ast::SourceKind::AsTable(_)));
                let label = only.and_then(ast::Source::label);
                let ignored = listed && !matches!(**rows, Columns::Grouped { .. });
                let qualifier = qualifier.filter(|source| !ignored && label != Some(&source.name));
                let own = written(qualifier, name);
                let selected = items.iter().find(|(label, _)| (joined || qualifier.is_none()) && **label == *own);
                match (selected, &mut **rows) {
                    (Some((_, item)), _) => Ok(item.clone()),
                    // The order of groups may name only selected columns (TSelectCore::AddColumn).
                    (None, Columns::Grouped { .. }) => Err(not_in_set(items.iter().map(|(label, _)| label), name, at)),
                    (None, rows) => rows.column(qualifier, name, at),
                }
            }
        }
    }

    fn aggregates(&mut self) -> Option<(&Groups, &[OutputColumn], &mut Vec<AggregateCall>)> {
        match self {
            Self::Grouped { groups, input, calls } => Some((groups, input, calls)),
            Self::Selected { rows, .. } => rows.aggregates(),
            Self::None | Self::Sourceless(_) | Self::Rows(_) => None,
        }
    }
}

/// Returns `a.b` as a member access if `a` is not a source but a column of structs.
fn member_of_column(
    columns: &[OutputColumn],
    qualifier: Option<&ast::Ident>,
    name: &ast::Ident,
    at: Position,
) -> Result<Expr> {
    if let Some(qualifier) = qualifier
        && let Some(position) = find(columns, None, qualifier)?
    {
        return expr::member(column(columns, position, qualifier.at), name, name.at);
    }
    Err(not_found(columns, qualifier, name, at))
}

/// Returns the error for a column that no source has. In YDB the translator reports it if it knows the source's
/// columns, and otherwise the type check.
fn not_found(columns: &[OutputColumn], qualifier: Option<&ast::Ident>, name: &ast::Ident, at: Position) -> Error {
    let belongs = |column: &&OutputColumn| {
        qualifier.is_none_or(|qualifier| column.source.as_ref().is_some_and(|source| *source == qualifier.name))
    };
    let source: Vec<&OutputColumn> = columns.iter().filter(belongs).collect();
    if let (true, Some(qualifier)) = (source.is_empty(), qualifier) {
        return Error::translation(qualifier.at, format!("Unknown correlation name: {}", qualifier.name));
    }
    let mut names: Vec<&Arc<str>> = source.iter().map(|column| &column.name).collect();
    if !source.is_empty() && source.iter().all(|column| column.known) {
        return not_in_set(names.into_iter(), name, at);
    }
    // The members of a struct are sorted by name.
    names.sort();
    Error::type_annotation(at, format!("Member not found: {}{}", name.name, proposal(names.into_iter(), &name.name)))
}

fn not_in_set<'n>(names: impl Iterator<Item = &'n Arc<str>>, name: &ast::Ident, at: Position) -> Error {
    let proposal = proposal(names, &name.name);
    Error::translation(at, format!("Column {} is not in source column set{proposal}", name.name))
}

/// Returns a hint with the first name that is similar to the wanted one, or an empty text.
fn proposal<'n>(mut names: impl Iterator<Item = &'n Arc<str>>, wanted: &str) -> String {
    // YDB's `DefaultMistypeDistance`.
    const FAR: usize = 3;
    let near = names.find(|name| strsim::levenshtein(name, wanted) < FAR);
    near.map(|name| format!(". Did you mean {name}?")).unwrap_or_default()
}

/// Returns the keys that GROUPING asks about.
fn grouping(groups: &Groups, call: &ast::Call, at: Position) -> Result<Vec<usize>> {
    if groups.sets.is_empty() {
        return Err(Error::translation(at, "Source not support grouping hint"));
    }
    let key = |arg: &ast::Arg| match arg {
        ast::Arg::Value(ast::Expr { at, kind: ast::ExprKind::Column { qualifier, name }, .. }) => {
            find(&groups.columns, qualifier.as_ref(), name)?.ok_or_else(|| {
                let column = written(qualifier.as_ref(), name);
                Error::translation(*at, format!("Column '{column}' is not a grouping column"))
            })
        }
        _ => Err(Error::translation(at, "GROUPING function should use columns as arguments")),
    };
    call.args.iter().map(key).collect()
}

fn written(qualifier: Option<&ast::Ident>, name: &ast::Ident) -> String {
    match qualifier {
        Some(qualifier) => format!("{}.{}", qualifier.name, name.name),
        None => name.name.to_string(),
    }
}

impl Names for Scope<'_, '_> {
    fn column(&mut self, qualifier: Option<&ast::Ident>, name: &ast::Ident, at: Position) -> Result<Expr> {
        self.columns.column(qualifier, name, at)
    }

    fn named(&mut self, name: &ast::Ident) -> Result<Expr> {
        self.planner.named(name)
    }

    fn spend(&mut self, nodes: usize, at: Position) -> Result<()> {
        self.planner.spend(nodes, at)
    }

    fn version(&self) -> &str {
        self.planner.options.version
    }

    fn lambda(&mut self, name: &str) -> Option<Arc<(Vec<ast::Ident>, ast::Expr)>> {
        match self.planner.bindings.get(name) {
            Some(Binding::Lambda(lambda)) => Some(Arc::clone(lambda)),
            _ => None,
        }
    }

    fn aggregate(&mut self, call: &ast::Call, at: Position) -> Result<Expr> {
        let Some((groups, input, calls)) = self.columns.aggregates() else {
            let message = format!("Aggregation function {} is not allowed here", call.name.name);
            return Err(Error::new(Status::GenericError, message).at(at));
        };
        if call.name.name.eq_ignore_ascii_case("grouping") {
            return Ok(groups.mask(&grouping(groups, call, at)?, at));
        }
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            match arg {
                ast::Arg::Value(value) if calls_aggregate(value) => {
                    return Err(Error::translation(value.at, "Aggregation of aggregated values is forbidden"));
                }
                ast::Arg::Value(value) => args.push(expr::compile(value, &mut Scope::rows(self.planner, input))?),
                ast::Arg::Star => {}
                ast::Arg::Named(name, _) => {
                    return Err(Error::unsupported(name.at, format!("the named argument {}", name.name)));
                }
                ast::Arg::Type(ty) => {
                    return Err(Error::unsupported(ty.at, "a type as argument of an aggregation function"));
                }
            }
        }
        let (mut aggregate, ty) = aggregate::resolve(call, &args, at)?;
        // Without GROUP BY a table without rows is still one group, in which most functions return NULL.
        let ty = if groups.has_total() && !aggregate.function.has_default() { ty.optional() } else { ty };
        aggregate.ty = ty.clone();
        let position = groups.columns.len() + calls.len();
        calls.push(AggregateCall { aggregate, args });
        Ok(Expr { ty, at, kind: ExprKind::Column(position) })
    }

    fn window(&mut self, call: &ast::Call, over: &ast::Over, at: Position) -> Result<Expr> {
        if let Columns::Sourceless(select) = self.columns {
            let message = "Window and aggregation functions are not allowed without FROM";
            return Err(Error::translation(select, message));
        }
        // The arguments of a window function cannot call another window function.
        let Some(windows) = self.windows.take() else {
            let message = format!("Window function {} is not allowed here", call.name.name);
            return Err(Error::new(Status::GenericError, message).at(at));
        };
        let value = self.window_call(call, over, windows, at);
        self.windows = Some(windows);
        value
    }

    fn subquery(&mut self, query: &ast::SelectQuery, shape: SubqueryShape, at: Position) -> Result<Expr> {
        let rel = self.planner.query(query)?;
        self.planner.subquery(rel, shape, at)
    }

    fn named_list(&mut self, name: &ast::Ident) -> Result<Option<Expr>> {
        match self.planner.bindings.get(&name.name) {
            Some(Binding::Query(query)) => {
                let query = Arc::clone(query);
                self.planner.query_value(&query, SubqueryShape::List, name.at).map(Some)
            }
            _ => Ok(None),
        }
    }
}

pub(super) struct Groups {
    /// The columns of the groups: the keys, and after them the number of the set, if there are sets.
    pub(super) columns: Vec<OutputColumn>,
    /// The keys as expressions over the rows before grouping.
    pub(super) keys: Vec<Expr>,
    /// ROLLUP, CUBE and GROUPING SETS as sets of key positions; empty without them.
    pub(super) sets: Vec<Vec<usize>>,
}

impl Groups {
    /// Returns `true` if a table without rows still gives one group.
    pub(super) fn has_total(&self) -> bool {
        self.keys.is_empty() || self.sets.iter().any(Vec::is_empty)
    }

    /// Returns the value of GROUPING for these keys: one bit per key, set if the key is not in the row's set.
    pub(super) fn mask(&self, keys: &[usize], at: Position) -> Expr {
        let mask = |set: &Vec<usize>| keys.iter().fold(0_u64, |mask, key| (mask << 1) | u64::from(!set.contains(key)));
        let masks: Vec<Value> = self.sets.iter().map(|set| Value::Uint(mask(set))).collect();
        let ty = Type::from(Primitive::Uint64);
        let masks = Expr::constant(Type::List(Arc::new(ty.clone())), at, Value::Items(masks.into()));
        let set = Expr { ty: ty.clone(), at, kind: ExprKind::Column(self.keys.len()) };
        Expr { ty, at, kind: ExprKind::Index(Box::new([masks, set])) }
    }
}

/// The windows of a SELECT, with the window functions found so far.
///
/// While the SELECT list is compiled, the final positions of the window functions' columns are not known, because
/// further aggregates add columns before them. Their positions therefore begin at [`SLOTS`] until [`Windows::over`]
/// moves them.
pub(super) struct Windows {
    /// Windows of the WINDOW clause, each with its position in `used` once it is used.
    named: HashMap<Arc<str>, (ast::Window, Option<usize>)>,
    used: Vec<Window>,
    columns: Vec<OutputColumn>,
}

/// Temporary position of the first window function's column.
const SLOTS: usize = usize::MAX / 2;

impl Windows {
    pub(super) fn new(core: &ast::SelectCore) -> Result<Self> {
        let mut named = HashMap::with_capacity(core.windows.len());
        for (name, window) in &core.windows {
            if named.insert(Arc::clone(&name.name), (window.clone(), None)).is_some() {
                // UNVERIFIED: the text.
                return Err(Error::translation(name.at, format!("Duplicate window: {}", name.name)));
            }
        }
        Ok(Self { named, used: Vec::new(), columns: Vec::new() })
    }

    /// Returns a window of the WINDOW clause, and its position among the used windows.
    pub(super) fn named(&self, name: &ast::Ident) -> Result<&(ast::Window, Option<usize>)> {
        self.named.get(&name.name).ok_or_else(|| {
            let message = format!("Can't refer to the window specification with name: {}", name.name);
            Error::translation(name.at, message)
        })
    }

    pub(super) fn add(&mut self, name: Option<&ast::Ident>, window: Window) -> usize {
        self.used.push(window);
        let place = self.used.len() - 1;
        if let Some((_, own)) = name.and_then(|name| self.named.get_mut(&name.name)) {
            *own = Some(place);
        }
        place
    }

    /// Adds a call to the window at `place`. Returns an expression for the call's value.
    pub(super) fn call(&mut self, place: usize, call: WindowCall, ty: Type, at: Position) -> Expr {
        let slot = self.columns.len();
        self.columns.push(OutputColumn::new("".into(), ty.clone(), true));
        self.used[place].calls.push(WindowCall { slot, ..call });
        Expr { ty, at, kind: ExprKind::Column(SLOTS + slot) }
    }

    /// Adds the window functions' columns to the rows, and moves the expressions over them to the final positions.
    pub(super) fn over<'e>(self, input: Rel, exprs: impl Iterator<Item = &'e mut Expr>) -> Rel {
        if self.used.is_empty() {
            return input;
        }
        let width = input.columns.len();
        exprs.for_each(|expr| {
            expr.map_columns(&mut |column| if column >= SLOTS { column - SLOTS + width } else { column });
        });
        let columns = input.columns.iter().cloned().chain(self.columns).collect();
        Rel { columns, kind: RelKind::Window { input: Box::new(input), windows: self.used.into() } }
    }
}

/// Returns `true` if an expression calls an aggregate function; subqueries do not count.
pub(super) fn calls_aggregate(expr: &ast::Expr) -> bool {
    ast::descendants(expr).any(|expr| match &expr.kind {
        ast::ExprKind::Call(call) => call.module.is_none() && call.over.is_none() && is_aggregate(&call.name.name),
        _ => false,
    })
}

/// Returns the columns that an expression names outside subqueries.
pub(super) fn columns_of(expr: &ast::Expr) -> Vec<(Option<&ast::Ident>, &ast::Ident)> {
    let columns = ast::descendants(expr).filter_map(|expr| match &expr.kind {
        ast::ExprKind::Column { qualifier, name } => Some((qualifier.as_ref(), name)),
        _ => None,
    });
    columns.collect()
}
