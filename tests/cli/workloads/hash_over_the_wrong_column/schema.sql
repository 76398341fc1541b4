-- Readings of devices. The hash is over the device and the time, so the readings of a device lie everywhere.
CREATE TABLE readings (
    reading_hash Uint64 NOT NULL,
    device_id Uint64 NOT NULL,
    measured_at Timestamp NOT NULL,
    celsius Double,
    battery Uint8,
    PRIMARY KEY (reading_hash, device_id, measured_at)
);
-- ydb_keys.layout: v1: reading_hash = xxh3(device_id Uint64, measured_at Timestamp), device_id Uint64, measured_at Timestamp
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: device_id 400, measured_at 40000, celsius 900, battery 100
-- ydb_keys.growing: measured_at

CREATE TABLE devices (
    device_hash Uint64 NOT NULL,
    device_id Uint64 NOT NULL,
    model Utf8 NOT NULL,
    seen_at Timestamp,
    PRIMARY KEY (device_hash, device_id)
);
-- ydb_keys.layout: v1: device_hash = numeric_hash(device_id Uint64), device_id Uint64
-- ydb_keys.rows: 2000
-- ydb_keys.partitions: 4
-- ydb_keys.distinct: device_id 2000, model 12, seen_at 2000
-- ydb_keys.growing: device_id, seen_at
