-- Card payments. The number of a payment comes from a sequence, and leads the key.
CREATE TABLE payments (
    payment_id Uint64 NOT NULL,
    account_id Uint64 NOT NULL,
    merchant_id Uint64 NOT NULL,
    created_at Timestamp NOT NULL,
    state Utf8 NOT NULL,
    cents Int64 NOT NULL,
    INDEX by_account GLOBAL ON (account_id, created_at) COVER (cents),
    PRIMARY KEY (payment_id)
);
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: payment_id 40000, account_id 2000, merchant_id 200, created_at 40000, state 4, cents 12000
-- ydb_keys.heavy: state 0.95
-- ydb_keys.growing: payment_id, created_at
