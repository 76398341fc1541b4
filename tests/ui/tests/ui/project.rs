//! Creates a Cargo project that has every file as an example, and checks it by one run of Cargo.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use cargo_metadata::Message;
use ui_tests::{CaseFile, Diagnostic, Result};

/// Crates that the cases use besides the library, which has a feature of that name for each except `serde`.
const CRATES: [(&str, &str); 5] = [
    ("chrono", r#"{ version = "0.4", default-features = false, features = ["std"] }"#),
    ("rust_decimal", r#"{ version = "1", default-features = false }"#),
    ("serde", r#"{ version = "1", features = ["derive"] }"#),
    ("serde_json", r#""1""#),
    ("uuid", r#""1""#),
];

/// Returns the compiler's messages on each file, by its target's name.
pub(crate) fn check(files: &[CaseFile]) -> Result<HashMap<String, Vec<Diagnostic>>> {
    let mut targets = HashMap::new();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let mut manifest = manifest();
    for file in files {
        write!(manifest, "\n[[example]]\nname = {:?}\npath = {:?}\n", file.target(), file.path)?;
        if let Some(edition) = file.edition() {
            writeln!(manifest, "edition = {edition:?}")?;
        }
        targets.insert(file.target(), Vec::new());
    }
    lay_out(&folder, &manifest)?;
    let output = Command::new(env!("CARGO"))
        .args(["check", "--examples", "--keep-going", "--offline", "--message-format=json"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.with_file_name("target"))
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .output()?;
    let mut finished = false;
    let mut of_core = BTreeSet::new();
    for message in Message::parse_stream(output.stdout.as_slice()) {
        match message? {
            Message::CompilerMessage(message) => match targets.get_mut(&message.target.name) {
                Some(said) => {
                    of_core.extend(core_paths(message.message.rendered.as_deref().unwrap_or_default()));
                    said.push(message.message);
                }
                None => return Err(format!("a dependency of the cases: {}", message.message).into()),
            },
            Message::BuildFinished(_) => finished = true,
            _ => {}
        }
    }
    if !finished {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    match of_core.is_empty() {
        true => Ok(targets),
        false => {
            Err(format!("rustc names these by their path in the core; re-export them in `ydb_keys`: {of_core:#?}")
                .into())
        }
    }
}

/// Returns the paths in `ydb_keys_core` that a message names. A user depends on `ydb-keys`, so rustc must print the
/// paths of its re-exports.
fn core_paths(message: &str) -> impl Iterator<Item = String> + '_ {
    message.match_indices("ydb_keys_core::").map(|(at, _)| {
        message[at..].chars().take_while(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':')).collect()
    })
}

/// Returns the project's manifest, without its targets.
fn manifest() -> String {
    let of_crates = CRATES.iter().map(|(name, _)| *name).filter(|name| *name != "serde");
    let features: Vec<&str> = of_crates.chain(["yql"]).collect();
    let crates: String = CRATES.iter().map(|(name, version)| format!("{name} = {version}\n")).collect();
    format!(
        r#"[package]
name = "cases"
version = "0.0.0"
edition = "2024"
publish = false
autoexamples = false

[dependencies]
ydb-keys = {{ path = {:?}, default-features = false, features = {features:?} }}
ydb-keys-derive = {{ path = {:?} }}
{crates}
[workspace]
"#,
        workspace().join("ydb-keys"),
        workspace().join("ydb-keys-derive")
    )
}

/// Writes the project, with the versions of the workspace, so that nothing has to be fetched.
fn lay_out(folder: &Path, manifest: &str) -> io::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock")).map(drop)
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
