// Two rules allowed, each with its reason.
mod with_reason {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, line))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Event {
        at: SystemTime,
        line: Option<u64>,
    }
}

fn main() {}
