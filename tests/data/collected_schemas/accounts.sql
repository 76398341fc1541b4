-- Accounts of a service with goose: serial keys, a unique mail, tokens that expire; and UUIDs with 64-bit times.
CREATE TABLE `accounts/people` (
    id BigSerial,
    title Utf8 NOT NULL,
    secret Utf8 NOT NULL,
    mail Utf8 NOT NULL,
    type String NOT NULL,
    made_at Datetime NOT NULL,
    proved_at Datetime,
    PRIMARY KEY (id),
    INDEX idx_mail_uniq GLOBAL UNIQUE SYNC ON (mail)
);
CREATE TABLE `accounts/tokens` (
    id BigSerial,
    person_id Utf8 NOT NULL,
    made_at Datetime NOT NULL,
    ends_at Datetime NOT NULL,
    PRIMARY KEY (id),
    INDEX idx_person_id GLOBAL SYNC ON (person_id)
) WITH (
    TTL = Interval("P30D") ON ends_at
);
CREATE TABLE `accounts/providers` (
    person_id Uuid,
    provider Utf8,
    provider_id Utf8,
    token Utf8,
    INDEX idx_provider_lookup GLOBAL UNIQUE SYNC ON (provider, provider_id),
    PRIMARY KEY (person_id, provider)
);
CREATE TABLE `accounts/sessions` (
    token Utf8,
    person_id Uuid,
    made_at Timestamp64,
    ends_at Timestamp64,
    INDEX idx_person_id GLOBAL ON (person_id),
    PRIMARY KEY (token)
);
