//! The table `dashboards/objects`.

use ydb_keys::YdbTable;

/// A row of the table `dashboards/objects`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dashboards/objects")]
#[ydb(primary_key(guid))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `dashboards/objects` WHERE `guid` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_load))]
#[ydb(family(default, compression = "off"))]
#[ydb(index(IDX_objects_group_object, on(group, object), async))]
#[ydb(index(
    UQE_objects_space_group_object_name,
    on(space, group, object, name),
    unique
))]
pub struct Objects {
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
