-- Parcels. Each scan moves the parcel in an index by the time of its last scan, which no query reads any more.
CREATE TABLE parcels (
    parcel_hash Uint64 NOT NULL,
    parcel_id Uint64 NOT NULL,
    recipient_id Uint64 NOT NULL,
    created_at Timestamp NOT NULL,
    scanned_at Timestamp NOT NULL,
    depot_id Uint32 NOT NULL,
    state Utf8 NOT NULL,
    INDEX by_recipient GLOBAL ON (recipient_id) COVER (created_at),
    INDEX by_scan GLOBAL ON (scanned_at) COVER (depot_id, state),
    PRIMARY KEY (parcel_hash, parcel_id)
);
-- ydb_keys.layout: v1: parcel_hash = numeric_hash(parcel_id Uint64), parcel_id Uint64
-- ydb_keys.rows: 36000
-- ydb_keys.partitions: 12
-- ydb_keys.distinct: parcel_id 36000, recipient_id 6000, created_at 36000, scanned_at 36000, depot_id 80, state 6
-- ydb_keys.heavy: state 0.7
-- ydb_keys.growing: parcel_id, created_at, scanned_at
