use ydb_keys::YdbTable;

/// A row of the table `country`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "country")]
#[ydb(primary_key(id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Country {
    pub id: i16,
    pub name: String,
}
