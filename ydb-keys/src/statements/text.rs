//! The text of a scan's statement: which rows, in which order, and what is done with them.

use super::condition::{Nulls, after, all_equal, before_prefix, from_prefix};
use super::ends::{End, from_end, to_end};
use super::query::{Purpose, Query};
use super::sorting::Part;
use super::statement::{Member, Params, Template};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::YdbType;

impl Query {
    /// The text for a purpose; `columns` are those of the row type.
    pub(super) fn template(&self, path: &str, purpose: Purpose, columns: &[ColumnDef]) -> Template {
        let position = match purpose {
            Purpose::Batch(_) | Purpose::Page(_) => self.position_columns(),
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

    /// The text of what has no order.
    fn unordered(&self, path: &str, purpose: Purpose, params: &mut Params) -> String {
        let condition = self.where_clause(params);
        let from = match purpose {
            Purpose::Count | Purpose::Exists => self.pinned_from(path, &condition),
            // These take no index, and YDB's documentation says that they choose none.
            _ => self.from(path),
        };
        let rows = format!("{from}{condition}");
        let limit = self.limit_param(params).map(|limit| format!("\nLIMIT {limit}"));
        let first = || {
            let first = self.sorting.ordering().into_iter().next();
            first.map(|part| Name(self.sorting.member(part).name).to_string()).unwrap_or_default()
        };
        match purpose {
            // The count is the same whichever rows the limit leaves.
            Purpose::Count => match limit {
                None => format!("SELECT COUNT(*) AS `count`\n{rows}"),
                Some(limit) => format!("SELECT COUNT(*) AS `count`\nFROM (SELECT {}\n{rows}{limit})", first()),
            },
            Purpose::Exists => format!("SELECT {}\n{rows}{}", first(), limit.as_deref().unwrap_or("\nLIMIT 1")),
            Purpose::BatchDelete => format!("BATCH DELETE {rows}"),
            _ => format!("DELETE {rows}"),
        }
    }

    /// Rows of one range in the order of the table or index, or all rows of all buckets in the order of the scan.
    fn select(&self, path: &str, columns: &str, params: &mut Params) -> String {
        let condition = self.where_clause(params);
        let rows = format!("{}{condition}", self.pinned_from(path, &condition));
        let limit = self.limit_param(params).map(|limit| format!("\nLIMIT {limit}")).unwrap_or_default();
        format!("SELECT {columns}\n{rows}\nORDER BY {}{limit}", self.order_by(&self.scan_order()))
    }

    /// The columns of the order of the scan: the bucket is not among them if several are read.
    pub(super) fn scan_order(&self) -> Vec<Part> {
        self.sorting.ordering().into_iter().skip(usize::from(self.buckets().is_some())).collect()
    }

    /// ``FROM `orders` VIEW PRIMARY KEY ``, if YDB could choose an index for rows with a condition: the scan reads the table.
    pub(super) fn pinned_from(&self, path: &str, condition: &str) -> String {
        let is_open = self.sorting.index.is_none() && !condition.is_empty() && self.sorting.table.has_candidate();
        format!("{}{}", self.from(path), if is_open { " VIEW PRIMARY KEY" } else { "" })
    }

    /// ``FROM `orders` VIEW `by_customer` ``
    pub(super) fn from(&self, path: &str) -> String {
        let view = self.sorting.index.map(|index| format!(" VIEW {}", Name(index.name))).unwrap_or_default();
        format!("FROM {}{view}", Name(path))
    }

    /// The parameter of the limit, if there is one.
    pub(super) fn limit_param(&self, params: &mut Params) -> Option<String> {
        let member = Member { name: "limit", ty: YdbType::Uint64, optional: false, may_be_null: false };
        self.limit.map(|_| params.one(member.name, member))
    }

    /// `a DESC, b DESC`
    pub(super) fn order_by(&self, parts: &[Part]) -> String {
        let direction = if self.descending { " DESC" } else { "" };
        let order: Vec<String> =
            parts.iter().map(|part| format!("{}{direction}", Name(self.sorting.member(*part).name))).collect();
        order.join(", ")
    }

    /// The condition of the rows, if there is one. Several buckets are named one by one: with the range after them, YDB
    /// reads as many ranges.
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

    /// The conditions that hold in each bucket.
    pub(super) fn conditions(&self, params: &mut Params) -> Vec<String> {
        let mut conditions = Vec::new();
        let sorting = self.sorting;
        let mut prefix = sorting.prefix().iter().map(|&i| sorting.member(Part::Column(i)));
        let fixed: Vec<Member> = prefix.by_ref().take(self.fixed.len()).collect();
        // What leads the ordering.
        if let Some(lead) = sorting.lead().filter(|_| self.bucket.is_some() || self.fixed_lead().is_some()) {
            conditions.push(all_equal(&[Member::hash(&lead)], Nulls::default(), params));
        }
        if !fixed.is_empty() {
            conditions.push(all_equal(&fixed, Nulls::of(&self.fixed), params));
        }
        let rest = || sorting.ordering().into_iter().skip(self.known()).map(|part| sorting.member(part));
        for (end, condition) in self
            .slice_ends()
            .into_iter()
            .zip([from_prefix as fn(&[Member], Nulls, &mut Params) -> String, before_prefix])
        {
            if !end.is_empty() {
                let members: Vec<Member> = rest().take(end.len()).collect();
                conditions.push(condition(&members, Nulls::of(end), params));
            }
        }
        if let Some(next) = prefix.next() {
            let (from, to) = (End::of(&self.from), End::of(&self.to));
            conditions.extend(from_end(next, from, params));
            conditions.extend(to_end(next, from, to, params));
        }
        if let Some(values) = self.compared() {
            let rest: Vec<Member> = rest().collect();
            // Where the prefix is a whole key, there is no row after it.
            conditions.push(after(&rest, Nulls::of(values), self.descending, params));
        }
        conditions.extend(self.filters().map(|filter| filter.yql(sorting.table, params)));
        conditions
    }
}

/// `` `a`, `b` ``
pub(super) fn names(columns: &[&str]) -> String {
    let names: Vec<String> = columns.iter().map(|name| Name(name).to_string()).collect();
    names.join(", ")
}
