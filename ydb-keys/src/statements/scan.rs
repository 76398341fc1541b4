//! Select and delete by a prefix of the key, with a range on the next column, in key order.

use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::cache::{Shape, template};
use super::condition::{all_equal, at_least, at_most, behind};
use super::model::YdbTable;
use super::read::{key_values, select_list};
use super::statement::{Member, ParamValue, Params, Statement, Template};
use crate::ddl::Name;
use crate::error::{Error, Result};
use crate::schema::Table;
use crate::types::{Column, Encode, Value, YdbType};

/// State of a scan: no key column is fixed yet.
#[derive(Debug)]
pub struct Start;

/// State of a scan: one key column more is fixed than in `S`.
#[derive(Debug)]
pub struct Fixed<S>(PhantomData<S>);

/// State of a scan: the key column behind those fixed in `S` is in a range.
#[derive(Debug)]
pub struct Ranged<S>(PhantomData<S>);

/// State of a scan that may read the whole table, as its author has written.
#[derive(Debug)]
pub struct Whole;

/// States of a scan of `T` that stay within one stretch of its key, or say that they do not: `Needs` are the columns to fix.
#[diagnostic::on_unimplemented(
    message = "unbounded_scan: a scan of `{T}` must fix `{Needs}`, else it reads every partition",
    label = "this scan leaves open where its rows lie",
    note = "call the key columns' methods in key order, up to these, with one value for a column that is hashed; or write `.full_scan()` to read the whole table on purpose"
)]
pub trait Bounded<T, Needs> {}

impl<T, Needs> Bounded<T, Needs> for Whole {}

/// What a key column of a scan can be given: a value, or one of Rust's ranges of values.
#[diagnostic::on_unimplemented(
    message = "key_argument: `{Self}` is neither a `{V}` nor a range of them",
    label = "expected a value or a range of `{V}`"
)]
pub trait KeyArg<V> {
    /// The state after it: a value fixes the column, so that the next one may follow; a range ends the prefix.
    type Next<S>;

    #[doc(hidden)]
    fn bound(self) -> KeyBound<V>;
}

/// The value or the range of values of a key column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyBound<V> {
    /// This value.
    Value(V),
    /// The values between two ends.
    Range(Bound<V>, Bound<V>),
}

impl<V: Column> KeyArg<V> for V {
    type Next<S> = Fixed<S>;

    fn bound(self) -> KeyBound<V> {
        KeyBound::Value(self)
    }
}

impl KeyArg<String> for &str {
    type Next<S> = Fixed<S>;

    fn bound(self) -> KeyBound<String> {
        KeyBound::Value(self.to_owned())
    }
}

macro_rules! ranges {
    ($($range:ty, $self:ident => $from:expr, $to:expr;)*) => {$(
        impl<V> KeyArg<V> for $range {
            type Next<S> = Ranged<S>;

            fn bound($self) -> KeyBound<V> {
                KeyBound::Range($from, $to)
            }
        }
    )*};
}

ranges! {
    Range<V>, self => Bound::Included(self.start), Bound::Excluded(self.end);
    RangeFrom<V>, self => Bound::Included(self.start), Bound::Unbounded;
    RangeTo<V>, self => Bound::Unbounded, Bound::Excluded(self.end);
    RangeToInclusive<V>, self => Bound::Unbounded, Bound::Included(self.end);
    (Bound<V>, Bound<V>), self => self.0, self.1;
    RangeFull, self => Bound::Unbounded, Bound::Unbounded;
}

impl<V> KeyArg<V> for RangeInclusive<V> {
    type Next<S> = Ranged<S>;

    fn bound(self) -> KeyBound<V> {
        let (start, end) = self.into_inner();
        KeyBound::Range(Bound::Included(start), Bound::Included(end))
    }
}

/// A scan: a prefix of the key, a range on the column behind it, the order, a limit, and where to go on.
///
/// The derive wraps it in a type of the table's own, which lets only legal prefixes compile.
#[derive(Debug)]
pub struct Scan<T: YdbTable> {
    fixed: Vec<Value<'static>>,
    from: Bound<Value<'static>>,
    to: Bound<Value<'static>>,
    descending: bool,
    limit: Option<u64>,
    after: Option<T::Key>,
    error: Option<Error>,
}

/// One end of a range, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    Inclusive,
    Exclusive,
}

/// What the text of a scan depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScanShape {
    fixed: usize,
    from: End,
    to: End,
    descending: bool,
    limit: bool,
    after: bool,
}

impl<T: YdbTable> Scan<T> {
    pub(super) fn new() -> Self {
        Scan {
            fixed: Vec::new(),
            from: Bound::Unbounded,
            to: Bound::Unbounded,
            descending: false,
            limit: None,
            after: None,
            error: None,
        }
    }

    /// The next key column, in key order.
    #[doc(hidden)]
    pub fn column<V>(mut self, arg: impl KeyArg<V>, as_dyn: fn(&V) -> &dyn Encode) -> Self {
        match arg.bound() {
            KeyBound::Value(value) => {
                let value = self.encode(as_dyn(&value));
                self.fixed.push(value);
            }
            KeyBound::Range(from, to) => {
                self.from = from.map(|value| self.encode(as_dyn(&value)));
                self.to = to.map(|value| self.encode(as_dyn(&value)));
            }
        }
        self
    }

    fn encode(&mut self, value: &dyn Encode) -> Value<'static> {
        let column = &T::TABLE.columns[T::TABLE.key[self.fixed.len()]];
        match value.encode_as(column.ty) {
            Ok(value) => value.into_owned(),
            Err(error) => {
                self.error.get_or_insert(Error::in_column(T::TABLE.name, column.name, error));
                Value::Null
            }
        }
    }

    /// Greatest key first.
    pub fn descending(self) -> Self {
        Scan { descending: true, ..self }
    }

    /// At most this many rows.
    pub fn limit(self, rows: u64) -> Self {
        Scan { limit: Some(rows), ..self }
    }

    /// Only rows behind this key, in the order of the scan: where the page before ended.
    pub fn after(self, key: T::Key) -> Self {
        Scan { after: Some(key), ..self }
    }

    fn shape(&self) -> ScanShape {
        let end = |bound: &Bound<_>| match bound {
            Bound::Unbounded => End::Open,
            Bound::Included(_) => End::Inclusive,
            Bound::Excluded(_) => End::Exclusive,
        };
        ScanShape {
            fixed: self.fixed.len(),
            from: end(&self.from),
            to: end(&self.to),
            descending: self.descending,
            limit: self.limit.is_some(),
            after: self.after.is_some(),
        }
    }

    /// The `SELECT`, in key order, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let shape = self.shape();
        let values = self.values(&shape)?;
        let template = template::<T>(Shape::Select(shape.clone()), || select(T::TABLE, &shape));
        Ok(Statement::new(template, values))
    }

    /// The `DELETE` of the same rows.
    ///
    /// # Errors
    /// A key value its column cannot hold; [`Error::LimitedDelete`] with a limit, for YDB's `DELETE` has none.
    pub fn delete_statement(&self) -> Result<Statement<'_>> {
        if self.limit.is_some() {
            return Err(Error::LimitedDelete { table: T::TABLE.name });
        }
        let shape = self.shape();
        let values = self.values(&shape)?;
        let template = template::<T>(Shape::DeleteRange(shape.clone()), || delete(T::TABLE, &shape));
        Ok(Statement::new(template, values))
    }

    /// The values of the parameters in the order in which [`conditions`] declares them.
    fn values(&self, shape: &ScanShape) -> Result<Vec<ParamValue<'_>>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut values = Vec::new();
        if let Some(hash) = T::TABLE.hash.filter(|_| hash_is_fixed(T::TABLE, shape.fixed)) {
            let inputs = hash.inputs.iter().filter_map(|input| {
                let position = T::TABLE.key.iter().position(|column| column == input)?;
                self.fixed.get(position)
            });
            match hash.function.hash_each(inputs) {
                Some(value) => values.push(Value::Uint64(value)),
                None => return Err(Error::not_hashable(T::TABLE.name, hash.name, "value")),
            }
        }
        values.extend(self.fixed.iter().cloned());
        for bound in [&self.from, &self.to] {
            if let Bound::Included(value) | Bound::Excluded(value) = bound {
                values.push(value.clone());
            }
        }
        if let Some(after) = self.after.as_ref().filter(|_| shape.after) {
            let known = Member::key(T::TABLE).len() - behind_members(T::TABLE, shape).len();
            values.extend(key_values(after)?.into_iter().skip(known));
        }
        if shape.limit {
            values.extend(self.limit.map(Value::Uint64));
        }
        Ok(values.into_iter().map(ParamValue::One).collect())
    }
}

/// Whether a prefix of `fixed` key columns holds every input of the hash.
fn hash_is_fixed(table: &Table, fixed: usize) -> bool {
    table
        .hash
        .is_some_and(|hash| hash.inputs.iter().all(|input| table.key.iter().take(fixed).any(|column| column == input)))
}

/// The key columns that a page token must be compared with: all that the prefix leaves open.
fn behind_members(table: &'static Table, shape: &ScanShape) -> Vec<Member> {
    let known = match table.hash {
        Some(_) if hash_is_fixed(table, shape.fixed) => 1 + shape.fixed,
        Some(_) => 0,
        None => shape.fixed,
    };
    Member::key(table).split_off(known)
}

fn conditions(table: &'static Table, shape: &ScanShape, params: &mut Params) -> Vec<String> {
    let key: Vec<Member> = table.key_columns().map(Member::column).collect();
    let hash = table.hash.filter(|_| hash_is_fixed(table, shape.fixed)).map(|hash| Member::hash(hash.name));
    let fixed: Vec<Member> = hash.into_iter().chain(key.iter().copied().take(shape.fixed)).collect();
    let mut conditions = Vec::new();
    if !fixed.is_empty() {
        conditions.push(all_equal(&fixed, params));
    }
    if let Some(&next) = key.get(shape.fixed) {
        // `..to` on a nullable column takes the NULLs in, which come first in key order.
        if shape.from != End::Open {
            let param = params.one(&format!("{}_from", next.name), next);
            conditions.push(at_least(next, shape.from == End::Inclusive, &param));
        }
        if shape.to != End::Open {
            let param = params.one(&format!("{}_to", next.name), next);
            conditions.push(at_most(next, shape.to == End::Inclusive, &param));
        }
    }
    if shape.after {
        match behind_members(table, shape) {
            // The prefix is a whole key: behind its row there is none.
            rest if rest.is_empty() => conditions.push("false".into()),
            rest => conditions.push(behind(&rest, shape.descending, params)),
        }
    }
    conditions
}

fn where_clause(conditions: &[String]) -> String {
    match conditions {
        [] => String::new(),
        conditions => format!("\nWHERE {}", conditions.join(" AND ")),
    }
}

fn select(table: &'static Table, shape: &ScanShape) -> Template {
    let mut params = Params::default();
    let conditions = conditions(table, shape, &mut params);
    let direction = if shape.descending { " DESC" } else { "" };
    let order: Vec<String> = table.primary_key().map(|name| format!("{}{direction}", Name(name))).collect();
    let mut text = format!(
        "SELECT {}\nFROM {}{}\nORDER BY {}",
        select_list(table),
        Name(table.name),
        where_clause(&conditions),
        order.join(", ")
    );
    if shape.limit {
        let limit = params.one("limit", Member { name: "limit", ty: YdbType::Uint64, optional: false });
        text.push_str(&format!("\nLIMIT {limit}"));
    }
    params.template(&text)
}

fn delete(table: &'static Table, shape: &ScanShape) -> Template {
    let mut params = Params::default();
    let conditions = conditions(table, shape, &mut params);
    params.template(&format!("DELETE FROM {}{}", Name(table.name), where_clause(&conditions)))
}
