-- A builder of sites by talk: everything NOT NULL, times as texts, unique indexes, counters.
CREATE TABLE `site_builder/people` (
    id Utf8 NOT NULL,
    mail Utf8 NOT NULL,
    secret_hash Utf8 NOT NULL,
    made_at Utf8 NOT NULL,
    PRIMARY KEY (id),
    INDEX mail_idx GLOBAL UNIQUE ON (mail)
);
CREATE TABLE `site_builder/codes` (
    phone Utf8 NOT NULL,
    code_hash Utf8 NOT NULL,
    ends_at Utf8 NOT NULL,
    tries Uint32 NOT NULL,
    made_at Utf8 NOT NULL,
    PRIMARY KEY (phone)
);
CREATE TABLE `site_builder/lines` (
    talk_id Utf8 NOT NULL,
    made_at Utf8 NOT NULL,
    line_id Utf8 NOT NULL,
    site_id Utf8 NOT NULL,
    kind Utf8 NOT NULL,
    body Utf8 NOT NULL,
    PRIMARY KEY (talk_id, made_at, line_id),
    INDEX site_idx GLOBAL ON (site_id, made_at)
);
CREATE TABLE `site_builder/counters` (
    person_id Utf8 NOT NULL,
    day Utf8 NOT NULL,
    kind Utf8 NOT NULL,
    used Uint64 NOT NULL,
    PRIMARY KEY (person_id, day, kind)
);
