//! Models with column families: storage, compression, and their columns.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(family(default, data = "ssd", compression = "off"))]
#[ydb(family(cold, data = "rot", compression = "lz4"), family("very-cold", data = "rot"))]
#[ydb(family(packed, compression = "lz4"))]
struct Archive {
    #[ydb(family = "default")]
    id: Uuid,
    title: String,
    #[ydb(family = "cold")]
    body: Option<String>,
    #[ydb(family = "cold")]
    size: u64,
    #[ydb(family = "very-cold", default = 7)]
    copies: u32,
    #[ydb(family = "packed", serial)]
    number: i64,
    #[ydb(family = "packed", default = "none")]
    comment: Option<String>,
}

#[test]
fn goldens() {
    golden!(Archive);
}
