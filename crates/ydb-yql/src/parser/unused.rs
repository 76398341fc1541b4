//! The `$names` of a query that nothing uses: YDB's translator warns of them (`WarnUnusedNodes`).
//!
//! A name that is bound again is another one: a use counts for the last of them. The arguments of a lambda are bound
//! in it alone. A name that begins with `$_` is unused on purpose.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{Ident, Statement};

/// The names of the statements so far.
#[derive(Default)]
pub(super) struct Unused {
    /// What was bound last under each name, until it is used.
    open: HashMap<Arc<str>, Ident>,
    unused: Vec<Ident>,
}

impl Unused {
    /// Takes the next statement.
    pub(super) fn statement(&mut self, statement: &Statement) {
        for name in statement.uses() {
            self.open.remove(name);
        }
        for name in statement.binds() {
            self.unused.extend(self.open.insert(Arc::clone(&name.name), name.clone()));
        }
    }

    /// Takes the arguments of a lambda, and the names in its body. Returns those of them that it takes from outside.
    pub(super) fn lambda(&mut self, params: &[Ident], body: Vec<Arc<str>>) -> Vec<Arc<str>> {
        self.unused.extend(params.iter().filter(|param| !body.contains(&param.name)).cloned());
        body.into_iter().filter(|name| params.iter().all(|param| param.name != *name)).collect()
    }

    /// All of them, in the order of the text.
    pub(super) fn all(mut self) -> Vec<Ident> {
        self.unused.extend(self.open.into_values());
        self.unused.retain(|name| !name.name.starts_with('_'));
        self.unused.sort_by_key(|name| name.at);
        self.unused
    }
}
