use ydb_keys::YdbColumn;

// An enum with fields.
mod enum_with_fields {
    use super::*;

    #[derive(YdbColumn)]
    enum Payment {
        Cash,
        Card(String),
        Transfer { iban: String },
    }
}

// Structs and an enum of nothing, and a union.
mod no_field {
    use super::*;

    #[derive(YdbColumn)]
    struct Nothing;

    #[derive(YdbColumn)]
    enum Never {}

    #[derive(YdbColumn)]
    union Either {
        a: u64,
        b: i64,
    }
}

// A struct of two fields.
mod two_fields {
    use super::*;

    #[derive(YdbColumn)]
    struct Point(u64, u64);
}

fn main() {}
