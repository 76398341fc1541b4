//! Tests that the paths of sources in `ARCHITECTURE.md` and `CONTRIBUTING.md` exist.

use std::fs;
use std::path::Path;

/// Folders at the root whose files these pages name.
const ROOTS: [&str; 9] =
    ["ydb-keys/", "ydb-keys-derive/", "crates/", "tests/", "examples/", "benches/", "docs/", ".ci/", ".github/"];

#[test]
fn pages_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut missing = Vec::new();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        for path in text.split('`').skip(1).step_by(2).filter(|code| ROOTS.iter().any(|root| code.starts_with(root))) {
            // What follows a space or stands for many files is not part of a path.
            let path = path.split([' ', '*', '<']).next().unwrap_or_default();
            missing.extend(
                alternatives(path).filter(|path| !root.join(path).exists()).map(|path| format!("{page}: {path}")),
            );
        }
    }
    assert!(missing.is_empty(), "these paths do not exist:\n{}", missing.join("\n"));
}

/// Returns the paths of `a/{b,c}.rs`: `a/b.rs` and `a/c.rs`.
fn alternatives(path: &str) -> impl Iterator<Item = String> + '_ {
    let (before, rest) = path.split_once('{').unwrap_or((path, ""));
    let (words, after) = rest.split_once('}').unwrap_or((rest, ""));
    words.split(',').map(move |word| format!("{before}{word}{after}"))
}
