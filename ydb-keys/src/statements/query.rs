//! What a scan reads: values for a prefix of the columns that rows are sorted by, and a range on the next column.
//!
//! The rows of a table are sorted by its primary key, the hash first; those of an index by its columns and then by the
//! primary key. So a query has three lists of columns:
//!
//! ```text
//! key (h, a, b, c), h = hash(a)       index on (x, y)
//!
//! prefix       a  b  c                x  y            what the author of a scan may fix, in this order
//! ordering  h  a  b  c                x  y  h  a  b  c   what rows are sorted by
//! known        how many of the ordering have one value, so that ORDER BY and `after` start after them
//! ```
//!
//! A scan of a table must fix all inputs of the hash: then the hash is computed, and the scan is one range of the key.
//! A scan continues after a row by the row's position: a value for each column of the ordering.
//!
//! A bucket is a hash that has few values: `b = hash(c) % 4` in front of `a, c` cuts the table into four runs, each
//! sorted by `(a, c)`. A scan that does not fix `c` reads all four, and its order is that of the columns after the
//! bucket. So rows are selected from each bucket in that order, with the limit, and merged in one statement; what has no
//! order names the buckets, `b IN (0u, 1u, 2u, 3u)`.

use std::any::TypeId;
use std::ops::Bound;
use std::slice;

use super::condition::{Nulls, after, all_equal, without_nulls};
use super::ends::{End, from_end, to_end};
use super::split::Slice;
use super::statement::{Member, ParamValue, Params, Template};
use crate::ddl::Name;
use crate::error::{Error, Result};
use crate::keys::{OrderColumn, PageToken, Scope, ordered_bytes, show_values};
use crate::schema::{ColumnDef, HashDef, IndexDef, IndexKind, Table};
use crate::types::{Encode, Value, YdbType};

/// A scan without its types, so that its code is compiled once for all models.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    table: &'static Table,
    index: Option<&'static IndexDef>,
    fixed: Vec<Value<'static>>,
    pub(super) from: Bound<Value<'static>>,
    pub(super) to: Bound<Value<'static>>,
    pub(super) descending: bool,
    pub(super) limit: Option<u64>,
    /// The position of a row in the order of the scan: a value for each column of [`ordering`](Query::ordering).
    pub(super) after: Option<Vec<Value<'static>>>,
    /// The part of the table that is read, if it is read in parts.
    pub(super) slice: Option<Slice>,
    /// The only bucket that is read.
    pub(super) bucket: Option<u32>,
    error: Option<Error>,
}

/// What the query does with the rows. Row types are identified by their `TypeId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// The columns of a row type.
    Rows(TypeId),
    /// The same, and the columns of the row's position: one batch of a stream, or a page.
    Batch(TypeId),
    Page(TypeId),
    Count,
    Exists,
    Delete,
}

/// What the text of a query depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QueryShape {
    index: Option<&'static str>,
    fixed: usize,
    /// Which of the fixed values are NULL.
    nulls: Nulls,
    from: End,
    to: End,
    descending: bool,
    limit: bool,
    /// Which of the values of `after` are NULL.
    after: Option<Nulls>,
    /// Which ends a part of the table has.
    slice: (bool, bool),
    /// Whether one bucket is read.
    bucket: bool,
}

impl QueryShape {
    /// Whether the text depends on which values are NULL. The ends of a range do not count: they are those of one
    /// column.
    pub(super) fn has_null(&self) -> bool {
        self.nulls.any() || self.after.is_some_and(Nulls::any)
    }
}

/// One of the columns that rows are sorted by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The hash that leads the index.
    IndexHash,
    /// The hash that leads the primary key.
    Hash,
    /// A position in [`Table::columns`].
    Column(usize),
}

impl Query {
    pub(super) fn new(table: &'static Table, index: Option<&'static IndexDef>) -> Self {
        Query {
            table,
            index,
            fixed: Vec::new(),
            from: Bound::Unbounded,
            to: Bound::Unbounded,
            descending: false,
            limit: None,
            after: None,
            slice: None,
            bucket: None,
            error: None,
        }
    }

    /// The columns of the prefix, in their order, as positions in [`Table::columns`].
    fn prefix(&self) -> &'static [usize] {
        self.index.map_or(self.table.key, |index| index.on)
    }

    /// The index that is read, if it is async: YDB reads async indexes only in the mode Stale Read Only.
    pub(crate) fn async_index(&self) -> Option<&'static IndexDef> {
        self.index.filter(|index| index.kind == IndexKind::Async)
    }

    /// Fixes the next column.
    pub(super) fn fix(&mut self, value: Value<'static>) {
        self.fixed.push(value);
    }

    /// The value for the next column; an error is kept for the statement.
    pub(super) fn encode(&mut self, value: &dyn Encode) -> Value<'static> {
        let column = &self.table.columns[self.prefix()[self.fixed.len()]];
        match value.encode_as(column.ty) {
            Ok(value) => value.into_owned(),
            Err(error) => {
                self.fail(Error::in_column(self.table.name, column.name, error));
                Value::Null
            }
        }
    }

    /// Keeps the first error, which the statement returns.
    pub(super) fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// Continues after the row of a page token.
    pub(super) fn resume(&mut self, token: &PageToken) {
        let order = self.order();
        let position = token.position(&self.scope(&order)).and_then(|values| self.position(values));
        match position {
            Ok(position) => self.after = Some(position),
            Err(error) => self.fail(error),
        }
    }

    /// The page token after the row with these values of [`position_columns`](Self::position_columns).
    pub(crate) fn token(&self, position: &[Value<'_>]) -> Result<PageToken> {
        PageToken::new(&self.scope(&self.order()), position)
    }

    /// The page token of the position at which the scan begins, if it is not the beginning.
    pub(crate) fn start(&self) -> Result<Option<PageToken>> {
        let Some(after) = &self.after else { return Ok(None) };
        let columns = self.ordering().into_iter().zip(after).filter(|(part, _)| matches!(part, Part::Column(_)));
        self.token(&columns.map(|(_, value)| value.clone()).collect::<Vec<_>>()).map(Some)
    }

    fn order(&self) -> Vec<OrderColumn> {
        self.position_columns().into_iter().map(OrderColumn::new).collect()
    }

    /// What the page tokens of this scan are bound to.
    fn scope<'a>(&'a self, order: &'a [OrderColumn]) -> Scope<'a> {
        Scope {
            table: self.table,
            index: self.index,
            order,
            fixed: &self.fixed,
            from: self.from.as_ref().map(|_| ()),
            to: self.to.as_ref().map(|_| ()),
            descending: self.descending,
            slice: self.slice.as_ref().map(|slice| (slice.number, slice.of)),
        }
    }

    /// The columns that rows are sorted by, without the hash, which is computed from them.
    pub(crate) fn position_columns(&self) -> Vec<&'static ColumnDef> {
        let columns = self.table.columns;
        let column = |part| match part {
            Part::Column(position) => Some(&columns[position]),
            Part::Hash | Part::IndexHash => None,
        };
        self.ordering().into_iter().filter_map(column).collect()
    }

    /// The position of the row with these values of [`position_columns`](Self::position_columns): the hashes are added.
    ///
    /// # Errors
    /// Values that cannot be hashed.
    pub(crate) fn position(&self, values: Vec<Value<'static>>) -> Result<Vec<Value<'static>>> {
        let ordering = self.ordering();
        if ordering.len() == values.len() {
            return Ok(values);
        }
        let columns: Vec<Part> = ordering.iter().copied().filter(|part| matches!(part, Part::Column(_))).collect();
        let value = |input: &usize| values.get(columns.iter().position(|part| *part == Part::Column(*input))?);
        let mut rest = values.iter();
        let position = ordering.iter().filter_map(|part| match self.hash(*part) {
            None => rest.next().cloned().map(Ok),
            Some(hash) => Some(self.hashed(&hash, hash.inputs.iter().filter_map(value))),
        });
        position.collect()
    }

    /// The value of a hash column.
    fn hashed<'v>(
        &self,
        hash: &HashDef,
        inputs: impl Iterator<Item = &'v Value<'v>> + Clone,
    ) -> Result<Value<'static>> {
        hash.of(inputs).ok_or_else(|| Error::not_hashable(self.table.name, hash.name, "value"))
    }

    /// The columns that rows are sorted by: the columns of the index and then the primary key, each once.
    pub(super) fn ordering(&self) -> Vec<Part> {
        let indexed = self.index.map_or(&[][..], |index| index.on);
        let lead = self.index.and_then(|index| index.hash).map(|_| Part::IndexHash);
        let key = self.table.key.iter().filter(|column| !indexed.contains(column));
        let hash = self.table.hash.map(|_| Part::Hash);
        let indexed = indexed.iter().map(|&i| Part::Column(i));
        lead.into_iter().chain(indexed).chain(hash).chain(key.map(|&i| Part::Column(i))).collect()
    }

    fn member(&self, part: Part) -> Member {
        match (part, self.hash(part)) {
            (Part::Column(position), _) => Member::column(&self.table.columns[position]),
            (_, Some(hash)) => Member::hash(&hash),
            (_, None) => Member { name: "", ty: YdbType::Uint64, optional: false },
        }
    }

    /// What is computed in this column.
    pub(super) fn hash(&self, part: Part) -> Option<HashDef> {
        match part {
            Part::IndexHash => self.index.and_then(|index| index.hash),
            Part::Hash => self.table.hash,
            Part::Column(_) => None,
        }
    }

    /// The hash that leads the table or the index that is read.
    fn lead(&self) -> Option<HashDef> {
        self.index.map_or(self.table.hash, |index| index.hash)
    }

    /// The same, if the fixed columns include every input of it.
    fn fixed_lead(&self) -> Option<HashDef> {
        let prefix = self.prefix();
        let fixed = &prefix[..self.fixed.len().min(prefix.len())];
        self.lead().filter(|hash| hash.inputs.iter().all(|input| fixed.contains(input)))
    }

    /// The column with the buckets, and their number, if several are read.
    pub(super) fn buckets(&self) -> Option<(HashDef, u32)> {
        let one = self.bucket.is_some() || self.slice.is_some() || self.fixed_lead().is_some();
        self.lead().filter(|_| !one).and_then(|hash| Some((hash, hash.buckets?)))
    }

    /// How many columns of [`ordering`](Self::ordering) have only one value, in each bucket if there are buckets.
    fn known(&self) -> usize {
        let one_value = self.bucket.is_some() || self.fixed_lead().is_some() || self.buckets().is_some();
        match self.lead() {
            None => self.fixed.len(),
            Some(_) if one_value => 1 + self.fixed.len(),
            Some(_) => 0,
        }
    }

    pub(super) fn shape(&self) -> QueryShape {
        QueryShape {
            index: self.index.map(|index| index.name),
            fixed: self.fixed.len(),
            nulls: Nulls::of(&self.fixed),
            from: End::of(&self.from),
            to: End::of(&self.to),
            descending: self.descending,
            limit: self.limit.is_some(),
            after: self.compared().map(Nulls::of),
            slice: self.slice.as_ref().map(Slice::ends).unwrap_or_default(),
            bucket: self.bucket.is_some(),
        }
    }

    /// The values of the parameters in the order in which [`template`](Self::template) declares them.
    pub(super) fn values(&self) -> Result<Vec<ParamValue<'static>>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        self.check_after()?;
        let mut values = Vec::new();
        if let Some(hash) = self.fixed_lead() {
            let fixed = |input| self.fixed.get(self.prefix().iter().position(|column| column == input)?);
            values.push(self.hashed(&hash, hash.inputs.iter().filter_map(fixed))?);
        } else {
            values.extend(self.bucket.map(Value::Uint32));
        }
        let ends = [&self.from, &self.to].into_iter().filter_map(|bound| match bound {
            Bound::Included(value) | Bound::Excluded(value) => Some(value),
            Bound::Unbounded => None,
        });
        let slice = self.slice.iter().flat_map(|slice| slice.from.iter().chain(&slice.to));
        values.extend(self.fixed.iter().chain(slice).chain(ends).cloned());
        values.extend(self.compared().into_iter().flatten().cloned());
        values.extend(self.limit.map(Value::Uint64));
        Ok(without_nulls(values).map(ParamValue::One).collect())
    }

    /// The values of `after` that rows are compared with: those of the columns that the scan does not fix.
    fn compared(&self) -> Option<&[Value<'static>]> {
        self.after.as_ref().map(|after| after.get(self.known()..).unwrap_or_default())
    }

    /// Checks that the scan continues after one of its own rows. The condition does not compare the columns that it
    /// fixes again.
    fn check_after(&self) -> Result<()> {
        let Some(after) = self.after.as_ref().filter(|_| self.known() > 0) else { return Ok(()) };
        let ordering = self.ordering();
        for (&column, scan) in self.prefix().iter().zip(&self.fixed) {
            let at = ordering.iter().position(|part| *part == Part::Column(column));
            let Some(value) = at.and_then(|at| after.get(at)) else { continue };
            if ordered_bytes(slice::from_ref(value)) != ordered_bytes(slice::from_ref(scan)) {
                return Err(Error::AfterOtherRows {
                    table: self.table.name,
                    column: self.table.columns[column].name,
                    after: show_values(slice::from_ref(value)),
                    scan: show_values(slice::from_ref(scan)),
                });
            }
        }
        Ok(())
    }

    /// The text for a purpose; `columns` are those of the row type.
    pub(super) fn template(&self, path: &str, purpose: Purpose, columns: &[ColumnDef]) -> Template {
        let position = match purpose {
            Purpose::Batch(_) | Purpose::Page(_) => self.position_columns(),
            Purpose::Rows(_) => Vec::new(),
            _ => return Template::of(|params| self.text(path, purpose, params)),
        };
        let further = position.into_iter().filter(|column| !columns.iter().any(|other| other.name == column.name));
        let names: Vec<&str> = columns.iter().chain(further).map(|column| column.name).collect();
        match self.buckets() {
            None => Template::of(|params| self.select(path, &names, params)),
            Some((lead, buckets)) => {
                let merged = |all| Template::of(|params| self.merged(path, &names, &lead, buckets, all, params));
                merged(false).or(|| merged(true))
            }
        }
    }

    /// The text of what is not in order.
    fn text(&self, path: &str, purpose: Purpose, params: &mut Params) -> String {
        let mut conditions = Vec::new();
        if let Some((lead, buckets)) = self.buckets() {
            let numbers: Vec<String> = (0..buckets).map(|bucket| format!("{bucket}u")).collect();
            conditions.push(format!("{} IN ({})", Name(lead.name), numbers.join(", ")));
        }
        conditions.extend(self.conditions(params));
        let rows = format!("{}{}", self.from(path), where_all(&conditions));
        let limit = self.limit_param(params).map(|limit| format!("\nLIMIT {limit}"));
        let first =
            || self.ordering().first().map(|part| Name(self.member(*part).name).to_string()).unwrap_or_default();
        match purpose {
            // The count is the same whichever rows the limit leaves.
            Purpose::Count => match limit {
                None => format!("SELECT COUNT(*) AS `count`\n{rows}"),
                Some(limit) => format!("SELECT COUNT(*) AS `count`\nFROM (SELECT {}\n{rows}{limit})", first()),
            },
            Purpose::Exists => format!("SELECT {}\n{rows}{}", first(), limit.as_deref().unwrap_or("\nLIMIT 1")),
            _ => format!("DELETE {rows}"),
        }
    }

    /// ``FROM `orders` VIEW `by_customer` ``
    fn from(&self, path: &str) -> String {
        let view = self.index.map(|index| format!(" VIEW {}", Name(index.name))).unwrap_or_default();
        format!("FROM {}{view}", Name(path))
    }

    /// The parameter of the limit, if there is one.
    fn limit_param(&self, params: &mut Params) -> Option<String> {
        let member = Member { name: "limit", ty: YdbType::Uint64, optional: false };
        self.limit.map(|_| params.one(member.name, member))
    }

    /// `a DESC, b DESC`
    fn order_by(&self, parts: &[Part]) -> String {
        let direction = if self.descending { " DESC" } else { "" };
        let order: Vec<String> =
            parts.iter().map(|part| format!("{}{direction}", Name(self.member(*part).name))).collect();
        order.join(", ")
    }

    /// Rows in the order of the table or index.
    fn select(&self, path: &str, columns: &[&str], params: &mut Params) -> String {
        let rows = format!("{}{}", self.from(path), where_all(&self.conditions(params)));
        let order = self.order_by(&self.ordering());
        let limit = self.limit_param(params).map(|limit| format!("\nLIMIT {limit}")).unwrap_or_default();
        format!("SELECT {}\n{rows}\nORDER BY {order}{limit}", names(columns))
    }

    /// The rows of all buckets, in the order of the columns after the bucket. Each bucket is read in that order up to
    /// the limit. With `all`, each bucket selects `*`, which is shorter.
    fn merged(
        &self,
        path: &str,
        columns: &[&str],
        lead: &HashDef,
        buckets: u32,
        all: bool,
        params: &mut Params,
    ) -> String {
        let ordering = self.ordering();
        let natural = ordering.get(1..).unwrap_or_default();
        let (from, order) = (self.from(path), self.order_by(&ordering));
        let conditions: String = self.conditions(params).iter().map(|condition| format!(" AND {condition}")).collect();
        let limit = self.limit_param(params);
        let within = limit.as_ref().map(|limit| format!(" LIMIT {limit}")).unwrap_or_default();
        let of_bucket = match all {
            true => "*".to_owned(),
            false => {
                let order = natural.iter().map(|part| self.member(*part).name);
                let further: Vec<&str> = order.filter(|name| !columns.contains(name)).collect();
                names(&[columns, &further].concat())
            }
        };
        let bucket = |bucket| {
            let lead = Name(lead.name);
            format!("(SELECT {of_bucket} {from} WHERE {lead} = {bucket}u{conditions} ORDER BY {order}{within})")
        };
        let rows: Vec<String> = (0..buckets).map(bucket).collect();
        let limit = limit.map(|limit| format!("\nLIMIT {limit}")).unwrap_or_default();
        format!(
            "SELECT {}\nFROM (\n{}\n)\nORDER BY {}{limit}",
            names(columns),
            rows.join("\nUNION ALL\n"),
            self.order_by(natural)
        )
    }

    fn conditions(&self, params: &mut Params) -> Vec<String> {
        let mut conditions = Vec::new();
        let mut prefix = self.prefix().iter().map(|&i| self.member(Part::Column(i)));
        let fixed: Vec<Member> = prefix.by_ref().take(self.fixed.len()).collect();
        // What leads the ordering.
        if let Some(lead) = self.lead().filter(|_| self.bucket.is_some() || self.fixed_lead().is_some()) {
            conditions.push(all_equal(&[Member::hash(&lead)], Nulls::default(), params));
        }
        if !fixed.is_empty() {
            conditions.push(all_equal(&fixed, Nulls::of(&self.fixed), params));
        }
        if let (Some(slice), Some(&lead)) = (&self.slice, self.ordering().first()) {
            let end = |value: &Option<_>, end| if value.is_some() { end } else { End::Open };
            let (from, to) = (end(&slice.from, End::Inclusive), end(&slice.to, End::Exclusive));
            conditions.extend(from_end(self.member(lead), from, params));
            conditions.extend(to_end(self.member(lead), from, to, params));
        }
        if let Some(next) = prefix.next() {
            let (from, to) = (End::of(&self.from), End::of(&self.to));
            conditions.extend(from_end(next, from, params));
            conditions.extend(to_end(next, from, to, params));
        }
        if let Some(values) = self.compared() {
            let rest: Vec<Member> =
                self.ordering().into_iter().skip(self.known()).map(|part| self.member(part)).collect();
            // Where the prefix is a whole key, there is no row after it.
            conditions.push(after(&rest, Nulls::of(values), self.descending, params));
        }
        conditions
    }
}

/// `WHERE a AND b`, or nothing.
fn where_all(conditions: &[String]) -> String {
    match conditions {
        [] => String::new(),
        conditions => format!("\nWHERE {}", conditions.join(" AND ")),
    }
}

fn names(columns: &[&str]) -> String {
    let names: Vec<String> = columns.iter().map(|name| Name(name).to_string()).collect();
    names.join(", ")
}
