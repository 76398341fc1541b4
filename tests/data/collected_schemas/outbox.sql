-- An outbox as a platform gives it to its services: a bucket of 8 bits before a time, a lease for each bucket, dead letters.
CREATE TABLE `outbox/messages` (
    bucket     Uint8 NOT NULL,
    made_at    Timestamp NOT NULL,
    id         Uuid NOT NULL,
    order_key  Utf8 NOT NULL,
    topic      Utf8,
    body       Json NOT NULL,
    tries      Int32 NOT NULL,
    fault      Utf8,
    PRIMARY KEY (bucket, made_at, id)
);
CREATE TABLE `outbox/leases` (
    bucket      Uint8 NOT NULL,
    held_by     Utf8 NOT NULL,
    held_until  Timestamp NOT NULL,
    PRIMARY KEY (bucket)
);
CREATE TABLE `outbox/dead` (
    bucket     Uint8 NOT NULL,
    made_at    Timestamp NOT NULL,
    id         Uuid NOT NULL,
    order_key  Utf8 NOT NULL,
    body       Json NOT NULL,
    failed_at  Timestamp NOT NULL,
    PRIMARY KEY (bucket, made_at, id)
) WITH (TTL = Interval("P30D") ON failed_at);
