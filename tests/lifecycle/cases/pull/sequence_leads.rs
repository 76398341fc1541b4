use ydb_keys::{Decimal, YdbTable};

/// A row of the table `shop/invoices`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/invoices")]
#[ydb(primary_key(id))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct Invoices {
    #[ydb(serial)]
    pub id: i64,
    pub total: Decimal<12, 2>,
    #[ydb(default = false)]
    pub paid: bool,
}
