-- The index of a feed: a hash before nullable keys, uniform partitions, small partitions, rows that expire.
CREATE TABLE `feed/items` (
    hash Uint64,
    reader_id Utf8,
    item_id Utf8,
    field Utf8,
    key Utf8,
    value String,
    ends_at Timestamp,
    PRIMARY KEY(hash, reader_id, item_id, field, key)
) WITH (
    TTL = Interval("PT0S") ON ends_at,
    UNIFORM_PARTITIONS = 2
);
CREATE TABLE `feed/reader_items` (
    hash Uint64,
    reader_id Utf8,
    item_id Utf8,
    PRIMARY KEY(hash, reader_id, item_id)
) WITH (
    UNIFORM_PARTITIONS = 64,
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 128
);
CREATE TABLE `feed/archive` (
    hashed_id String,
    outer_id Utf8,
    changed_at Timestamp,
    document String,
    PRIMARY KEY(hashed_id, outer_id, changed_at)
) WITH (
    TTL = Interval("P30D") ON changed_at
);
CREATE TABLE `feed/seen` (
    key_hash Uint64,
    from_hash Uint64,
    chk Uint32,
    ends_on Date,
    PRIMARY KEY (key_hash)
) WITH (
    TTL = Interval("P1D") ON ends_on,
    KEY_BLOOM_FILTER = ENABLED,
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 32,
    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 2048,
    UNIFORM_PARTITIONS = 32
);
