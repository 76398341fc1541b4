-- Reservations of hotels. The first index is the beginning of the second one.
CREATE TABLE reservations (
    reservation_hash Uint64 NOT NULL,
    reservation_id Uint64 NOT NULL,
    hotel_id Uint64 NOT NULL,
    guest_id Uint64 NOT NULL,
    arrival Date NOT NULL,
    nights Uint16 NOT NULL,
    status Utf8 NOT NULL,
    INDEX by_hotel GLOBAL ON (hotel_id) COVER (guest_id),
    INDEX by_arrival GLOBAL ON (hotel_id, arrival) COVER (guest_id, nights),
    INDEX by_guest GLOBAL ON (guest_id, arrival) COVER (hotel_id),
    PRIMARY KEY (reservation_hash, reservation_id)
);
-- ydb_keys.layout: v1: reservation_hash = numeric_hash(reservation_id Uint64), reservation_id Uint64
-- ydb_keys.rows: 30000
-- ydb_keys.partitions: 12
-- ydb_keys.distinct: reservation_id 30000, hotel_id 300, guest_id 6000, arrival 365, nights 14, status 4
-- ydb_keys.heavy: status 0.8
-- ydb_keys.growing: reservation_id
