//! Tests the faults that are found in malformed files of cases.

use super::*;

const SOURCE: &str = "\
use ydb_keys::YdbTable;

// A case with a helper.
#[allow(dead_code)]
mod good {
    mod helper {}
}

mod silent {
}

// A case of another rule.
mod other {
}

fn main() {}
";

/// Returns a file with a fixed source, without reading it.
fn file(name: &str) -> CaseFile {
    CaseFile::new("fail", format!("{name}.rs").into(), SOURCE.to_owned())
}

#[test]
fn a_file_has_a_case_for_each_module() {
    let file = file("key_type");
    let cases: Vec<_> = file.cases().into_iter().map(|case| (case.name, case.lines, case.described)).collect();
    assert_eq!(cases, [("good", 5..=7, true), ("silent", 9..=10, false), ("other", 13..=14, true)]);
    assert_eq!((file.rule_id(), file.target().as_str()), (Some("key_type"), "fail-key_type"));
}

#[test]
fn a_name_with_a_dash_is_one_case() {
    let file = file("key_type-edition_2018");
    let cases: Vec<_> = file.cases().into_iter().map(|case| (case.name, *case.lines.start())).collect();
    assert_eq!((cases, file.rule_id()), (vec![("edition_2018", 1)], Some("key_type")));
    assert_eq!(self::file("_several-names").rule_id(), None);
}

#[test]
fn each_fault_is_found() {
    let message = |line, text: &str| Message::new(line, 9, text.to_owned());
    let messages = vec![
        message(6, "`f64`: key_type: refused"),
        message(13, "`u64`: nullable_key: refused"),
        message(16, "`main`: key_type: refused"),
        message(0, "key_type: refused in another file"),
    ];
    let (said, faults) = refused(&file("key_type"), messages);
    assert_eq!(said, "good\n2:9 `f64`: key_type: refused\n\nsilent\n\nother\n1:9 `u64`: nullable_key: refused\n");
    let expected = [
        "no comment before `silent`",
        "`silent` compiles",
        "`other` does not break the rule of its file",
        "outside of the cases: 16:9 `main`",
        "outside of the cases: 0:9 key_type: refused in another file",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.contains(expected), "{fault}");
    }
}

#[test]
fn an_accepted_file_says_nothing_and_has_cases() {
    let file = CaseFile::new("pass", "key_type.rs".into(), "fn main() {}\n".to_owned());
    let faults = accepted(&file, &[Message::new(1, 1, "`main`: unused".to_owned())]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(
        faults[0].contains("has no case") && faults[1].contains("is not accepted: 1:1 `main`: unused"),
        "{faults:?}"
    );
}

#[test]
fn both_kinds_have_the_same_rules() {
    let named = |name: &str| vec![file(name), file("_several"), file("row-2018")];
    assert!(counterparts(&named("key_type"), &named("key_type-2021")).is_empty());
    assert_eq!(counterparts(&named("key_type"), &named("ttl")).len(), 2);
}

#[test]
fn a_message_without_the_address_of_its_rule_shows_that() {
    let text = |id: &str| {
        let page = "https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/";
        format!("key_type: a float\nhelp: an integer\nnote: for more, run `ydb-keys explain {id}` or see {page}#{id}")
    };
    assert_eq!(render::without_address(text("key_type")), "key_type: a float\nhelp: an integer");
    let other = text("ttl");
    assert_eq!(render::without_address(other.clone()), other + "\nwithout the address of the rule");
    assert_eq!(render::without_address("the trait bound `A: B`".to_owned()), "the trait bound `A: B`");
}
