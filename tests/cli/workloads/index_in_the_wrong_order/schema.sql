-- A support desk. Each team's board shows its newest tickets; the index meant for it begins with the time.
CREATE TABLE tickets (
    ticket_hash Uint64 NOT NULL,
    ticket_id Uint64 NOT NULL,
    team_id Uint64 NOT NULL,
    opened_at Timestamp NOT NULL,
    status Utf8 NOT NULL,
    assignee_id Uint64,
    subject Utf8 NOT NULL,
    INDEX by_team GLOBAL ON (opened_at, team_id) COVER (subject),
    PRIMARY KEY (ticket_hash, ticket_id)
);
-- ydb_keys.layout: v1: ticket_hash = numeric_hash(ticket_id Uint64), ticket_id Uint64
-- ydb_keys.rows: 24000
-- ydb_keys.partitions: 12
-- ydb_keys.distinct: ticket_id 24000, team_id 120, opened_at 24000, status 4, assignee_id 600, subject 20000
-- ydb_keys.growing: ticket_id, opened_at

CREATE TABLE comments (
    ticket_hash Uint64 NOT NULL,
    ticket_id Uint64 NOT NULL,
    written_at Timestamp NOT NULL,
    author_id Uint64 NOT NULL,
    body Utf8 NOT NULL,
    PRIMARY KEY (ticket_hash, ticket_id, written_at)
);
-- ydb_keys.layout: v1: ticket_hash = numeric_hash(ticket_id Uint64), ticket_id Uint64, written_at Timestamp
-- ydb_keys.rows: 36000
-- ydb_keys.partitions: 12
-- ydb_keys.distinct: ticket_id 6000, written_at 36000, author_id 3000, body 36000
-- ydb_keys.growing: written_at
