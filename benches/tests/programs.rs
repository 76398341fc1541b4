//! Every program runs to its end at its smallest size, its documentation has the command that runs it, and `just bench`
//! runs them all.
//!
//! `cargo test --workspace` leaves these tests out: its programs have the features that any package asks for, also those
//! that they lack when they are built alone. `cargo test -p ydb-keys-benches --test programs` runs them.

#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, reason = "helpers of tests may end a test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use serde_json::Value;

// What `compile-time -- program` builds, which takes minutes, compiles.
#[path = "../src/program/bare.rs"]
#[allow(dead_code, unused_attributes, reason = "it is not run")]
mod bare;
#[path = "../src/program/keys.rs"]
#[allow(dead_code, reason = "it is not run")]
mod keys;

#[test]
fn programs_run_to_their_end() {
    let programs = Path::new(env!("CARGO_BIN_EXE_bulk")).parent().unwrap();
    let names = targets("bin").into_iter().map(|target| target.name);
    let faults: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = names.map(|name| scope.spawn(move || run(programs, &name).err())).collect();
        runs.into_iter().filter_map(|run| run.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn run(programs: &Path, name: &str) -> Result<(), String> {
    let mut program = Command::new(programs.join(name));
    let output = program.env("BENCH_SMALL", "1").env("CARGO_NET_OFFLINE", "true").output().unwrap();
    let [printed, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    match output.status.success() && printed.lines().count() > 1 {
        true => Ok(()),
        false => Err(format!("{name}: {}\n{printed}{errors}", output.status)),
    }
}

#[test]
fn programs_name_their_command() {
    for Target { name, file } in targets("bin") {
        let text = fs::read_to_string(&file).unwrap();
        let command = format!("`cargo run --release -p ydb-keys-benches --bin {name}");
        let rest = text.split(&command).nth(1).unwrap_or_else(|| panic!("{file} does not say {command}`"));
        assert!(rest.starts_with(['`', ' ']), "{file}: another program's command");
    }
}

#[test]
fn just_bench_runs_them_all() {
    let justfile = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../justfile")).unwrap();
    let lines = justfile.lines().skip_while(|line| *line != "bench:").skip(1);
    let listed: Vec<&str> = lines.take_while(|line| line.starts_with(' ')).map(str::trim).collect();
    let command =
        |run: &str, kind: &str, target: Target| format!("cargo {run} -p ydb-keys-benches --{kind} {}", target.name);
    let benches = targets("bench").into_iter().map(|target| command("bench", "bench", target));
    let programs = targets("bin").into_iter().map(|target| command("run --release", "bin", target));
    assert_eq!(listed, benches.chain(programs).collect::<Vec<_>>());
}

struct Target {
    name: String,
    file: String,
}

/// The targets of this package of a kind, by name.
fn targets(kind: &str) -> Vec<Target> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version=1"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let metadata: Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == env!("CARGO_PKG_NAME")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let of_kind = package["targets"].as_array().unwrap().iter().filter(|target| target["kind"][0] == kind);
    let mut targets: Vec<Target> =
        of_kind.map(|target| Target { name: text(&target["name"]), file: text(&target["src_path"]) }).collect();
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    targets
}
