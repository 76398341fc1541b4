//! Tests the compiler's messages on cases that need the client: `<rule>.txt` has those of `cases/fail/<rule>.rs`.
//!
//! `UI_BLESS=1 cargo test -p testing-tests errors::` rewrites the texts. The cases without the client are in
//! `tests/ui`. A file is one run of `rustc` with the library that Cargo has built for this test, so nothing is built
//! again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use ui_tests::{CaseFile, Diagnostic, Result};

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    if let Err(error) = ui_tests::compare(&folder, check) {
        panic!("{error}");
    }
}

fn check(files: &[CaseFile]) -> Result<HashMap<String, Vec<Diagnostic>>> {
    let library = library()?;
    files.iter().map(|file| Ok((file.target(), diagnostics(file, &library)?))).collect()
}

/// Returns the path of this package's library. It is built for every requested set of features; the last one is used.
fn library() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let mut last = None;
    for file in fs::read_dir(program.parent().ok_or("the test is in no folder")?)? {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("libtesting_tests-") && name.ends_with(".rlib") {
            last = last.max(Some((fs::metadata(&path)?.modified()?, path)));
        }
    }
    Ok(last.ok_or("no library beside the test")?.1)
}

/// Returns the compiler's messages on a file, compiled like a user's test.
fn diagnostics(file: &CaseFile, library: &Path) -> Result<Vec<Diagnostic>> {
    // A path that is hard-coded in what is generated leads nowhere under another name.
    let names: &[&str] = match file.path.ends_with("_renamed.rs") {
        true => &["keys_by_another_name"],
        false => &["ydb_keys", "ydb_keys_bulk"],
    };
    // Rows are compared with queries when the functions that read them are built.
    let emit = if file.path.ends_with("_checked_rows.rs") { "--emit=obj" } else { "--emit=metadata" };
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--test", "--edition", file.edition().unwrap_or("2024"), emit, "--error-format=json"])
        .args(names.iter().map(|name| format!("--extern={name}={}", library.display())))
        .arg("-L")
        .arg(format!("dependency={}", library.with_file_name("").display()))
        .arg("--out-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")))
        .arg(&file.path)
        .output()?;
    String::from_utf8(output.stderr)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}
