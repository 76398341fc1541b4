//! The columns of `.sys/partition_stats` that are read, and the statement.

/// A column, as `ydb/core/sys_view/common/schema.h` names it. The order is that of the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Path,
    TabletId,
    NodeId,
    StartTime,
    CpuCores,
    RowCount,
    DataSize,
    RowUpdates,
    RowDeletes,
    RowReads,
    RangeReads,
    RangeReadRows,
    ImmediateTxCompleted,
    CoordinatedTxCompleted,
    TxRejectedByOverload,
    PartIdx,
    Now,
}

impl Column {
    pub(super) const ALL: [(Self, &'static str); 17] = [
        (Self::Path, "`Path`"),
        (Self::PartIdx, "`PartIdx`"),
        (Self::TabletId, "`TabletId`"),
        (Self::NodeId, "`NodeId`"),
        (Self::StartTime, "`StartTime`"),
        (Self::CpuCores, "`CPUCores`"),
        (Self::RowCount, "`RowCount`"),
        (Self::DataSize, "`DataSize`"),
        (Self::RowUpdates, "`RowUpdates`"),
        (Self::RowDeletes, "`RowDeletes`"),
        (Self::RowReads, "`RowReads`"),
        (Self::RangeReads, "`RangeReads`"),
        (Self::RangeReadRows, "`RangeReadRows`"),
        (Self::ImmediateTxCompleted, "`ImmediateTxCompleted`"),
        (Self::CoordinatedTxCompleted, "`CoordinatedTxCompleted`"),
        (Self::TxRejectedByOverload, "`TxRejectedByOverload`"),
        // So that times of the server are compared with each other only.
        (Self::Now, "CurrentUtcTimestamp() AS `Now`"),
    ];
}

/// The column of replicas: 0 in the rows of leaders. Older releases do not have it, and no rows of replicas either.
pub(super) const FOLLOWER: &str = "FollowerId";

/// The statement that reads the partitions of leaders.
pub(super) fn statement(has_followers: bool, condition: &str, params: &[(String, String)]) -> String {
    let declared: String = params.iter().map(|(name, _)| format!("DECLARE {name} AS Utf8;\n")).collect();
    let columns = Column::ALL.map(|(_, text)| text).join(", ");
    let leaders = has_followers.then(|| format!("`{FOLLOWER}` = 0u"));
    let condition = (!condition.is_empty()).then(|| format!("({condition})"));
    let wanted: Vec<String> = leaders.into_iter().chain(condition).collect();
    let wanted = if wanted.is_empty() { String::new() } else { format!(" WHERE {}", wanted.join(" AND ")) };
    format!("{declared}SELECT {columns} FROM `.sys/partition_stats`{wanted}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_with_replicas_and_without() {
        let newer = statement(true, "", &[]);
        assert!(newer.ends_with(" FROM `.sys/partition_stats` WHERE `FollowerId` = 0u"), "{newer}");
        let older = statement(false, "", &[]);
        assert!(older.ends_with(" FROM `.sys/partition_stats`"), "{older}");
        let params = [("$from0".to_owned(), "/local/t".to_owned())];
        let one = statement(true, "`Path` = $from0", &params);
        assert!(one.starts_with("DECLARE $from0 AS Utf8;\nSELECT `Path`, "), "{one}");
        assert!(one.ends_with(" WHERE `FollowerId` = 0u AND (`Path` = $from0)"), "{one}");
    }
}
