-- name: one_device
-- runs: 700/s
SELECT model, seen_at
FROM devices
WHERE device_hash = Digest::NumericHash($device) AND device_id = $device;

-- name: one_reading
-- runs: 100/s
SELECT celsius, battery
FROM readings
WHERE reading_hash = Digest::XXH3(ToBytes($device) || ToBytes(CAST($measured_at AS Uint64)))
    AND device_id = $device AND measured_at = $measured_at;

-- name: latest_of_device
-- runs: 120/s
SELECT measured_at, celsius, battery
FROM readings
WHERE device_id = $device
ORDER BY measured_at DESC
LIMIT 30;

-- name: chart
-- runs: 60/s
SELECT measured_at, celsius
FROM readings
WHERE device_id = $device AND measured_at BETWEEN $from AND $to
ORDER BY measured_at;

-- name: store
-- runs: 900/s
UPSERT INTO readings (reading_hash, device_id, measured_at, celsius, battery)
VALUES (Digest::XXH3(ToBytes($device) || ToBytes(CAST($measured_at AS Uint64))), $device, $measured_at, $celsius,
    $battery);

-- name: seen
-- runs: 900/s
UPDATE devices SET seen_at = $measured_at
WHERE device_hash = Digest::NumericHash($device) AND device_id = $device;

-- name: connect
-- runs: 5/s
UPSERT INTO devices (device_hash, device_id, model, seen_at)
VALUES (Digest::NumericHash($device), $device, $model, $seen_at);

-- name: hottest
-- runs: 10/h
SELECT device_id, measured_at, celsius
FROM readings
WHERE measured_at >= $since AND celsius > $warm;
