use ydb_keys::YdbColumn;

// Two variants of one text.
mod rename {
    use super::*;

    #[derive(YdbColumn)]
    enum Status {
        New,
        #[ydb(rename = "New")]
        Paid,
    }
}

// Two variants that get one text from `rename_all`.
mod rename_all {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(rename_all = "lowercase")]
    enum Status {
        New,
        NeW,
    }
}

fn main() {}
