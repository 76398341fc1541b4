//! The table `dashboards/alarm_tags`.

use ydb_keys::YdbTable;

/// A row of the table `dashboards/alarm_tags`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dashboards/alarm_tags")]
#[ydb(primary_key(id))]
#[ydb(index(UQE_alarm_tags_alarm_id_tag_id, on(alarm_id, tag_id), unique))]
#[ydb(index(IDX_alarm_tags_alarm_id, on(alarm_id)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct AlarmTags {
    #[ydb(serial)]
    pub id: i32,
    pub alarm_id: i64,
    pub tag_id: i64,
}
