use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/tasks`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/tasks")]
// No hash that a model can declare gives the values of `taskId` in all 20 sampled rows, so it is an
// ordinary column.
#[ydb(primary_key(task_id, status, priority))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `taskId` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Tasks {
    #[ydb(rename = "taskId")]
    pub task_id: u64,
    pub status: String,
    pub priority: i16,
    #[ydb(rename = "oldStatus")]
    pub old_status: Option<String>,
    #[ydb(rename = "oldPriority")]
    pub old_priority: Option<i16>,
    #[ydb(rename = "parentTask")]
    pub parent_task: Option<u64>,
    #[ydb(rename = "rawJson", type = "Json")]
    pub raw_json: Option<String>,
    #[ydb(type = "Json")]
    pub settings: String,
    #[ydb(rename = "moreSettings", type = "JsonDocument")]
    pub more_settings: Option<String>,
    #[ydb(rename = "anyJson", type = "Json")]
    pub any_json: Option<String>,
}
