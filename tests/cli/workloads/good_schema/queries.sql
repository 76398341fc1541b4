-- name: one_ride
-- runs: 900/s
SELECT rider_id, driver_id, started_at, cents, state
FROM rides
WHERE ride_hash = Digest::NumericHash($ride) AND ride_id = $ride;

-- name: latest_of_rider
-- runs: 200/s
SELECT ride_id, started_at, cents
FROM rides
WHERE rider_id = $rider
ORDER BY started_at DESC
LIMIT 20;

-- name: current_of_rider
-- runs: 40/s
SELECT ride_id, state
FROM rides VIEW by_rider
WHERE rider_id = $rider
ORDER BY started_at DESC
LIMIT 1;

-- name: newest_tariff
-- runs: 250/s
SELECT tariff_id, city_id, cents_per_km
FROM tariffs
ORDER BY tariff_id DESC
LIMIT 5;

-- name: start
-- runs: 120/s
UPSERT INTO rides (ride_hash, ride_id, rider_id, driver_id, started_at, city_id, cents, state)
VALUES (Digest::NumericHash($ride), $ride, $rider, $driver, $started_at, $city, $cents, $state);

-- name: set_state
-- runs: 240/s
UPDATE rides SET state = $state
WHERE ride_hash = Digest::NumericHash($ride) AND ride_id = $ride;

-- name: add_tariff
-- runs: 2/h
UPSERT INTO tariffs (tariff_id, city_id, cents_per_km, valid_from)
VALUES ($tariff, $city, $cents_per_km, $valid_from);

-- name: running
-- runs: 20/h
SELECT ride_id, started_at FROM rides WHERE state = $state;
