//! Models with names of tables and columns: paths, `rename`, every case of `rename_all`, names that must be quoted,
//! `skip`.

use uuid::Uuid;
use ydb_keys::YdbTable;

/// Model without `table`: the table has the struct's name in snake case.
#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct HTTPRequestLog {
    id: Uuid,
    #[ydb(skip)]
    cached: Option<String>,
    line: String,
    #[ydb(skip)]
    hits: Vec<u8>,
}

#[derive(YdbTable)]
#[ydb(table = "very/deep/it`s-a\\path/t", primary_key(my_col, limit_))]
struct OddNames {
    #[ydb(rename = "my-col")]
    my_col: Uuid,
    #[ydb(rename = "limit")]
    limit_: String,
    r#type: String,
    #[ydb(rename = "order")]
    order_: Option<u64>,
    #[ydb(rename = "2nd")]
    second: Option<u64>,
    #[ydb(rename = "SELECT")]
    select: Option<u64>,
    #[ydb(rename = "my_col")]
    other: Option<u64>,
    #[ydb(rename = "-")]
    dash: Option<u64>,
}

/// Declares models with two fields of several words: one with its own name, one that takes the case.
macro_rules! cases {
    ($($model:ident $case:literal;)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(id_of_user))]
        #[ydb(rename_all = $case)]
        struct $model {
            #[ydb(rename = "id_of_user")]
            id_of_user: Uuid,
            home_page2: Option<String>,
        }
    )*};
}

cases! {
    Lower "lowercase";
    Upper "UPPERCASE";
    Pascal "PascalCase";
    Camel "camelCase";
    Snake "snake_case";
    Screaming "SCREAMING_SNAKE_CASE";
    Kebab "kebab-case";
    ScreamingKebab "SCREAMING-KEBAB-CASE";
}

#[test]
fn goldens() {
    golden!(HTTPRequestLog, OddNames, Lower, Upper, Pascal, Camel, Snake, Screaming, Kebab, ScreamingKebab);
}

/// Tests that names are converted like in serde.
#[test]
fn cases_are_those_of_serde() {
    let tables = [Lower::TABLE, Upper::TABLE, Pascal::TABLE, Camel::TABLE];
    assert_eq!(tables.map(|table| table.columns[1].name), ["homepage2", "HOMEPAGE2", "HomePage2", "homePage2"]);
    let tables = [Snake::TABLE, Screaming::TABLE, Kebab::TABLE, ScreamingKebab::TABLE];
    assert_eq!(tables.map(|table| table.columns[1].name), ["home_page2", "HOME_PAGE2", "home-page2", "HOME-PAGE2"]);
}
