//! Tests that the page of rules, the files of the UI tests and the library's list of allowable rules agree with the
//! derive's table of rules.

use std::collections::BTreeSet;
use std::fs;

use rooms_tests::source_dir;
use table::{Kind, RULES, Rule};

#[path = "../../../../ydb-keys-derive/src/rules.rs"]
mod table;

#[test]
fn a_rule_is_listed_once_and_says_what_it_refuses_and_its_cure() {
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len(), "an id is listed twice");
    for Rule { id, line, cure, .. } in RULES {
        for text in [line, cure] {
            assert!(text.len() > 8 && text.trim() == *text, "{id}: {text:?}");
            assert!(!text.ends_with('.') && text.matches('`').count() % 2 == 0, "{id}: {text:?}");
        }
        assert!(cure.starts_with(|c: char| c.is_ascii_lowercase()), "{id}: {cure:?}");
    }
}

/// Tests the list of the page, line by line.
#[test]
fn the_page_lists_the_rules() {
    let page = chapter("rules.md");
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("- [`")).collect();
    assert_eq!(lines, RULES.iter().map(item).collect::<Vec<_>>());
}

/// Returns a rule's item in the page's list: its id, the refused model, and the way to allow it.
fn item(rule: &Rule) -> String {
    let Rule { id, kind, line, .. } = rule;
    let place = |place: Option<&str>| place.map(|place| format!(" {place}")).unwrap_or_default();
    let how = match *kind {
        // The section says where a finding of `lint` is allowed.
        Kind::Refused | Kind::Error([]) | Kind::Live => None,
        Kind::Allowable(only) => Some(place(only)),
        Kind::Unless(call) => Some(format!(" by writing `{call}`")),
        Kind::Error(names) => {
            let names = names.iter().map(|(name, only)| format!(" as `{name}`{}", place(*only)));
            Some(names.collect::<Vec<_>>().join(", and"))
        }
    };
    let allowed = how.map(|how| format!(" (can be allowed{how})")).unwrap_or_default();
    let link = match is_error(rule) {
        true => format!("[errors.md#{id}]"),
        false => format!("(#{id})"),
    };
    format!("- [`{id}`]{link}: {line}{allowed}")
}

/// Returns `true` for an error at run time, whose section is in the index of errors.
fn is_error(rule: &Rule) -> bool {
    matches!(rule.kind, Kind::Error(_))
}

/// Tests the sections of the page: first those of the compiler's rules, then those that only a live database breaks.
#[test]
fn the_page_has_a_section_for_each_rule() {
    let page = chapter("rules.md");
    let (compiled, live) = page.split_once("\n# In a live database\n").unwrap();
    for (part, of_live) in [(compiled, false), (live, true)] {
        let sections: Vec<&str> = part.lines().filter_map(heading).collect();
        let rules = RULES.iter().filter(|rule| !is_error(rule) && (rule.kind == Kind::Live) == of_live);
        let ids: BTreeSet<&str> = rules.map(|rule| rule.id).collect();
        assert_eq!(sections.len(), ids.len(), "a section is there twice");
        assert_eq!(sections.into_iter().collect::<BTreeSet<_>>(), ids);
    }
}

/// Tests that a cure names only code that the section of its rule shows.
#[test]
fn the_section_of_a_rule_shows_its_cure() {
    let (rules, errors) = (chapter("rules.md"), chapter("errors.md"));
    for rule in RULES {
        let section = section(if is_error(rule) { &errors } else { &rules }, rule.id);
        let shown: BTreeSet<&str> = words(section).collect();
        for code in rule.cure.split('`').skip(1).step_by(2) {
            for word in words(code) {
                assert!(shown.contains(word), "`{}`: the section does not show `{word}` of `{code}`", rule.id);
            }
        }
    }
}

/// Tests that a file with the rule's id has cases that the compiler refuses.
#[test]
fn the_compiler_is_shown_to_check_each_rule() {
    let cases = ["tests/ui/cases/fail", "tests/testing/cases/fail"].map(source_dir);
    let shown: BTreeSet<String> = cases
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|name| !name.starts_with('_'))
        .collect();
    let compiled = RULES.iter().filter(|rule| !is_error(rule) && rule.kind != Kind::Live);
    assert_eq!(shown, compiled.map(|rule| rule.id.to_owned()).collect());
}

fn chapter(file: &str) -> String {
    fs::read_to_string(source_dir("docs/guide/src").join(file)).unwrap()
}

/// Returns the id of the section that a line begins, if it begins one.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix("## `")?.strip_suffix('`')
}

/// Returns a section of a chapter, without its heading.
fn section<'a>(chapter: &'a str, id: &str) -> &'a str {
    let (_, rest) = chapter.split_once(&format!("\n## `{id}`\n")).unwrap_or_else(|| panic!("no section `{id}`"));
    rest.split("\n## ").next().and_then(|rest| rest.split("\n# ").next()).unwrap_or(rest)
}

/// Returns the words of a text: letters, digits and `_`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
