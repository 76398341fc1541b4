//! Tests the published vectors in Go, in a program with a line for each vector: Go cannot look up a type by its name.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ydb_keys::YdbType;

use super::published::{Case, tables};
use super::{Own, succeeds};
use crate::directory::Directory;
use crate::session;
use crate::vectors;

/// Returns the directory with the modules, if `tests/cli/languages/go/install` has installed those of its `go.mod`.
fn modules() -> Option<PathBuf> {
    let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages/go/go.mod");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("go-sdk");
    (fs::read(directory.join("installed.mod")).ok()? == fs::read(wanted).unwrap()).then_some(directory)
}

#[test]
fn vectors_of_go() {
    let Some(modules) = modules() else { return };
    let mut vectors = vectors::all();
    // A type that is refused.
    vectors.retain(|vector| !vector.columns.contains(&YdbType::Interval64));
    let (tables, cases) = tables(&vectors);
    let name = Directory::new().path().file_name().unwrap().to_owned();
    let own = Own(modules.join(name));
    let keys = own.0.join("keys");
    fs::create_dir_all(&keys).unwrap();
    let printed = session(&tables, &["keys", "--lang", "go", "--out", keys.to_str().unwrap()]);
    assert!(printed.ends_with("[exit code 0]"), "{printed}");
    let package = own.0.file_name().unwrap().to_str().unwrap();
    fs::write(own.0.join("main.go"), program(package, &cases)).unwrap();
    let mut command = Command::new("go");
    command.args(["run", "."]).current_dir(&own.0).env("GOTOOLCHAIN", "local").env("GOFLAGS", "-mod=mod");
    let printed = succeeds(&mut command);
    assert_eq!(printed, format!("{} passed\n", cases.len()));
}

fn program(package: &str, cases: &[Case]) -> String {
    let mut out = format!(
        "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"time\"\n\n\t\"github.com/google/uuid\"\n\n\t\
         \"example.com/keys/{package}/keys\"\n)\n\n"
    );
    out += "func check[H uint32 | uint64](hash H, wanted uint64, line int) {\n\tif uint64(hash) != wanted {\n\t\t\
            fmt.Println(line, hash, wanted)\n\t\tos.Exit(1)\n\t}\n}\n\n";
    out += "func ok[K any](key K, err error) K {\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\treturn key\n}\n\n";
    out += "func main() {\n\t_ = time.UTC\n\t_ = uuid.Nil\n";
    for (line, case) in cases.iter().enumerate() {
        let values: Vec<String> = case.columns.iter().zip(&case.values).map(|(ty, text)| value(*ty, text)).collect();
        let key = format!("keys.New{}({})", case.key, values.join(", "));
        let fails = case.columns.iter().any(|ty| ty.is_time() || matches!(ty, YdbType::Utf8 | YdbType::Interval));
        let key = if fails { format!("ok({key})") } else { key };
        writeln!(out, "\tcheck({key}.Hash(), {}, {line})", case.hash).unwrap();
    }
    writeln!(out, "\tfmt.Println(\"{} passed\")\n}}", cases.len()).unwrap();
    out
}

fn value(ty: YdbType, text: &str) -> String {
    match ty {
        YdbType::Utf8 => serde_json::to_string(text).unwrap(),
        YdbType::String => {
            let bytes = (0..text.len()).step_by(2).map(|at| format!("0x{}", &text[at..at + 2]));
            format!("[]byte{{{}}}", bytes.collect::<Vec<_>>().join(", "))
        }
        YdbType::Uuid => format!("uuid.MustParse(\"{text}\")"),
        YdbType::Date | YdbType::Date32 => format!("time.Unix({text}*86400, 0)"),
        YdbType::Datetime | YdbType::Datetime64 => format!("time.Unix({text}, 0)"),
        YdbType::Timestamp | YdbType::Timestamp64 => format!("time.UnixMicro({text})"),
        YdbType::Interval => format!("{text}*time.Microsecond"),
        _ => text.to_owned(),
    }
}
