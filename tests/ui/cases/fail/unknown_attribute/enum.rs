// An attribute of a newtype on an enum, and one of the enum on a variant.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(dispersed)]
enum Status {
    New,
    #[ydb(rename_all = "lowercase")]
    Paid,
}

fn main() {}
