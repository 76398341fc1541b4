//! Tests statements of a table whose columns are named like words of YQL, like parameters, and like each other.

use uuid::Uuid;
use ydb_keys::YdbTable;

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "odd/na-mes", primary_key(my_col, limit_, r#type))]
pub(crate) struct Odd {
    #[ydb(rename = "my-col")]
    pub(crate) my_col: Uuid,
    #[ydb(rename = "limit")]
    pub(crate) limit_: u32,
    pub(crate) r#type: String,
    #[ydb(rename = "my_col")]
    pub(crate) other: Option<u64>,
    #[ydb(rename = "order")]
    pub(crate) order_: Option<u64>,
    pub(crate) rows: Option<u64>,
    pub(crate) keys: Option<u64>,
    #[ydb(rename = "2nd")]
    pub(crate) second: Option<u64>,
    #[ydb(rename = "_2nd")]
    pub(crate) other_second: Option<u64>,
    #[ydb(rename = "SELECT")]
    pub(crate) select: Option<u64>,
    #[ydb(rename = "null")]
    pub(crate) null: Option<u64>,
    pub(crate) r#true: Option<u64>,
    #[ydb(rename = "limit_from")]
    pub(crate) limit_from: Option<u64>,
}

#[test]
fn goldens() {
    let id = Uuid::from_u128(0xf81d4fae_7dec_41d0_a765_00a0c91e6bf6);
    let odd = Odd {
        my_col: id,
        limit_: 1,
        r#type: "t".to_owned(),
        other: Some(2),
        order_: Some(3),
        rows: Some(4),
        keys: Some(5),
        second: Some(6),
        other_second: Some(7),
        select: Some(8),
        null: None,
        r#true: Some(9),
        limit_from: Some(10),
    };
    let rows = std::slice::from_ref(&odd);
    let key = || (id, 1, "t".to_owned());
    let all = Odd::update(key())
        .other(Some(2))
        .order_(Some(3))
        .rows(Some(4))
        .keys(Some(5))
        .second(Some(6))
        .other_second(Some(7))
        .select(Some(8))
        .null(None)
        .r#true(Some(9))
        .limit_from(Some(10));
    insta::assert_snapshot!(
        "odd_names",
        golden(&[
            ("insert", odd.insert().statement()),
            ("upsert_many", Odd::upsert_many(rows).statement()),
            ("update all columns", all.statement()),
            ("update_many", Odd::update_many(rows).statement()),
            ("delete", Odd::delete(key()).statement()),
            ("delete_many", Odd::delete_many([key()]).statement()),
            ("get", Odd::get(key()).statement()),
            ("get_many", Odd::get_many([key()]).statement()),
            ("prefix, range, page", Odd::scan().my_col(id).limit_(1..9).after(key()).limit(5).statement()),
            (
                "prefix and range of the last",
                Odd::scan().my_col(id).limit_(1).r#type(.."z".to_owned()).limit(5).statement()
            ),
            ("delete a range", Odd::scan().my_col(id).limit_(1..).delete().statement()),
        ])
    );
}
