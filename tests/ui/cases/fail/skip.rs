// Skipped fields of types without a default value.
mod no_default {
    use ydb_keys::{YdbRow, YdbTable};

    struct NoDefault;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Table {
        name: String,
        #[ydb(skip)]
        skipped: NoDefault,
        #[ydb(skip)]
        also: Result<u64, String>,
    }

    #[derive(YdbRow)]
    struct Row {
        name: String,
        #[ydb(skip)]
        skipped: Option<NoDefault>,
        #[ydb(skip)]
        also: &'static mut u64,
    }

    fn run() {
        let _ = |row: Row| (row.name, row.skipped, row.also);
    }
}

fn main() {}
