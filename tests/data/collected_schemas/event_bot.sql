-- A bot that books places at events: numbers that an application chooses as keys, an index on a time.
CREATE TABLE `event_bot/people` (
    person_id Int64 NOT NULL,
    title Utf8,
    is_bot Bool,
    made_at Timestamp,
    PRIMARY KEY (person_id)
);
CREATE TABLE `event_bot/events` (
    id Int64 NOT NULL,
    title Utf8,
    begins_at Timestamp,
    minutes Int64,
    format Utf8,
    place Utf8,
    places Int64,
    closed Bool,
    INDEX idx_events_begins_at GLOBAL ON (begins_at),
    PRIMARY KEY (id)
);
CREATE TABLE `event_bot/bookings` (
    id Int64 NOT NULL,
    code Utf8,
    person_id Int64,
    event_id Int64,
    slot_id Int64,
    state Utf8,
    made_at Timestamp,
    left_at Timestamp,
    INDEX idx_bookings_code GLOBAL ON (code),
    INDEX idx_bookings_person GLOBAL ON (person_id),
    INDEX idx_bookings_event GLOBAL ON (event_id),
    PRIMARY KEY (id)
);
CREATE TABLE `event_bot/outbox` (
    id Int64 NOT NULL,
    event_id Int64,
    booking_id Int64,
    kind Utf8,
    body Utf8,
    send_after Timestamp,
    state Utf8,
    tries Int64,
    INDEX idx_outbox_state_send GLOBAL ON (state, send_after),
    INDEX idx_outbox_booking GLOBAL ON (booking_id),
    PRIMARY KEY (id)
);
CREATE TABLE `event_bot/links` (
    slug Utf8 NOT NULL,
    event_id Int64,
    made_at Timestamp,
    INDEX idx_links_event GLOBAL ON (event_id),
    PRIMARY KEY (slug)
);
