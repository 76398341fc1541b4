// Fields outside of the key with names that a scan has taken.
mod outside_the_key {
    use ydb_keys::YdbTable;

    // Outside the key the scan has no method for it, and `rename` keeps the name in the database.
    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Quota {
        name: String,
        limit: u64,
        #[ydb(rename = "statement")]
        statement_value: Option<String>,
    }

    pub fn run() {
        let _ = Quota::update("a".to_owned()).limit(1).statement_value(None).statement();
        let _ = Quota::scan().name("a").limit(1).statement();
    }
}

fn main() {
    outside_the_key::run();
}
