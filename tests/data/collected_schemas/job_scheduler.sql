-- A scheduler of jobs for several tenants: nullable keys, a bucket before a time, rows that expire by a column of their own.
CREATE TABLE `jobs/ready` (
    bucket Uint32,
    due_at Timestamp,
    account_id Utf8,
    outbox_id Utf8,
    job_id Utf8,
    try_id Utf8,
    PRIMARY KEY (bucket, due_at, account_id, outbox_id)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
CREATE TABLE `jobs/slots` (
    account_id Utf8,
    link_id Utf8,
    phase Utf8,
    job_id Utf8,
    booking_id Utf8,
    held_until Timestamp,
    changed_at Timestamp,
    PRIMARY KEY (account_id, link_id)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 512,
    AUTO_PARTITIONING_BY_LOAD = ENABLED,
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 1,
    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 256
);
CREATE TABLE `jobs/challenges` (
    account_id Utf8,
    person_id Utf8,
    runner_id Utf8,
    challenge_id Utf8,
    purpose Utf8,
    runner_revision Uint64,
    generation Uint64,
    protocol Uint32,
    nonce Utf8,
    made_at Timestamp,
    valid_until Timestamp,
    kept_until Timestamp,
    used_at Timestamp,
    document JsonDocument,
    PRIMARY KEY (account_id, person_id, runner_id, challenge_id)
)
WITH (
    TTL = Interval("PT0S") ON kept_until,
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
