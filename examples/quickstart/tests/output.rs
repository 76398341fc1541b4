//! Runs the quickstart as a program: compares its output with `output.txt`, and checks the message for a wrong address.
//!
//! `EXAMPLES_BLESS=1` writes the file (`.ci/bless` writes all expected texts).
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::Path;
use std::{env, fs};

/// Result of `Digest::NumericHash(1001)` in YDB.
const HASH_OF_1001: &str = "10138685143802077350";

#[test]
fn it_prints_its_file() {
    let output = support::example("quickstart").unwrap().output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("output.txt");
    if env::var_os("EXAMPLES_BLESS").is_some() {
        fs::write(&file, &printed).unwrap();
    }
    assert_eq!(printed, fs::read_to_string(&file).unwrap(), "output.txt differs; EXAMPLES_BLESS=1 writes it");
    assert!(printed.contains(&format!("-- $customer_hash = {HASH_OF_1001}\n")), "{printed}");
}

#[test]
fn a_wrong_address_is_a_sentence_without_its_password() {
    let output = support::example("quickstart")
        .unwrap()
        .env("YDB_CONNECTION_STRING", "grpc://localhost:1/local?token=secret")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.starts_with("Error: cannot connect to `grpc://localhost:1/local`: "), "{printed}");
    assert!(!printed.contains("secret"), "{printed}");
}
