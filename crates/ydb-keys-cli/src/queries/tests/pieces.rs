//! Tests of files with optional pieces: faults name the combination, reads are listed for each, and `--fix` writes
//! additions that fit all.

use super::{DDL, LAID_OUT, by, faults, judged};
use crate::queries::{Options, fixed, named, texts};

#[test]
fn a_fault_names_its_combination() {
    let text = "DECLARE $customer AS Uint64;
SELECT amount FROM orders WHERE amount > 1.0
    {? AND order_hash = Digest::NumericHash($id) AND order_id = $id }
    {? AND customer_id = $customer }";
    let judged = judged(text, false);
    assert_eq!(faults(&judged), "full_scan 2:20");
    let message = &judged.errors[0].message;
    assert!(message.starts_with("without `id`, `customer`, all rows of table `orders` are read"), "{message}");
    let combinations = judged.combinations.iter().map(|of| {
        let reads: Vec<_> = of.sources.iter().map(|read| (read.access, read.index.as_deref())).collect();
        (of.name.as_str(), of.ok, reads)
    });
    let expected = [
        ("", true, vec![("point", None)]),
        ("without `id` and with `customer`", true, vec![("prefix", Some("by_customer"))]),
        ("without `customer` and with `id`", true, vec![("point", None)]),
        ("without `id`, `customer`", false, vec![("full", None)]),
    ];
    assert_eq!(combinations.collect::<Vec<_>>(), expected);
}

#[test]
fn a_fault_of_all_combinations_is_reported_once() {
    let judged = judged("SELECT amont FROM orders WHERE customer_id = 1 {? AND note = $note } {? LIMIT $n }", false);
    assert_eq!(faults(&judged), "unknown_column 1:8, unknown_column 1:55");
    assert!(judged.errors.iter().all(|fault| !fault.message.contains("without")), "{:?}", judged.errors);
}

#[test]
fn a_text_that_is_broken_without_a_piece_says_so() {
    let judged = judged("SELECT amount FROM orders WHERE {? customer_id = $customer }", false);
    assert_eq!(judged.errors.len(), 1, "{:?}", judged.errors);
    assert!(judged.errors[0].message.starts_with("without `customer`, "), "{:?}", judged.errors);
    assert_eq!(faults(&super::judged("SELECT {? 1 } FROM orders", false)), "syntax 1:8");
}

#[test]
fn a_fault_names_only_its_cause() {
    let first = |text: &str| judged(text, false).errors.first().map(|fault| fault.message.clone()).unwrap_or_default();
    // With and without `most`, and in both orders.
    let text = "SELECT amount FROM orders WHERE amount > 1.0 {? AND amount < $most } {? AND customer_id = $c } ORDER BY {o: placed_at | amount}";
    assert!(first(text).starts_with("without `c`, all rows of table `orders` are read"), "{}", first(text));
    // All pieces are sent, and one of them makes the scan.
    let text = "SELECT amount FROM orders WHERE customer_id = 1 {? AND amount < $most } {? OR amount = $amount }";
    assert!(first(text).starts_with("with `amount`, all rows of table `orders` are read"), "{}", first(text));
    let text = "SELECT amount FROM orders WHERE amount > 1.0 {? AND amount < $most }";
    assert!(first(text).starts_with("all rows of table `orders` are read"), "{}", first(text));
}

#[test]
fn fix_is_promised_only_if_it_writes() {
    let promises = |text: &str| {
        let judged =
            by(LAID_OUT, |tables| super::judge(&named("test", text)[0], tables, Options { implied_hash: false }));
        judged.errors.iter().map(|fault| (fault.rule, fault.message.contains("`--fix` does it"))).collect::<Vec<_>>()
    };
    let of = |text: &str| {
        promises(&format!("DECLARE $id AS Uint64;\nSELECT amount FROM orders WHERE order_id = $id {text}"))
    };
    assert_eq!(of("{? AND amount > $least }"), [("missing_hash", true)]);
    assert_eq!(of("{? OR amount > $least }"), [("full_scan", false), ("missing_hash", false)]);
    assert_eq!(of("{? AND order_hash = $hash }"), [("missing_hash", false)]);
}

#[test]
fn what_all_combinations_need_is_written() {
    let fix = |text: &str| by(LAID_OUT, |tables| fixed(text, tables));
    let text = "SELECT amount FROM orders WHERE order_id = $id {? AND amount > $least }";
    let expected = "SELECT amount FROM orders WHERE order_hash = Digest::NumericHash($id) AND order_id = $id {? AND amount > $least }";
    let declared = |text: &str| format!("DECLARE $id AS Uint64;\n{text}");
    assert_eq!(fix(&declared(text)), Some(declared(expected)));
    // An addition that only a piece needs is written within the piece.
    let text = "SELECT amount FROM orders WHERE amount > 1.0 {? AND order_id = $id }";
    let expected = "SELECT amount FROM orders WHERE amount > 1.0 {? AND order_hash = Digest::NumericHash($id) AND order_id = $id }";
    assert_eq!(fix(&declared(text)), Some(declared(expected)));
}

#[test]
fn an_index_of_some_combinations_is_not_written() {
    let text = "SELECT amount FROM orders WHERE customer_id = $customer {? AND order_hash = 1 AND order_id = $id }";
    assert_eq!(by(DDL, |tables| fixed(text, tables)), None);
    let text = "SELECT amount FROM orders WHERE customer_id = $customer {? AND placed_at > $since }";
    let expected = text.replace("orders", "orders VIEW by_customer");
    assert_eq!(by(DDL, |tables| fixed(text, tables)), Some(expected));
}

#[test]
fn each_combination_has_its_text_and_name() {
    let text = "SELECT 1 {? + $a } ORDER BY {order: x | y}";
    let texts = texts(&named("file", text)[0]);
    let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "file",
        "file (without `a` and ordered by `x`)",
        "file (ordered by `y`)",
        "file (without `a` and ordered by `y`)",
    ];
    assert_eq!(names, expected);
}
