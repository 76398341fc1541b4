-- name: one_chat
-- runs: 800/s
SELECT title, created_at FROM chats WHERE chat_id = $chat;

-- name: latest_of_chat
-- runs: 300/s
SELECT sent_at, message_id, author_id, body
FROM messages
WHERE chat_id = $chat
ORDER BY sent_at DESC
LIMIT 50;

-- name: new_in_chat
-- runs: 100/s
SELECT sent_at, message_id, author_id, body
FROM messages
WHERE chat_id = $chat AND sent_at > $seen
ORDER BY sent_at
LIMIT 20;

-- name: one_message
-- runs: 200/s
SELECT author_id, body
FROM messages
WHERE sent_at = $sent_at AND chat_id = $chat AND message_id = $message;

-- name: send
-- runs: 400/s
UPSERT INTO messages (sent_at, chat_id, message_id, author_id, body)
VALUES ($sent_at, $chat, $message, $author, $body);

-- name: edit
-- runs: 20/s
UPDATE messages SET body = $body
WHERE sent_at = $sent_at AND chat_id = $chat AND message_id = $message;

-- name: sent_since
-- runs: 2/h
SELECT COUNT(*) FROM messages WHERE sent_at >= $since;

-- name: latest_of_author
-- runs: 4/h
SELECT sent_at, chat_id, body
FROM messages
WHERE author_id = $author
ORDER BY sent_at DESC
LIMIT 20;
