//! What a request says about its caller: the user, the address it used, the database.

use std::sync::Arc;

/// How a request reached the server: the `:authority` its client used.
#[derive(Clone, Debug)]
pub(crate) struct Authority(pub(crate) String);

/// Who sent a request.
#[derive(Clone, Debug)]
pub(crate) struct User(pub(crate) Arc<str>);

/// Whether a client means this database. A client that names none means it, too.
pub(crate) fn is_database(named: &str, database: &str) -> bool {
    named.is_empty() || named.trim_matches('/') == database.trim_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_known_by_its_path() {
        assert!(is_database("/local", "/local"));
        assert!(is_database("/local/", "/local"));
        assert!(is_database("local", "/local"));
        assert!(is_database("", "/local"));
        assert!(!is_database("/other", "/local"));
        assert!(!is_database("/local/dir", "/local"));
    }
}
