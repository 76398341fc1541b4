//! Queries of scans and their texts: values for the first columns that rows are sorted by, and a range on the next one.
//!
//! A scan of a table must fix all inputs of the hash. Then the hash is computed, and the scan is one range of the key.
//! A scan continues after a row by the row's position: a value for each column of the ordering (see `sorting`). The
//! comparison leaves out the first columns of the ordering if they are known to have only one value.
//!
//! A scan that does not fix the inputs of a *bucket* reads all buckets (see `buckets`).
//!
//! Filters are conditions on columns of any kind. YDB applies them to the rows of the range after it has read these.

use std::any::TypeId;
use std::ops::Bound;
use std::slice;

use super::condition::{after, all_equal, from_end, prefix_end, to_end, without_nulls};
use super::sorting::Part;
use super::{ConditionShape, End, Member, Nulls, ParamValue, Params, Slice, Sorting, Template};
use crate::error::{Detail, Error, Result};
use crate::keys::{PageToken, Scope};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::order::Rows;
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::keys::prefix::KeyBound;
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::schema::{ColumnDef, HashDef, IndexDef, IndexKind, Table};
use ydb_keys_core::types::{Encode, Value, YdbType};

/// Scan without its types, so that its code is compiled once for all models.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(super) sorting: Sorting,
    /// Values of the first columns of [`prefix`](Sorting::prefix).
    pub(super) fixed: Vec<Value<'static>>,
    pub(super) from: Bound<Value<'static>>,
    pub(super) to: Bound<Value<'static>>,
    pub(super) descending: bool,
    pub(super) limit: Option<u64>,
    /// Position of the row after which the scan continues: a value for each column of [`ordering`](Sorting::ordering).
    pub(super) after: Option<Vec<Value<'static>>>,
    /// Part of the table that is read, if the table is read in parts.
    pub(super) slice: Option<Slice>,
    /// The only bucket that is read.
    pub(super) bucket: Option<u32>,
    /// Conditions that filter the rows of the range, with the values that they compare.
    pub(super) filters: Vec<(ConditionShape, Vec<Value<'static>>)>,
    pub(super) error: Option<Error>,
}

/// Purpose of a query: its use of the rows. Row types are identified by their `TypeId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// Reads the columns of a row type.
    Rows(TypeId),
    /// Reads the columns of a row type and of the row's position, for a batch of a stream. `Page` reads the same for a
    /// page.
    Batch(TypeId),
    Page(TypeId),
    Count,
    Exists,
    Delete,
    BatchDelete,
}

/// Shape of a query: everything that its text depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QueryShape {
    index: Option<&'static str>,
    fixed: usize,
    /// NULLs among the fixed values.
    nulls: Nulls,
    from: End,
    to: End,
    descending: bool,
    limit: bool,
    /// NULLs among the values of `after`.
    after: Option<Nulls>,
    /// For each end of a part of the table, the number of its values, and the NULLs among them.
    slice: [(usize, Nulls); 2],
    bucket: bool,
    filters: Vec<ConditionShape>,
}

impl QueryShape {
    /// Returns `true` if the text depends on which values are NULL. The ends of a range do not count, because they
    /// belong to only one column.
    pub(crate) fn has_null(&self) -> bool {
        self.nulls.any() || self.after.is_some_and(Nulls::any)
    }
}

impl Query {
    pub(super) fn new(table: &'static Table, index: Option<&'static IndexDef>) -> Self {
        Query {
            sorting: Sorting { table, index },
            fixed: Vec::new(),
            from: Bound::Unbounded,
            to: Bound::Unbounded,
            descending: false,
            limit: None,
            after: None,
            slice: None,
            bucket: None,
            filters: Vec::new(),
            error: None,
        }
    }

    /// Returns the index that is read, if it is async. YDB reads async indexes only in the mode Stale Read Only.
    pub(crate) fn async_index(&self) -> Option<&'static IndexDef> {
        self.sorting.index.filter(|index| index.kind == IndexKind::Async)
    }

    pub(super) fn put(&mut self, bound: KeyBound<Value<'static>>) {
        match bound {
            KeyBound::Value(value) => self.fixed.push(value),
            KeyBound::Range(from, to) => (self.from, self.to) = (from, to),
        }
    }

    /// Encodes the value for the next column. An error is kept for the statement.
    pub(super) fn encode(&mut self, value: &dyn Encode) -> Value<'static> {
        let column = &self.sorting.table.columns[self.sorting.prefix()[self.fixed.len()]];
        match value.encode_as(column.ty) {
            Ok(value) => value.into_owned(),
            Err(error) => {
                self.fail(Error::in_column(self.sorting.table.name, column.name, error));
                Value::Null
            }
        }
    }

    pub(super) fn filter(&mut self, condition: Result<(ConditionShape, Vec<Value<'static>>)>) {
        match condition {
            Ok(condition) => self.filters.push(condition),
            Err(error) => self.fail(error),
        }
    }

    pub(super) fn filters(&self) -> impl Iterator<Item = &ConditionShape> {
        self.filters.iter().map(|(shape, _)| shape)
    }

    /// Keeps the first error, which the statement returns.
    pub(super) fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    pub(super) fn resume(&mut self, token: &PageToken) {
        let order = self.order();
        let position = token.position(&self.scope(&order)).and_then(|values| self.sorting.position(values));
        match position {
            Ok(position) => self.after = Some(position),
            Err(error) => self.fail(error),
        }
    }

    /// Makes the page token after the row with these values of [`position_columns`](Sorting::position_columns).
    pub(crate) fn token(&self, position: &[Value<'_>]) -> Result<PageToken> {
        PageToken::new(&self.scope(&self.order()), position)
    }

    /// Makes the page token of the position at which the scan begins, or `None` if that is the beginning.
    pub(crate) fn start(&self) -> Result<Option<PageToken>> {
        let Some(after) = &self.after else { return Ok(None) };
        let columns =
            self.sorting.ordering().into_iter().zip(after).filter(|(part, _)| matches!(part, Part::Column(_)));
        self.token(&columns.map(|(_, value)| value.clone()).collect::<Vec<_>>()).map(Some)
    }

    pub(super) fn order(&self) -> Vec<Member> {
        self.sorting.position_columns().into_iter().map(Member::column).collect()
    }

    /// Returns the properties of this scan that its page tokens are bound to.
    fn scope<'a>(&'a self, order: &'a [Member]) -> Scope<'a> {
        Scope {
            table: self.sorting.table,
            index: self.sorting.index,
            order,
            fixed: &self.fixed,
            from: self.from.as_ref().map(|_| ()),
            to: self.to.as_ref().map(|_| ()),
            descending: self.descending,
            slice: self.slice.as_ref().and_then(|slice| slice.part),
            export: false,
        }
    }

    pub(super) fn export_scope<'a>(&'a self, order: &'a [Member]) -> Scope<'a> {
        Scope { export: true, ..self.scope(order) }
    }

    /// Returns the hash that leads the table or index that is read, if the fixed columns include all inputs of the
    /// hash.
    pub(super) fn fixed_lead(&self) -> Option<HashDef> {
        let prefix = self.sorting.prefix();
        let fixed = &prefix[..self.fixed.len().min(prefix.len())];
        self.sorting.lead().filter(|hash| hash.inputs.iter().all(|input| fixed.contains(input)))
    }

    /// Returns the values of the inputs of a hash.
    fn fixed_inputs<'a>(&'a self, hash: &HashDef) -> impl Iterator<Item = &'a Value<'a>> + Clone + use<'a> {
        let prefix = self.sorting.prefix();
        let fixed = move |input| self.fixed.get(prefix.iter().position(|column| column == input)?);
        hash.inputs.iter().filter_map(fixed)
    }

    /// Returns the value of the leading hash; `None` also for inputs that cannot be hashed.
    pub(super) fn fixed_lead_value(&self) -> Option<Value<'static>> {
        let hash = self.fixed_lead()?;
        self.sorting.hashed(&hash, self.fixed_inputs(&hash)).ok()
    }

    /// Returns the column with the buckets and their number, if several buckets are read.
    pub(super) fn buckets(&self) -> Option<(HashDef, u32)> {
        let one = self.bucket.is_some() || self.slice.is_some() || self.fixed_lead().is_some();
        self.sorting.lead().filter(|_| !one).and_then(|hash| Some((hash, hash.buckets?)))
    }

    /// Returns the number of columns of [`ordering`](Sorting::ordering) that have only one value, within each bucket if
    /// there are buckets.
    pub(super) fn known(&self) -> usize {
        let one_value = self.bucket.is_some() || self.fixed_lead().is_some() || self.buckets().is_some();
        match self.sorting.lead() {
            None => self.fixed.len(),
            Some(_) if one_value => 1 + self.fixed.len(),
            Some(_) => 0,
        }
    }

    pub(super) fn shape(&self) -> QueryShape {
        QueryShape {
            index: self.sorting.index.map(|index| index.name),
            fixed: self.fixed.len(),
            nulls: Nulls::of(&self.fixed),
            from: End::of(&self.from),
            to: End::of(&self.to),
            descending: self.descending,
            limit: self.limit.is_some(),
            after: self.compared().map(Nulls::of),
            slice: self.slice_ends().map(|end| (end.len(), Nulls::of(end))),
            bucket: self.bucket.is_some(),
            filters: self.filters().cloned().collect(),
        }
    }

    /// Returns the values of the parameters in the order in which `template` declares them.
    pub(super) fn values(&self) -> Result<Vec<ParamValue<'static>>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        self.check_after()?;
        let mut values = Vec::new();
        if let Some(hash) = self.fixed_lead() {
            values.push(self.sorting.hashed(&hash, self.fixed_inputs(&hash))?);
        } else {
            values.extend(self.bucket.map(Value::Uint32));
        }
        let ends = [&self.from, &self.to].into_iter().filter_map(|bound| match bound {
            Bound::Included(value) | Bound::Excluded(value) => Some(value),
            Bound::Unbounded => None,
        });
        let slice = self.slice_ends().into_iter().flatten();
        values.extend(self.fixed.iter().chain(slice).chain(ends).cloned());
        values.extend(self.compared().into_iter().flatten().cloned());
        values.extend(self.filters.iter().flat_map(|(_, values)| values).cloned());
        values.extend(self.limit.map(Value::Uint64));
        Ok(without_nulls(values).map(ParamValue::One).collect())
    }

    /// Returns the values of both ends of the slice that rows are compared with: without the columns that the scan
    /// fixes.
    pub(super) fn slice_ends(&self) -> [&[Value<'static>]; 2] {
        let Some(Slice { from, to, .. }) = &self.slice else { return [&[]; 2] };
        [from, to].map(|end| end.get(self.known()..).unwrap_or_default())
    }

    /// Returns the values of `after` that rows are compared with: without the columns that the scan fixes.
    pub(super) fn compared(&self) -> Option<&[Value<'static>]> {
        self.after.as_ref().map(|after| after.get(self.known()..).unwrap_or_default())
    }

    /// Checks that the scan continues after one of its own rows, because the condition does not compare the fixed
    /// columns again.
    fn check_after(&self) -> Result<()> {
        let Some(after) = self.after.as_ref().filter(|_| self.known() > 0) else { return Ok(()) };
        let ordering = self.sorting.ordering();
        for (&column, scan) in self.sorting.prefix().iter().zip(&self.fixed) {
            let at = ordering.iter().position(|part| *part == Part::Column(column));
            let Some(value) = at.and_then(|at| after.get(at)) else { continue };
            if ordered_bytes(slice::from_ref(value)) != ordered_bytes(slice::from_ref(scan)) {
                return Err(Detail::AfterOtherRows {
                    table: self.sorting.table.name,
                    column: self.sorting.table.columns[column].name,
                    after: show_values(slice::from_ref(value)),
                    scan: show_values(slice::from_ref(scan)),
                }
                .into());
            }
        }
        Ok(())
    }
}

impl Query {
    /// Makes the text for a purpose. `columns` are the columns of the row type.
    pub(super) fn template(&self, path: &str, purpose: Purpose, columns: &[ColumnDef]) -> Template {
        let position = match purpose {
            Purpose::Batch(_) | Purpose::Page(_) => self.sorting.position_columns(),
            Purpose::Rows(_) => Vec::new(),
            _ => return Template::of(|params| self.unordered(path, purpose, params)),
        };
        let further = position.into_iter().filter(|column| !columns.iter().any(|other| other.name == column.name));
        let mut columns: Vec<&str> = columns.iter().chain(further).map(|column| column.name).collect();
        let is_fixed = self.sorting.index.is_none() && self.fixed_lead().is_some();
        columns.extend(self.sorting.table.stored_hash().filter(|_| !is_fixed));
        match self.buckets() {
            Some((lead, buckets)) if self.limit.is_some() => self.merged(path, &columns, &lead, buckets),
            Some(_) => Template::of(|params| self.select(path, &names(&columns), params))
                .or(|| Template::numbered(|params| self.select(path, "*", params))),
            None => Template::of(|params| self.select(path, &names(&columns), params)),
        }
    }

    /// Writes the text of a statement without an order.
    fn unordered(&self, path: &str, purpose: Purpose, params: &mut Params) -> String {
        let condition = self.where_clause(params);
        let from = match purpose {
            Purpose::Count | Purpose::Exists => self.pinned_from(path, &condition),
            // These statements take no index, and YDB's documentation says that they choose none.
            _ => self.from(path),
        };
        let rows = format!("{from}{condition}");
        let limit = self.limit_param(params).map(|limit| format!("\nLIMIT {limit}"));
        let first = || {
            let first = self.sorting.ordering().into_iter().next();
            first.map(|part| Name(self.sorting.member(part).name).to_string()).unwrap_or_default()
        };
        match purpose {
            // The count does not depend on which rows the limit leaves.
            Purpose::Count => match limit {
                None => format!("SELECT COUNT(*) AS `count`\n{rows}"),
                Some(limit) => format!("SELECT COUNT(*) AS `count`\nFROM (SELECT {}\n{rows}{limit})", first()),
            },
            Purpose::Exists => format!("SELECT {}\n{rows}{}", first(), limit.as_deref().unwrap_or("\nLIMIT 1")),
            Purpose::BatchDelete => format!("BATCH DELETE {rows}"),
            _ => format!("DELETE {rows}"),
        }
    }

    /// Writes the query for rows of one range in the order of the table or index, or for the rows of all buckets in the
    /// order of the scan.
    fn select(&self, path: &str, columns: &str, params: &mut Params) -> String {
        let condition = self.where_clause(params);
        let rows = format!("{}{condition}", self.pinned_from(path, &condition));
        let limit = self.limit_param(params).map(|limit| format!("\nLIMIT {limit}")).unwrap_or_default();
        format!("SELECT {columns}\n{rows}\nORDER BY {}{limit}", self.order_by(&self.scan_order()))
    }

    /// Returns the columns of the order of the scan. If several buckets are read, the bucket is not one of them.
    pub(super) fn scan_order(&self) -> Vec<Part> {
        self.sorting.ordering().into_iter().skip(usize::from(self.buckets().is_some())).collect()
    }

    /// Writes ``FROM `orders` ``, and `VIEW PRIMARY KEY` if YDB could choose an index for rows with a condition, so
    /// that the scan reads the table.
    pub(super) fn pinned_from(&self, path: &str, condition: &str) -> String {
        let is_open = self.sorting.index.is_none() && !condition.is_empty() && self.sorting.table.has_candidate();
        format!("{}{}", self.from(path), if is_open { " VIEW PRIMARY KEY" } else { "" })
    }

    /// Writes ``FROM `orders` VIEW `by_customer` ``.
    pub(super) fn from(&self, path: &str) -> String {
        let view = self.sorting.index.map(|index| format!(" VIEW {}", Name(index.name))).unwrap_or_default();
        format!("FROM {}{view}", Name(path))
    }

    pub(super) fn limit_param(&self, params: &mut Params) -> Option<String> {
        let member = Member { name: "limit", ty: YdbType::Uint64, optional: false, may_be_null: false };
        self.limit.map(|_| params.one(member.name, member))
    }

    /// Writes the columns of an ORDER BY: `a DESC, b DESC`.
    pub(super) fn order_by(&self, parts: &[Part]) -> String {
        let direction = if self.descending { " DESC" } else { "" };
        let order: Vec<String> =
            parts.iter().map(|part| format!("{}{direction}", Name(self.sorting.member(*part).name))).collect();
        order.join(", ")
    }

    /// Writes the condition of the rows, if there is one. Several buckets are listed by their numbers: together with
    /// the range after them, YDB reads as many ranges.
    pub(super) fn where_clause(&self, params: &mut Params) -> String {
        let mut conditions = Vec::new();
        if let Some((lead, buckets)) = self.buckets() {
            let numbers: Vec<String> = (0..buckets).map(|bucket| format!("{bucket}u")).collect();
            conditions.push(format!("{} IN ({})", Name(lead.name), numbers.join(", ")));
        }
        conditions.extend(self.conditions(params));
        match &conditions[..] {
            [] => String::new(),
            conditions => format!("\nWHERE {}", conditions.join(" AND ")),
        }
    }

    /// Writes the conditions that hold in each bucket.
    pub(super) fn conditions(&self, params: &mut Params) -> Vec<String> {
        let mut conditions = Vec::new();
        let sorting = self.sorting;
        let mut prefix = sorting.prefix().iter().map(|&i| sorting.member(Part::Column(i)));
        let fixed: Vec<Member> = prefix.by_ref().take(self.fixed.len()).collect();
        // The hash or bucket that leads the ordering.
        if let Some(lead) = sorting.lead().filter(|_| self.bucket.is_some() || self.fixed_lead().is_some()) {
            conditions.push(all_equal(&[Member::hash(&lead)], Nulls::default(), params));
        }
        if !fixed.is_empty() {
            conditions.push(all_equal(&fixed, Nulls::of(&self.fixed), params));
        }
        let rest = || sorting.ordering().into_iter().skip(self.known()).map(|part| sorting.member(part));
        let slice = self.slice_ends().into_iter().zip([Rows::From, Rows::Before]).filter(|(end, _)| !end.is_empty());
        for (end, rows) in slice {
            let members: Vec<Member> = rest().take(end.len()).collect();
            conditions.push(prefix_end(&members, Nulls::of(end), rows, params));
        }
        if let Some(next) = prefix.next() {
            let (from, to) = (End::of(&self.from), End::of(&self.to));
            conditions.extend(from_end(next, from, params));
            conditions.extend(to_end(next, from, to, params));
        }
        if let Some(values) = self.compared() {
            let rest: Vec<Member> = rest().collect();
            // If the prefix is a whole key, there is no row after it.
            conditions.push(after(&rest, Nulls::of(values), self.descending, params));
        }
        conditions.extend(self.filters().map(|filter| filter.yql(sorting.table, params)));
        conditions
    }
}

/// Writes the names of columns: `` `a`, `b` ``.
pub(super) fn names(columns: &[&str]) -> String {
    let names: Vec<String> = columns.iter().map(|name| Name(name).to_string()).collect();
    names.join(", ")
}
