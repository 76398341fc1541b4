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
    LocksAcquired,
    LocksWholeShard,
    LocksBroken,
}

impl Column {
    pub(super) const ALL: [(Self, &'static str); 20] = [
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
        (Self::LocksAcquired, "`LocksAcquired`"),
        (Self::LocksWholeShard, "`LocksWholeShard`"),
        (Self::LocksBroken, "`LocksBroken`"),
    ];

    /// The columns at the end that a release before 25.1 lacks.
    const OF_LOCKS: usize = 3;

    /// Those that a release has.
    pub(super) fn of(release: Release) -> &'static [(Self, &'static str)] {
        let lacks = if release.has_locks { 0 } else { Self::OF_LOCKS };
        &Self::ALL[..Self::ALL.len() - lacks]
    }
}

/// Which columns a release has that were not there from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Release {
    /// The column of replicas: 0 in the rows of leaders. Older releases do not have it, and no rows of replicas either.
    pub(super) has_followers: bool,
    /// The counters of locks.
    pub(super) has_locks: bool,
}

impl Release {
    pub(super) const NEWEST: Self = Self { has_followers: true, has_locks: true };

    /// The release as an error shows it that names a column which it does not have; `None` for other errors.
    pub(super) fn without(self, error: &str) -> Option<Self> {
        let older = Self {
            has_followers: self.has_followers && !error.contains(FOLLOWER),
            has_locks: self.has_locks && !error.contains("Locks"),
        };
        (older != self).then_some(older)
    }
}

const FOLLOWER: &str = "FollowerId";

/// The statement that reads the partitions of leaders.
pub(super) fn statement(release: Release, condition: &str, params: &[(String, String)]) -> String {
    let declared: String = params.iter().map(|(name, _)| format!("DECLARE {name} AS Utf8;\n")).collect();
    let columns = Column::of(release).iter().map(|(_, text)| *text).collect::<Vec<_>>().join(", ");
    let leaders = release.has_followers.then(|| format!("`{FOLLOWER}` = 0u"));
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
        let newer = statement(Release::NEWEST, "", &[]);
        assert!(newer.contains("`LocksBroken`"), "{newer}");
        assert!(newer.ends_with(" FROM `.sys/partition_stats` WHERE `FollowerId` = 0u"), "{newer}");
        let old = Release::NEWEST.without("Member not found: FollowerId").unwrap();
        let oldest = old.without("Member not found: LocksAcquired. Did you mean ..").unwrap();
        assert_eq!(oldest, Release { has_followers: false, has_locks: false });
        assert_eq!((oldest.without("FollowerId"), Release::NEWEST.without("overloaded")), (None, None));
        let older = statement(oldest, "", &[]);
        assert!(!older.contains("Locks"), "{older}");
        assert!(older.ends_with(" FROM `.sys/partition_stats`"), "{older}");
        let params = [("$from0".to_owned(), "/local/t".to_owned())];
        let one = statement(Release::NEWEST, "`Path` = $from0", &params);
        assert!(one.starts_with("DECLARE $from0 AS Utf8;\nSELECT `Path`, "), "{one}");
        assert!(one.ends_with(" WHERE `FollowerId` = 0u AND (`Path` = $from0)"), "{one}");
    }
}
