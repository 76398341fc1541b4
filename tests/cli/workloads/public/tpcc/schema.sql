-- TPC-C on YDB.
-- Facts from ydb-platform/ydb: ydb/library/workload/tpcc/init.cpp, import.cpp (indexes), constants.h (mix, sizes),
-- data_splitter.cpp, transaction_*.cpp and common_queries.cpp; the same tables in ydb-platform/tpcc:
-- src/main/resources/benchmarks/tpcc/ddl-ydb.sql.
-- Ten warehouses. What the standard has in a district or a warehouse is divided by 75: 40 customers and 40 orders of a
-- district instead of 3,000, 1,333 items instead of 100,000, 13 last names instead of 1,000. Keys multiply to the rows.
CREATE TABLE warehouse (
    W_ID Int32 NOT NULL,
    W_YTD Double,
    W_TAX Double,
    W_NAME Utf8,
    W_STREET_1 Utf8,
    W_STREET_2 Utf8,
    W_CITY Utf8,
    W_STATE Utf8,
    W_ZIP Utf8,
    PRIMARY KEY (W_ID)
);
-- ydb_keys.rows: 10
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: W_ID 10, W_YTD 10, W_TAX 10, W_NAME 10, W_STREET_1 10, W_STREET_2 10, W_CITY 10, W_STATE 10, W_ZIP 1

CREATE TABLE district (
    D_W_ID Int32 NOT NULL,
    D_ID Int32 NOT NULL,
    D_YTD Double,
    D_TAX Double,
    D_NEXT_O_ID Int32,
    D_NAME Utf8,
    D_STREET_1 Utf8,
    D_STREET_2 Utf8,
    D_CITY Utf8,
    D_STATE Utf8,
    D_ZIP Utf8,
    PRIMARY KEY (D_W_ID, D_ID)
);
-- ydb_keys.rows: 100
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: D_W_ID 10, D_ID 10, D_YTD 100, D_TAX 100, D_NEXT_O_ID 40, D_NAME 100, D_STREET_1 100, D_STREET_2 100, D_CITY 100, D_STATE 90, D_ZIP 1

CREATE TABLE customer (
    C_W_ID Int32 NOT NULL,
    C_D_ID Int32 NOT NULL,
    C_ID Int32 NOT NULL,
    C_DISCOUNT Double,
    C_CREDIT Utf8,
    C_LAST Utf8,
    C_FIRST Utf8,
    C_CREDIT_LIM Double,
    C_BALANCE Double,
    C_YTD_PAYMENT Double,
    C_PAYMENT_CNT Int32,
    C_DELIVERY_CNT Int32,
    C_STREET_1 Utf8,
    C_STREET_2 Utf8,
    C_CITY Utf8,
    C_STATE Utf8,
    C_ZIP Utf8,
    C_PHONE Utf8,
    C_SINCE Timestamp,
    C_MIDDLE Utf8,
    C_DATA Utf8,
    INDEX idx_customer_name GLOBAL ON (C_W_ID, C_D_ID, C_LAST, C_FIRST),
    PRIMARY KEY (C_W_ID, C_D_ID, C_ID)
);
-- ydb_keys.rows: 4000
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: C_W_ID 10, C_D_ID 10, C_ID 40, C_DISCOUNT 3000, C_CREDIT 2, C_LAST 13, C_FIRST 4000, C_CREDIT_LIM 1, C_BALANCE 3000, C_YTD_PAYMENT 3000, C_PAYMENT_CNT 50, C_DELIVERY_CNT 20, C_STREET_1 4000, C_STREET_2 4000, C_CITY 4000, C_STATE 600, C_ZIP 3000, C_PHONE 4000, C_SINCE 4000, C_MIDDLE 1, C_DATA 4000
-- ydb_keys.heavy: C_CREDIT 0.9

CREATE TABLE history (
    H_C_W_ID Int32,
    H_C_ID Int32,
    H_C_D_ID Int32,
    H_D_ID Int32,
    H_W_ID Int32,
    H_DATE Timestamp,
    H_AMOUNT Double,
    H_DATA Utf8,
    H_C_NANO_TS Int64 NOT NULL,
    PRIMARY KEY (H_C_W_ID, H_C_NANO_TS)
);
-- ydb_keys.rows: 4000
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: H_C_W_ID 10, H_C_ID 40, H_C_D_ID 10, H_D_ID 10, H_W_ID 10, H_DATE 4000, H_AMOUNT 3900, H_DATA 4000, H_C_NANO_TS 4000
-- ydb_keys.growing: H_DATE, H_C_NANO_TS

CREATE TABLE oorder (
    O_W_ID Int32 NOT NULL,
    O_D_ID Int32 NOT NULL,
    O_ID Int32 NOT NULL,
    O_C_ID Int32,
    O_CARRIER_ID Int32,
    O_OL_CNT Int32,
    O_ALL_LOCAL Int32,
    O_ENTRY_D Timestamp,
    INDEX idx_order GLOBAL ON (O_W_ID, O_D_ID, O_C_ID, O_ID),
    PRIMARY KEY (O_W_ID, O_D_ID, O_ID)
);
-- ydb_keys.rows: 4000
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: O_W_ID 10, O_D_ID 10, O_ID 40, O_C_ID 40, O_CARRIER_ID 10, O_OL_CNT 11, O_ALL_LOCAL 2, O_ENTRY_D 4000
-- ydb_keys.heavy: O_ALL_LOCAL 0.9
-- ydb_keys.growing: O_ID, O_ENTRY_D

CREATE TABLE new_order (
    NO_W_ID Int32 NOT NULL,
    NO_D_ID Int32 NOT NULL,
    NO_O_ID Int32 NOT NULL,
    PRIMARY KEY (NO_W_ID, NO_D_ID, NO_O_ID)
);
-- ydb_keys.rows: 1200
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: NO_W_ID 10, NO_D_ID 10, NO_O_ID 12
-- ydb_keys.growing: NO_O_ID

CREATE TABLE item (
    I_ID Int32 NOT NULL,
    I_NAME Utf8,
    I_PRICE Double,
    I_DATA Utf8,
    I_IM_ID Int32,
    PRIMARY KEY (I_ID)
);
-- ydb_keys.rows: 1333
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: I_ID 1333, I_NAME 1333, I_PRICE 1250, I_DATA 1333, I_IM_ID 1250

CREATE TABLE stock (
    S_W_ID Int32 NOT NULL,
    S_I_ID Int32 NOT NULL,
    S_QUANTITY Int32,
    S_YTD Double,
    S_ORDER_CNT Int32,
    S_REMOTE_CNT Int32,
    S_DATA Utf8,
    S_DIST_01 Utf8,
    S_DIST_02 Utf8,
    S_DIST_03 Utf8,
    S_DIST_04 Utf8,
    S_DIST_05 Utf8,
    S_DIST_06 Utf8,
    S_DIST_07 Utf8,
    S_DIST_08 Utf8,
    S_DIST_09 Utf8,
    S_DIST_10 Utf8,
    PRIMARY KEY (S_W_ID, S_I_ID)
);
-- ydb_keys.rows: 13330
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: S_W_ID 10, S_I_ID 1333, S_QUANTITY 91, S_YTD 300, S_ORDER_CNT 60, S_REMOTE_CNT 5, S_DATA 13330, S_DIST_01 13330, S_DIST_02 13330, S_DIST_03 13330, S_DIST_04 13330, S_DIST_05 13330, S_DIST_06 13330, S_DIST_07 13330, S_DIST_08 13330, S_DIST_09 13330, S_DIST_10 13330

CREATE TABLE order_line (
    OL_W_ID Int32 NOT NULL,
    OL_D_ID Int32 NOT NULL,
    OL_O_ID Int32 NOT NULL,
    OL_NUMBER Int32 NOT NULL,
    OL_I_ID Int32,
    OL_DELIVERY_D Timestamp,
    OL_AMOUNT Double,
    OL_SUPPLY_W_ID Int32,
    OL_QUANTITY Double,
    OL_DIST_INFO Utf8,
    PRIMARY KEY (OL_W_ID, OL_D_ID, OL_O_ID, OL_NUMBER)
);
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 5
-- ydb_keys.distinct: OL_W_ID 10, OL_D_ID 10, OL_O_ID 40, OL_NUMBER 10, OL_I_ID 1333, OL_DELIVERY_D 4000, OL_AMOUNT 20000, OL_SUPPLY_W_ID 10, OL_QUANTITY 10, OL_DIST_INFO 40000
-- ydb_keys.growing: OL_O_ID, OL_DELIVERY_D
