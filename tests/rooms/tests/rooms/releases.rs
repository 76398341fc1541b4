//! Tests the list of published crates in `.ci/choice`: it is complete, each crate comes after its dependencies, and the
//! page on releases follows it.

use std::collections::BTreeSet;
use std::fs;

use cargo_metadata::{Dependency, DependencyKind, MetadataCommand, Package};
use rooms_tests::{published, source_dir};

#[test]
fn the_list_has_each_crate_that_may_be_published() {
    let published = published();
    let listed: BTreeSet<&str> = published.iter().map(String::as_str).collect();
    assert_eq!(listed.len(), published.len(), "a crate is listed twice");
    let packages = packages();
    // `publish = false` is read as a list of no registries.
    let may_be =
        packages.iter().filter(|package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty()));
    assert_eq!(listed, may_be.map(|package| package.name.as_str()).collect());
}

/// Tests the order: crates.io accepts a crate only if it has all of the crate's dependencies.
#[test]
fn a_crate_is_listed_after_those_that_it_needs() {
    let (published, packages) = (published(), packages());
    let mut needed = 0;
    for (place, name) in published.iter().enumerate() {
        let package = packages.iter().find(|package| package.name.as_str() == name).unwrap();
        for dependency in package.dependencies.iter().filter(|dependency| is_uploaded(dependency)) {
            needed += 1;
            let before = published[..place].contains(&dependency.name);
            assert!(
                before,
                "`published` in .ci/choice: `{name}` needs `{}`, which must come before it",
                dependency.name
            );
        }
    }
    assert!(needed >= published.len(), "only {needed} dependencies found: are they still recognised?");
}

/// Returns `true` if a published manifest names the dependency, and it is one of this project. A test dependency
/// without a version is left out.
fn is_uploaded(dependency: &Dependency) -> bool {
    let is_tested_only = dependency.kind == DependencyKind::Development && dependency.req.comparators.is_empty();
    dependency.path.is_some() && !is_tested_only
}

#[test]
fn the_changelog_names_them_in_order() {
    let text = fs::read_to_string(source_dir("").join("CHANGELOG.md")).unwrap();
    let (_, entry) = text.split_once("\nThe first release: ").unwrap();
    let (names, _) = entry.split_once('.').unwrap();
    assert_eq!(names.split('`').skip(1).step_by(2).collect::<Vec<_>>(), published());
}

/// Tests that the commands of the page on releases take the crates from the list.
#[test]
fn the_page_of_releases_publishes_what_is_listed() {
    let text = fs::read_to_string(source_dir("docs").join("RELEASING.md")).unwrap();
    let commands: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains("cargo publish -p")).collect();
    assert_eq!(commands, ["for crate in \"${published[@]}\"; do cargo publish -p \"$crate\" || break; done"]);
}

/// Returns the packages of the workspace.
fn packages() -> Vec<Package> {
    let manifest = source_dir("").join("Cargo.toml");
    MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .unwrap()
        .packages
}
