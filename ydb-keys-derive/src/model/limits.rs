//! YDB's limits on names and paths.

use proc_macro2::Span;

use crate::diag::Errors;

/// The longest name of a column, an index or a path element, and the deepest path.
const MAX_NAME: usize = 255;
const MAX_DEPTH: usize = 32;

/// What the copy of a table is called while it gets another key, and the old table afterwards.
const REKEY: [&str; 2] = ["__ydb_keys_new", "__ydb_keys_old"];

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
    const FORM: &str = "write `table = \"name\"` or `table = \"dir/name\"`";
    let elements: Vec<&str> = path.split('/').collect();
    // YDB accepts these, which are letters, digits and ASCII punctuation (`ExtraPathSymbolsAllowed`).
    let bad = path.chars().find(|symbol| !symbol.is_ascii_graphic());
    let (fault, help) = if path.starts_with('/') {
        (format!("{path:?} is an absolute path; a model's path is relative to the database"), FORM)
    } else if elements.iter().any(|element| element.is_empty()) {
        (format!("{path:?} has an empty element"), FORM)
    } else if elements.iter().any(|element| element.chars().all(|symbol| symbol == '.')) || elements[0] == ".sys" {
        (format!("{path:?} is not a valid table path: a name cannot be only dots, and `.sys` belongs to YDB"), FORM)
    } else if let Some(long) = elements.iter().find(|element| element.len() > MAX_NAME) {
        let fault = format!("an element of a path has at most {MAX_NAME} bytes, this one has {}", long.len());
        (fault, "use a shorter name, `table = \"name\"`")
    } else if elements.len() > MAX_DEPTH {
        let fault = format!("a path has at most {MAX_DEPTH} elements, this one has {}", elements.len());
        (fault, "use a path of fewer directories")
    } else if let Some(bad) = bad {
        let fault = format!("{path:?} contains {bad:?}, which YDB does not allow in the path of a table");
        (fault, "use letters, digits and ASCII punctuation, as in `table = \"dir/name\"`")
    } else if let Some(end) = REKEY.into_iter().find(|end| path.ends_with(end)) {
        let fault = format!("{path:?} ends with `{end}`, like the tables that `apply --rekey` makes");
        (fault, "use another name, `table = \"name\"`")
    } else {
        return;
    };
    errors.rule(span, "limits", fault, help);
}
