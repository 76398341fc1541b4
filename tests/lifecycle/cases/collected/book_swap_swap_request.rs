//! The table `book_swap/swap_request`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `book_swap/swap_request`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "book_swap/swap_request")]
#[ydb(primary_key(id))]
#[ydb(index(swap_request__state__idx, on(state)))]
#[ydb(index(swap_request__asker_id__idx, on(asker_id)))]
#[ydb(index(swap_request__keeper_id__idx, on(keeper_id)))]
#[ydb(index(swap_request__keeper_book_id__idx, on(keeper_book_id)))]
#[ydb(index(swap_request__asker_book_id__idx, on(asker_book_id)))]
#[ydb(index(
    swap_request__uidx,
    on(asker_id, keeper_id, keeper_book_id, asker_book_id, state)
))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct SwapRequest {
    #[ydb(serial)]
    pub id: i64,
    pub keeper_id: i64,
    pub keeper_book_id: i64,
    pub asker_book_id: i64,
    pub asker_id: i64,
    pub state: String,
    pub asked_at: SystemTime,
    pub answered_at: Option<SystemTime>,
    pub done_at: Option<SystemTime>,
    pub note: Option<String>,
}
