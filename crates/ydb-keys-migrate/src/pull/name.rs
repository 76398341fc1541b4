//! Names of the struct, from the table's path, and of the fields, from the columns.

use std::collections::BTreeSet;

use crate::live::{LiveColumn, LiveTable};

/// Keywords of Rust that can name a field only with `r#`. The list is here because only the macros depend on `syn`.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Keywords that cannot be the name of a field even with `r#`.
const NO_NAMES: [&str; 4] = ["crate", "self", "super", "Self"];
/// Methods of the generated scan, which also has a method for each key column and each indexed column.
const SCAN_METHODS: [&str; 17] = [
    "after",
    "batch_delete",
    "batch_update",
    "count",
    "delete",
    "descending",
    "exists",
    "fetch",
    "filter",
    "first",
    "full_scan",
    "limit",
    "page",
    "params",
    "select",
    "statement",
    "stream",
];
/// Methods of the generated update, which also has a method for each column outside the key.
const UPDATE_METHODS: [&str; 5] = ["exec", "fetch", "fetch_statement", "statement", "when"];
/// Types that the source or the derives use.
const TAKEN: [&str; 20] = [
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Decimal",
    "Duration",
    "Err",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Result",
    "Self",
    "Send",
    "Some",
    "String",
    "SystemTime",
    "Uuid",
    "Vec",
    "YdbTable",
];

/// Returns the name of the struct: the last element of the path in PascalCase. `Row` is appended if the source uses a
/// type of that name.
pub(super) fn struct_name(live: &LiveTable) -> String {
    let mut name = pascal(live.path.rsplit('/').next().unwrap_or_default());
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "Table");
    }
    if TAKEN.contains(&&*name) {
        name.push_str("Row");
    }
    name
}

/// Returns the name of the module for a table, from its whole path: `shop/orders` becomes `shop_orders`.
pub(super) fn module_name(path: &str) -> String {
    let name = words(path).join("_");
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name && !KEYWORDS.contains(&&*name) && !NO_NAMES.contains(&&*name) { name } else { format!("table_{name}") }
}

pub(super) fn pascal(name: &str) -> String {
    let capital = |word: String| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    words(name).into_iter().map(capital).collect()
}

/// Splits a name into words in lower case, at characters other than letters and digits, and before a capital letter
/// that begins a word.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, &letter) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| letters[before]);
        let after_lower = before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        let after_upper = before.is_some_and(|c| c.is_ascii_uppercase());
        let before_lower = letters.get(i + 1).is_some_and(char::is_ascii_lowercase);
        if !letter.is_ascii_alphanumeric()
            || letter.is_ascii_uppercase() && (after_lower || after_upper && before_lower)
        {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Turns a name into a Rust identifier, with `r#` if it is a keyword; `None` if it cannot be an identifier.
pub(super) fn identifier(name: &str) -> Option<String> {
    let letters = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().any(|c| c != '_');
    if !letters || NO_NAMES.contains(&name) {
        return None;
    }
    Some(if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() })
}

/// Returns the names of the fields in the source, in the order of the columns.
///
/// A column keeps its name if that is a good name for a field, and not `taken` by the hash column, which has no field.
pub(super) fn field_names(live: &LiveTable, taken: Option<&str>) -> Vec<String> {
    let mut used: BTreeSet<String> = taken.map(str::to_owned).into_iter().collect();
    let keep = |column: &LiveColumn, used: &mut BTreeSet<String>| {
        let name = &column.name;
        let good = is_snake(name) && identifier(name).is_some() && !is_method(live, column, name);
        (good && used.insert(name.clone())).then(|| name.clone())
    };
    let mut names: Vec<Option<String>> = live.columns.iter().map(|column| keep(column, &mut used)).collect();
    for (column, name) in live.columns.iter().zip(&mut names) {
        name.get_or_insert_with(|| invent(live, column, &mut used));
    }
    names.into_iter().flatten().map(|name| identifier(&name).unwrap_or(name)).collect()
}

/// Invents the name of a field for a column whose own name is not suitable.
fn invent(live: &LiveTable, column: &LiveColumn, used: &mut BTreeSet<String>) -> String {
    let mut name = words(&column.name).join("_");
    if name.is_empty() {
        name.push_str("column");
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if identifier(&name).is_none() || is_method(live, column, &name) {
        name.push_str("_value");
    }
    let mut free = name.clone();
    for number in 2.. {
        if used.insert(free.clone()) {
            break;
        }
        free = format!("{name}_{number}");
    }
    free
}

/// Returns `true` if a name is in the case that the compiler expects of fields.
fn is_snake(name: &str) -> bool {
    !name.contains("__") && !name.contains(|c: char| c.is_ascii_uppercase())
}

/// Returns `true` if the generated method of a field with this name would have the name of another generated method.
fn is_method(live: &LiveTable, column: &LiveColumn, field: &str) -> bool {
    let in_key = live.primary_key.contains(&column.name);
    let scanned = in_key || live.indexes.iter().any(|index| index.on.contains(&column.name));
    scanned && SCAN_METHODS.contains(&field) || !in_key && UPDATE_METHODS.contains(&field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_name() {
        assert_eq!(words("HTTPRequest2Log"), ["http", "request2", "log"]);
        assert_eq!(words("user-event__ID"), ["user", "event", "id"]);
        assert_eq!(words("--"), [""; 0]);
        assert_eq!(pascal("by-customer_time"), "ByCustomerTime");
    }

    #[test]
    fn identifiers() {
        assert_eq!(identifier("user_id").as_deref(), Some("user_id"));
        assert_eq!(identifier("type").as_deref(), Some("r#type"));
        for none in ["self", "_", "2nd", "my-col", ""] {
            assert_eq!(identifier(none), None, "{none}");
        }
    }
}
