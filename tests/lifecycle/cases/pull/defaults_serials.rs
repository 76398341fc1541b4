use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `serials`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "serials")]
#[ydb(primary_key(tenant, number))]
pub struct Serials {
    pub tenant: Uuid,
    #[ydb(serial)]
    pub number: i64,
    #[ydb(serial)]
    pub medium: i32,
    #[ydb(serial)]
    pub small: i16,
}
