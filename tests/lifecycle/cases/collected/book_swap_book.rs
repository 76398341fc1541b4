//! The table `book_swap/book`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `book_swap/book`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "book_swap/book")]
#[ydb(primary_key(id))]
#[ydb(index(book__keeper_id__idx, on(keeper_id)))]
#[ydb(index(book__state__idx, on(state)))]
#[ydb(index(book__genre__idx, on(genre)))]
#[ydb(index(book__writer__idx, on(writer)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct Book {
    #[ydb(serial)]
    pub id: i64,
    pub keeper_id: i64,
    pub title: String,
    pub writer: String,
    pub genre: String,
    pub about: Option<String>,
    pub wear: String,
    pub state: String,
    pub added_at: SystemTime,
}
