//! Tests that expressions and conditions on the engine give the results of three-valued logic and wrapping integers
//! here.

use std::sync::Arc;

use e2e_tests::Database;
use futures_util::FutureExt as _;
use proptest::prelude::*;
use ydb_keys::statements::Condition;
use ydb_keys::{WriteOutcome, YdbTable, add, append, coalesce, sub};

use super::check;
use crate::models::Gauge;

#[derive(Clone, Copy, Debug)]
enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};

#[derive(Clone, Debug)]
enum Tree {
    /// Comparison of the nullable column `a` with a value; `C` compares the column `c`.
    A(Comparison, i8),
    C(Comparison, i8),
    Text(Comparison, String),
    /// Comparison of columns with each other: `AB` of `a` with `b`, `CA` of `c` with `a`, the next of `text` with
    /// `other`.
    AB(Comparison),
    CA(Comparison),
    Texts(Comparison),
    Null(bool),
    NotNull(bool),
    Is(Option<i8>),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

macro_rules! by {
    ($comparison:expr, $column:expr, $operand:expr) => {
        match $comparison {
            Eq => $column.eq($operand),
            Ne => $column.ne($operand),
            Lt => $column.lt($operand),
            Le => $column.le($operand),
            Gt => $column.gt($operand),
            Ge => $column.ge($operand),
        }
    };
}

impl Tree {
    fn condition(&self) -> Condition<Gauge> {
        let c = Gauge::COLUMNS;
        match self {
            Tree::A(by, value) => by!(by, c.a, *value),
            Tree::C(by, value) => by!(by, c.c, *value),
            Tree::Text(by, value) => by!(by, c.text, value.as_str()),
            Tree::AB(by) => by!(by, c.a, c.b),
            Tree::CA(by) => by!(by, c.c, c.a),
            Tree::Texts(by) => by!(by, c.text, c.other),
            Tree::Null(true) => c.a.is_null(),
            Tree::Null(false) => c.text.is_null(),
            Tree::NotNull(true) => c.a.is_not_null(),
            Tree::NotNull(false) => c.text.is_not_null(),
            Tree::Is(value) => c.a.is(*value),
            Tree::Not(tree) => !tree.condition(),
            Tree::And(left, right) => left.condition().and(right.condition()),
            Tree::Or(left, right) => left.condition().or(right.condition()),
        }
    }

    /// Evaluates the condition for a row; `None` is NULL.
    fn holds(&self, row: &Gauge) -> Option<bool> {
        fn compare<V: PartialOrd>(by: Comparison, left: Option<V>, right: Option<V>) -> Option<bool> {
            let (left, right) = (left?, right?);
            Some(match by {
                Eq => left == right,
                Ne => left != right,
                Lt => left < right,
                Le => left <= right,
                Gt => left > right,
                Ge => left >= right,
            })
        }
        match self {
            Tree::A(by, value) => compare(*by, row.a, Some(*value)),
            Tree::C(by, value) => compare(*by, Some(row.c), Some(*value)),
            Tree::Text(by, value) => compare(*by, row.text.as_ref(), Some(value)),
            Tree::AB(by) => compare(*by, row.a, row.b),
            Tree::CA(by) => compare(*by, Some(row.c), row.a),
            Tree::Texts(by) => compare(*by, row.text.as_ref(), row.other.as_ref()),
            Tree::Null(true) => Some(row.a.is_none()),
            Tree::Null(false) => Some(row.text.is_none()),
            Tree::NotNull(true) => Some(row.a.is_some()),
            Tree::NotNull(false) => Some(row.text.is_some()),
            Tree::Is(value) => match (row.a, value) {
                (stored, None) => Some(stored.is_none()),
                (stored, Some(value)) => stored.map(|stored| stored == *value),
            },
            Tree::Not(tree) => tree.holds(row).map(|holds| !holds),
            Tree::And(left, right) => match (left.holds(row), right.holds(row)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Tree::Or(left, right) => match (left.holds(row), right.holds(row)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }
}

fn comparison() -> impl Strategy<Value = Comparison> {
    prop::sample::select(vec![Eq, Ne, Lt, Le, Gt, Ge])
}

/// Generates few values, so that they are often equal, and the limits of the type.
fn small() -> impl Strategy<Value = i8> {
    prop::sample::select(vec![i8::MIN, -1, 0, 1, 2, i8::MAX])
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "a", "ab", "b", "ї", "a\0"]).prop_map(str::to_owned)
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (comparison(), small()).prop_map(|(by, value)| Tree::A(by, value)),
        (comparison(), small()).prop_map(|(by, value)| Tree::C(by, value)),
        (comparison(), text()).prop_map(|(by, value)| Tree::Text(by, value)),
        comparison().prop_map(Tree::AB),
        comparison().prop_map(Tree::CA),
        comparison().prop_map(Tree::Texts),
        any::<bool>().prop_map(Tree::Null),
        any::<bool>().prop_map(Tree::NotNull),
        prop::option::of(small()).prop_map(Tree::Is),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|tree| Tree::Not(Box::new(tree))),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| Tree::And(Box::new(left), Box::new(right))),
            (inner.clone(), inner).prop_map(|(left, right)| Tree::Or(Box::new(left), Box::new(right))),
        ]
    })
}

fn row() -> impl Strategy<Value = Gauge> {
    let small = || prop::option::of(small());
    let text = || prop::option::of(text());
    let wide = prop::option::of(prop::sample::select(vec![0, 1, u64::MAX - 1, u64::MAX]));
    (small(), small(), self::small(), wide, text(), text()).prop_map(|(a, b, c, wide, text, other)| Gauge {
        id: 1,
        a,
        b,
        c,
        wide,
        text,
        other,
    })
}

#[test]
fn a_row_is_changed_exactly_if_its_condition_is_true() {
    let database = async { Arc::new(Database::with::<Gauge>().await) }.shared();
    check(48, &(row(), tree()), async |(row, tree)| {
        let database = database.clone().await;
        row.upsert().exec(database.client()).await.unwrap();
        let update = Gauge::update(1).c(sub(1)).when(tree.condition());
        let changed = update.fetch(database.client()).await.unwrap();
        let expected = match tree.holds(&row) {
            Some(true) => WriteOutcome::Row(Gauge { c: row.c.wrapping_sub(1), ..row.clone() }),
            Some(false) | None => WriteOutcome::ConditionFailed(row.clone()),
        };
        assert_eq!(changed, expected, "{tree:?} of {row:?}");
    });
}

#[test]
fn expressions_wrap_and_keep_null() {
    let database = async { Arc::new(Database::with::<Gauge>().await) }.shared();
    check(48, &(row(), small(), any::<u64>(), text()), async |(row, n, m, suffix)| {
        let database = database.clone().await;
        row.upsert().exec(database.client()).await.unwrap();
        let c = Gauge::COLUMNS;
        let update = Gauge::update(1).a(add(n)).b(coalesce(c.a)).c(add(n)).wide(sub(m)).text(append(suffix.as_str()));
        let changed = update.other(coalesce("none")).fetch(database.client()).await.unwrap();
        let expected = Gauge {
            id: 1,
            a: row.a.map(|a| a.wrapping_add(n)),
            b: row.b.or(row.a),
            c: row.c.wrapping_add(n),
            wide: row.wide.map(|wide| wide.wrapping_sub(m)),
            text: row.text.clone().map(|text| text + &suffix),
            other: Some(row.other.clone().unwrap_or("none".to_owned())),
        };
        assert_eq!(changed, WriteOutcome::Row(expected.clone()), "{row:?}");
        let columns = Gauge::update(1).a(add(c.c)).c(sub(c.c)).b(c.a).text(c.other).other(append(c.other));
        let WriteOutcome::Row(changed) = columns.fetch(database.client()).await.unwrap() else { panic!("no row") };
        let twice = expected.other.clone().map(|text| text.repeat(2));
        let a = expected.a.map(|a| a.wrapping_add(expected.c));
        assert_eq!(changed, Gauge { a, c: 0, b: expected.a, text: expected.other.clone(), other: twice, ..expected });
    });
}
