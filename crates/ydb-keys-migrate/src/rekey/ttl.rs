//! Rows that have expired: they are no difference between the tables of a copy.
//!
//! With a TTL YDB deletes expired rows at any time, in each table when it comes to it. So whether such a row is there
//! says nothing. All that compares both tables leaves out the rows that have expired by the server's clock of that very
//! statement; a row that has not expired is there in both, or the tables differ.
//!
//! The clock of the node that runs the statement and that of the one that deletes may differ a little. A row between the
//! two is a difference until it has expired by both, so for that long; the next pass no longer sees it.

use ydb_keys::YdbType;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::rules::duration;
use ydb_keys_core::schema::settings::TtlUnit;

use super::Pair;

/// When rows expire, in seconds after the time in a column.
struct Clock<'a> {
    column: &'a str,
    unit: Option<TtlUnit>,
    after: i64,
}

impl<'a> Pair<'a> {
    /// A condition with those of rows that have not expired, in the old table or in the new one.
    pub(super) fn alive(&self, condition: String) -> String {
        self.clocks().into_iter().fold(condition, |condition, Clock { column, unit, after }| {
            let seconds = match unit {
                // Cut to whole seconds, as a TTL is counted: a row may be left out in its last second.
                None => format!("CAST(DateTime::ToSeconds({}) AS Int64)", Name(column)),
                Some(unit) => format!("CAST({} AS Int64) / {}", Name(column), per_second(unit)),
            };
            let begins = if condition.is_empty() { "\nWHERE" } else { " AND" };
            // A row without a time never expires.
            format!(
                "{condition}{begins} COALESCE({seconds} > \
                 CAST(DateTime::ToSeconds(CurrentUtcTimestamp()) AS Int64) - {after}, true)"
            )
        })
    }

    /// The TTL of both tables, as far as rows of both can be judged by it.
    fn clocks(&self) -> Vec<Clock<'a>> {
        let model = self.table.ttl.map(|ttl| (self.table.columns[ttl.column].name, ttl.unit, ttl.after));
        let old = self.old.settings.as_ref().and_then(|settings| settings.ttl.as_ref());
        // Tiers before the last one move rows to other storage.
        let old = old.and_then(|ttl| {
            let last = ttl.tiers.last().filter(|tier| tier.to.is_none())?;
            Some((&*ttl.column, ttl.unit, &*last.after))
        });
        let mut clocks: Vec<Clock<'a>> = Vec::new();
        for (column, unit, after) in old.into_iter().chain(model) {
            let Some(after) = duration(after).map(|micros| micros / 1_000_000) else { continue };
            let is_there = self.compared().any(|name| name == column);
            if is_there && !clocks.iter().any(|clock| clock.column == column && clock.after == after) {
                clocks.push(Clock { column, unit, after });
            }
        }
        clocks
    }

    /// Why it is unknown which rows the copy may lack, and what to do.
    pub(super) fn ttl_obstacle(&self) -> Option<String> {
        let old = self.old.settings.as_ref().and_then(|settings| Some(&*settings.ttl.as_ref()?.column));
        let model = self.table.ttl.map(|ttl| self.table.columns[ttl.column].name);
        let is_number = |name: &&str| self.old.column(name).is_some_and(|live| live.ty == Some(YdbType::DyNumber));
        let why = match old.filter(|column| self.compared().all(|name| name != *column)) {
            Some(column) => format!("{}, which the new table will not have", Name(column)),
            None => format!("{}, a DyNumber", Name(old.into_iter().chain(model).find(is_number)?)),
        };
        let path = Name(&self.paths.path);
        Some(format!(
            "rows expire by the column {why}: they cannot be told from lost ones. Run ALTER TABLE {path} RESET (TTL) \
             first, and copy with a model without TTL"
        ))
    }
}

const fn per_second(unit: TtlUnit) -> u64 {
    match unit {
        TtlUnit::Seconds => 1,
        TtlUnit::Milliseconds => 1_000,
        TtlUnit::Microseconds => 1_000_000,
        TtlUnit::Nanoseconds => 1_000_000_000,
    }
}
