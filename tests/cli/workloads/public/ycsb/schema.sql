-- YCSB on YDB.
-- Facts from brianfrankcooper/YCSB: ydb/src/main/java/site/ycsb/db/ydb/YDBTable.java and YDBClient.java, workloads/;
-- and from ydb-platform/benchhelpers: ycsb/configs/workload.rc.
-- One million records there, a twenty-fifth of them here; 50 partitions are the default of the binding. The id is
-- `user` and a number that is a hash of the record's number (insertorder=hashed, the default), so it does not grow.
CREATE TABLE usertable (
    id Utf8 NOT NULL,
    field0 String,
    field1 String,
    field2 String,
    field3 String,
    field4 String,
    field5 String,
    field6 String,
    field7 String,
    field8 String,
    field9 String,
    PRIMARY KEY (id)
);
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 50
-- ydb_keys.distinct: id 40000, field0 40000, field1 40000, field2 40000, field3 40000, field4 40000, field5 40000, field6 40000, field7 40000, field8 40000, field9 40000
