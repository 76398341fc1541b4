// A text column by a borrowed text.
mod borrowed_text {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    pub fn run() {
        let _ = Account::scan().name("a").statement();
    }
}

fn main() {
    borrowed_text::run();
}
