-- name: page_back
-- runs: 4/s
SELECT happened_at, event_id, actor_id, action
FROM audit
WHERE happened_at < $before
ORDER BY happened_at DESC
LIMIT 50;

-- name: follow
-- runs: 2/s
SELECT happened_at, event_id, actor_id, action
FROM audit
WHERE happened_at >= $since
ORDER BY happened_at
LIMIT 100;

-- name: one_event
-- runs: 400/s
SELECT actor_id, action, detail
FROM audit
WHERE happened_at = $happened_at AND event_id = $event;

-- name: record
-- runs: 900/s
UPSERT INTO audit (happened_at, event_id, actor_id, action, detail)
VALUES ($happened_at, $event, $actor, $action, $detail);

-- name: of_actor
-- runs: 5/h
SELECT happened_at, action
FROM audit
WHERE actor_id = $actor
ORDER BY happened_at DESC
LIMIT 100;

-- name: count_of_action
-- runs: 1/h
SELECT COUNT(*) FROM audit WHERE action = $action;
