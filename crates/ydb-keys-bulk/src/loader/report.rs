//! What a load has done so far.

use std::fmt;
use std::time::Duration;

use crate::proto::Format;

/// What a load has done so far: given to [`on_progress`](super::Loader::on_progress), and the result of
/// [`finish`](super::Loader::finish).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadReport {
    /// Rows that YDB has acknowledged, with those that were superseded.
    pub rows: u64,
    /// Rows among them that were not sent, because a later row of the same request has the same key.
    pub superseded: u64,
    /// Bytes of the acknowledged rows as they were sent.
    pub bytes: u64,
    /// Requests that YDB has acknowledged.
    pub requests: u64,
    /// Requests among them that were sent as protobuf rows, and not as Arrow.
    pub protobuf_requests: u64,
    /// How many times a request was sent again.
    pub retries: u64,
    /// Time since the first row.
    pub elapsed: Duration,
}

impl LoadReport {
    /// Rows per second.
    pub fn rows_per_second(&self) -> f64 {
        per_second(self.rows, self.elapsed)
    }

    /// Bytes per second.
    pub fn bytes_per_second(&self) -> f64 {
        per_second(self.bytes, self.elapsed)
    }

    /// The format of the acknowledged requests, if there was only one. A load in Arrow sends some requests as protobuf
    /// where Arrow does not work; see [`format`](super::Loader::format).
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

/// `1000 rows, 52000 bytes, 2 requests (1 as protobuf), 1 retry, 0.5 s, 2000 rows/s`
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
