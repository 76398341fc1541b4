//! Conditions on the stored row: a tree of comparisons with their values.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Not;

use super::column::ColumnOf;
use super::operand::{Comparand, RawOperand};
use super::shape::{Comparison, ConditionShape, Connective};
use crate::error::{Error, Result, ValueError};
use crate::statements::model::YdbTable;
use ydb_keys_core::types::{Value, YdbType};

/// A condition on the stored row of model `T`, from the comparisons of [`ColumnOf`].
///
/// As in YQL it is true, false, or NULL where a compared value is NULL: `NULL AND false` is false, `NULL OR true` is
/// true, `NOT NULL` is NULL. A row is changed only if its condition is true.
///
/// ```
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(account_hash = xxh3(account), account))]
/// struct Account {
///     account: String,
///     balance: i64,
///     limit: Option<i64>, // of one withdrawal
/// }
///
/// let (balance, limit) = (Account::COLUMNS.balance, Account::COLUMNS.limit);
/// let allowed = balance.ge(100).and(limit.is_null().or(limit.ge(100)));
/// # let _ = allowed;
/// ```
#[must_use = "a condition does nothing by itself"]
pub struct Condition<T> {
    node: Result<Node>,
    of: PhantomData<fn() -> T>,
}

#[derive(Clone, Debug)]
enum Node {
    Compare(usize, Comparison, RawOperand),
    Null(usize, bool),
    Not(Box<Node>),
    Both(Connective, Box<Node>, Box<Node>),
}

impl<T> Clone for Condition<T> {
    fn clone(&self) -> Self {
        Condition { node: self.node.clone(), of: PhantomData }
    }
}

impl<T> fmt::Debug for Condition<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Condition").field(&self.node).finish()
    }
}

impl<T: YdbTable> Condition<T> {
    pub(super) fn compare<V, W, O: Comparand<T, W>>(
        column: ColumnOf<T, V>,
        comparison: Comparison,
        operand: O,
    ) -> Self {
        let def = column.def();
        let operand = comparable(def.ty).and_then(|()| operand.comparand(def)).and_then(|operand| {
            operand.check(T::TABLE, def)?;
            Ok(operand)
        });
        let node = operand.map(|operand| Node::Compare(column.0, comparison, operand));
        Condition::of(node.map_err(|error| Error::in_column(T::TABLE.name, def.name, error)))
    }

    pub(super) fn null(column: usize, null: bool) -> Self {
        Condition::of(Ok(Node::Null(column, null)))
    }

    fn of(node: Result<Node>) -> Self {
        Condition { node, of: PhantomData }
    }

    /// Both conditions: `self AND other`.
    pub fn and(self, other: Condition<T>) -> Self {
        self.both(Connective::And, other)
    }

    /// At least one of the conditions: `self OR other`.
    pub fn or(self, other: Condition<T>) -> Self {
        self.both(Connective::Or, other)
    }

    fn both(self, connective: Connective, other: Condition<T>) -> Self {
        let node = self.node.and_then(|left| Ok(Node::Both(connective, Box::new(left), Box::new(other.node?))));
        Condition::of(node)
    }

    /// The shape, and the values of its parameters in the order of the text.
    pub(in crate::statements) fn parts(&self) -> Result<(ConditionShape, Vec<Value<'static>>)> {
        let node = self.node.as_ref().map_err(Clone::clone)?;
        let mut values = Vec::new();
        node.put_values(&mut values);
        Ok((node.shape(), values))
    }
}

/// `NOT condition`, which is NULL where the condition is NULL.
impl<T: YdbTable> Not for Condition<T> {
    type Output = Condition<T>;

    fn not(self) -> Condition<T> {
        Condition::of(self.node.map(|node| Node::Not(Box::new(node))))
    }
}

/// Documents have no comparisons in YQL.
fn comparable(ty: YdbType) -> Result<(), ValueError> {
    match ty {
        YdbType::Json | YdbType::JsonDocument | YdbType::Yson => {
            Err(ValueError::invalid(format_args!("YQL cannot compare values of type {ty}")))
        }
        _ => Ok(()),
    }
}

impl Node {
    fn shape(&self) -> ConditionShape {
        match self {
            Node::Compare(column, comparison, operand) => {
                ConditionShape::Compare(*column, *comparison, operand.column())
            }
            Node::Null(column, null) => ConditionShape::Null(*column, *null),
            Node::Not(node) => ConditionShape::Not(Box::new(node.shape())),
            Node::Both(connective, left, right) => {
                ConditionShape::Both(*connective, Box::new(left.shape()), Box::new(right.shape()))
            }
        }
    }

    fn put_values(&self, values: &mut Vec<Value<'static>>) {
        match self {
            Node::Compare(_, _, operand) => values.extend(operand.value().cloned()),
            Node::Null(..) => {}
            Node::Not(node) => node.put_values(values),
            Node::Both(_, left, right) => {
                left.put_values(values);
                right.put_values(values);
            }
        }
    }
}
