//! What rustc prints for the bad models of the documentation, to the letter, and that it takes the good ones.
//!
//! `TRYBUILD=overwrite cargo test -p trybuild-tests` writes the `.stderr` files anew (`.ci/bless` writes all expected
//! texts). The compiler's own words differ from release to release, so the files hold for one toolchain: that of
//! `.ci/toolchain`. `tests/ui` compares our words alone, on every toolchain.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::io::Write as _;
use std::process::Command;

/// The release that the `.stderr` files are from. CI installs it by this file.
const TOOLCHAIN: &str = include_str!("../../../.ci/toolchain").trim_ascii();

#[test]
fn rustc_prints_the_stderr_files() {
    let rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let version = { rustc }.arg("--version").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    if !version.starts_with(&format!("rustc {TOOLCHAIN} ")) {
        // Past the capture of `print!` by the test harness, which would hide it.
        let message = format!("SKIPPED: the .stderr files are those of rustc {TOOLCHAIN}, this is {version}");
        return std::io::stderr().write_all(message.as_bytes()).unwrap();
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("cases/fail/*.rs");
    cases.pass("cases/pass/*.rs");
}
