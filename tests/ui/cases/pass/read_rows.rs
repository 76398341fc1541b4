// ReadRows of a row table without an index.
mod row_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(user_id))]
    struct Click {
        user_id: String,
        campaign_id: u64,
    }

    pub fn run() {
        let _ = Click::read_rows(["a".to_owned()]);
        let _ = Click::below("a").read_rows(["a".to_owned()]);
    }
}

fn main() {
    row_table::run();
}
