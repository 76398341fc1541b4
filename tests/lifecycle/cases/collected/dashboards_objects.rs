//! The table `dashboards/objects`.

use ydb_keys::YdbTable;

/// A row of the table `dashboards/objects`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dashboards/objects")]
#[ydb(primary_key(guid))]
#[ydb(partitioning(by_load))]
#[ydb(family(default, compression = "off"))]
#[ydb(index(IDX_objects_group_object, on(group, object), async))]
#[ydb(index(
    UQE_objects_space_group_object_name,
    on(space, group, object, name),
    unique
))]
pub struct Objects {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub guid: String,
    pub revision: Option<i64>,
    pub group: Option<String>,
    pub object: Option<String>,
    pub space: Option<String>,
    pub name: Option<String>,
    pub body: Option<String>,
    pub verb: Option<i64>,
    pub labels: Option<String>,
    pub revision_before: Option<i64>,
    pub directory: Option<String>,
}
