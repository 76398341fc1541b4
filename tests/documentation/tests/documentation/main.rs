//! Checks rustc's errors for the bad models of the documentation against the `.stderr` files that pages quote.
//!
//! `UI_BLESS=1 cargo test -p documentation-tests` rewrites the files and the quotes. The compiler's own words differ
//! from release to release, so the files are for the toolchain of `.ci/toolchain`.

#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

mod quotes;

use std::io::Write as _;
use std::process::Command;
use std::{env, io};

/// Release of rustc that the files are from. CI installs it by this file.
const TOOLCHAIN: &str = include_str!("../../../../.ci/toolchain").trim_ascii();

#[test]
fn pages_quote_what_rustc_prints() {
    rustc_prints_the_stderr_files();
    quotes::quoted_errors_are_what_rustc_prints();
}

/// Compares all files by trybuild, or says that the installed rustc is another release.
fn rustc_prints_the_stderr_files() {
    let rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("--version").output();
    let version = String::from_utf8(rustc.unwrap().stdout).unwrap();
    if !version.starts_with(&format!("rustc {TOOLCHAIN} ")) {
        // Past the capture of `print!` by the test harness, which would hide it.
        let message = format!("SKIPPED: the .stderr files are those of rustc {TOOLCHAIN}, this is {version}");
        return io::stderr().write_all(message.as_bytes()).unwrap();
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_documentation-tests"));
    // CI builds the tests with clippy, which would lint the models as well.
    program.env_remove("RUSTC_WORKSPACE_WRAPPER");
    if env::var_os("UI_BLESS").is_some() {
        program.env("TRYBUILD", "overwrite");
    }
    let output = program.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
