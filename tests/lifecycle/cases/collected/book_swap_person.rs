//! The table `book_swap/person`.

use ydb_keys::YdbTable;

/// A row of the table `book_swap/person`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "book_swap/person")]
#[ydb(primary_key(person_id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `person_id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Person {
    pub person_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub street: Option<String>,
    pub phone: Option<String>,
}
