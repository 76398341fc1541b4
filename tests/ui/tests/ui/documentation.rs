//! What rustc prints for the bad models of the documentation, to the letter: the `.stderr` files beside them.
//!
//! The compiler's own words differ from release to release, so the files hold for one toolchain: that of `.ci/toolchain`.

use std::io::Write as _;
use std::process::Command;
use std::{env, fs, io};

use ui_tests::{CaseFile, Diagnostic};

use crate::project;

/// The release that the files are from. CI installs it by this file.
const TOOLCHAIN: &str = include_str!("../../../../.ci/toolchain").trim_ascii();

/// Compares what rustc prints for each file with the text beside it, or says that this is another rustc.
pub(crate) fn rustc_prints_the_stderr_files(files: &[CaseFile]) {
    let rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("--version").output();
    let version = String::from_utf8(rustc.unwrap().stdout).unwrap();
    if !version.starts_with(&format!("rustc {TOOLCHAIN} ")) {
        // Past the capture of `print!` by the test harness, which would hide it.
        let message = format!("SKIPPED: the .stderr files are those of rustc {TOOLCHAIN}, this is {version}");
        return io::stderr().write_all(message.as_bytes()).unwrap();
    }
    // No other crate, whose traits rustc would offer in its notes.
    let diagnostics = project::check("documentation", &[], files).unwrap();
    for file in files {
        let printed = printed(&diagnostics[&file.target()]);
        let path = file.path.with_extension("stderr");
        if env::var_os("UI_BLESS").is_some() {
            fs::write(&path, &printed).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert!(expected == printed, "{}: expected\n{expected}\nbut rustc prints\n{printed}", path.display());
    }
}

/// The errors as rustc prints them in the folder of this package, without its summary, which has no place.
fn printed(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| !diagnostic.spans.is_empty());
    let texts = errors.filter_map(|error| error.rendered.as_deref()).map(str::trim_end).collect::<Vec<_>>();
    let text = texts.join("\n\n").replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "") + "\n";
    // The library's own files.
    text.replace(env!("CARGO_MANIFEST_DIR").trim_end_matches("tests/ui"), "")
}
