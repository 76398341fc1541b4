// An enum with fields.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
enum Payment {
    Cash,
    Card(String),
    Transfer { iban: String },
}

fn main() {}
