//! Tests `completions` and `man`: they have all commands and options, and bash completes.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::directory::Directory;
use crate::{TABLES, session};

/// Returns the output of a command that succeeds.
fn printed(args: &[&str]) -> String {
    let shown = session(TABLES, args);
    let (_, rest) = shown.split_once('\n').unwrap();
    rest.strip_suffix("[exit code 0]").unwrap_or_else(|| panic!("{shown}")).to_owned()
}

/// Returns the long options of all commands, as their help names them, by the words of the command.
fn options() -> BTreeMap<Vec<String>, Vec<String>> {
    let mut found = BTreeMap::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = printed(&words);
        if let Some((_, commands)) = help.split_once("\nCommands:\n") {
            let names = commands.lines().take_while(|line| !line.is_empty());
            let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
            let name = |line: &str| line.split_whitespace().next().unwrap().to_owned();
            open.extend(names.map(|line| [command.clone(), vec![name(line)]].concat()));
        }
        let words = help.lines().filter_map(|line| line.trim_start().strip_prefix("-h, ").or(Some(line.trim_start())));
        let long = words.filter(|line| line.starts_with("--")).filter_map(|line| line.split_whitespace().next());
        found.insert(command, long.map(str::to_owned).collect());
    }
    assert!(found.len() > 18 && found.values().flatten().count() > 100, "{found:?}");
    found
}

#[test]
fn each_shell_knows_all_commands_and_options() {
    for (shell, option) in [("bash", "--"), ("zsh", "--"), ("fish", "-l "), ("powershell", "--"), ("elvish", "--")] {
        let script = printed(&["completions", shell]);
        for (command, options) in options() {
            assert!(command.iter().all(|word| script.contains(word.as_str())), "{shell}: {command:?}");
            for long in options {
                let long = long.replacen("--", option, 1);
                assert!(script.contains(&long), "{shell}: {command:?} {long}");
            }
        }
    }
}

#[test]
fn each_command_has_a_page_with_its_options() {
    let directory = Directory::new();
    let out = directory.path().to_str().unwrap();
    let paths = printed(&["man", "--out", out]);
    let pages = options();
    assert_eq!(paths.lines().count(), pages.len());
    for (command, options) in pages {
        let name = ["migrate".to_owned()].into_iter().chain(command).collect::<Vec<_>>().join("-");
        let page = directory.read(&format!("{name}.1"));
        assert!(page.contains("\n.SH NAME\n") && page.contains(&name.replace('-', "\\-")), "{page}");
        for long in options {
            assert!(page.contains(&long.replace('-', "\\-")), "{name} {long}: {page}");
        }
    }
    // Without a directory, the page of the program is printed.
    assert_eq!(printed(&["man"]), directory.read("migrate.1"));
    // Nothing is overwritten.
    let again = session(TABLES, &["man", "--out", out]);
    assert!(again.contains("error: cannot write ") && again.ends_with("[exit code 2]"), "{again}");
}

/// Runs a program that may not be installed; `None` if it is not.
fn run(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn shells_read_their_scripts_and_bash_completes() {
    let directory = Directory::with(&[]);
    let file = |shell: &str| {
        let path = directory.path().join(shell);
        fs::write(&path, printed(&["completions", shell])).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for shell in ["zsh", "fish"] {
        run(shell, &["-n", &file(shell)]);
    }
    let script = file("bash");
    let completed = |words: &[&str]| {
        let (last, quoted) = (words.last().unwrap(), words.join(" "));
        let before = words[words.len() - 2];
        let text = format!(
            "source {script}; COMP_WORDS=({quoted}); COMP_CWORD={}; _migrate migrate '{last}' '{before}'; \
             echo \"${{COMPREPLY[*]}}\"",
            words.len() - 1
        );
        run("bash", &["--norc", "-c", &text])
    };
    // On Windows there may be no bash.
    let Some(commands) = completed(&["migrate", "hash"]) else { return };
    assert_eq!(commands, "hash-sql hash\n");
    assert_eq!(completed(&["migrate", "queries", "v"]).unwrap(), "vet\n");
    assert_eq!(completed(&["migrate", "apply", "--drop"]).unwrap(), "--drop-old --drop-new --drop-anyway\n");
    assert_eq!(completed(&["migrate", "ddl", "--format", "f"]).unwrap(), "flyway\n");
}
