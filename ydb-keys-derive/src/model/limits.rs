//! YDB's limits on names and paths.

use proc_macro2::Span;

use crate::diag::Errors;

/// The longest name of a column, an index or a path element, and the deepest path.
const MAX_NAME: usize = 255;
const MAX_DEPTH: usize = 32;

/// `limits`: a name of a column or an index. Returns whether it is valid.
pub(crate) fn column_name(name: &str, span: Span, errors: &mut Errors) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let fault = if name.is_empty() {
        "a name cannot be empty".to_owned()
    } else if name.chars().count() > MAX_NAME {
        format!("a name has at most {MAX_NAME} characters, this one has {}", name.chars().count())
    } else if let Some(bad) = name.chars().find(|c| !legal(*c)) {
        format!("`{name}` contains {bad:?}, which YDB does not allow in a name")
    } else if name.starts_with("__ydb_") {
        format!("`{name}` starts with `__ydb_`, which YDB reserves for itself")
    } else {
        return true;
    };
    errors.rule(
        span,
        "limits",
        fault,
        "use letters, digits, `_` and `-`; for a field, `rename = \"...\"` gives another name in the database",
    );
    false
}

/// `limits`: the path of a table.
pub(crate) fn table_path(path: &str, span: Span, errors: &mut Errors) {
    let elements: Vec<&str> = path.split('/').collect();
    let fault = if path.starts_with('/') {
        format!("{path:?} is an absolute path; a model's path is relative to the database")
    } else if elements.iter().any(|element| element.is_empty()) {
        format!("{path:?} has an empty element")
    } else if elements.iter().any(|element| matches!(*element, "." | "..")) || elements[0] == ".sys" {
        format!("{path:?} is not a valid table path: `.` and `..` are not names, and `.sys` belongs to YDB")
    } else if let Some(long) = elements.iter().find(|element| element.len() > MAX_NAME) {
        format!("an element of a path has at most {MAX_NAME} bytes, this one has {}", long.len())
    } else if elements.len() > MAX_DEPTH {
        format!("a path has at most {MAX_DEPTH} elements, this one has {}", elements.len())
    } else {
        return;
    };
    errors.rule(span, "limits", fault, "write `table = \"name\"` or `table = \"dir/name\"`");
}
