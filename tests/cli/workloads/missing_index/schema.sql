-- A wholesaler's orders. An order is read by its number, and a customer's page lists the latest orders.
CREATE TABLE orders (
    order_hash Uint64 NOT NULL,
    order_id Uint64 NOT NULL,
    customer_id Uint64 NOT NULL,
    status Utf8 NOT NULL,
    placed_at Timestamp NOT NULL,
    cents Int64 NOT NULL,
    address Utf8,
    PRIMARY KEY (order_hash, order_id)
);
-- ydb_keys.layout: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: order_id 40000, customer_id 400, status 5, placed_at 40000, cents 9000, address 2000
-- ydb_keys.heavy: status 0.9
-- ydb_keys.growing: order_id, placed_at

CREATE TABLE customers (
    customer_hash Uint64 NOT NULL,
    customer_id Uint64 NOT NULL,
    name Utf8 NOT NULL,
    city Utf8,
    PRIMARY KEY (customer_hash, customer_id)
);
-- ydb_keys.layout: v1: customer_hash = numeric_hash(customer_id Uint64), customer_id Uint64
-- ydb_keys.rows: 2000
-- ydb_keys.partitions: 4
-- ydb_keys.distinct: customer_id 2000, name 1900, city 150
-- ydb_keys.growing: customer_id
