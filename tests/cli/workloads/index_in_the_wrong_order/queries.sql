-- name: one_ticket
-- runs: 600/s
SELECT team_id, opened_at, status, assignee_id, subject
FROM tickets
WHERE ticket_hash = Digest::NumericHash($ticket) AND ticket_id = $ticket;

-- name: comments_of_ticket
-- runs: 400/s
SELECT written_at, author_id, body
FROM comments
WHERE ticket_hash = Digest::NumericHash($ticket) AND ticket_id = $ticket
ORDER BY written_at
LIMIT 50;

-- name: board
-- runs: 80/s
SELECT ticket_id, opened_at, subject
FROM tickets
WHERE team_id = $team
ORDER BY opened_at DESC
LIMIT 25;

-- name: open
-- runs: 50/s
UPSERT INTO tickets (ticket_hash, ticket_id, team_id, opened_at, status, assignee_id, subject)
VALUES (Digest::NumericHash($ticket), $ticket, $team, $opened_at, $status, $assignee, $subject);

-- name: set_status
-- runs: 90/s
UPDATE tickets SET status = $status
WHERE ticket_hash = Digest::NumericHash($ticket) AND ticket_id = $ticket;

-- name: comment
-- runs: 120/s
UPSERT INTO comments (ticket_hash, ticket_id, written_at, author_id, body)
VALUES (Digest::NumericHash($ticket), $ticket, $written_at, $author, $body);

-- name: opened_since
-- runs: 1/h
SELECT COUNT(*) FROM tickets WHERE opened_at >= $since;

-- name: of_assignee
-- runs: 6/h
SELECT ticket_id, subject FROM tickets WHERE assignee_id = $assignee AND status = $status;
