-- Transfers of a bank. The statement of an account reads one column that its index does not have.
CREATE TABLE transfers (
    transfer_hash Uint64 NOT NULL,
    transfer_id Uint64 NOT NULL,
    account_id Uint64 NOT NULL,
    booked_at Timestamp NOT NULL,
    cents Int64 NOT NULL,
    memo Utf8,
    counterparty Utf8 NOT NULL,
    state Utf8 NOT NULL,
    INDEX by_account GLOBAL ON (account_id, booked_at) COVER (cents),
    PRIMARY KEY (transfer_hash, transfer_id)
);
-- ydb_keys.layout: v1: transfer_hash = numeric_hash(transfer_id Uint64), transfer_id Uint64
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: transfer_id 40000, account_id 800, booked_at 40000, cents 9000, memo 30000, counterparty 5000, state 4
-- ydb_keys.growing: transfer_id, booked_at
