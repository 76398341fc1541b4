-- name: one_order
-- runs: 900/s
SELECT status, placed_at, cents, address
FROM orders
WHERE order_hash = Digest::NumericHash($order) AND order_id = $order;

-- name: one_customer
-- runs: 500/s
SELECT name, city
FROM customers
WHERE customer_hash = Digest::NumericHash($customer) AND customer_id = $customer;

-- name: latest_of_customer
-- runs: 40/s
SELECT order_id, placed_at, cents
FROM orders
WHERE customer_id = $customer
ORDER BY placed_at DESC
LIMIT 20;

-- name: place
-- runs: 60/s
UPSERT INTO orders (order_hash, order_id, customer_id, status, placed_at, cents, address)
VALUES (Digest::NumericHash($order), $order, $customer, $status, $placed_at, $cents, $address);

-- name: set_status
-- runs: 150/s
UPDATE orders SET status = $status
WHERE order_hash = Digest::NumericHash($order) AND order_id = $order;

-- name: edit_customer
-- runs: 2/s
UPSERT INTO customers (customer_hash, customer_id, name, city)
VALUES (Digest::NumericHash($customer), $customer, $name, $city);

-- name: count_by_status
-- runs: 2/h
SELECT COUNT(*) FROM orders WHERE status = $status;

-- name: customers_of_city
-- runs: 1/h
SELECT customer_id, name FROM customers WHERE city = $city;
