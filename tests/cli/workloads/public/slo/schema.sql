-- The SLO workload of YDB's SDKs.
-- Facts from ydb-platform/ydb-go-sdk: tests/slo/native/query/storage.go, tests/slo/internal/kv/workload.go and
-- tests/slo/README.md; the same table in ydb-platform/ydb-rs-sdk: ydb-slo-tests/examples/native/db.rs.
-- At the end of a run of ten minutes the table has 61,000 rows: 1,000 at the beginning and 100 a second. Here it has
-- two thirds of them. The key is nullable there too, and no statement writes payload_hash.
CREATE TABLE slo (
    hash Uint64,
    id Uint64,
    payload_str Utf8,
    payload_double Double,
    payload_timestamp Timestamp,
    payload_hash Uint64,
    PRIMARY KEY (hash, id)
);
-- ydb_keys.layout: v3: hash = numeric_hash(id Uint64), id Uint64; key_not_null = false
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 6
-- ydb_keys.distinct: id 40000, payload_str 40000, payload_double 40000, payload_timestamp 40000, payload_hash 1
-- ydb_keys.growing: id, payload_timestamp
