//! Prints how long a query of 40 lines takes to parse, and its facts to find.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ydb_yql::facts::Facts;
use ydb_yql::parse;

const TEXT: &str = r#"
PRAGMA TablePathPrefix = "/local/shop";
DECLARE $customer AS Uint64;
DECLARE $since AS Timestamp;
DECLARE $names AS List<Struct<id: Uint64, name: Utf8?>>;

$recent = (
    SELECT o.order_id AS order_id, o.customer_id AS customer_id, o.amount AS amount, o.placed_at AS placed_at
    FROM orders VIEW by_customer AS o
    WHERE o.customer_id = $customer AND o.placed_at >= $since - Interval("P7D") -- a week before
);

$lines = (
    SELECT l.order_id AS order_id, SUM(l.price * CAST(l.count AS Double)) AS total, COUNT(DISTINCT l.product) AS products
    FROM `lines` AS l
    JOIN $recent AS r ON l.order_id = r.order_id
    WHERE l.price > 0 AND (l.state IN ("paid", "sent") OR l.state IS NULL) AND NOT l.deleted
    GROUP BY l.order_id
    HAVING SUM(l.price) BETWEEN 10 AND 1000
);

SELECT
    r.order_id AS order_id,
    c.name ?? n.name ?? "nobody"u AS customer,
    r.amount - t.total AS difference,
    CASE
        WHEN t.products > 10 THEN "many"
        WHEN t.products > 1 THEN "some"
        ELSE "one"
    END AS size,
    DateTime::Format("%Y-%m-%d")(r.placed_at) AS day,
    ROW_NUMBER() OVER (PARTITION BY r.customer_id ORDER BY r.placed_at DESC) AS place,
    ListMap($names, ($x) -> (Unicode::ToUpper($x.name ?? "")))
FROM $recent AS r
JOIN customers AS c ON c.id_hash = Digest::NumericHash(r.customer_id) AND c.id = r.customer_id
LEFT JOIN $lines AS t USING (order_id)
LEFT JOIN AS_TABLE($names) AS n ON n.id = c.id
WHERE c.region LIKE "eu-%" AND r.amount >= 1.5 AND r.placed_at < CurrentUtcTimestamp()
ORDER BY r.placed_at DESC, order_id
LIMIT 100 OFFSET 20;
"#;

fn main() -> Result<(), ydb_yql::Error> {
    let start = Instant::now();
    let tree = parse(TEXT)?;
    println!("{} lines, first: {:?}", TEXT.trim().lines().count(), start.elapsed());
    println!("parse: {:?}", best(|| drop(black_box(parse(TEXT)))));
    println!("facts: {:?}", best(|| drop(black_box(Facts::of(&tree)))));
    Ok(())
}

/// The shortest of many runs.
fn best(run: impl Fn()) -> Duration {
    let times = (0..500).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}
