//! GROUP BY, and its ROLLUP, CUBE and GROUPING SETS.
//!
//! The elements of GROUP BY are multiplied to grouping sets: `a, ROLLUP(b, c)` is `(a, b, c), (a, b), (a)`. Several
//! sets are a union of as many groupings of the same rows, in which the keys that a set lacks are NULL:
//!
//! ```text
//! SELECT a, COUNT(*) .. GROUP BY ROLLUP(a)
//!
//! Union
//!   Project a, count        <- Group by a
//!   Project NULL, count     <- Group by nothing
//! ```

use std::sync::Arc;

use super::calls::{GroupCall, Groups, Windows};
use super::list::Items;
use super::names::Scope;
use super::occurs::calls_aggregate;
use super::planner::Planner;
use super::rel::{AggregateCall, OutputColumn, Rel, RelKind};
use super::select::{condition, distinct, exprs, hashable, project, sort, sort_key};
use crate::error::{Error, Position, Result};
use crate::expr::{self, Expr, ExprKind};
use crate::types::Value;
use crate::yql::ast;

impl Planner<'_> {
    /// A SELECT with GROUP BY or aggregate functions, over the rows that are grouped.
    pub(super) fn grouped(
        &mut self,
        core: &ast::SelectCore,
        input: Rel,
        order: &[ast::OrderItem],
        top: Option<Expr>,
    ) -> Result<Rel> {
        let groups = self.groups(core, &input.columns)?;
        let mut calls: Vec<GroupCall> = Vec::new();
        let mut windows = Windows::new(core)?;
        let mut items: Items = self.items(core, &groups.columns, |planner, _, value| {
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
        let mut sort_keys = Vec::with_capacity(order.len());
        if !core.distinct {
            for item in order {
                let scope = Scope::grouped(self, &groups, &input.columns, &mut calls);
                sort_keys.extend(sort_key(item, &mut scope.with_items(&items, core.from.as_ref()))?);
            }
        }
        let mut rel = group(input, groups, calls);
        if let Some(predicate) = having {
            rel = Rel { columns: rel.columns.clone(), kind: RelKind::Filter { input: Box::new(rel), predicate } };
        }
        let rel = windows.over(rel, exprs(&mut items, &mut sort_keys));
        if core.distinct {
            let rel = distinct(project(rel, items, true)?);
            return self.order_output(rel, order, core.from.as_ref(), top);
        }
        project(sort(rel, sort_keys, top), items, true)
    }

    fn groups(&mut self, core: &ast::SelectCore, input: &[OutputColumn]) -> Result<Groups> {
        let joined = core.from.as_ref().is_some_and(|from| !from.joins.is_empty());
        let has_sets = core.group_by.iter().any(|element| !matches!(element, ast::Grouping::Keys(_)));
        let mut groups = Groups { columns: Vec::new(), keys: Vec::new(), sets: vec![Vec::new()], has_sets };
        for element in &core.group_by {
            let own = self.grouping_sets(element, &mut groups, input, joined)?;
            let product = |left: &Vec<usize>| own.iter().map(|right| joined_set(left, right)).collect::<Vec<_>>();
            groups.sets = groups.sets.iter().flat_map(product).collect();
            let total: usize = groups.sets.iter().map(Vec::len).sum();
            if has_sets && total > self.group_by_limit {
                let limit = self.group_by_limit;
                let message = format!("Unable to GROUP BY more than {limit} groups, you try use {total} groups");
                return Err(Error::translation(core.at, message));
            }
        }
        for (key, column) in groups.columns.iter_mut().enumerate() {
            if groups.sets.iter().any(|set| !set.contains(&key)) {
                column.ty = column.ty.clone().optional();
            }
        }
        Ok(groups)
    }

    /// The sets of one element of GROUP BY.
    fn grouping_sets(
        &mut self,
        element: &ast::Grouping,
        groups: &mut Groups,
        input: &[OutputColumn],
        joined: bool,
    ) -> Result<Vec<Vec<usize>>> {
        let mut all = |keys: &[(ast::Expr, Option<ast::Ident>)]| {
            let key = |(key, alias): &(ast::Expr, _)| self.group_key(key, Option::as_ref(alias), groups, input, joined);
            keys.iter().map(key).collect::<Result<Vec<usize>>>()
        };
        Ok(match element {
            ast::Grouping::Keys(keys) => vec![all(keys)?],
            ast::Grouping::Rollup(keys) => {
                let keys = all(keys)?;
                (0..=keys.len()).rev().map(|length| keys[..length].to_vec()).collect()
            }
            ast::Grouping::Cube(keys) => {
                let keys = all(keys)?;
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
                    for set in self.grouping_sets(element, groups, input, joined)? {
                        // The empty set is there once.
                        if !set.is_empty() || sets.iter().all(|known| !known.is_empty()) {
                            sets.push(set);
                        }
                    }
                }
                sets
            }
        })
    }

    /// The position of a key, which is added if it is new.
    fn group_key(
        &mut self,
        key: &ast::Expr,
        alias: Option<&ast::Ident>,
        groups: &mut Groups,
        input: &[OutputColumn],
        joined: bool,
    ) -> Result<usize> {
        if calls_aggregate(key) {
            return Err(Error::translation(key.at, "Unable to GROUP BY aggregated values"));
        }
        if let ast::ExprKind::Column { qualifier: None, name } = &key.kind
            && joined
        {
            let message = format!("Columns in GROUP BY should have correlation name, error in key: {}", name.name);
            return Err(Error::translation(key.at, message));
        }
        let key_expr = expr::compile(key, &mut Scope::rows(self, input))?;
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
                    ExprKind::Column(position) => input[position].source.clone(),
                    _ => None,
                };
                (source, Arc::clone(&name.name))
            }
            (None, _) => (None, format!("group{}", groups.keys.len()).into()),
        };
        let same = groups.columns.iter().position(|known| known.name == name && known.source == source);
        match (same, alias) {
            (Some(same), None) if groups.has_sets => return Ok(same),
            (Some(_), _) => return Err(Error::translation(key.at, format!("Duplicate grouping column: {name}"))),
            (None, _) => {}
        }
        groups.columns.push(OutputColumn { source, name, ty: key_expr.ty.clone(), known: true });
        groups.keys.push(key_expr);
        Ok(groups.keys.len() - 1)
    }
}

/// Two grouping sets as one, with each key once.
fn joined_set(left: &[usize], right: &[usize]) -> Vec<usize> {
    let new = right.iter().filter(|key| !left.contains(key));
    left.iter().chain(new).copied().collect()
}

/// The groups of all sets, with the columns of all keys and calls.
fn group(input: Rel, groups: Groups, calls: Vec<GroupCall>) -> Rel {
    let Groups { mut columns, keys, mut sets, has_sets } = groups;
    let call = |call: &GroupCall| OutputColumn { source: None, name: "".into(), ty: call.ty(), known: true };
    columns.extend(calls.iter().map(call));
    if !has_sets {
        let aggregates = aggregates(&calls);
        return Rel { columns, kind: RelKind::Group { input: Box::new(input), keys, aggregates } };
    }
    let last = sets.pop();
    let mut rels: Vec<Rel> = sets.iter().map(|set| grouping_set(input.clone(), &columns, &keys, set, &calls)).collect();
    rels.extend(last.map(|set| grouping_set(input, &columns, &keys, &set, &calls)));
    Rel { columns, kind: RelKind::Union(rels) }
}

fn aggregates(calls: &[GroupCall]) -> Vec<AggregateCall> {
    let aggregate = |call: &GroupCall| match call {
        GroupCall::Aggregate(call) => Some(call.clone()),
        GroupCall::Grouping(_) => None,
    };
    calls.iter().filter_map(aggregate).collect()
}

/// The groups of one set, with NULL for the keys that it lacks.
fn grouping_set(input: Rel, columns: &[OutputColumn], keys: &[Expr], set: &[usize], calls: &[GroupCall]) -> Rel {
    let mut aggregate = set.len();
    let at = Position::default();
    let expr = |(position, column): (usize, &OutputColumn)| {
        let kind = match position.checked_sub(keys.len()).map(|call| &calls[call]) {
            None => match set.iter().position(|key| *key == position) {
                Some(place) => ExprKind::Column(place),
                None => ExprKind::Const(Value::Null),
            },
            Some(GroupCall::Aggregate(_)) => {
                aggregate += 1;
                ExprKind::Column(aggregate - 1)
            }
            Some(GroupCall::Grouping(keys)) => {
                let mask = keys.iter().fold(0_u64, |mask, key| (mask << 1) | u64::from(!set.contains(key)));
                ExprKind::Const(Value::Uint(mask))
            }
        };
        Expr { ty: column.ty.clone(), at, kind }
    };
    let exprs = columns.iter().enumerate().map(expr).collect();
    let aggregated = calls.iter().zip(&columns[keys.len()..]).filter_map(|(call, column)| match call {
        GroupCall::Aggregate(_) => Some(column.clone()),
        GroupCall::Grouping(_) => None,
    });
    let own = set.iter().map(|&key| columns[key].clone()).chain(aggregated).collect();
    let group_keys = set.iter().map(|&key| keys[key].clone()).collect();
    let kind = RelKind::Group { input: Box::new(input), keys: group_keys, aggregates: aggregates(calls) };
    let group = Rel { columns: own, kind };
    Rel { columns: columns.to_vec(), kind: RelKind::Project { input: Box::new(group), exprs } }
}
