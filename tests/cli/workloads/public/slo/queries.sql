-- The default rates: 1,000 reads and 100 writes a second.

-- name: read
-- runs: 1000/s
SELECT id, payload_str, payload_double, payload_timestamp, payload_hash
FROM slo
WHERE hash = Digest::NumericHash($id) AND id = $id;

-- name: write
-- runs: 100/s
UPSERT INTO slo (hash, id, payload_str, payload_double, payload_timestamp)
VALUES (Digest::NumericHash($id), $id, $payload_str, $payload_double, $payload_timestamp);
