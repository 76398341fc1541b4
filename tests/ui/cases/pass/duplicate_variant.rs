// Each variant its text.
mod distinct {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    #[ydb(rename_all = "lowercase")]
    enum Status {
        New,
        #[ydb(rename = "old")]
        Paid,
    }
}

fn main() {}
