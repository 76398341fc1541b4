//! Tests of facts as numbers, in the format of [`crate::facts::code`].

use super::super::parse;
use crate::facts::code::*;
use crate::facts::{Facts, Purpose, Values, code};

/// Returns the numbers of a text that reads `orders`, which is the table 0.
fn numbers(text: &str) -> (Vec<u32>, Vec<String>) {
    let tree = parse(text).unwrap();
    let facts = Facts::of(&tree);
    let code = code(text, &facts, &Values::of(&tree, &facts), &|name| {
        (&*name.path.name == "orders").then(|| Known::Table(0, name.view.clone()))
    });
    (code.numbers, code.names.iter().map(ToString::to_string).collect())
}

#[test]
fn the_example() {
    let (numbers, names) = numbers("SELECT * FROM orders AS o WHERE o.order_id = $id");
    let parts: [&[u32]; 10] = [
        &[32, 33, 40, 41, 42],
        &[32, Purpose::Select as u32, 1, 0, 1, 1, 1, 0, 0, 1],
        &[14, 0, 0, 0],
        &[0, 34, 0],
        &[1, 9, 0, 64, FIXED, 1, 0, 0, PARAMETER, 1],
        &[0],
        &[1, 1, 1, 45, COMPARED, 5, 0],
        &[0],
        &[0],
        &[1, 0, 0],
    ];
    assert_eq!(numbers, parts.concat());
    assert_eq!(names, ["order_id", "id"]);
}

#[test]
fn places_are_bytes_also_after_other_characters_and_lines() {
    let text = "SELECT 'ы' AS a,\n 'ы' AS b FROM orders";
    let (numbers, _) = numbers(text);
    assert_eq!(&text[numbers[HEAD + SCOPE] as usize..], "orders");
}

#[test]
fn what_is_written() {
    let (numbers, names) = numbers("UPSERT INTO orders (order_id, amount) VALUES ($id, NULL)");
    // There is no scope. The rows have two columns. The parameter and the literal are for columns of the table 0.
    let parts: [&[u32]; 6] = [
        &[5, 18, 25, 31, 32],
        &[1, 12, 0, 1, 0, 3, 0, 20, ANY_SOURCE, 1, 30, ANY_SOURCE, 0],
        &[1, 2, 1, 46, WRITTEN, 0, 0],
        &[1, 51, WRITTEN, 0, 1, 0],
        &[0],
        &[0],
    ];
    assert_eq!(numbers, parts.concat());
    assert_eq!(names, ["order_id", "amount", "id"]);
}

#[test]
fn columns_that_are_written_as_they_are() {
    let text =
        "UPSERT INTO orders SELECT o.order_id + 1 AS order_id, o.note AS amount FROM orders AS o WHERE o.note > 1";
    let (numbers, names) = numbers(text);
    let place = |part: &str| text.find(part).unwrap() as u32;
    let name = |name: &str| names.iter().position(|other| other == name).unwrap() as u32;
    let columns = (0..2).map(|column| numbers[HEAD + SCOPE + SOURCE + column * COLUMN]);
    let note = columns.into_iter().position(|column| column == name("note")).unwrap() as u32;
    let target = &numbers[numbers[0] as usize..numbers[1] as usize];
    let parts: [&[u32]; 3] = [
        &[1, 12, 0, 1, 0],
        &[3, name("order_id"), place("order_id,"), DOUBTFUL, name("amount"), place("amount"), DOUBTFUL],
        &[1, name("amount"), place("note"), HEAD as u32, note],
    ];
    assert_eq!(target, parts.concat());
}

#[test]
fn what_rows_are_found_for() {
    let purpose = |text| Facts::of(&parse(text).unwrap()).scopes[0].purpose;
    let found = [
        "SELECT 1 FROM orders",
        "UPDATE orders SET a = 1",
        "DELETE FROM orders",
        "BATCH UPDATE orders SET a = 1",
        "BATCH DELETE FROM orders",
        "DELETE FROM orders ON SELECT id FROM orders",
    ];
    let [select, update, delete, batch_update, batch_delete] = Purpose::ALL;
    assert_eq!(found.map(purpose), [select, update, delete, batch_update, batch_delete, select]);
    assert_eq!(Purpose::ALL.map(|purpose| purpose as usize), [0, 1, 2, 3, 4]);
    assert_eq!([update, batch_delete], [Purpose::Update, Purpose::BatchDelete]);
}
