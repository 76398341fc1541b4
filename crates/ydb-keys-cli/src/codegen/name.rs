//! Names in other languages: the words of a column or a path in the language's case, none taken twice.

/// `user-id` and `userID` are the words `user` and `id`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            let begins = !before.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && before.is_ascii_lowercase());
            match words.last_mut().filter(|_| !begins) {
                Some(word) => word.push(c.to_ascii_lowercase()),
                None => words.push(c.to_ascii_lowercase().to_string()),
            }
        }
        before = c;
    }
    words
}

fn capitalized(word: &str) -> String {
    let mut word = word.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

/// `user_id`
pub(super) fn snake(name: &str) -> String {
    not_a_number(words(name).join("_"))
}

/// `UserId`
pub(super) fn pascal(name: &str) -> String {
    let name: String = words(name).iter().map(|word| capitalized(word)).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("N{name}") } else { name }
}

/// `userId`
pub(super) fn camel(name: &str) -> String {
    let mut words = words(name).into_iter();
    let first = words.next().unwrap_or_default();
    not_a_number(words.fold(first, |name, word| name + &capitalized(&word)))
}

fn not_a_number(name: String) -> String {
    if name.starts_with(|first: char| !first.is_ascii_alphabetic()) || name.is_empty() {
        return format!("n{name}");
    }
    name
}

/// The name, with `_` after it as often as is needed to differ from those that are taken; then it is taken too.
pub(super) fn unique(mut name: String, taken: &mut Vec<String>) -> String {
    while taken.contains(&name) {
        name.push('_');
    }
    taken.push(name.clone());
    name
}

/// The names of the types of tables: `OrdersKey` for `shop/orders`; of its whole path if another table is called so too.
pub(super) fn types<'a>(paths: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let last = |path: &str| pascal(path.rsplit('/').next().unwrap_or(path));
    let mut taken = Vec::new();
    let name = |path: &'a str| {
        let short = last(path);
        let is_only = paths.clone().filter(|other| last(other) == short).count() == 1;
        let name = if is_only { short } else { pascal(path) };
        unique(name + "Key", &mut taken)
    };
    paths.clone().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_case() {
        for (name, of_python, of_go, of_java) in [
            ("user_id", "user_id", "UserId", "userId"),
            ("userID", "user_id", "UserId", "userId"),
            ("full-name", "full_name", "FullName", "fullName"),
            ("SELECT", "select", "Select", "select"),
            ("1st", "n1st", "N1st", "n1st"),
            ("_", "n", "", "n"),
        ] {
            assert_eq!((snake(name), pascal(name), camel(name)), (of_python.into(), of_go.into(), of_java.into()));
        }
    }

    #[test]
    fn tables_of_one_name_are_told_apart_by_their_paths() {
        let paths = ["a/orders", "b/orders", "log/events", "b_orders"];
        assert_eq!(types(paths.into_iter()), ["AOrdersKey", "BOrdersKey", "EventsKey", "BOrdersKey_"]);
    }
}
