//! Costs of queries: `.sys/top_queries_*` and `.sys/query_metrics_one_minute`.
//!
//! The rules are YDB's (`ydb/core/sys_view/query_stats`, `ydb/core/sys_view/processor`):
//!
//! - Runs of the same text are one row: a top shows the run that ranks highest, the metrics add up all runs.
//! - Each interval of a top, a minute or an hour, keeps five texts. Each minute of the metrics keeps the 256 texts with
//!   the most CPU time.
//! - Rows appear at the end of a minute. Rows of the current hour appear and change at the end of each of its minutes.
//! - Minutes are kept for six hours, hours for two weeks.
//! - A text is cut off after 10 KB.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::execution::QueryStats;
use crate::types::Value;

/// Largest number of texts in an interval of a top.
const TOP: usize = 5;

/// Largest number of texts in a minute of the metrics.
const METRICS: usize = 256;

/// Largest number of texts that are counted in a minute; further texts are not counted.
const COUNTED: usize = 4 * METRICS;

/// Largest length of a text in bytes.
const TEXT: usize = 10 * 1024;

/// Measures of a run, named like their columns.
const MEASURES: [&str; 7] = ["CPUTime", "Duration", "ReadRows", "ReadBytes", "UpdateRows", "UpdateBytes", "DeleteRows"];

/// Measures that the tops are ranked by: the name in the view's name, and the position in [`MEASURES`].
const RANKED_BY: [(&str, usize); 3] = [("cpu_time", 0), ("duration", 1), ("read_bytes", 3)];

/// A run of a query with its measures.
#[derive(Clone, Debug)]
struct TextRun {
    text: Arc<str>,
    end_us: u64,
    measures: [u64; MEASURES.len()],
    partitions: u64,
    user: Arc<str>,
}

/// All runs of a text in one minute.
#[derive(Clone, Debug)]
struct TextRuns {
    count: u64,
    sums: [u64; MEASURES.len()],
    least: [u64; MEASURES.len()],
    most: [u64; MEASURES.len()],
}

/// Row of a system view.
pub(super) struct Heavy {
    interval_end_us: u64,
    rank: u64,
    of: RowOf,
}

enum RowOf {
    Run(TextRun),
    Runs(Arc<str>, TextRuns),
}

/// The data of all views about the cost of queries.
#[derive(Debug, Default)]
pub struct Heaviest {
    /// For each item of [`RANKED_BY`]: minutes and hours.
    tops: [[Intervals<TextRun>; 2]; RANKED_BY.len()],
    counted: HashMap<Arc<str>, TextRuns>,
    metrics: BTreeMap<u64, Vec<(Arc<str>, TextRuns)>>,
    minute_end: MinuteEnd,
}

impl Heaviest {
    pub(super) fn add(&mut self, now_us: u64, text: &str, user: &Arc<str>, stats: &QueryStats) {
        self.close(now_us);
        let sum = |of: fn(&crate::exec::TableUsage) -> u64| stats.tables.iter().map(|(_, usage, _)| of(usage)).sum();
        let measures = [
            stats.cpu_us,
            stats.duration_us,
            sum(|usage| usage.read_rows),
            sum(|usage| usage.read_bytes),
            sum(|usage| usage.updated_rows),
            sum(|usage| usage.updated_bytes),
            sum(|usage| usage.deleted_rows),
        ];
        let partitions = stats.tables.iter().map(|(.., partitions)| partitions).sum();
        let end = (0..=TEXT.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
        let text = &text[..end];
        let known = self.counted.get_key_value(text).map(|(text, _)| Arc::clone(text));
        let text = known.unwrap_or_else(|| text.into());
        let run = TextRun { text, end_us: now_us, measures, partitions, user: Arc::clone(user) };
        for (top, (_, measure)) in self.tops.iter_mut().zip(RANKED_BY) {
            let order = |a: &TextRun, b: &TextRun| b.measures[measure].cmp(&a.measures[measure]);
            top.iter_mut().for_each(|view| view.add(&run, |known| known.text == run.text, order, TOP));
        }
        if let Some(runs) = self.counted.get_mut(&run.text) {
            runs.add(&run);
        } else if self.counted.len() < COUNTED {
            self.counted.insert(Arc::clone(&run.text), TextRuns::of(&run));
        }
    }

    pub(super) fn close(&mut self, now_us: u64) {
        let Some((over, end)) = self.minute_end.pass(now_us) else { return };
        self.tops.iter_mut().for_each(|top| Intervals::close(top, over, end));
        let mut counted: Vec<_> = self.counted.drain().collect();
        counted.sort_by(|(text, a), (other, b)| b.sums[0].cmp(&a.sums[0]).then_with(|| text.cmp(other)));
        counted.truncate(METRICS);
        if !counted.is_empty() {
            self.metrics.insert(over, counted);
        }
        self.metrics = self.metrics.split_off(&over.saturating_sub(6 * HOUR_US));
    }

    /// Returns the rows of a view; none if there is no view with this name.
    pub(super) fn rows(&self, view: &str) -> Vec<Heavy> {
        if view == "query_metrics_one_minute" {
            let rows = self.metrics.iter().flat_map(|(&interval_end_us, texts)| {
                (1..).zip(texts).map(move |(rank, (text, runs))| {
                    let of = RowOf::Runs(Arc::clone(text), runs.clone());
                    Heavy { interval_end_us, rank, of }
                })
            });
            return rows.collect();
        }
        let Some(rest) = view.strip_prefix("top_queries_by_") else { return Vec::new() };
        let history = self.tops.iter().zip(RANKED_BY).find_map(|([minutes, hours], (name, _))| {
            match rest.strip_prefix(name)? {
                "_one_minute" => Some(minutes),
                "_one_hour" => Some(hours),
                _ => None,
            }
        });
        let rows = history.into_iter().flat_map(|history| &history.shown).flat_map(|(&interval_end_us, runs)| {
            (1..).zip(runs).map(move |(rank, run)| Heavy { interval_end_us, rank, of: RowOf::Run(run.clone()) })
        });
        rows.collect()
    }
}

impl TextRuns {
    const fn of(run: &TextRun) -> Self {
        Self { count: 1, sums: run.measures, least: run.measures, most: run.measures }
    }

    fn add(&mut self, run: &TextRun) {
        self.count += 1;
        for (at, value) in run.measures.into_iter().enumerate() {
            self.sums[at] = self.sums[at].saturating_add(value);
            self.least[at] = self.least[at].min(value);
            self.most[at] = self.most[at].max(value);
        }
    }

    /// Returns the value of a column such as `SumReadRows`.
    fn value(&self, column: &str) -> Option<Value> {
        let sides = [("Sum", &self.sums), ("Min", &self.least), ("Max", &self.most)];
        let (name, values) = sides.into_iter().find_map(|(side, values)| Some((column.strip_prefix(side)?, values)))?;
        measured(values, name)
    }
}

/// Returns the value of a measure; `None` if there is no measure with this name.
fn measured(values: &[u64; MEASURES.len()], name: &str) -> Option<Value> {
    let position = MEASURES.iter().position(|measure| *measure == name)?;
    Some(match name {
        "Duration" => Value::Int(values[position].try_into().unwrap_or(i64::MAX)),
        _ => Value::Uint(values[position]),
    })
}

impl Heavy {
    pub(super) fn value(&self, column: &str) -> Value {
        match (column, &self.of) {
            ("IntervalEnd", _) => Value::Uint(self.interval_end_us),
            ("Rank", _) => Value::Uint(self.rank),
            ("QueryText", RowOf::Run(TextRun { text, .. }) | RowOf::Runs(text, _)) => Value::text(&**text),
            ("Count", RowOf::Runs(_, runs)) => Value::Uint(runs.count),
            (_, RowOf::Runs(_, runs)) => runs.value(column).unwrap_or(Value::Uint(0)),
            ("EndTime", RowOf::Run(run)) => Value::Uint(run.end_us),
            ("Partitions" | "ShardCount", RowOf::Run(run)) => Value::Uint(run.partitions),
            ("UserSID", RowOf::Run(run)) => Value::Bytes(run.user.as_bytes().into()),
            ("Type", RowOf::Run(_)) => Value::Bytes((*b"QUERY_TYPE_SQL_GENERIC_QUERY").into()),
            ("CompileDuration", RowOf::Run(_)) => Value::Int(0),
            ("FromQueryCache", RowOf::Run(_)) => Value::Bool(false),
            // The other columns divide up the time, which is not measured here.
            (_, RowOf::Run(run)) => measured(&run.measures, column).unwrap_or(Value::Uint(0)),
        }
    }
}

pub(super) const MINUTE_US: u64 = 60_000_000;
pub(super) const HOUR_US: u64 = 60 * MINUTE_US;

/// The finished intervals of a view, each with its highest rows, and the current interval.
#[derive(Debug)]
pub(super) struct Intervals<T> {
    running: Vec<T>,
    pub(super) shown: BTreeMap<u64, Vec<T>>,
}

impl<T> Default for Intervals<T> {
    fn default() -> Self {
        Self { running: Vec::new(), shown: BTreeMap::new() }
    }
}

impl<T: Clone> Intervals<T> {
    /// Adds a row to the current interval, or replaces the `same` row if the new one ranks higher. `order` sorts the
    /// highest row first.
    pub(super) fn add(&mut self, row: &T, same: impl Fn(&T) -> bool, order: impl Fn(&T, &T) -> Ordering, most: usize) {
        match self.running.iter_mut().find(|known| same(known)) {
            Some(known) if order(known, row).is_gt() => *known = row.clone(),
            Some(_) => return,
            None => self.running.push(row.clone()),
        }
        // The sort is stable: of equal rows the earlier one stays.
        self.running.sort_by(order);
        self.running.truncate(most);
    }

    /// Shows the finished minute and the current hour. The hour is finished, too, if it ends before `end`.
    pub(super) fn close([minutes, hours]: &mut [Self; 2], over: u64, end: u64) {
        minutes.show(over, 6 * HOUR_US);
        minutes.running.clear();
        let hour_end = over.div_ceil(HOUR_US) * HOUR_US;
        hours.show(hour_end, 14 * 24 * HOUR_US);
        if hour_end < end {
            hours.running.clear();
        }
    }

    fn show(&mut self, interval_end_us: u64, kept_us: u64) {
        if !self.running.is_empty() {
            self.shown.insert(interval_end_us, self.running.clone());
        }
        self.shown = self.shown.split_off(&interval_end_us.saturating_sub(kept_us));
    }
}

/// End of the current minute, in microseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct MinuteEnd(u64);

impl MinuteEnd {
    /// Moves on to the minute of `now_us`. If that finishes a minute, returns the end of the finished minute and the
    /// end of the new one.
    pub(super) fn pass(&mut self, now_us: u64) -> Option<(u64, u64)> {
        let end = (now_us / MINUTE_US + 1) * MINUTE_US;
        let over = std::mem::replace(&mut self.0, end);
        (over != end && over != 0).then_some((over, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::TableUsage;

    const SECOND: u64 = 1_000_000;

    fn add(heaviest: &mut Heaviest, second: u64, text: &str, cpu_us: u64, read_bytes: u64) {
        let usage = TableUsage { read_rows: read_bytes / 10, read_bytes, ..TableUsage::default() };
        let stats = QueryStats { duration_us: 2 * cpu_us, cpu_us, tables: vec![("/local/t".into(), usage, 3)] };
        heaviest.add(second * SECOND, text, &"root".into(), &stats);
    }

    /// Returns one text per row: end of the interval in minutes, rank, text, and the value of another column.
    fn rows(heaviest: &Heaviest, view: &str, column: &str) -> Vec<String> {
        let value = |value: Value| match value {
            Value::Uint(number) => number.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Text(text) => text.to_string(),
            other => format!("{other:?}"),
        };
        let row = |heavy: &Heavy| {
            let columns = ["Rank", "QueryText", column].map(|column| value(heavy.value(column)));
            format!("{} {}", heavy.interval_end_us / MINUTE_US, columns.join(" "))
        };
        heaviest.rows(view).iter().map(row).collect()
    }

    #[test]
    fn the_heaviest_run_of_each_text_is_ranked_at_the_end_of_its_minute() {
        let mut heaviest = Heaviest::default();
        add(&mut heaviest, 1, "a", 10, 300);
        add(&mut heaviest, 2, "b", 20, 200);
        add(&mut heaviest, 3, "a", 30, 100);
        assert_eq!(rows(&heaviest, "top_queries_by_cpu_time_one_minute", "CPUTime"), [""; 0]);
        heaviest.close(60 * SECOND);
        let top = |by: &str, column| rows(&heaviest, &format!("top_queries_by_{by}_one_minute"), column);
        assert_eq!(top("cpu_time", "CPUTime"), ["1 1 a 30", "1 2 b 20"]);
        assert_eq!(top("duration", "Duration"), ["1 1 a 60", "1 2 b 40"]);
        assert_eq!(top("read_bytes", "ReadRows"), ["1 1 a 30", "1 2 b 20"]);
        assert_eq!(top("read_bytes", "Partitions"), ["1 1 a 3", "1 2 b 3"]);
        assert_eq!(top("weight", "Partitions"), [""; 0]);
        let metrics = |column| rows(&heaviest, "query_metrics_one_minute", column);
        assert_eq!(metrics("Count"), ["1 1 a 2", "1 2 b 1"]);
        assert_eq!(metrics("SumReadRows"), ["1 1 a 40", "1 2 b 20"]);
        assert_eq!(metrics("MinReadBytes"), ["1 1 a 100", "1 2 b 200"]);
        assert_eq!(metrics("MaxDuration"), ["1 1 a 60", "1 2 b 40"]);
        // Nothing ends the current hour yet.
        add(&mut heaviest, 70, "c", 25, 0);
        heaviest.close(120 * SECOND);
        let hours = rows(&heaviest, "top_queries_by_cpu_time_one_hour", "CPUTime");
        assert_eq!(hours, ["60 1 a 30", "60 2 c 25", "60 3 b 20"]);
    }

    #[test]
    fn five_texts_an_interval_and_six_hours_of_minutes() {
        let mut heaviest = Heaviest::default();
        for number in 0..300 {
            add(&mut heaviest, 1, &format!("{number:03}"), number, number);
        }
        heaviest.close(MINUTE_US);
        let top = rows(&heaviest, "top_queries_by_read_bytes_one_minute", "ReadBytes");
        assert_eq!(top.first().map(String::as_str), Some("1 1 299 299"));
        assert_eq!((top.len(), rows(&heaviest, "query_metrics_one_minute", "Count").len()), (5, 256));
        heaviest.close(7 * HOUR_US);
        heaviest.close(7 * HOUR_US + MINUTE_US);
        assert_eq!(rows(&heaviest, "top_queries_by_read_bytes_one_minute", "ReadBytes"), [""; 0]);
        assert_eq!(rows(&heaviest, "query_metrics_one_minute", "Count"), [""; 0]);
        assert_eq!(rows(&heaviest, "top_queries_by_read_bytes_one_hour", "ReadBytes").len(), 5);
    }

    #[test]
    fn a_long_text_is_cut_off() {
        let mut heaviest = Heaviest::default();
        add(&mut heaviest, 1, &format!("{}é", "x".repeat(TEXT - 1)), 1, 1);
        heaviest.close(MINUTE_US);
        let texts = heaviest.rows("query_metrics_one_minute");
        assert_eq!(texts[0].value("QueryText"), Value::text("x".repeat(TEXT - 1)));
    }
}
