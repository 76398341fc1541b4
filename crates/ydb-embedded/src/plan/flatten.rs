//! FLATTEN BY: which columns are unpacked, and what their items are.
//!
//! A column that is named keeps its place and gets the type of its items. One with another name, and an expression, which
//! must have a name, stand behind the others, or in the place of a column that has the name already.

use std::sync::Arc;

use super::names::Scope;
use super::planner::Planner;
use crate::error::{Error, Position, Result};
use crate::exec::{Container, ContainerKind, OutputColumn, Rel, RelKind};
use crate::expr::{self, Expr, ExprKind};
use crate::types::Type;
use crate::yql::ast::{self, FlattenKind};

impl Planner<'_> {
    /// The rows of a source with its containers unpacked.
    pub(super) fn flatten(&mut self, rel: Rel, flatten: &ast::Flatten, label: Option<&Arc<str>>) -> Result<Rel> {
        let mut columns = rel.columns.clone();
        let mut exprs: Vec<Expr> = rel.columns.iter().enumerate().map(|(i, column)| read(i, column)).collect();
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

fn read(position: usize, column: &OutputColumn) -> Expr {
    Expr::new(column.ty.clone(), Position::default(), ExprKind::Column(position))
}

/// What a container is, and the type of its items. Without a word only one level is unpacked: of an optional list, the
/// optional.
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
