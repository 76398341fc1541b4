-- A chat. The key begins with the time, as if it were a log. The id of a chat is a random UUID (version 4).
CREATE TABLE messages (
    sent_at Timestamp NOT NULL,
    chat_id Uuid NOT NULL,
    message_id Uint64 NOT NULL,
    author_id Uint64 NOT NULL,
    body Utf8 NOT NULL,
    PRIMARY KEY (sent_at, chat_id, message_id)
);
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 16
-- ydb_keys.distinct: sent_at 40000, chat_id 400, message_id 40000, author_id 3000, body 40000
-- ydb_keys.growing: sent_at, message_id

CREATE TABLE chats (
    chat_id Uuid NOT NULL,
    title Utf8,
    created_at Timestamp NOT NULL,
    PRIMARY KEY (chat_id)
);
-- ydb_keys.rows: 2000
-- ydb_keys.partitions: 4
-- ydb_keys.distinct: chat_id 2000, title 1800, created_at 2000
-- ydb_keys.growing: created_at
