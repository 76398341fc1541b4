//! Tests that the same rows in each format give the same advice, and the particularities of each format.

use std::fs::{self, File};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::Value;

use super::{advise, json};

const ROWS: i64 = 2000;
const READ: [&str; 4] = ["--read", "id", "--name", "t"];

fn name(row: i64) -> String {
    format!("n{}", row * 7919 % 1000)
}

fn csv(delimiter: &str) -> String {
    let row = |row: i64| format!("{}{delimiter}{}{delimiter}2026-01-31T10:00:00.{row:06}Z\n", row + 1, name(row));
    format!("id{delimiter}name{delimiter}at\n{}", (0..ROWS).map(row).collect::<String>())
}

fn expected() -> Value {
    let advice = json(&csv(","), &READ);
    let types: Vec<&str> = (0..3).map(|column| advice["columns"][column]["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["Uint64", "Utf8", "Timestamp"]);
    assert_eq!(advice["columns"][1]["distinct"], 1000);
    advice
}

#[test]
fn json_lines_are_rows() {
    let row = |row: i64| {
        format!("{{\"id\":{},\"name\":{:?},\"at\":\"2026-01-31T10:00:00.{row:06}Z\"}}\n", row + 1, name(row))
    };
    let lines: String = (0..ROWS).map(row).collect();
    let args = [&["-", "--format", "jsonl", "--json"], &READ[..]].concat();
    let printed = advise(&mut lines.as_bytes(), 80, &args);
    assert_eq!(serde_json::from_str::<Value>(&printed.out).unwrap(), expected(), "{}", printed.err);
}

#[test]
fn a_column_that_a_json_row_lacks_is_null() {
    let lines =
        "{\"id\":1,\"tags\":[\"a\"]}\n{\"id\":2,\"note\":\"x\"}\n{\"id\":3,\"note\":null}\n{\"id\":4,\"note\":\"\"}\n";
    let printed = advise(&mut lines.as_bytes(), 80, &["-", "--format", "jsonl", "--json", "--id", "id"]);
    let advice: Value = serde_json::from_str(&printed.out).unwrap();
    let columns = ["id", "tags", "note"].map(|name| {
        advice["columns"].as_array().unwrap().iter().find(|column| column["name"] == name).unwrap().clone()
    });
    // An empty text is not NULL in JSON.
    assert_eq!(columns.map(|column| column["null_share"].as_f64().unwrap()), [0.0, 0.75, 0.5]);
}

#[test]
fn other_delimiters_and_a_mark_of_the_byte_order_are_read() {
    let marked = format!("\u{feff}{}", csv(";"));
    let mut advice = json(&marked, &[&["--delimiter", ";"], &READ[..]].concat());
    assert_eq!(advice["columns"][0]["name"], "id");
    advice["remarks"] = expected()["remarks"].clone();
    assert_eq!(advice, expected());
}

#[test]
fn a_parquet_file_is_read() {
    let path = std::env::temp_dir().join(format!("ydb-keys-advise-{}.parquet", std::process::id()));
    let schema =
        "message rows { required int64 id; required binary name (UTF8); required int64 at (TIMESTAMP_MICROS); }";
    let properties = WriterProperties::builder().set_compression(parquet::basic::Compression::SNAPPY).build();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::new(properties)).unwrap();
    // 2026-01-31T10:00:00Z is 1769853600 seconds after 1970.
    for rows in [0..ROWS / 2, ROWS / 2..ROWS] {
        let ids: Vec<i64> = rows.clone().map(|row| row + 1).collect();
        let names: Vec<ByteArray> = rows.clone().map(|row| ByteArray::from(name(row).as_str())).collect();
        let times: Vec<i64> = rows.map(|row| 1_769_853_600_000_000 + row).collect();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<Int64Type>().write_batch(&ids, None, None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&names, None, None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<Int64Type>().write_batch(&times, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    writer.close().unwrap();
    let printed = advise(&mut std::io::empty(), 80, &[&[path.to_str().unwrap(), "--json"], &READ[..]].concat());
    fs::write(&path, "PAR1 and nothing").unwrap();
    let broken = advise(&mut std::io::empty(), 80, &[path.to_str().unwrap()]);
    fs::remove_file(&path).unwrap();
    let mut advice: Value = serde_json::from_str(&printed.out).unwrap_or_else(|_| panic!("{}", printed.err));
    // A row of this format has no sign whether a text was long: sizes and measures are those of the same texts.
    advice["remarks"] = expected()["remarks"].clone();
    assert_eq!(advice["columns"], expected()["columns"]);
    assert_eq!(advice["keys"][0]["primary_key"], expected()["keys"][0]["primary_key"]);
    assert!(broken.err.contains("is not a Parquet file that can be read"), "{}", broken.err);
}
