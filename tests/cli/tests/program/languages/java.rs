//! Tests the published vectors in Java, in a program with a line for each vector.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ydb_keys::YdbType;

use super::published::{Case, tables};
use super::succeeds;
use crate::directory::Directory;
use crate::session;
use crate::vectors;

/// Returns the directory with the packages, if `tests/cli/languages/java/install` has installed those of its `pom.xml`.
fn packages() -> Option<PathBuf> {
    let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages/java/pom.xml");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("java-sdk");
    (fs::read(directory.join("installed.xml")).ok()? == fs::read(wanted).unwrap()).then_some(directory)
}

#[test]
fn vectors_of_java() {
    let Some(packages) = packages() else { return };
    let vectors = vectors::all();
    let (tables, cases) = tables(&vectors);
    let directory = Directory::with(&[]);
    let path = directory.path().to_str().unwrap();
    let printed = session(&tables, &["keys", "--lang", "java", "--out", path]);
    assert!(printed.ends_with("[exit code 0]"), "{printed}");
    fs::write(directory.path().join("Main.java"), program(&cases)).unwrap();
    let classes = format!("{}/*:{path}", packages.display());
    let mut compile = Command::new("javac");
    compile.args(["-Xlint:all,-options", "-Werror", "-cp", &classes, "-d", path, "Keys.java", "Main.java"]);
    succeeds(compile.current_dir(path));
    let printed = succeeds(Command::new("java").args(["-cp", &classes, "Main"]));
    assert_eq!(printed, format!("{} passed\n", cases.len()));
}

fn program(cases: &[Case]) -> String {
    let mut out =
        "import java.time.Duration;\nimport java.time.Instant;\nimport java.util.HexFormat;\nimport java.util.UUID;\n\
                   import java.time.temporal.ChronoUnit;\nimport keys.Keys;\n\npublic final class Main {\n"
            .to_owned();
    out += "    private static void check(long hash, String wanted, int line) {\n        \
            if (hash != Long.parseUnsignedLong(wanted)) {\n            \
            throw new AssertionError(line + \": \" + Long.toUnsignedString(hash) + \", not \" + wanted);\n        }\n    }\n\n";
    out += "    private static byte[] hex(String text) {\n        return HexFormat.of().parseHex(text);\n    }\n\n";
    out += "    public static void main(String[] arguments) {\n";
    for (line, case) in cases.iter().enumerate() {
        let values: Vec<String> = case.columns.iter().zip(&case.values).map(|(ty, text)| value(*ty, text)).collect();
        let key = format!("new Keys.{}({})", case.key, values.join(", "));
        writeln!(out, "        check({key}.hash, \"{}\", {line});", case.hash).unwrap();
    }
    writeln!(out, "        System.out.println(\"{} passed\");\n    }}\n}}", cases.len()).unwrap();
    out
}

fn value(ty: YdbType, text: &str) -> String {
    match ty {
        YdbType::Utf8 => serde_json::to_string(text).unwrap(),
        YdbType::String => format!("hex(\"{text}\")"),
        YdbType::Uuid => format!("UUID.fromString(\"{text}\")"),
        YdbType::Date | YdbType::Date32 => format!("Instant.ofEpochSecond({text}L * 86400)"),
        YdbType::Datetime | YdbType::Datetime64 => format!("Instant.ofEpochSecond({text}L)"),
        YdbType::Timestamp | YdbType::Timestamp64 => format!("Instant.EPOCH.plus({text}L, ChronoUnit.MICROS)"),
        YdbType::Interval | YdbType::Interval64 => format!("Duration.of({text}L, ChronoUnit.MICROS)"),
        YdbType::Uint64 => format!("Long.parseUnsignedLong(\"{text}\")"),
        YdbType::Int64 | YdbType::Uint32 => format!("{text}L"),
        YdbType::Int8 => format!("(byte) {text}"),
        YdbType::Int16 => format!("(short) {text}"),
        _ => text.to_owned(),
    }
}
