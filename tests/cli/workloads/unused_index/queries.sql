-- name: one_parcel
-- runs: 700/s
SELECT recipient_id, scanned_at, depot_id, state
FROM parcels
WHERE parcel_hash = Digest::NumericHash($parcel) AND parcel_id = $parcel;

-- name: of_recipient
-- runs: 90/s
SELECT parcel_id, created_at
FROM parcels
WHERE recipient_id = $recipient;

-- name: register
-- runs: 80/s
UPSERT INTO parcels (parcel_hash, parcel_id, recipient_id, created_at, scanned_at, depot_id, state)
VALUES (Digest::NumericHash($parcel), $parcel, $recipient, $created_at, $scanned_at, $depot, $state);

-- name: scan
-- runs: 600/s
UPDATE parcels SET scanned_at = $scanned_at, depot_id = $depot, state = $state
WHERE parcel_hash = Digest::NumericHash($parcel) AND parcel_id = $parcel;

-- name: in_depot
-- runs: 6/h
SELECT parcel_id, state FROM parcels WHERE depot_id = $depot;

-- name: purge
-- runs: 1/h
DELETE FROM parcels WHERE scanned_at < $before;
