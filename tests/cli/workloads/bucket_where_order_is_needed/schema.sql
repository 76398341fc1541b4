-- An audit trail. It is read page by page, in the order of time, for everyone at once.
CREATE TABLE audit (
    happened_at Timestamp NOT NULL,
    event_id Uint64 NOT NULL,
    actor_id Uint64 NOT NULL,
    action Utf8 NOT NULL,
    detail Utf8,
    PRIMARY KEY (happened_at, event_id)
);
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: happened_at 40000, event_id 40000, actor_id 4000, action 30, detail 30000
-- ydb_keys.growing: happened_at, event_id
