//! Random predicates, as YQL and as functions of the model.

use std::cmp::Ordering;

use super::Dice;
use super::table::{Datum, Kind, ModelRow, Schema};
use crate::tests::database::Params;
use crate::types::{Type, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComparisonSign {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    NotEqual,
}

/// A predicate over the columns of a table, which are named by their positions.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    Compare(usize, ComparisonSign, Datum),
    /// Comparison of a tuple of columns with a tuple of values.
    Tuple(Vec<usize>, ComparisonSign, Vec<Datum>),
    In(usize, Vec<Datum>),
    TupleIn(Vec<usize>, Vec<Vec<Datum>>),
    Between(usize, Datum, Datum),
    IsNull(usize, bool),
    Prefix(usize, &'static str),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    Not(Box<Self>),
}

use ComparisonSign::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};

const OPERATORS: [ComparisonSign; 6] = [Equal, Less, LessOrEqual, Greater, GreaterOrEqual, NotEqual];

/// Truth value with three values; `None` is unknown.
type Truth = Option<bool>;

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Truth, b: Truth) -> Truth {
    and(a.map(|a| !a), b.map(|b| !b)).map(|both| !both)
}

fn any(truths: impl Iterator<Item = Truth>) -> Truth {
    let mut found = Some(false);
    truths.for_each(|truth| found = or(found, truth));
    found
}

fn compare(a: &Datum, operator: ComparisonSign, b: &Datum) -> Truth {
    if *a == Datum::Null || *b == Datum::Null {
        return None;
    }
    let order = a.cmp(b);
    Some(match operator {
        Equal => order == Ordering::Equal,
        NotEqual => order != Ordering::Equal,
        Less => order == Ordering::Less,
        LessOrEqual => order != Ordering::Greater,
        Greater => order == Ordering::Greater,
        GreaterOrEqual => order != Ordering::Less,
    })
}

/// Compares tuples: `(a, b) < (x, y)` is `a < x OR a = x AND b < y`, and so on.
fn compare_tuples(a: &[&Datum], operator: ComparisonSign, b: &[Datum]) -> Truth {
    let ([a, rest @ ..], [b, others @ ..]) = (a, b) else { return None };
    if rest.is_empty() {
        return compare(a, operator, b);
    }
    let strict = match operator {
        Equal => return and(compare(a, Equal, b), compare_tuples(rest, Equal, others)),
        NotEqual => return or(compare(a, NotEqual, b), compare_tuples(rest, NotEqual, others)),
        Less | LessOrEqual => Less,
        Greater | GreaterOrEqual => Greater,
    };
    or(compare(a, strict, b), and(compare(a, Equal, b), compare_tuples(rest, operator, others)))
}

impl Predicate {
    /// Draws a predicate. In half of the cases its values come from a row.
    pub(super) fn draw(schema: &Schema, rows: &[ModelRow], dice: &mut Dice, depth: usize) -> Self {
        let column = |dice: &mut Dice| match dice.below(4) {
            // Prefers key columns, because this test is about key ranges.
            3 => dice.below(schema.columns.len()),
            _ => dice.below(schema.keys),
        };
        let some_row = rows.get(dice.below(rows.len()));
        let datum = |column: usize, dice: &mut Dice| match (dice.below(14), some_row) {
            (13, _) => Datum::Null,
            (..6, Some(row)) => row[column].clone(),
            _ => schema.columns[column].kind.draw(dice),
        };
        match dice.below(if depth == 0 { 9 } else { 14 }) {
            0 | 1 => {
                let column = column(dice);
                Self::Compare(column, dice.pick(&OPERATORS), datum(column, dice))
            }
            2 => {
                // The tuple of leading key columns, or another tuple.
                let columns: Vec<usize> = if dice.once_in(3) {
                    (0..dice.between(2, 3)).map(|_| column(dice)).collect()
                } else {
                    (0..schema.keys.max(2)).collect()
                };
                let operator = dice.pick(&OPERATORS);
                let data = columns.iter().map(|&column| datum(column, dice)).collect();
                Self::Tuple(columns, operator, data)
            }
            3 => {
                let column = column(dice);
                Self::In(column, (0..dice.below(5)).map(|_| datum(column, dice)).collect())
            }
            4 => {
                let columns: Vec<usize> = (0..schema.keys.max(2)).collect();
                let row = |dice: &mut Dice| match rows.get(dice.below(rows.len() + 1)) {
                    Some(row) if columns.iter().all(|&column| row[column] != Datum::Null) => {
                        columns.iter().map(|&column| row[column].clone()).collect()
                    }
                    _ => columns.iter().map(|&column| schema.columns[column].kind.draw(dice)).collect(),
                };
                let data = (0..dice.between(1, 3)).map(|_| row(dice)).collect();
                Self::TupleIn(columns, data)
            }
            5 => {
                let column = column(dice);
                Self::Between(column, datum(column, dice), datum(column, dice))
            }
            6 => Self::IsNull(column(dice), dice.once_in(2)),
            7 | 8 => match schema.columns.iter().position(|column| column.kind.is_text()) {
                Some(column) => Self::Prefix(column, dice.pick(&["a", "ab", "", "b", "zz"])),
                None => Self::Compare(0, Equal, datum(0, dice)),
            },
            9..=11 => Self::And(
                Box::new(Self::draw(schema, rows, dice, depth - 1)),
                Box::new(Self::draw(schema, rows, dice, depth - 1)),
            ),
            12 => Self::Or(
                Box::new(Self::draw(schema, rows, dice, depth - 1)),
                Box::new(Self::draw(schema, rows, dice, depth - 1)),
            ),
            _ => Self::Not(Box::new(Self::draw(schema, rows, dice, depth - 1))),
        }
    }

    /// Evaluates the predicate for a row.
    pub(super) fn holds(&self, row: &[Datum]) -> Truth {
        match self {
            Self::Compare(column, operator, datum) => compare(&row[*column], *operator, datum),
            Self::Tuple(columns, operator, data) => {
                let own: Vec<&Datum> = columns.iter().map(|&column| &row[column]).collect();
                compare_tuples(&own, *operator, data)
            }
            Self::In(column, data) => any(data.iter().map(|datum| compare(&row[*column], Equal, datum))),
            Self::TupleIn(columns, rows) => {
                let own: Vec<&Datum> = columns.iter().map(|&column| &row[column]).collect();
                any(rows.iter().map(|data| compare_tuples(&own, Equal, data)))
            }
            Self::Between(column, from, to) => {
                and(compare(&row[*column], GreaterOrEqual, from), compare(&row[*column], LessOrEqual, to))
            }
            Self::IsNull(column, is) => Some((row[*column] == Datum::Null) == *is),
            Self::Prefix(column, prefix) => match &row[*column] {
                Datum::Bytes(bytes) => Some(bytes.starts_with(prefix.as_bytes())),
                _ => None,
            },
            Self::And(a, b) => and(a.holds(row), b.holds(row)),
            Self::Or(a, b) => or(a.holds(row), b.holds(row)),
            Self::Not(a) => a.holds(row).map(|a| !a),
        }
    }

    /// Returns the predicate as YQL. Values are parameters or literals.
    pub(super) fn print(&self, schema: &Schema, params: &mut Params, dice: &mut Dice) -> String {
        let name = |column: usize| schema.columns[column].name.clone();
        let kind = |column: usize| schema.columns[column].kind;
        let names = |columns: &[usize]| columns.iter().map(|&column| name(column)).collect::<Vec<_>>().join(", ");
        let mut tuple = |columns: &[usize], data: &[Datum], params: &mut Params| {
            let data = columns.iter().zip(data);
            data.map(|(&column, datum)| print(kind(column), datum, params, dice)).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Compare(column, operator, datum) => {
                let datum = tuple(&[*column], std::slice::from_ref(datum), params);
                match params.len() % 3 {
                    // The sides are swapped.
                    2 => format!("{datum} {} {}", operator.reversed().sign(), name(*column)),
                    _ => format!("{} {} {datum}", name(*column), operator.sign()),
                }
            }
            Self::Tuple(columns, operator, data) => {
                format!("({}) {} ({})", names(columns), operator.sign(), tuple(columns, data, params))
            }
            Self::In(column, data) => {
                let nullable = data.contains(&Datum::Null) || params.len() % 3 == 1;
                if data.is_empty() || params.len().is_multiple_of(2) {
                    let kind = kind(*column);
                    let ty = if nullable { kind.ty().optional() } else { kind.ty() };
                    let list = Value::Items(data.iter().map(|datum| kind.value(datum)).collect());
                    return format!("{} IN {}", name(*column), add(params, Type::List(ty.into()), list));
                }
                let data: Vec<String> =
                    data.iter().map(|datum| tuple(&[*column], std::slice::from_ref(datum), params)).collect();
                format!("{} IN ({})", name(*column), data.join(", "))
            }
            Self::TupleIn(columns, rows) => {
                if params.len().is_multiple_of(2) {
                    let types: Vec<Type> = columns.iter().map(|&column| kind(column).ty()).collect();
                    let row = |row: &Vec<Datum>| {
                        let row = columns.iter().zip(row).map(|(&column, datum)| kind(column).value(datum));
                        Value::Items(row.collect())
                    };
                    let list = Value::Items(rows.iter().map(row).collect());
                    let list = add(params, Type::List(Type::Tuple(types.into()).into()), list);
                    return format!("({}) IN {list}", names(columns));
                }
                let rows: Vec<String> = rows.iter().map(|row| format!("({})", tuple(columns, row, params))).collect();
                // The trailing comma makes a tuple of one tuple.
                format!("({}) IN ({},)", names(columns), rows.join(", "))
            }
            Self::Between(column, from, to) => {
                let from = tuple(&[*column], std::slice::from_ref(from), params);
                let to = tuple(&[*column], std::slice::from_ref(to), params);
                format!("{} BETWEEN {from} AND {to}", name(*column))
            }
            Self::IsNull(column, is) => format!("{} IS {}NULL", name(*column), if *is { "" } else { "NOT " }),
            Self::Prefix(column, prefix) => {
                let suffix = if kind(*column) == Kind::Utf8 { "u" } else { "" };
                format!("{} LIKE '{prefix}%'{suffix}", name(*column))
            }
            Self::And(a, b) => format!("({} AND {})", a.print(schema, params, dice), b.print(schema, params, dice)),
            Self::Or(a, b) => format!("({} OR {})", a.print(schema, params, dice), b.print(schema, params, dice)),
            Self::Not(a) => format!("NOT ({})", a.print(schema, params, dice)),
        }
    }
}

impl ComparisonSign {
    const fn sign(self) -> &'static str {
        match self {
            Equal => "=",
            NotEqual => "!=",
            Less => "<",
            LessOrEqual => "<=",
            Greater => ">",
            GreaterOrEqual => ">=",
        }
    }

    const fn reversed(self) -> Self {
        match self {
            Equal | NotEqual => self,
            Less => Greater,
            LessOrEqual => GreaterOrEqual,
            Greater => Less,
            GreaterOrEqual => LessOrEqual,
        }
    }
}

/// Adds a parameter. Returns its name.
pub(super) fn add(params: &mut Params, ty: Type, value: Value) -> String {
    let name = format!("$p{}", params.len());
    params.insert(name.clone(), (ty, value));
    name
}

/// Returns a value as YQL for a comparison: a parameter or a literal.
fn print(kind: Kind, datum: &Datum, params: &mut Params, dice: &mut Dice) -> String {
    match datum {
        Datum::Number(number) if kind.is_integer() && dice.once_in(3) => {
            // The type of a literal is the smallest of Int32, Uint32, Int64 and Uint64 that fits, which is seldom the
            // column's type.
            return if *number == i128::from(i64::MIN) {
                "(-9223372036854775807l - 1l)".to_owned()
            } else {
                number.to_string()
            };
        }
        Datum::Null if dice.once_in(3) => return "NULL".to_owned(),
        _ => {}
    }
    let optional = *datum == Datum::Null || dice.once_in(4);
    let ty = if optional { kind.ty().optional() } else { kind.ty() };
    add(params, ty, kind.value(datum))
}
