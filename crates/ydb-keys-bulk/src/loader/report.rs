//! Report of a load's progress.

use std::fmt;
use std::time::Duration;

use crate::proto::Format;

/// Progress of a load. [`on_progress`](super::Loader::on_progress) passes it to its function, and
/// [`finish`](super::Loader::finish) returns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadReport {
    /// Number of rows that YDB has acknowledged, including superseded rows.
    pub rows: u64,
    /// Number of superseded rows: they were not sent, because a later row of the same request has the same key.
    pub superseded: u64,
    /// Number of bytes of the acknowledged rows, as they were sent.
    pub bytes: u64,
    /// Number of requests that YDB has acknowledged.
    pub requests: u64,
    /// Number of acknowledged requests that were sent as protobuf rows, and not as Arrow.
    pub protobuf_requests: u64,
    /// Number of times that a request was sent again.
    pub retries: u64,
    /// Time since the first row.
    pub elapsed: Duration,
}

impl LoadReport {
    /// Returns the acknowledged rows per second.
    pub fn rows_per_second(&self) -> f64 {
        per_second(self.rows, self.elapsed)
    }

    /// Returns the acknowledged bytes per second.
    pub fn bytes_per_second(&self) -> f64 {
        per_second(self.bytes, self.elapsed)
    }

    /// Returns the format of the acknowledged requests, if all had the same one. A load in Arrow sends some requests as
    /// protobuf where Arrow does not work; see [`format`](super::Loader::format).
    pub fn format(&self) -> Option<Format> {
        match (self.requests, self.protobuf_requests) {
            (0, _) => None,
            (_, 0) => Some(Format::Arrow),
            (all, protobuf) => Some(Format::Protobuf).filter(|_| all == protobuf),
        }
    }
}

fn per_second(count: u64, elapsed: Duration) -> f64 {
    match elapsed.is_zero() {
        true => 0.0,
        false => count as f64 / elapsed.as_secs_f64(),
    }
}

/// Formats a report as `1000 rows, 52000 bytes, 2 requests (1 as protobuf), 1 retry, 0.5 s, 2000 rows/s`.
impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        write!(f, "{}", plural(self.rows, "row", "rows"))?;
        if self.superseded > 0 {
            write!(f, " ({} superseded)", self.superseded)?;
        }
        write!(f, ", {}, {}", plural(self.bytes, "byte", "bytes"), plural(self.requests, "request", "requests"))?;
        if self.protobuf_requests > 0 {
            write!(f, " ({} as protobuf)", self.protobuf_requests)?;
        }
        let (retries, seconds) = (plural(self.retries, "retry", "retries"), self.elapsed.as_secs_f64());
        write!(f, ", {retries}, {seconds:.1} s, {:.0} rows/s", self.rows_per_second())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_line() {
        let report = LoadReport {
            rows: 1000,
            superseded: 3,
            bytes: 52_000,
            requests: 2,
            protobuf_requests: 1,
            retries: 1,
            elapsed: Duration::from_millis(500),
        };
        assert_eq!(
            report.to_string(),
            "1000 rows (3 superseded), 52000 bytes, 2 requests (1 as protobuf), 1 retry, 0.5 s, 2000 rows/s"
        );
        assert_eq!(LoadReport::default().to_string(), "0 rows, 0 bytes, 0 requests, 0 retries, 0.0 s, 0 rows/s");
        assert_eq!(report.format(), None);
        assert_eq!(LoadReport { protobuf_requests: 0, ..report.clone() }.format(), Some(Format::Arrow));
        assert_eq!(LoadReport { protobuf_requests: 2, ..report }.format(), Some(Format::Protobuf));
        assert_eq!(LoadReport::default().format(), None);
    }
}
