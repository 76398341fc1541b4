-- The mix at 100 transactions a second: 45 new orders, 43 payments, 4 order statuses, 4 deliveries (each to the ten
-- districts of a warehouse) and 4 stock levels. An order has ten lines. Of payments and order statuses, 60 in 100 find
-- the customer by the last name. One customer in ten has bad credit.

-- New order.

-- name: customer_of_order
-- runs: 45/s
SELECT C_DISCOUNT, C_LAST, C_CREDIT
FROM customer
WHERE C_W_ID = $w_id AND C_D_ID = $d_id AND C_ID = $c_id;

-- name: tax_of_warehouse
-- runs: 45/s
SELECT W_TAX FROM warehouse WHERE W_ID = $w_id;

-- name: next_order_of_district
-- runs: 45/s
SELECT D_NEXT_O_ID, D_TAX FROM district WHERE D_W_ID = $w_id AND D_ID = $d_id;

-- name: set_next_order
-- runs: 45/s
UPSERT INTO district (D_W_ID, D_ID, D_NEXT_O_ID) VALUES ($w_id, $d_id, $next_o_id);

-- name: add_new_order
-- runs: 45/s
UPSERT INTO new_order (NO_W_ID, NO_D_ID, NO_O_ID) VALUES ($w_id, $d_id, $o_id);

-- name: add_order
-- runs: 45/s
UPSERT INTO oorder (O_W_ID, O_D_ID, O_ID, O_C_ID, O_ENTRY_D, O_OL_CNT, O_ALL_LOCAL)
VALUES ($w_id, $d_id, $o_id, $c_id, $entry_d, $ol_cnt, $all_local);

-- name: items
-- runs: 45/s
SELECT I_ID, I_PRICE, I_NAME, I_DATA FROM item WHERE I_ID IN $items;

-- name: stock_of_items
-- runs: 45/s
SELECT S_W_ID, S_I_ID, S_QUANTITY, S_DATA, S_YTD, S_ORDER_CNT, S_REMOTE_CNT, S_DIST_01, S_DIST_02, S_DIST_03,
    S_DIST_04, S_DIST_05, S_DIST_06, S_DIST_07, S_DIST_08, S_DIST_09, S_DIST_10
FROM stock
WHERE (S_W_ID, S_I_ID) IN $keys;

-- name: set_stock
-- runs: 45/s
UPSERT INTO stock (S_W_ID, S_I_ID, S_QUANTITY, S_YTD, S_ORDER_CNT, S_REMOTE_CNT)
SELECT S_W_ID, S_I_ID, S_QUANTITY, S_YTD, S_ORDER_CNT, S_REMOTE_CNT FROM AS_TABLE($stocks);

-- name: add_lines
-- runs: 45/s
UPSERT INTO order_line (OL_W_ID, OL_D_ID, OL_O_ID, OL_NUMBER, OL_I_ID, OL_DELIVERY_D, OL_AMOUNT, OL_SUPPLY_W_ID,
    OL_QUANTITY, OL_DIST_INFO)
SELECT OL_W_ID, OL_D_ID, OL_O_ID, OL_NUMBER, OL_I_ID, OL_DELIVERY_D, OL_AMOUNT, OL_SUPPLY_W_ID, OL_QUANTITY,
    OL_DIST_INFO
FROM AS_TABLE($lines);

-- Payment and order status.

-- name: pay_warehouse
-- runs: 43/s
UPDATE warehouse SET W_YTD = W_YTD + $payment
WHERE W_ID = $w_id
RETURNING W_NAME, W_STREET_1, W_STREET_2, W_CITY, W_STATE, W_ZIP;

-- name: pay_district
-- runs: 43/s
UPDATE district SET D_YTD = D_YTD + $payment
WHERE D_W_ID = $w_id AND D_ID = $d_id
RETURNING D_NAME, D_STREET_1, D_STREET_2, D_CITY, D_STATE, D_ZIP;

-- name: customers_by_name
-- runs: 1692/min
SELECT C_ID, C_FIRST, C_MIDDLE, C_STREET_1, C_STREET_2, C_CITY, C_STATE, C_ZIP, C_PHONE, C_CREDIT, C_CREDIT_LIM,
    C_DISCOUNT, C_BALANCE, C_YTD_PAYMENT, C_PAYMENT_CNT, C_SINCE
FROM customer VIEW idx_customer_name
WHERE C_W_ID = $w_id AND C_D_ID = $d_id AND C_LAST = $last
ORDER BY C_FIRST;

-- name: customer_by_id
-- runs: 1128/min
SELECT C_FIRST, C_MIDDLE, C_LAST, C_STREET_1, C_STREET_2, C_CITY, C_STATE, C_ZIP, C_PHONE, C_CREDIT, C_CREDIT_LIM,
    C_DISCOUNT, C_BALANCE, C_YTD_PAYMENT, C_PAYMENT_CNT, C_SINCE
FROM customer
WHERE C_W_ID = $w_id AND C_D_ID = $d_id AND C_ID = $c_id;

-- name: data_of_customer
-- runs: 258/min
SELECT C_DATA FROM customer WHERE C_W_ID = $w_id AND C_D_ID = $d_id AND C_ID = $c_id;

-- name: pay_customer
-- runs: 2322/min
UPSERT INTO customer (C_W_ID, C_D_ID, C_ID, C_BALANCE, C_YTD_PAYMENT, C_PAYMENT_CNT)
VALUES ($w_id, $d_id, $c_id, $balance, $ytd_payment, $payment_cnt);

-- name: pay_customer_with_data
-- runs: 258/min
UPSERT INTO customer (C_W_ID, C_D_ID, C_ID, C_BALANCE, C_YTD_PAYMENT, C_PAYMENT_CNT, C_DATA)
VALUES ($w_id, $d_id, $c_id, $balance, $ytd_payment, $payment_cnt, $data);

-- name: add_history
-- runs: 43/s
UPSERT INTO history (H_C_W_ID, H_C_ID, H_C_D_ID, H_D_ID, H_W_ID, H_DATE, H_AMOUNT, H_DATA, H_C_NANO_TS)
VALUES ($c_w_id, $c_id, $c_d_id, $d_id, $w_id, $date, $amount, $data, $nano_ts);

-- name: latest_order_of_customer
-- runs: 4/s
SELECT O_ID, O_CARRIER_ID, O_ENTRY_D
FROM oorder VIEW idx_order
WHERE O_W_ID = $w_id AND O_D_ID = $d_id AND O_C_ID = $c_id
ORDER BY O_ID DESC
LIMIT 1;

-- name: lines_of_order
-- runs: 4/s
SELECT OL_I_ID, OL_SUPPLY_W_ID, OL_QUANTITY, OL_AMOUNT, OL_DELIVERY_D
FROM order_line
WHERE OL_W_ID = $w_id AND OL_D_ID = $d_id AND OL_O_ID = $o_id;

-- Delivery.

-- name: oldest_new_order
-- runs: 40/s
SELECT NO_O_ID FROM new_order WHERE NO_W_ID = $w_id AND NO_D_ID = $d_id ORDER BY NO_O_ID LIMIT 1;

-- name: customer_of_delivery
-- runs: 40/s
SELECT O_C_ID FROM oorder WHERE O_W_ID = $w_id AND O_D_ID = $d_id AND O_ID = $o_id;

-- name: balance_of_customer
-- runs: 40/s
SELECT C_BALANCE, C_DELIVERY_CNT FROM customer WHERE C_W_ID = $w_id AND C_D_ID = $d_id AND C_ID = $c_id;

-- name: amounts_of_order
-- runs: 40/s
SELECT OL_NUMBER, OL_AMOUNT FROM order_line WHERE OL_W_ID = $w_id AND OL_D_ID = $d_id AND OL_O_ID = $o_id;

-- name: delete_new_order
-- runs: 40/s
DELETE FROM new_order WHERE NO_W_ID = $w_id AND NO_D_ID = $d_id AND NO_O_ID = $o_id;

-- name: set_carrier
-- runs: 40/s
UPSERT INTO oorder (O_W_ID, O_D_ID, O_ID, O_CARRIER_ID) VALUES ($w_id, $d_id, $o_id, $carrier);

-- name: set_delivery_date
-- runs: 40/s
UPSERT INTO order_line (OL_W_ID, OL_D_ID, OL_O_ID, OL_NUMBER, OL_DELIVERY_D)
SELECT OL_W_ID, OL_D_ID, OL_O_ID, OL_NUMBER, OL_DELIVERY_D FROM AS_TABLE($lines);

-- name: deliver_to_customer
-- runs: 40/s
UPSERT INTO customer (C_W_ID, C_D_ID, C_ID, C_BALANCE, C_DELIVERY_CNT)
VALUES ($w_id, $d_id, $c_id, $balance, $delivery_cnt);

-- Stock level.

-- name: next_order
-- runs: 4/s
SELECT D_NEXT_O_ID FROM district WHERE D_W_ID = $w_id AND D_ID = $d_id;

-- name: low_stock
-- runs: 4/s
SELECT COUNT(DISTINCT s.S_I_ID) AS low
FROM order_line AS ol
JOIN stock AS s ON s.S_I_ID = ol.OL_I_ID
WHERE ol.OL_W_ID = $w_id AND ol.OL_D_ID = $d_id AND ol.OL_O_ID >= $first_o_id AND ol.OL_O_ID < $next_o_id
    AND s.S_W_ID = $w_id AND s.S_QUANTITY < $threshold;
