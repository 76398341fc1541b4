//! Tests the rows in the table after a load of each format.

use std::fs::File;
use std::sync::Arc;

use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use ydb_keys::YdbTable;
use ydb_keys_cli::Status;

use super::{Shop, file, path, read, visit};

const DONE: &str = "`shop/visits`: 2 rows loaded, ";

/// Tests that columns are matched by the names of the header, in any order. A hash column of the file is computed anew,
/// and a column may be left out.
#[test]
fn csv_is_matched_by_its_header() {
    let shop = Shop::open();
    let text = "at,visit_hash,user,noise,page\r\n7,1,ann,x,\"a, \"\"b\"\"\nc\"\r\n8,1,bob,y,\r\n";
    shop.load_file("a.csv", text, &["--ignore", "noise"]).assert_done(DONE);
    shop.assert_rows(&[visit("ann", 7, Some("a, \"b\"\nc"), None), visit("bob", 8, None, None)]);
    // A column that the file lacks stays as it is.
    shop.load_file("a.tsv", "cost\tuser\tat\n2.5\tann\t7\n", &[]).assert_done("`shop/visits`: 1 row loaded, ");
    shop.assert_rows(&[visit("ann", 7, Some("a, \"b\"\nc"), Some(2.5)), visit("bob", 8, None, None)]);
    // The hash is that of the model: the row is found by its key.
    let found = shop.runtime.block_on(async { super::Visit::get(("ann", 7)).fetch(&shop.client).await });
    assert!(found.unwrap().is_some());
}

#[test]
fn null_is_what_the_option_says() {
    let shop = Shop::open();
    shop.load_file("n.csv", "user,at,page\nann,7,\nbob,8,\\N\n", &["--null", "\\N"]).assert_done(DONE);
    shop.assert_rows(&[visit("ann", 7, Some(""), None), visit("bob", 8, None, None)]);
}

/// Tests that a value in quotes is never NULL, like in PostgreSQL; in a column without strings `""` is NULL, too, for
/// programs that write all fields in quotes.
#[test]
fn an_empty_string_is_in_quotes() {
    let shop = Shop::open();
    let text = "\"user\",at,page,cost\n\n\"ann\",\"7\",\"\",\"\"\nbob,8,,\n\"\",9,\"\",\n";
    shop.load_file("q.csv", text, &[]).assert_done("`shop/visits`: 3 rows loaded, ");
    let expected = [visit("ann", 7, Some(""), None), visit("bob", 8, None, None), visit("", 9, Some(""), None)];
    shop.assert_rows(&expected);
    let text = "user,at,page\nann,7,\"\\N\"\nbob,8,\\N\ncy,10,\"\\N\"\"\"\n";
    shop.load_file("qn.csv", text, &["--null", "\\N"]).assert_done("`shop/visits`: 3 rows loaded, ");
    let expected = [
        visit("ann", 7, Some("\\N"), None),
        visit("bob", 8, None, None),
        visit("", 9, Some(""), None),
        visit("cy", 10, Some("\\N\""), None),
    ];
    shop.assert_rows(&expected);
}

#[test]
fn json_lines_come_from_the_standard_input() {
    let shop = Shop::open();
    let mut input =
        "{\"user\":\"ann\",\"at\":7,\"cost\":1.5}\n\n{\"at\":8,\"user\":\"bob\",\"page\":\"p\"}\n".as_bytes();
    shop.load(&mut input, &["shop/visits", "-", "--format", "jsonl"]).assert_done(DONE);
    shop.assert_rows(&[visit("ann", 7, None, Some(1.5)), visit("bob", 8, Some("p"), None)]);
}

#[test]
fn parquet_is_read_by_its_columns() {
    let shop = Shop::open();
    let path = file("p.parquet", "");
    let schema = "message m { REQUIRED INT32 at; REQUIRED BYTE_ARRAY user (UTF8); REQUIRED DOUBLE cost; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let properties = Arc::new(WriterProperties::default());
    let mut writer = SerializedFileWriter::new(File::create(&path).unwrap(), schema, properties).unwrap();
    let mut rows = writer.next_row_group().unwrap();
    while let Some(mut column) = rows.next_column().unwrap() {
        match column.untyped() {
            ColumnWriter::Int32ColumnWriter(to) => drop(to.write_batch(&[7, 8], None, None).unwrap()),
            ColumnWriter::ByteArrayColumnWriter(to) => {
                to.write_batch(&[ByteArray::from("ann"), ByteArray::from("bob")], None, None).unwrap();
            }
            ColumnWriter::DoubleColumnWriter(to) => drop(to.write_batch(&[1.5, -2.0], None, None).unwrap()),
            _ => panic!("another column"),
        }
        column.close().unwrap();
    }
    rows.close().unwrap();
    writer.close().unwrap();
    shop.load(&mut std::io::empty(), &["shop/visits", path.to_str().unwrap()]).assert_done(DONE);
    shop.assert_rows(&[visit("ann", 7, None, Some(1.5)), visit("bob", 8, None, Some(-2.0))]);
}

/// Tests several files, each with its own header; rows that cannot be stored are in a file with their line and the
/// reason.
#[test]
fn refused_rows_are_named_with_their_lines() {
    let shop = Shop::open();
    let first = file("r1.csv", "user,at,cost\nann,7,1\nbob,-8,1\n,9,1\ncy,10,1,1\ndan,11,much\n");
    let second =
        file("r2.jsonl", "{\"user\":\"eve\",\"at\":12}\nnonsense\n{\"user\":\"fay\",\"at\":13,\"pagee\":\"p\"}\n");
    let refused = path("refused.jsonl");
    let args = ["shop/visits", first.to_str().unwrap(), second.to_str().unwrap(), "--refused", &refused];
    let printed = shop.load(&mut std::io::empty(), &args);
    assert_eq!((printed.status, printed.err.as_str()), (Status::Differs, ""));
    assert!(printed.out.starts_with(DONE) && printed.out.contains("\n6 rows refused: see `"), "{}", printed.out);
    shop.assert_rows(&[visit("ann", 7, None, Some(1.0)), visit("eve", 12, None, None)]);
    let (first, second) = (first.display(), second.display());
    insta::assert_snapshot!(
        read(&refused).replace(&first.to_string(), "r1.csv").replace(&second.to_string(), "r2.jsonl")
    );
    // Lines are counted by their ends, also those of Windows, empty ones and those within quotes.
    let (third, windows) = (file("r3.csv", "user,at\r\n\"a\r\nb\",x\r\n\r\ncy,y\r\n"), path("windows.jsonl"));
    shop.load(&mut std::io::empty(), &["shop/visits", third.to_str().unwrap(), "--refused", &windows]);
    let lines = read(&windows);
    let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["line"].as_u64().unwrap();
    assert_eq!(lines.lines().map(line).collect::<Vec<_>>(), [2, 5]);
    // It is not overwritten.
    let again = shop.load(&mut std::io::empty(), &args);
    assert_eq!(again.status, Status::Failed);
    assert!(again.err.contains("no unfinished load wrote it"), "{}", again.err);
}
