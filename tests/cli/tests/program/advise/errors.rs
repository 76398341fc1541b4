//! Tests messages on files that cannot be read, and on options that do not fit them.

use std::io::{self, BufReader, Read};

use insta::assert_snapshot;
use ydb_keys_cli::Status;

use super::advise;

/// Returns the message for these bytes as the standard input.
fn refused(input: &[u8], args: &[&str]) -> String {
    let printed = advise(&mut &*input, 80, &[&["-"], args].concat());
    assert_eq!((printed.status, printed.out.as_str()), (Status::Failed, ""));
    printed.err
}

fn csv(input: &str, args: &[&str]) -> String {
    refused(input.as_bytes(), &[&["--format", "csv"], args].concat())
}

#[test]
fn of_files() {
    let of = |path: &str| advise(&mut io::empty(), 80, &[path, "--read", "id"]).err;
    assert_eq!(of("nowhere.csv"), "error: cannot read `nowhere.csv`: No such file or directory (os error 2)\n");
    let directory = advise(&mut io::empty(), 80, &["tests", "--format", "csv"]).err;
    assert_eq!(directory, "error: cannot read `tests`: Is a directory (os error 21)\n");
    assert_eq!(of("data.xls"), "error: the format of `data.xls` is unknown: pass `--format csv` or `--format jsonl`\n");
}

#[test]
fn of_csv() {
    assert_eq!(csv("", &[]), "error: the standard input is empty\n");
    assert_eq!(csv("id,name\n", &[]), "error: the standard input has a header, but no rows\n");
    assert_eq!(
        csv("id,name\n1,a\n2,\"b\nc\"\n3,d,e\n", &[]),
        "error: the standard input, line 5: 3 fields, but the header has 2\n"
    );
    assert_eq!(
        csv("id;name\n1;a,b\n", &[]),
        "error: the standard input, line 2: 2 fields, but the header has 1; pass what separates the fields with \
         `--delimiter`\n"
    );
    assert_eq!(csv("id,,name\n1,2,3\n", &[]), "error: the standard input, line 1: column 2 has no name\n");
    assert_eq!(csv("id,id\n1,2\n", &[]), "error: the standard input, line 1: two columns are called `id`\n");
    assert_eq!(csv("id\n1\n", &["--delimiter", "€"]), "error: --delimiter: `€` is not one ASCII character\n");
}

#[test]
fn of_bytes_that_are_no_text() {
    let garbage: Vec<u8> = (0..2000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let message = "error: the standard input is not text: the first line of a CSV file names its columns\n";
    assert_eq!(refused(&garbage, &["--format", "csv"]), message);
    assert_eq!(refused(b"\x7fELF\x02\x01\n1\n", &["--format", "csv"]), message);
    assert_eq!(
        refused(b"id,name\n1,a\n2,M\xfcller\n", &["--format", "csv"]),
        "error: the standard input, line 3: not valid UTF-8; convert the file, e.g. with `iconv -t UTF-8`\n"
    );
    assert_eq!(
        refused(b"{\"id\":1}\n{\"id\":\"M\xfcller\"}\n", &["--format", "jsonl"]),
        "error: the standard input, line 2: not valid UTF-8; convert the file, e.g. with `iconv -t UTF-8`\n"
    );
}

#[test]
fn of_json_lines() {
    let jsonl = |input: &str| refused(input.as_bytes(), &["--format", "jsonl"]);
    assert_eq!(jsonl(""), "error: the standard input is empty\n");
    assert_eq!(
        jsonl("{\"id\":1}\n\n[1,2]\n"),
        "error: the standard input, line 3: not a JSON object: invalid type: sequence, expected an object\n"
    );
    assert_eq!(
        jsonl("{\"id\":1}\n{\"id\":\n"),
        "error: the standard input, line 2: not a JSON object: EOF while parsing a value\n"
    );
}

#[test]
fn of_too_many_columns() {
    let names = |columns: usize| (0..columns).map(|column| format!("c{column}")).collect::<Vec<_>>();
    let message = "error: the standard input, line 1: more than 200 columns; a YDB table has at most 200\n";
    assert_eq!(csv(&names(201).join(","), &[]), message);
    let object = |columns| format!("{{\"{}\":1}}", names(columns).join("\":1,\""));
    assert_eq!(refused(object(201).as_bytes(), &["--format", "jsonl"]), message);
}

#[test]
fn of_values() {
    let rows = "id,at\n1,2026-01-31T10:00:00Z\n2,soon\n";
    assert_eq!(
        csv(rows, &["--types", "at=Timestamp"]),
        "error: the standard input, line 3, column `at`: `soon` is not a value of type Timestamp; write another type \
         with `--types`\n"
    );
    assert_eq!(
        csv(rows, &["--types", "att=Utf8"]),
        "error: --types: `att` is not a column of the standard input; did you mean `at`?\n"
    );
    assert_snapshot!("unknown_type", csv(rows, &["--types", "at=Time"]));
    assert_snapshot!("no_type", csv(rows, &["--types", "at"]));
}

#[test]
fn of_reads() {
    let rows = "userid,timestamp\n1,2\n1,2\n";
    assert_eq!(
        csv(rows, &["--read", "user_id,timestamp.."]),
        "error: --read: `user_id` is not a column of the data; did you mean `userid`?\n"
    );
    assert_eq!(
        csv(rows, &["--read", "userid..,timestamp"]),
        "error: --read: only the last column of a read can be a range: write `userid` without `..`, or at the end of \
         `userid..,timestamp`\n"
    );
    assert_eq!(
        csv(rows, &["--id", "order"]),
        "error: --id: `order` is not a column of the data; its columns are `userid`, `timestamp`\n"
    );
    assert_eq!(
        csv(rows, &[]),
        "error: no column of the standard input identifies a row, and no read is named: pass the columns that a read \
         fixes, e.g. `--read userid`, or those that identify a row with `--id`\n"
    );
}

/// Reader of a quote that is not closed, and a text without end.
struct Unclosed;

impl Read for Unclosed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(b'x');
        Ok(buffer.len())
    }
}

#[test]
fn of_a_row_without_end() {
    let mut input = BufReader::new((&b"id,name\n1,a\n2,\"b"[..]).chain(Unclosed));
    let printed = advise(&mut input, 80, &["-", "--format", "csv"]);
    assert_eq!(printed.err, "error: the standard input, line 3: a row of more than 32 MB; is a quote not closed?\n");
    let mut input = BufReader::new((&b"{\"id\":1}\n{\"id\":\""[..]).chain(Unclosed));
    let printed = advise(&mut input, 80, &["-", "--format", "jsonl"]);
    assert_eq!(printed.err, "error: the standard input, line 2: a row of more than 32 MB; is a quote not closed?\n");
}
