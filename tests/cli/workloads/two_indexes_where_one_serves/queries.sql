-- name: one_reservation
-- runs: 300/s
SELECT hotel_id, guest_id, arrival, nights, status
FROM reservations
WHERE reservation_hash = Digest::NumericHash($reservation) AND reservation_id = $reservation;

-- name: of_hotel
-- runs: 12/s
SELECT reservation_id, guest_id
FROM reservations
WHERE hotel_id = $hotel;

-- name: arrivals
-- runs: 60/s
SELECT reservation_id, guest_id, nights
FROM reservations
WHERE hotel_id = $hotel AND arrival = $day;

-- name: of_guest
-- runs: 50/s
SELECT reservation_id, hotel_id, arrival
FROM reservations
WHERE guest_id = $guest
ORDER BY arrival DESC
LIMIT 5;

-- name: book
-- runs: 300/s
UPSERT INTO reservations (reservation_hash, reservation_id, hotel_id, guest_id, arrival, nights, status)
VALUES (Digest::NumericHash($reservation), $reservation, $hotel, $guest, $arrival, $nights, $status);

-- name: check_in
-- runs: 100/s
UPDATE reservations SET status = $status
WHERE reservation_hash = Digest::NumericHash($reservation) AND reservation_id = $reservation;

-- name: cancel
-- runs: 20/s
DELETE FROM reservations
WHERE reservation_hash = Digest::NumericHash($reservation) AND reservation_id = $reservation;

-- name: count_by_status
-- runs: 3/h
SELECT COUNT(*) FROM reservations WHERE status = $status;
