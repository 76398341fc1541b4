// The table's column is not called like its field; a renamed one that is unlike all; a case of the row's own.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(table = "accounts", rename_all = "camelCase", primary_key(user_name))]
struct Account {
    user_name: String,
    e_mail: Option<String>,
}

#[derive(YdbRow)]
#[ydb(of = Account)]
struct Name {
    user_name: String,
}

#[derive(YdbRow)]
#[ydb(of = Account, rename_all = "kebab-case")]
struct Mail {
    #[ydb(rename = "address")]
    mail: Option<String>,
    user_name: String,
}

fn main() {}
