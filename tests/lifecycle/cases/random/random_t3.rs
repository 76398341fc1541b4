//! The table `random/t3`.

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t3`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t3")]
#[ydb(primary_key(c0))]
#[ydb(index(user_id, on(c1, c3), async))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T3 {
    pub c0: u32,
    pub c1: Decimal<22, 9>,
    pub by_kind: Option<String>,
    pub c3: Option<u32>,
    pub c4: Uuid,
}
