//! Runs the files of `keys` in their languages: with the published vectors, and with rows that they share with Rust.
//!
//! The languages' packages are installed under the target folder by the engine's tests:
//! `crates/ydb-embedded/tests/python/run` and `crates/ydb-embedded/tests/node/run`. Without them a test does nothing.

mod everything;
mod examples;
mod go;
mod interop;
mod java;
mod published;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ydb_keys::Table;

use crate::directory::Directory;
use crate::session;

/// Language whose files can be run.
#[derive(Clone, Copy, Debug)]
enum Runner {
    Python,
    TypeScript,
}

impl Runner {
    /// Returns the directory with the packages, if the versions that the repository names are installed.
    fn packages(self) -> Option<PathBuf> {
        let (directory, installed, wanted) = match self {
            Runner::Python => ("python-sdk", "requirements.txt", "python/requirements.txt"),
            Runner::TypeScript => ("node-sdk", "installed.json", "node/package-lock.json"),
        };
        let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/ydb-embedded/tests").join(wanted);
        // `target/tmp`
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join(directory);
        (fs::read(directory.join(installed)).ok()? == fs::read(wanted).unwrap()).then_some(directory)
    }

    /// Writes the keys of tables, runs a program with them and these arguments, and returns its output.
    fn run(self, packages: &Path, tables: &[&'static Table], program: &Path, args: &[&str]) -> String {
        let directory = Directory::with(&[]);
        let lang = match self {
            Runner::Python => "python",
            Runner::TypeScript => "typescript",
        };
        let path = directory.path().to_str().unwrap();
        let printed = session(tables, &["keys", "--lang", lang, "--out", path]);
        assert!(printed.ends_with("[exit code 0]"), "{printed}");
        let (own, extension) = match self {
            Runner::Python => (Own(directory.path().to_owned()), "py"),
            // Modules are looked up in the directories above the files that import them.
            Runner::TypeScript => (Own(packages.join(directory.path().file_name().unwrap())), "mjs"),
        };
        fs::create_dir_all(&own.0).unwrap();
        let sources = fs::read_dir(program.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
        for source in sources.filter(|path| path.extension().is_some_and(|own| own == extension)) {
            // The keys are those that were just written.
            if !source.ends_with("keys.py") {
                fs::copy(&source, own.0.join(source.file_name().unwrap())).unwrap();
            }
        }
        let program = own.0.join(program.file_name().unwrap()).with_extension(extension);
        let mut command = match self {
            Runner::Python => Command::new(packages.join("bin/python")),
            Runner::TypeScript => {
                fs::copy(directory.path().join("keys.ts"), own.0.join("keys.ts")).unwrap();
                compile(packages, &own.0);
                Command::new("node")
            }
        };
        succeeds(command.arg(&program).args(args).env("PYTHONDONTWRITEBYTECODE", "1"))
    }

    /// Runs a program of `tests/cli/languages` with data as its first argument.
    fn test(self, packages: &Path, tables: &[&'static Table], program: &str, data: &str, args: &[&str]) {
        let directory = Directory::with(&[]);
        let file = directory.path().join("data.json");
        fs::write(&file, data).unwrap();
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages").join(program);
        self.run(packages, tables, &program, &[&[file.to_str().unwrap()], args].concat());
    }
}

/// Directory within the packages, removed at the end.
struct Own(PathBuf);

impl Drop for Own {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Checks the types of `keys.ts`, and writes `keys.js`.
fn compile(packages: &Path, directory: &Path) {
    fs::write(directory.join("package.json"), r#"{ "type": "module" }"#).unwrap();
    let mut command = Command::new("node");
    command.arg(packages.join("node_modules/typescript/bin/tsc"));
    command.args(["--strict", "--noUnusedLocals", "--noUnusedParameters", "--skipLibCheck"]);
    command.args(["--module", "nodenext", "--target", "es2022", "keys.ts"]).current_dir(directory);
    succeeds(&mut command);
}

/// Runs a program that must succeed, and returns its output.
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}
