//! Tests lists that the derive keeps by itself, because it does not depend on the library: they name the same types and
//! functions.

use ydb_keys::YdbType;
use ydb_keys::schema::HashFunction;

/// Returns the lines of a constant of the derive, from its name to the bracket that closes it.
fn constant(source: &'static str, name: &str) -> &'static str {
    let (_, rest) = source.split_once(&format!("const {name}: ")).unwrap();
    let (_, value) = rest.split_once('=').unwrap();
    let (_, list) = value.split_once("&[").unwrap();
    list.split_once("];").unwrap().0
}

#[test]
fn the_derive_knows_every_hash_function() {
    let list = constant(include_str!("../../../../ydb-keys-derive/src/words.rs"), "HASH_FUNCTIONS");
    let pairs = HashFunction::ALL.map(|function| format!("(\"{}\", \"{function:?}\")", function.name()));
    assert_eq!(list.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(','), pairs.join(", "));
}

#[test]
fn the_derive_knows_every_type() {
    let list = constant(include_str!("../../../../ydb-keys-derive/src/words.rs"), "TYPES");
    let mut known: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let mut types: Vec<String> = YdbType::PLAIN.iter().map(|ty| format!("\"{}\"", ty.name())).collect();
    types.push("\"Decimal\"".to_owned());
    known.sort_unstable();
    types.sort_unstable();
    assert_eq!(known, types);
}

#[test]
fn the_page_of_hashes_has_every_function() {
    let page = include_str!("../../../../docs/guide/src/hashes.md");
    for function in HashFunction::ALL {
        assert!(
            page.contains(&format!("| `{}` | `{}` |", function.name(), function.yql_name().unwrap())),
            "{function}"
        );
    }
}

#[test]
fn the_page_of_types_has_every_type() {
    let page = include_str!("../../../../docs/guide/src/types.md");
    for ty in YdbType::PLAIN {
        assert!(page.contains(&format!("`{}`", ty.name())), "{ty}");
    }
}
