//! GROUP BY with ROLLUP, CUBE and GROUPING SETS, and OVER. The calls in a SELECT that need other rows each become a
//! column.
//!
//! The elements of GROUP BY are multiplied to grouping sets: `a, ROLLUP(b, c)` is `(a, b, c), (a, b), (a)`. Each row is
//! in one group of each set. Keys that are not in the set are NULL in its groups.

use std::sync::Arc;

use super::Planner;
use super::list::Items;
use super::names::{Groups, Scope, Windows, calls_aggregate};
use super::select::{comparable, condition, distinct, exprs, hashable, project, sort, sort_keys};
use crate::error::{Error, Position, Result};
use crate::exec::{AggregateCall, Frame, Group, Limit, OutputColumn, Rel, RelKind, Window, WindowCall};
use crate::expr::aggregate::resolve_window;
use crate::expr::{self, Expr, ExprKind};
use crate::types::{Primitive, Type, Value};
use crate::work::tick;
use crate::yql::ast;

impl Planner<'_> {
    /// Plans a SELECT with GROUP BY or aggregate functions over the rows of `input`.
    pub(super) fn grouped(
        &mut self,
        core: &ast::SelectCore,
        input: Rel,
        order: &[ast::OrderItem],
        top: Option<Arc<Limit>>,
    ) -> Result<Rel> {
        let groups = self.groups(core, &input.columns)?;
        let mut calls: Vec<AggregateCall> = Vec::new();
        let mut windows = Windows::new(core)?;
        let mut items: Items = self.items(core, &groups.columns[..groups.keys.len()], |planner, _, value| {
            let scope = Scope::grouped(planner, &groups, &input.columns, &mut calls);
            expr::compile(value, &mut scope.with_windows(&mut windows))
        })?;
        let having = match &core.having {
            Some(having) => {
                let mut scope = Scope::grouped(self, &groups, &input.columns, &mut calls);
                Some(condition(expr::compile(having, &mut scope)?, "HAVING")?)
            }
            None => None,
        };
        let scope = Scope::grouped(self, &groups, &input.columns, &mut calls);
        let own_order = if core.distinct { &[] } else { order };
        let mut keys = sort_keys(own_order, scope.with_items(&items, core.from.as_ref()))?;
        let Groups { mut columns, keys: group_keys, sets } = groups;
        let column = |call: &AggregateCall| own_column(call.aggregate.ty.clone());
        columns.extend(calls.iter().map(column));
        let group = Arc::new(Group { keys: group_keys, sets, aggregates: calls });
        let mut rel = Rel { columns, kind: RelKind::Group { input: Box::new(input), group } };
        if let Some(predicate) = having {
            rel = rel.filtered(predicate);
        }
        let rel = windows.over(rel, exprs(&mut items, &mut keys));
        if core.distinct {
            let rel = distinct(project(rel, items, true)?);
            return self.order_output(rel, order, core.from.as_ref(), top);
        }
        project(sort(rel, keys, top), items, true)
    }

    fn groups(&mut self, core: &ast::SelectCore, input: &[OutputColumn]) -> Result<Groups> {
        let joined = core.from.as_ref().is_some_and(|from| !from.joins.is_empty());
        let has_sets = core.group_by.iter().any(|element| !matches!(element, ast::Grouping::Keys(_)));
        let mut keys = Keys { columns: Vec::new(), exprs: Vec::new(), input, joined, has_sets };
        let mut sets = vec![Vec::new()];
        for element in &core.group_by {
            let own = self.grouping_sets(element, &mut keys)?;
            sets = sets.iter().flat_map(|left| own.iter().map(move |right| joined_set(left, right))).collect();
            let total: usize = sets.iter().map(Vec::len).sum();
            if has_sets && total > self.group_by_limit {
                let limit = self.group_by_limit;
                let message = format!("Unable to GROUP BY more than {limit} groups, you try use {total} groups");
                return Err(Error::translation(core.at, message));
            }
        }
        let Keys { mut columns, exprs: keys, .. } = keys;
        if !has_sets {
            return Ok(Groups { columns, keys, sets: Vec::new() });
        }
        for (key, column) in columns.iter_mut().enumerate() {
            if sets.iter().any(|set| !set.contains(&key)) {
                column.ty = column.ty.clone().optional();
            }
        }
        columns.push(own_column(Primitive::Uint64.into()));
        Ok(Groups { columns, keys, sets })
    }

    /// Returns the grouping sets of one element of GROUP BY.
    fn grouping_sets(&mut self, element: &ast::Grouping, keys: &mut Keys<'_>) -> Result<Vec<Vec<usize>>> {
        let mut all = |written: &[(ast::Expr, Option<ast::Ident>)]| {
            let key = |(key, alias): &(ast::Expr, _)| self.group_key(key, Option::as_ref(alias), keys);
            written.iter().map(key).collect::<Result<Vec<usize>>>()
        };
        Ok(match element {
            ast::Grouping::Keys(written) => vec![all(written)?],
            ast::Grouping::Rollup(written) => {
                let keys = all(written)?;
                (0..=keys.len()).rev().map(|length| keys[..length].to_vec()).collect()
            }
            ast::Grouping::Cube(written) => {
                let keys = all(written)?;
                if keys.len() > self.group_by_cube_limit {
                    let message = format!(
                        "GROUP BY CUBE is allowed only for {} columns, but you use {}",
                        self.group_by_cube_limit,
                        keys.len()
                    );
                    return Err(Error::translation(Position::default(), message));
                }
                let chosen = |mask: usize| {
                    let bit = |i: &usize| mask & (1 << (keys.len() - 1 - i)) != 0;
                    (0..keys.len()).filter(bit).map(|i| keys[i]).collect()
                };
                (0..1_usize << keys.len()).rev().map(chosen).collect()
            }
            ast::Grouping::Sets(elements) => {
                let mut sets: Vec<Vec<usize>> = Vec::new();
                for element in elements {
                    for set in self.grouping_sets(element, keys)? {
                        // The empty set is kept once.
                        if !set.is_empty() || sets.iter().all(|known| !known.is_empty()) {
                            sets.push(set);
                        }
                    }
                }
                sets
            }
        })
    }

    /// Returns the position of a key. Adds the key if it is new.
    fn group_key(&mut self, key: &ast::Expr, alias: Option<&ast::Ident>, keys: &mut Keys<'_>) -> Result<usize> {
        if calls_aggregate(key) {
            return Err(Error::translation(key.at, "Unable to GROUP BY aggregated values"));
        }
        if let ast::ExprKind::Column { qualifier: None, name } = &key.kind
            && keys.joined
        {
            let message = format!("Columns in GROUP BY should have correlation name, error in key: {}", name.name);
            return Err(Error::translation(key.at, message));
        }
        let key_expr = expr::compile(key, &mut Scope::rows(self, keys.input))?;
        if !hashable(&key_expr.ty) {
            let message = format!("Expected hashable and equatable type for key column, but got: {}", key_expr.ty);
            return Err(Error::type_annotation(key.at, message));
        }
        if key_expr.is_literal() {
            return Err(Error::translation(key.at, "Unable to GROUP BY constant expression"));
        }
        let (source, name) = match (alias, &key.kind) {
            (Some(alias), _) => (None, Arc::clone(&alias.name)),
            (None, ast::ExprKind::Column { name, .. }) => {
                let source = match key_expr.kind {
                    ExprKind::Column(position) => keys.input[position].source.clone(),
                    _ => None,
                };
                (source, Arc::clone(&name.name))
            }
            (None, _) => (None, format!("group{}", keys.exprs.len()).into()),
        };
        tick(keys.columns.len())?;
        let same = keys.columns.iter().position(|known| known.name == name && known.source == source);
        match (same, alias) {
            (Some(same), None) if keys.has_sets => return Ok(same),
            (Some(_), _) => return Err(Error::translation(key.at, format!("Duplicate grouping column: {name}"))),
            (None, _) => {}
        }
        keys.columns.push(OutputColumn { source, name, ty: key_expr.ty.clone(), known: true });
        keys.exprs.push(key_expr);
        Ok(keys.exprs.len() - 1)
    }
}

/// The keys of GROUP BY found so far.
struct Keys<'a> {
    columns: Vec<OutputColumn>,
    exprs: Vec<Expr>,
    input: &'a [OutputColumn],
    joined: bool,
    /// `true` if there are grouping sets, in which a key may be repeated.
    has_sets: bool,
}

/// Creates a column that expressions cannot name.
fn own_column(ty: Type) -> OutputColumn {
    OutputColumn::new("".into(), ty, true)
}

/// Returns the union of two grouping sets, with each key once.
fn joined_set(left: &[usize], right: &[usize]) -> Vec<usize> {
    let new = right.iter().filter(|key| !left.contains(key));
    left.iter().chain(new).copied().collect()
}

impl Scope<'_, '_> {
    pub(super) fn window_call(
        &mut self,
        call: &ast::Call,
        over: &ast::Over,
        windows: &mut Windows,
        at: Position,
    ) -> Result<Expr> {
        let (name, (window, place)) = match over {
            ast::Over::Window(window) => (None, ((**window).clone(), None)),
            ast::Over::Named(name) => (Some(name), windows.named(name)?.clone()),
        };
        let place = match place {
            Some(place) => place,
            None => windows.add(name, self.window_rows(&window)?),
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            match arg {
                ast::Arg::Value(value) => args.push(expr::compile(value, self)?),
                ast::Arg::Star => {}
                ast::Arg::Named(name, _) => {
                    return Err(Error::unsupported(name.at, format!("the named argument {}", name.name)));
                }
                ast::Arg::Type(ty) => return Err(Error::unsupported(ty.at, "a type as argument of a window function")),
            }
        }
        let frame = self.frame(&window)?;
        let (function, ty) = resolve_window(call, &args, frame.may_be_empty(), at)?;
        Ok(windows.call(place, WindowCall { slot: 0, function, args, frame }, ty, at))
    }

    /// Plans how a window partitions and orders the rows.
    fn window_rows(&mut self, window: &ast::Window) -> Result<Window> {
        let mut compile = |value: &ast::Expr| comparable(expr::compile(value, self)?);
        let partition = window.partition_by.iter().map(&mut compile).collect::<Result<_>>()?;
        let key = |item: &ast::OrderItem| Ok((compile(&item.expr)?, item.descending));
        let order = window.order_by.iter().map(key).collect::<Result<_>>()?;
        Ok(Window { partition, order, calls: Vec::new() })
    }

    /// Plans the frame of a window. Without a written frame, an ordered window ends with the rows that are equal to the
    /// current one (`AnsiCurrentRow`, which YDB sets for the query service), and an unordered window is the whole
    /// partition.
    fn frame(&mut self, window: &ast::Window) -> Result<Frame> {
        let Some(ast::Frame { at, unit, from, to }) = &window.frame else {
            let with_peers = !window.order_by.is_empty();
            return Ok(Frame { from: i64::MIN, to: if with_peers { 0 } else { i64::MAX }, with_peers });
        };
        let (from, to) = (self.bound(from)?, self.bound(to)?);
        if from.signum() > to.signum() || from == i64::MAX || to == i64::MIN {
            // UNVERIFIED: the text.
            return Err(Error::translation(*at, "A frame cannot end before it begins"));
        }
        match unit {
            ast::FrameUnit::Rows => Ok(Frame { from, to, with_peers: false }),
            ast::FrameUnit::Range if from == i64::MIN && (to == 0 || to == i64::MAX) => {
                Ok(Frame { from, to, with_peers: to == 0 })
            }
            ast::FrameUnit::Range => Err(Error::unsupported(*at, "this frame of RANGE")),
            ast::FrameUnit::Groups => Err(Error::unsupported(*at, "a frame of GROUPS")),
        }
    }

    /// Returns the distance of a frame's bound from the current row. An offset is a literal; YQL reads it as Int32.
    fn bound(&mut self, bound: &ast::FrameBound) -> Result<i64> {
        let (offset, sign, unbounded) = match bound {
            ast::FrameBound::CurrentRow => return Ok(0),
            ast::FrameBound::Preceding(offset) => (offset, -1, i64::MIN),
            ast::FrameBound::Following(offset) => (offset, 1, i64::MAX),
        };
        let Some(offset) = offset else { return Ok(unbounded) };
        match self.planner.constant(offset)?.kind {
            ExprKind::Const(Value::Int(value)) if i32::try_from(value).is_ok_and(|value| value >= 0) => {
                Ok(sign * value)
            }
            // UNVERIFIED: the text.
            ExprKind::Const(_) => {
                Err(Error::translation(offset.at, "The offset of a frame must be from 0 to 2147483647"))
            }
            _ => Err(Error::unsupported(offset.at, "an offset of a frame that is not a literal")),
        }
    }
}
