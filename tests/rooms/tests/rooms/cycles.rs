//! Tests that files do not import each other in circles, except those that are named here with their reasons.
//!
//! The imports of a file are its `use` lines, and the paths in its code that begin with `crate` or `super`. A name that
//! a `mod.rs` re-exports counts as an import of the file that defines it, so `use super::Name` is not an import of
//! everything in the room. Tests and documentation do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rooms_tests::{crate_dir, published, sources, without_tests};

/// Allowed circles: the files, relative to the crate's `src`.
const ALLOWED: &[(&str, &[&str])] = &[
    // YQL's grammar is recursive: an expression holds a subquery, and a query holds expressions.
    ("ydb-yql", &["ast/expr.rs", "ast/select.rs"]),
    // The methods of the trait `YdbTable` return the statements, and each statement is one of a `YdbTable`.
    (
        "ydb-keys",
        &[
            "statements/bulk.rs",
            "statements/change/column.rs",
            "statements/change/expression.rs",
            "statements/delete.rs",
            "statements/key_prefix.rs",
            "statements/model.rs",
            "statements/read.rs",
            "statements/row.rs",
            "statements/scan.rs",
            "statements/table_at.rs",
            "statements/update.rs",
            "statements/version.rs",
            "statements/write.rs",
        ],
    ),
];

#[test]
fn files_import_each_other_without_circles() {
    let mut found = Vec::new();
    for package in published() {
        let graph = Crate::read(&crate_dir(&package).join("src")).graph();
        for circle in circles(&graph) {
            let names: Vec<&str> = circle.iter().map(|file| file.to_str().unwrap()).collect();
            let allowed = ALLOWED.iter().any(|(of, files)| *of == package && names == *files);
            if !allowed {
                found.push(format!("{package}: {}\n{}", names.join(", "), ties(&graph, &circle)));
            }
        }
    }
    assert!(found.is_empty(), "{} circles:\n{}", found.len(), found.join("\n"));
}

/// Modules of a crate: the file of each module path.
struct Crate {
    files: BTreeMap<Vec<String>, (PathBuf, String)>,
}

type Graph = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

impl Crate {
    fn read(src: &Path) -> Self {
        let mut files = BTreeMap::new();
        for (file, text) in sources(src) {
            let relative = file.strip_prefix(src).unwrap().to_path_buf();
            let mut module: Vec<String> =
                relative.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
                module.pop();
            }
            files.insert(module, (relative, text));
        }
        Crate { files }
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new();
        for (module, (file, text)) in &self.files {
            // A room's own list of its files, and the tests.
            let skipped = file.ends_with("mod.rs") || file.ends_with("lib.rs") || is_test(module);
            let edges = graph.entry(file.clone()).or_default();
            if skipped {
                continue;
            }
            let used = uses(text).into_iter().filter(|used| !used.is_reexport).map(|used| used.path);
            for path in used.chain(inline(text)) {
                if let Some((to, name)) = self.resolve(module, &path, 0)
                    && to != file
                    && !is_test_file(to)
                {
                    edges.entry(to.clone()).or_default().insert(name);
                }
            }
        }
        graph
    }

    /// Returns the file that defines the item of a path, seen from a module, and the item's name.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<(&PathBuf, String)> {
        let mut at: Vec<String> = from.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                at.push(first.to_owned());
                if !self.files.contains_key(&at) {
                    return None;
                }
                rest = &rest[1..];
            }
        }
        while let Some(part) = rest.first() {
            at.push(part.clone());
            if !self.files.contains_key(&at) {
                at.pop();
                break;
            }
            rest = &rest[1..];
        }
        let (file, text) = self.files.get(&at)?;
        let Some(name) = rest.first() else { return Some((file, at.last().cloned().unwrap_or_default())) };
        // What a `mod.rs` re-exports is somewhere else.
        let exported =
            uses(text).into_iter().map(|used| used.path).find(|path| path.last() == Some(name) && path.len() > 1);
        match exported {
            Some(used) if depth < 8 => self.resolve(&at, &used, depth + 1),
            _ => Some((file, name.clone())),
        }
    }
}

fn is_test(module: &[String]) -> bool {
    module.iter().any(|part| part == "tests")
}

fn is_test_file(file: &Path) -> bool {
    is_test(&file.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect::<Vec<_>>())
}

/// Path that a `use` item names.
struct Use {
    path: Vec<String>,
    /// `true` for `pub use`: the name is re-exported, and not used here.
    is_reexport: bool,
}

/// Returns the paths of all `use` items of a file, with braces expanded; a rename keeps the name that is imported.
fn uses(text: &str) -> Vec<Use> {
    let code: String = without_tests(text)
        .into_iter()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut paths = Vec::new();
    for item in code.split(';') {
        let Some(start) = item.lines().position(|line| {
            let line = line.trim_start();
            line.starts_with("use ")
                || line.starts_with("pub use ")
                || line.starts_with("pub(") && line.contains(") use ")
        }) else {
            continue;
        };
        let tree: String = item.lines().skip(start).collect::<Vec<_>>().join(" ");
        let (visibility, tree) = tree.split_once("use ").unwrap_or_default();
        let mut named = Vec::new();
        expand(tree.trim(), &mut Vec::new(), &mut named);
        let is_reexport = visibility.contains("pub");
        paths.extend(named.into_iter().map(|path| Use { path, is_reexport }));
    }
    paths
}

/// Returns the paths in the code of a file that begin with `crate` or `super`. Those of `use` items may be among them.
fn inline(text: &str) -> Vec<Vec<String>> {
    let is_name = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let mut paths = Vec::new();
    for line in without_tests(text).into_iter().filter(|line| !line.trim_start().starts_with("//")) {
        let mut rest = line.split(" // ").next().unwrap();
        while let Some(at) = ["crate::", "super::"].iter().filter_map(|first| rest.find(first)).min() {
            let (before, path) = rest.split_at(at);
            let path: &str = path.split(|symbol| !is_name(symbol) && symbol != ':').next().unwrap();
            rest = &rest[at + path.len()..];
            // Not `$crate::`, which is where a macro expands, and not the room of a `pub(in crate::room)`.
            if before.ends_with(|symbol| is_name(symbol) || symbol == '$') || before.ends_with("pub(in ") {
                continue;
            }
            paths.push(path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
        }
    }
    paths
}

fn expand(tree: &str, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    let Some((head, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let parts = path.split("::").map(str::trim).filter(|part| !part.is_empty() && *part != "self");
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        if !before.is_empty() || path.trim().starts_with("self") || !parts.is_empty() {
            paths.push(before.iter().cloned().chain(parts).collect());
        }
        return;
    };
    let depth = before.len();
    before.extend(head.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned));
    let list = list.trim_end().strip_suffix('}').unwrap_or(list);
    let (mut level, mut start) = (0, 0);
    for (at, symbol) in list.char_indices() {
        match symbol {
            '{' => level += 1,
            '}' => level -= 1,
            ',' if level == 0 => {
                expand(list[start..at].trim(), before, paths);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !list[start..].trim().is_empty() {
        expand(list[start..].trim(), before, paths);
    }
    before.truncate(depth);
}

/// Returns the sets of files that reach each other: the largest ones, with files in order.
fn circles(graph: &Graph) -> Vec<Vec<PathBuf>> {
    let reach: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        graph.keys().map(|file| (file, reachable(graph, file))).collect();
    let mut circles = BTreeSet::new();
    for (file, reached) in &reach {
        let circle: Vec<PathBuf> =
            reached.iter().filter(|other| reach[*other].contains(file)).map(|other| (*other).clone()).collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

fn reachable<'g>(graph: &'g Graph, from: &PathBuf) -> BTreeSet<&'g PathBuf> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&PathBuf> = graph[from].keys().collect();
    while let Some(file) = next.pop() {
        if seen.insert(file) {
            next.extend(graph[file].keys());
        }
    }
    seen
}

/// Returns the imports within a circle: file, file, and the names that the first imports from the second.
fn ties(graph: &Graph, circle: &[PathBuf]) -> String {
    let mut lines = Vec::new();
    for file in circle {
        for (to, names) in graph[file].iter().filter(|(to, _)| circle.contains(to)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            lines.push(format!("  {} -> {}: {}", file.display(), to.display(), names.join(", ")));
        }
    }
    lines.join("\n")
}

#[test]
fn uses_are_written_out() {
    let text = "use crate::a::{B, c::{D, E as F}, g};\npub(crate) use super::x;\n\nfn f() { let y = 1; }\n#[cfg(test)]\nmod tests {\n    use crate::t::T;\n}\n";
    let used = uses(text);
    let paths: Vec<String> = used.iter().map(|used| used.path.join("::")).collect();
    assert_eq!(paths, ["crate::a::B", "crate::a::c::D", "crate::a::c::E", "crate::a::g", "super::x"]);
    assert_eq!(used.iter().map(|used| used.is_reexport).collect::<Vec<_>>(), [false, false, false, false, true]);
}

#[test]
fn paths_in_code_are_found() {
    let text =
        "fn f() -> crate::a::B { super::c::d($crate::e::f()) }\npub(in crate::g) struct H; // crate::i\n//! crate::j\n";
    let paths: Vec<String> = inline(text).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::a::B", "super::c::d"]);
}

#[test]
fn a_circle_is_found() {
    let file = |name: &str| PathBuf::from(name);
    let edge = |to: &str| BTreeMap::from([(file(to), BTreeSet::from(["Name".to_owned()]))]);
    let graph = Graph::from([
        (file("a.rs"), edge("b.rs")),
        (file("b.rs"), edge("c.rs")),
        (file("c.rs"), edge("b.rs")),
        (file("d.rs"), BTreeMap::new()),
    ]);
    assert_eq!(circles(&graph), [vec![file("b.rs"), file("c.rs")]]);
    assert_eq!(ties(&graph, &circles(&graph)[0]), "  b.rs -> c.rs: Name\n  c.rs -> b.rs: Name");
}
