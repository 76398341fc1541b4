-- Rides of a taxi service. Keys and indexes fit the queries.
CREATE TABLE rides (
    ride_hash Uint64 NOT NULL,
    ride_id Uint64 NOT NULL,
    rider_id Uint64 NOT NULL,
    driver_id Uint64 NOT NULL,
    started_at Timestamp NOT NULL,
    city_id Uint32 NOT NULL,
    cents Int64 NOT NULL,
    state Utf8 NOT NULL,
    INDEX by_rider GLOBAL ON (rider_id, started_at) COVER (cents),
    PRIMARY KEY (ride_hash, ride_id)
);
-- ydb_keys.layout: v1: ride_hash = numeric_hash(ride_id Uint64), ride_id Uint64
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: ride_id 40000, rider_id 1600, driver_id 500, started_at 40000, city_id 25, cents 5000, state 2
-- ydb_keys.heavy: state 0.98
-- ydb_keys.growing: ride_id, started_at

CREATE TABLE tariffs (
    tariff_id Uint64 NOT NULL,
    city_id Uint32 NOT NULL,
    cents_per_km Int32 NOT NULL,
    valid_from Timestamp NOT NULL,
    PRIMARY KEY (tariff_id)
);
-- ydb_keys.rows: 2000
-- ydb_keys.partitions: 1
-- ydb_keys.distinct: tariff_id 2000, city_id 25, cents_per_km 300, valid_from 2000
-- ydb_keys.growing: tariff_id, valid_from
