//! The table `dashboards/alarm_state`.

use ydb_keys::YdbTable;

/// A row of the table `dashboards/alarm_state`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dashboards/alarm_state")]
#[ydb(primary_key(rule_tenant, rule_uid, tags_hash))]
#[ydb(index(
    IDX_alarm_state_rule_tenant_rule_uid_state,
    on(rule_tenant, rule_uid, state)
))]
#[ydb(index(IDX_alarm_state_rule_tenant_state, on(rule_tenant, state)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `rule_tenant` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct AlarmState {
    pub rule_tenant: i64,
    pub rule_uid: String,
    pub tags: String,
    pub tags_hash: String,
    pub state: String,
    pub state_since: i64,
    pub judged_at: i64,
    #[ydb(default = 0)]
    pub state_until: i64,
    pub why: Option<String>,
    pub print: Option<String>,
    pub resolved: Option<i64>,
    pub sent: Option<i64>,
    pub fired: Option<i64>,
}
