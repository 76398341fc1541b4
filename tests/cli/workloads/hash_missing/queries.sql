-- name: one_payment
-- runs: 1500/s
SELECT account_id, merchant_id, created_at, state, cents
FROM payments
WHERE payment_id = $payment;

-- name: latest_of_account
-- runs: 300/s
SELECT payment_id, created_at, cents
FROM payments
WHERE account_id = $account
ORDER BY created_at DESC
LIMIT 10;

-- name: create
-- runs: 800/s
UPSERT INTO payments (payment_id, account_id, merchant_id, created_at, state, cents)
VALUES ($payment, $account, $merchant, $created_at, $state, $cents);

-- name: settle
-- runs: 700/s
UPDATE payments SET state = $state WHERE payment_id = $payment;

-- name: of_merchant
-- runs: 6/h
SELECT payment_id, state, cents FROM payments WHERE merchant_id = $merchant;

-- name: in_state
-- runs: 12/h
SELECT payment_id, created_at FROM payments WHERE state = $state;
