-- The trips and the wages of a carrier, taken over from a store of documents: nothing is NOT NULL.
CREATE TABLE `freight/owners` (
    uid Utf8,
    mail Utf8,
    secret_hash Utf8,
    kind Utf8,
    title Utf8,
    driver_ids Json,
    active Bool,
    made_at Timestamp,
    PRIMARY KEY (uid)
);
CREATE TABLE `freight/cars` (
    id Utf8,
    owner_id Utf8,
    plate Utf8,
    brand Utf8,
    year Int32,
    fuel Utf8,
    is_active Bool,
    driver_id Utf8,
    test_at Timestamp,
    made_at Timestamp,
    PRIMARY KEY (id),
    INDEX owner_idx GLOBAL ON (owner_id)
);
CREATE TABLE `freight/trips` (
    id Utf8,
    driver_id Utf8,
    car_id Utf8,
    state Utf8,
    begun_at Timestamp,
    begun_lat Double,
    begun_lon Double,
    track Json,
    done_at Timestamp,
    distance Double,
    cargo Utf8,
    income Double,
    sheet_uuid Utf8,
    made_at Timestamp,
    PRIMARY KEY (id),
    INDEX driver_idx GLOBAL ON (driver_id),
    INDEX state_idx GLOBAL ON (state)
);
CREATE TABLE `freight/tariffs` (
    owner_id Utf8,
    plan Utf8,
    since Timestamp,
    PRIMARY KEY (owner_id)
);
