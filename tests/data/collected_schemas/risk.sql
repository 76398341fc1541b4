-- A service that judges risks, one of a family of services with the same tables: outbox, inbox, keys of requests, documents.
CREATE TABLE `risk/outbox` (
    message_id Utf8 NOT NULL,
    root_type Utf8 NOT NULL,
    root_id Utf8 NOT NULL,
    root_revision Uint64 NOT NULL,
    message_type Utf8 NOT NULL,
    topic Utf8 NOT NULL,
    order_key Utf8 NOT NULL,
    body JsonDocument NOT NULL,
    headers JsonDocument,
    state Utf8 NOT NULL,
    tries Uint32 NOT NULL,
    next_try_at Timestamp,
    made_at Timestamp NOT NULL,
    sent_at Timestamp,
    PRIMARY KEY (message_id),
    INDEX idx_outbox_next GLOBAL ON (state, next_try_at, made_at)
) WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
CREATE TABLE `risk/inbox` (
    reader Utf8 NOT NULL,
    message_id Utf8 NOT NULL,
    message_type Utf8 NOT NULL,
    got_at Timestamp NOT NULL,
    done_at Timestamp,
    state Utf8 NOT NULL,
    body_hash String NOT NULL,
    fault Utf8,
    PRIMARY KEY (reader, message_id),
    INDEX idx_inbox_state GLOBAL ON (state, got_at)
) WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
CREATE TABLE `risk/request_keys` (
    scope Utf8 NOT NULL,
    request_key Utf8 NOT NULL,
    request_hash String NOT NULL,
    name Utf8,
    answer JsonDocument,
    state Utf8 NOT NULL,
    made_at Timestamp NOT NULL,
    ends_at Timestamp NOT NULL,
    PRIMARY KEY (scope, request_key),
    INDEX idx_request_keys_end GLOBAL ON (ends_at)
) WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED
);
CREATE TABLE `risk/judgements` (
    id Utf8 NOT NULL,
    parent_id Utf8,
    project_id Utf8,
    state Utf8 NOT NULL,
    title Utf8,
    attributes JsonDocument,
    labels JsonDocument,
    secrecy Utf8 NOT NULL,
    revision Uint64 NOT NULL,
    etag Utf8 NOT NULL,
    made_at Timestamp NOT NULL,
    changed_at Timestamp NOT NULL,
    gone_at Timestamp,
    PRIMARY KEY (id),
    INDEX idx_judgements_parent GLOBAL ON (parent_id, made_at),
    INDEX idx_judgements_project GLOBAL ON (project_id, made_at),
    INDEX idx_judgements_state GLOBAL ON (state, changed_at)
) WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
