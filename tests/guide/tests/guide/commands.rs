//! Tests that each cargo command with `-p` on a page names a package of this repository, and a program, an example or a
//! test of it.

use std::process::Command;
use std::{env, fs};

use guide_tests::chapters;
use rooms_tests::source_dir;
use serde_json::Value;

/// Returns the texts of the pages, by their names.
fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<_> = chapters().into_iter().map(|chapter| (chapter.file, chapter.text)).collect();
    for file in ["README.md", "CONTRIBUTING.md", "examples/README.md", "crates/ydb-embedded/README.md"] {
        pages.push((file.to_owned(), fs::read_to_string(source_dir(".").join(file)).unwrap()));
    }
    pages
}

/// Returns the package of each command, and the targets that the command names, e.g. `("bin", "slo")`.
fn commands(text: &str) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut found = Vec::new();
    for command in text.split("cargo ").skip(1) {
        // A command ends with the code that it is in, or where the arguments of the program begin.
        let command = command.split(['`', '#', '\\']).next().unwrap_or_default();
        let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != "--").collect();
        let after = |flag: &str| words.windows(2).find(|pair| pair[0] == flag).map(|pair| pair[1]);
        if let Some(package) = after("-p") {
            let kinds = ["bin", "example", "test"];
            let targets = kinds.into_iter().filter_map(|kind| Some((kind, after(&format!("--{kind}"))?)));
            found.push((package, targets.collect()));
        }
    }
    found
}

#[test]
fn each_command_names_what_there_is() {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(source_dir("."));
    let metadata: Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let (mut faults, mut targets) = (Vec::new(), 0);
    for (page, text) in pages() {
        for (name, wanted) in commands(&text) {
            let Some(package) = packages.iter().find(|package| package["name"] == name) else {
                faults.push(format!("{page}: there is no package `{name}`"));
                continue;
            };
            for (kind, target) in wanted {
                targets += 1;
                let is_target =
                    |of: &Value| of["name"] == target && of["kind"].as_array().unwrap().contains(&kind.into());
                if !package["targets"].as_array().unwrap().iter().any(is_target) {
                    faults.push(format!("{page}: `{name}` has no {kind} `{target}`"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(targets >= 7, "only {targets} targets");
}

#[test]
fn a_command_is_read() {
    let text = "run it (`cargo test -p\nguide-tests axum`).\n```sh\ncargo run -p a --bin b -- --test c\n```\n";
    assert_eq!(commands(text), [("guide-tests", vec![]), ("a", vec![("bin", "b")])]);
}
