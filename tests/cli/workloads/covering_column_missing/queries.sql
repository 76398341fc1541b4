-- name: one_transfer
-- runs: 400/s
SELECT account_id, booked_at, cents, memo, counterparty, state
FROM transfers
WHERE transfer_hash = Digest::NumericHash($transfer) AND transfer_id = $transfer;

-- name: statement
-- runs: 150/s
SELECT transfer_id, booked_at, cents, memo
FROM transfers
WHERE account_id = $account
ORDER BY booked_at DESC
LIMIT 30;

-- name: states_of_account
-- runs: 5/s
SELECT transfer_id, booked_at, state
FROM transfers VIEW by_account
WHERE account_id = $account
ORDER BY booked_at DESC
LIMIT 10;

-- name: book
-- runs: 200/s
UPSERT INTO transfers (transfer_hash, transfer_id, account_id, booked_at, cents, memo, counterparty, state)
VALUES (Digest::NumericHash($transfer), $transfer, $account, $booked_at, $cents, $memo, $counterparty, $state);

-- name: set_state
-- runs: 500/s
UPDATE transfers SET state = $state
WHERE transfer_hash = Digest::NumericHash($transfer) AND transfer_id = $transfer;

-- name: correct_memo
-- runs: 2/min
UPDATE transfers SET memo = $memo
WHERE transfer_hash = Digest::NumericHash($transfer) AND transfer_id = $transfer;

-- name: search_memo
-- runs: 20/h
SELECT transfer_id, booked_at FROM transfers WHERE memo LIKE '%refund%';

-- name: of_counterparty
-- runs: 6/h
SELECT transfer_id, booked_at, cents FROM transfers WHERE counterparty = $counterparty;
