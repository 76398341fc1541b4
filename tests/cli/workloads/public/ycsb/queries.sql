-- The six workloads A to F side by side, each at 1,000 operations a second:
--   A 500 reads, 500 updates          D 950 reads, 50 inserts
--   B 950 reads, 50 updates           E 950 scans, 50 inserts
--   C 1000 reads                      F 500 reads, 500 reads with an update of the same record
-- An update writes one field. A scan takes 1 to 100 records, 50 on average.

-- name: read
-- runs: 4400/s
SELECT * FROM usertable WHERE id = $id;

-- name: update_field
-- runs: 1050/s
UPSERT INTO usertable (id, field0) VALUES ($id, $field0);

-- name: insert_record
-- runs: 100/s
INSERT INTO usertable (id, field0, field1, field2, field3, field4, field5, field6, field7, field8, field9)
VALUES ($id, $field0, $field1, $field2, $field3, $field4, $field5, $field6, $field7, $field8, $field9);

-- name: scan
-- runs: 950/s
SELECT * FROM usertable WHERE id >= $start LIMIT $limit;
