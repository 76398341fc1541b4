//! Tests the skill for coding assistants: its page of rules is generated from the list of rules and the sections of the
//! guide, and its files, rules and links exist. The format is that of YDB's own skills: a `SKILL.md` with a name and a
//! description of its use, and a page of rules, each with a symptom, the fix and the source.

use std::fmt::Write;
use std::fs;

use guide_tests::same_as;
use rooms_tests::source_dir;
use table::{Kind, RULES, Rule};

#[allow(dead_code, reason = "other tests read the rest of it")]
#[path = "../../../../ydb-keys-derive/src/rules.rs"]
mod table;

fn read(path: &str) -> String {
    fs::read_to_string(source_dir("").join(path)).unwrap()
}

/// Returns the page with the section of a rule, and the section.
fn section<'a>(rules: &'a str, errors: &'a str, id: &str) -> (&'static str, &'a str) {
    let heading = format!("\n## `{id}`\n");
    let (page, text) = if rules.contains(&heading) { ("rules", rules) } else { ("errors", errors) };
    let (_, section) = text.split_once(&heading).unwrap();
    (page, section.split("\n## ").next().unwrap().split("\n# ").next().unwrap())
}

/// Returns the first paragraph in one line, with its links as words.
fn problem(section: &str) -> String {
    let paragraph = section.trim_start().split("\n\n").next().unwrap().replace('\n', " ");
    let mut text = String::new();
    let mut rest = &*paragraph;
    while let Some((before, after)) =
        rest.split_once('[').filter(|(_, after)| after.contains("](") || after.contains("]["))
    {
        let (words, target) = after.split_once(']').unwrap();
        let (_, behind) = target.split_once([')', ']']).unwrap();
        write!(text, "{before}{words}").unwrap();
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// Returns the first change that a section shows: lines with `-` fail, lines with `+` are right.
fn example(section: &str) -> Option<&str> {
    let (_, rest) = section.split_once("```diff\n")?;
    rest.split_once("\n```").map(|(code, _)| code)
}

fn how(rule: &Rule) -> String {
    match rule.kind {
        Kind::Refused => "the compiler refuses it".to_owned(),
        Kind::Allowable(_) => format!("the compiler refuses it, without `allow({}, reason = \"..\")`", rule.id),
        Kind::Unless(call) => format!("the compiler refuses it, without `{call}`"),
        Kind::Error([]) => "an error when the row is written".to_owned(),
        Kind::Error(names) => {
            let names = names.iter().map(|(name, _)| format!("`allow({name}, reason = \"..\")`"));
            format!("an error when the row is written, without {}", names.collect::<Vec<_>>().join(" or "))
        }
        Kind::Live => "`ydb-keys lint` finds it in a database".to_owned(),
    }
}

/// Tests the page of rules. Each rule of the compiler has an example.
#[test]
fn the_page_of_rules_is_that_of_the_list() {
    let (rules, errors) = (read("docs/guide/src/rules.md"), read("docs/guide/src/errors.md"));
    let mut text = "# ydb-keys: rules of models, queries and rows\n\n\
        Cite the id of a rule as the compiler prints it. In an example, lines with `-` fail and lines with `+` are right.\n\
        This page is made from the project's list of rules.\n"
        .to_owned();
    for rule in RULES {
        let Rule { id, kind, line, cure } = rule;
        let (page, section) = section(&rules, &errors, id);
        let severity = if matches!(kind, Kind::Live) { "Medium" } else { "High" };
        let (how, problem) = (how(rule), problem(section));
        write!(text, "\n### {id}\n\n**Severity**: {severity}; {how}\n\n").unwrap();
        write!(text, "**What to look for**: {line}\n\n**Problem**: {problem}\n\n**Fix**: {cure}\n\n").unwrap();
        writeln!(text, "**Source**: <https://docs.rs/ydb-keys/latest/ydb_keys/guide/{page}/#{id}>").unwrap();
        let example = example(section);
        assert!(example.is_some() || !matches!(kind, Kind::Refused | Kind::Allowable(_) | Kind::Unless(_)), "{id}");
        if let Some(example) = example {
            write!(text, "\n```diff\n{example}\n```\n").unwrap();
        }
    }
    same_as(&source_dir("docs/skills/ydb-keys/rules").join("rust.md"), &text);
}

#[test]
fn its_head_names_it_and_says_when_it_is_for() {
    let text = read("docs/skills/ydb-keys/SKILL.md");
    let (head, body) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    let [name, description] = head.lines().collect::<Vec<_>>()[..] else { panic!("other fields than two: {head}") };
    assert_eq!(name, "name: ydb-keys");
    let description = description.strip_prefix("description: ").unwrap();
    assert!(!description.contains(": ") && description.len() < 1024, "{description}");
    assert!(body.lines().count() <= 150, "{} lines", body.lines().count());
    for link in body.match_indices("](").map(|(at, _)| body[at + 2..].split(')').next().unwrap()) {
        let is_there = link.contains("://") || source_dir("docs/skills/ydb-keys").join(link).exists();
        assert!(is_there, "SKILL.md: no file is at `{link}`");
    }
    let table = body.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(id, _)| id);
    let unknown: Vec<&str> = table.filter(|id| RULES.iter().all(|rule| rule.id != *id)).collect();
    assert!(unknown.is_empty(), "these are no rules: {unknown:?}");
}
