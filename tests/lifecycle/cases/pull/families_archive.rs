use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `archive`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "archive")]
#[ydb(primary_key(id))]
#[ydb(family(default, data = "ssd", compression = "off"))]
#[ydb(family(cold, data = "rot", compression = "lz4"))]
#[ydb(family("very-cold", data = "rot"))]
#[ydb(family(packed, compression = "lz4"))]
pub struct Archive {
    pub id: Uuid,
    pub title: String,
    #[ydb(family = "cold")]
    pub body: Option<String>,
    #[ydb(family = "cold")]
    pub size: u64,
    #[ydb(default = 7, family = "very-cold")]
    pub copies: u32,
    #[ydb(serial, family = "packed")]
    pub number: i64,
    #[ydb(default = "none", family = "packed")]
    pub comment: Option<String>,
}
