//! FROM: tables, indexes, lists, named queries and subqueries, their joins, and FLATTEN BY.

use std::collections::HashSet;
use std::sync::Arc;

use super::Planner;
use super::bindings::Binding;
use super::names::{Scope, columns_of};
use crate::catalog::{Column, IndexKind, Table, is_system_view};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::exec::{Container, ContainerKind, Join, JoinStrategy, Joined, KeyAccess, OutputColumn, Rel, RelKind, Scan};
use crate::expr::{Expr, ExprKind};
use crate::types::{Primitive, Type};
use crate::yql::ast::{self, FlattenKind, JoinKind};
use crate::{expr, types};

impl Planner<'_> {
    /// Plans a source and the sources that are joined to it.
    pub(super) fn from(&mut self, from: &ast::From) -> Result<Rel> {
        check_joins(from)?;
        let mut rel = self.source(&from.source)?;
        for (i, join) in from.joins.iter().enumerate() {
            let right = self.source(&join.source)?;
            rel = self.join(rel, join, right, i == 0)?;
        }
        Ok(rel)
    }

    fn source(&mut self, source: &ast::Source) -> Result<Rel> {
        let mut rel = match &source.kind {
            ast::SourceKind::Table(name) => self.scan(name, source)?,
            ast::SourceKind::AsTable(list) => as_table(self.constant(list)?)?,
            ast::SourceKind::Named(name) => self.named_source(name)?,
            ast::SourceKind::Query { query, columns } => match &query.body {
                ast::SelectBody::Values(rows) if query.order_by.is_empty() && query.limit.is_none() => {
                    if let (Some(first), false) = (rows.first(), columns.is_empty())
                        && first.len() < columns.len()
                    {
                        let message = "Derived column list size exceeds column count in VALUES";
                        return Err(Error::translation(source.at, message));
                    }
                    self.values(rows, columns)?
                }
                _ if !columns.is_empty() => {
                    return Err(Error::unsupported(source.at, "a list of column names after a subquery"));
                }
                _ => self.query(query)?,
            },
        };
        let label = source.label();
        for column in &mut rel.columns {
            column.source = label.cloned();
        }
        match &source.flatten {
            Some(flatten) => self.flatten(rel, flatten, label),
            None => Ok(rel),
        }
    }

    fn scan(&mut self, name: &ast::TableName, source: &ast::Source) -> Result<Rel> {
        let table = self.table(&name.path, "KiReadTable!")?;
        let index = match &name.view {
            None => None,
            Some(view) => Some(self.index(&table, view)?),
        };
        // `source.unnamed` ends with the path if the table has no VIEW. After the path comes `VIEW PRIMARY KEY`, or a
        // clause for which no index may be chosen.
        let names_none = index.is_none() && source.unnamed == name.path.span;
        Ok(scan_of(&table, index, names_none && self.chooses_indexes))
    }

    fn index(&mut self, table: &Arc<Table>, view: &ast::Ident) -> Result<Arc<Table>> {
        let Some(index) = table.index(&view.name) else {
            let message = if table.indexes.is_empty() {
                format!("No global indexes for table {}", table.path)
            } else {
                format!("Required global index not found, index name: {}", view.name)
            };
            return Err(Error::in_function(view.at, "KiReadTable!", Issue::new(codes::KIKIMR_SCHEME_ERROR, message)));
        };
        if !index.is_ready() {
            // The text and the code are YDB's. UNVERIFIED: the status, and that no other issue encloses this one.
            let message = format!("Requested index: {} is not ready to use", view.name);
            return Err(Error::issue(Issue::new(codes::KIKIMR_INDEX_IS_NOT_READY, message).at(view.at)));
        }
        self.reads_async_index |= index.kind == IndexKind::GlobalAsync;
        Ok(Arc::clone(&index.table))
    }

    fn named_source(&mut self, name: &ast::Ident) -> Result<Rel> {
        match self.bindings.get(&name.name).cloned() {
            Some(Binding::Query(query)) => self.named_query(&query, name.at),
            _ => {
                // A parameter or value that is a list of structs is a table as well.
                let value = self.constant(&ast::Expr::new(name.at, ast::ExprKind::Named(name.clone())))?;
                if let Type::Primitive(Primitive::String | Primitive::Utf8) = value.ty {
                    return Err(Error::unsupported(name.at, "a string as the name of a table"));
                }
                as_table(value)
            }
        }
    }

    fn join(&mut self, left: Rel, join: &ast::Join, right: Rel, first: bool) -> Result<Rel> {
        let mut equal = Vec::new();
        match &join.on {
            None => {}
            Some(ast::JoinOn::Using(names)) => {
                for name in names {
                    let a = expr::compile(&column_expr(name), &mut Scope::rows(self, &left.columns))?;
                    let b = expr::compile(&column_expr(name), &mut Scope::rows(self, &right.columns))?;
                    equal.push(same_type(a, b)?);
                }
            }
            Some(ast::JoinOn::On(on)) => {
                for conjunct in conjuncts(on) {
                    equal.push(self.join_key(conjunct, &left, &right)?);
                }
            }
        }
        if equal.is_empty() && join.kind != JoinKind::Cross {
            return Err(Error::new(Status::GenericError, "JOIN needs ON or USING").at(join.at));
        }
        Ok(make_join(join.kind, left, right, equal, JoinTurn { may: first, is: false }))
    }

    /// Plans one equality of ON: one side names only left sources, the other side only the right source. Returns the
    /// left side first.
    fn join_key(&mut self, on: &ast::Expr, left: &Rel, right: &Rel) -> Result<(Expr, Expr)> {
        let Some((a, b)) = on.equality() else {
            let message = "JOIN ON expression must be a conjunction of equality predicates";
            return Err(Error::translation(on.at, message));
        };
        let (a_is_left, b_is_left) = (check_join_side(a, left, right)?, check_join_side(b, left, right)?);
        let (a, b) = if b_is_left && !a_is_left { (b, a) } else { (a, b) };
        let mut compile = |side: &ast::Expr, rel: &Rel| {
            check_join_column(side, rel)?;
            expr::compile(side, &mut Scope::rows(self, &rel.columns))
        };
        let (a, b) = (compile(a, left)?, compile(b, right)?);
        same_type(a, b)
    }
}

fn as_table(list: Expr) -> Result<Rel> {
    let columns = match list.ty.unwrap_optional() {
        Type::List(item) => match &**item {
            Type::Struct(members) => {
                let output = |(name, ty): &types::StructMember| OutputColumn::new(Arc::clone(name), ty.clone(), false);
                Some(members.iter().map(output).collect())
            }
            _ => None,
        },
        Type::EmptyList => Some(Vec::new()),
        _ => None,
    };
    let Some(columns) = columns else {
        let message = format!("AS_TABLE expects a list of structs, but got: {}", list.ty);
        return Err(Error::type_annotation(list.at, message));
    };
    Ok(Rel { columns, kind: RelKind::AsTable(list.into()) })
}

/// Checks the rules of joins that need no types: sources have different names, and USING joins only two sources.
fn check_joins(from: &ast::From) -> Result<()> {
    if from.joins.is_empty() {
        return Ok(());
    }
    if from.sources().all(|source| source.label().is_none()) {
        return Err(Error::translation(from.source.at, "At least one correlation name is required in join"));
    }
    if let Some(source) = from.sources().find(|source| source.label().is_none()) {
        return Err(Error::translation(source.at, "JOIN: missing correlation name for source"));
    }
    let mut labels = HashSet::new();
    if let Some(source) = from.sources().find(|source| !labels.insert(source.label())) {
        let message = "JOIN: different correlation names are required for joined tables";
        return Err(Error::translation(source.at, message));
    }
    let using = |join: &&ast::Join| matches!(join.on, Some(ast::JoinOn::Using(_)));
    match from.joins.iter().find(using) {
        Some(join) if from.joins.len() > 1 => {
            let message = "Multi-way JOINs should be connected with ON clause instead of USING clause";
            Err(Error::translation(join.at, message))
        }
        _ => Ok(()),
    }
}

/// Checks that one side of an equality names columns of one source. Returns `true` if that is a left source.
fn check_join_side(side: &ast::Expr, left: &Rel, right: &Rel) -> Result<bool> {
    let mut sources = HashSet::new();
    for (qualifier, name) in columns_of(side) {
        let Some(qualifier) = qualifier else {
            return Err(Error::translation(name.at, "JOIN: column requires correlation name"));
        };
        let mut columns = left.columns.iter().chain(&right.columns);
        if !columns.any(|column| column.source.as_ref() == Some(&qualifier.name)) {
            return Err(Error::translation(qualifier.at, format!("Unknown correlation name: {}", qualifier.name)));
        }
        sources.insert(&qualifier.name);
    }
    if let (Some(source), 1) = (sources.iter().next(), sources.len()) {
        return Ok(left.columns.iter().any(|column| column.source.as_ref() == Some(*source)));
    }
    let message = "JOIN: each equality predicate argument must depend on exactly one JOIN input";
    Err(Error::translation(side.at, message))
}

/// Checks that the source of a plain column has the column. Only YDB's type check knows a table's columns; it knows a
/// join's keys by their names (`ParseJoinKeys` of `yql_join.cpp`).
fn check_join_column(side: &ast::Expr, rel: &Rel) -> Result<()> {
    let ast::ExprKind::Column { qualifier: Some(qualifier), name } = &side.kind else { return Ok(()) };
    let mut source = rel.columns.iter().filter(|column| column.source.as_ref() == Some(&qualifier.name)).peekable();
    if source.peek().is_none_or(|column| column.known) || source.any(|column| column.name == name.name) {
        return Ok(());
    }
    let message = format!("Unknown column: {} in correlation name: {}", name.name, qualifier.name);
    Err(Error::in_function(name.at, "EquiJoin", Issue::new(codes::DEFAULT_ERROR, message)))
}

fn column_expr(name: &ast::Ident) -> ast::Expr {
    ast::Expr::new(name.at, ast::ExprKind::Column { qualifier: None, name: name.clone() })
}

pub(super) fn conjuncts(on: &ast::Expr) -> Vec<&ast::Expr> {
    match &on.kind {
        ast::ExprKind::Binary { first, rest } if rest.iter().all(|operand| operand.op == ast::BinaryOp::And) => {
            let rest = rest.iter().flat_map(|operand| conjuncts(&operand.expr));
            conjuncts(first).into_iter().chain(rest).collect()
        }
        _ => vec![on],
    }
}

fn same_type(a: Expr, b: Expr) -> Result<(Expr, Expr)> {
    let plain = |ty: &Type| ty.unwrap_optional().clone();
    let Some(common) = types::common_type(&plain(&a.ty), &plain(&b.ty)) else {
        let message = format!("Cannot compare key columns of types {} and {}", a.ty, b.ty);
        return Err(Error::type_annotation(a.at, message));
    };
    let of = |side: Expr| {
        let target = if side.ty.is_optional() { common.clone().optional() } else { common.clone() };
        expr::convert(side, &target)
    };
    Ok((of(a)?, of(b)?))
}

/// `may`: the sides of a join may be swapped. `is`: they have been swapped.
#[derive(Clone, Copy)]
struct JoinTurn {
    may: bool,
    is: bool,
}

/// Adds a join, with the columns that its kind keeps. A right-sided join that is the first of a chain becomes a
/// left-sided one with the sides swapped.
fn make_join(kind: JoinKind, left: Rel, right: Rel, equal: Vec<(Expr, Expr)>, turn: JoinTurn) -> Rel {
    let swapped = match kind {
        JoinKind::Right => Some(JoinKind::Left),
        JoinKind::RightSemi => Some(JoinKind::LeftSemi),
        JoinKind::RightOnly => Some(JoinKind::LeftOnly),
        _ => None,
    };
    if let Some(kind) = swapped
        && turn.may
    {
        let (left_width, right_width) = (left.columns.len(), right.columns.len());
        let turned = equal.into_iter().map(|(a, b)| (b, a)).collect();
        let joined = make_join(kind, right, left, turned, JoinTurn { may: false, is: true });
        if kind != JoinKind::Left {
            return joined;
        }
        // The columns stay in the order of the text.
        let order: Vec<usize> = (right_width..right_width + left_width).chain(0..right_width).collect();
        return reorder(joined, &order);
    }
    let Rel { columns, kind: below } = left;
    let width = columns.len();
    let mut join = match below {
        RelKind::Join(join) => *join,
        kind => Join { first: Rel { columns: columns.clone(), kind }, joined: Vec::new() },
    };
    let joined = Joined { kind, width, equal, turned: turn.is, strategy: JoinStrategy::Hash, filter: None };
    let columns = joined.columns(columns, &right.columns);
    join.joined.push((Arc::new(joined), right));
    Rel { columns, kind: RelKind::Join(Box::new(join)) }
}

fn reorder(rel: Rel, order: &[usize]) -> Rel {
    let columns: Vec<OutputColumn> = order.iter().map(|&i| rel.columns[i].clone()).collect();
    let column =
        |&i: &usize| Expr { ty: rel.columns[i].ty.clone(), at: Position::default(), kind: ExprKind::Column(i) };
    let exprs = order.iter().map(column).collect();
    Rel { columns, kind: RelKind::Project { input: Box::new(rel), exprs } }
}

/// Returns a read of a whole table, of one of its indexes, or of a system view. `chooses` is `true` if the planner may
/// read an index instead of the table.
pub(super) fn scan_of(table: &Arc<Table>, index: Option<Arc<Table>>, chooses: bool) -> Rel {
    let output = |column: &Column| OutputColumn::new(Arc::clone(&column.name), column.value_type(), false);
    let columns = table.columns.iter().map(output).collect();
    if is_system_view(table) {
        return Rel { columns, kind: RelKind::SysView(Arc::clone(table)) };
    }
    let access = KeyAccess::all(index.as_ref().unwrap_or(table));
    let scan = Scan {
        table: Arc::clone(table),
        index,
        needed: Vec::new(),
        access,
        predicate: None,
        descending: false,
        chooses,
        hint: None,
    };
    Rel { columns, kind: RelKind::Scan(Arc::new(scan)) }
}

// FLATTEN BY: which columns are unpacked, and what their items are.
//
// A named column keeps its place and gets the type of its items. An expression must have a name. It, or a column under
// another name, is added after the other columns, or replaces a column that has the name already.

impl Planner<'_> {
    pub(super) fn flatten(&mut self, rel: Rel, flatten: &ast::Flatten, label: Option<&Arc<str>>) -> Result<Rel> {
        let mut columns = rel.columns.clone();
        let read = |(i, column): (usize, &OutputColumn)| {
            Expr::new(column.ty.clone(), Position::default(), ExprKind::Column(i))
        };
        let mut exprs: Vec<Expr> = rel.columns.iter().enumerate().map(read).collect();
        let mut containers: Vec<Container> = Vec::new();
        for (expr, alias) in &flatten.items {
            let name = match (&expr.kind, alias) {
                (_, Some(alias)) => Arc::clone(&alias.name),
                (ast::ExprKind::Column { name, .. }, None) => Arc::clone(&name.name),
                // The text is UNVERIFIED.
                _ => return Err(Error::translation(expr.at, "FLATTEN BY: an expression must have a name")),
            };
            let value = expr::compile(expr, &mut Scope::rows(self, &rel.columns))?;
            let (kind, ty) = unpacked(&value.ty, flatten.kind, expr.at)?;
            let column = match columns.iter().position(|column| column.name == name) {
                Some(place) => {
                    exprs[place] = value;
                    place
                }
                None => {
                    exprs.push(value);
                    columns.push(OutputColumn { source: label.cloned(), name, ty: Type::Null, known: true });
                    columns.len() - 1
                }
            };
            if containers.iter().any(|known| known.column == column) {
                // The text is UNVERIFIED.
                let message = format!("Duplicate column in FLATTEN BY: {}", columns[column].name);
                return Err(Error::translation(expr.at, message));
            }
            columns[column].ty = ty;
            containers.push(Container { column, kind });
        }
        let before = exprs.iter().zip(&columns);
        let below = before.map(|(expr, column)| OutputColumn { ty: expr.ty.clone(), ..column.clone() }).collect();
        let input = Rel { columns: below, kind: RelKind::Project { input: Box::new(rel), exprs: exprs.into() } };
        Ok(Rel { columns, kind: RelKind::Flatten { input: Box::new(input), containers: containers.into() } })
    }
}

/// Returns the kind of a container and the type of its items. FLATTEN BY without LIST, DICT or OPTIONAL unpacks one
/// level: of an optional list, the optional.
fn unpacked(ty: &Type, kind: FlattenKind, at: Position) -> Result<(ContainerKind, Type)> {
    let wrong = |wanted: &str| {
        let message = format!("Expected {wanted} type in field of struct, but got: {ty}");
        Err(Error::type_annotation(at, message))
    };
    match (kind, ty) {
        (FlattenKind::Any | FlattenKind::Optional, Type::Optional(inner)) => {
            Ok((ContainerKind::Optional, Type::clone(inner)))
        }
        (FlattenKind::Any | FlattenKind::List, Type::List(item)) => Ok((ContainerKind::List, Type::clone(item))),
        (FlattenKind::Any | FlattenKind::Dict, Type::Dict(key, value)) => {
            Ok((ContainerKind::Dict, Type::Tuple([Type::clone(key), Type::clone(value)].into())))
        }
        (FlattenKind::List, Type::Optional(inner)) if matches!(**inner, Type::List(_)) => unpacked(inner, kind, at),
        (FlattenKind::Dict, Type::Optional(inner)) if matches!(**inner, Type::Dict(..)) => unpacked(inner, kind, at),
        (FlattenKind::Any, _) => wrong("list, dict or optional"),
        (FlattenKind::List, _) => wrong("list"),
        (FlattenKind::Dict, _) => wrong("dict"),
        (FlattenKind::Optional, _) => wrong("optional"),
    }
}
