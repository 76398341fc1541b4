// Skipped fields of types with a default value.
mod default {
    use ydb_keys::{YdbRow, YdbTable};

    #[derive(Default)]
    struct WithDefault;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Table {
        name: String,
        #[ydb(skip)]
        skipped: WithDefault,
    }

    #[derive(YdbRow)]
    struct Row {
        name: String,
        #[ydb(skip)]
        skipped: Option<WithDefault>,
    }

    pub fn run() {
        let _ = |table: Table, row: Row| (table.name, table.skipped, row.name, row.skipped);
    }
}

fn main() {
    default::run();
}
