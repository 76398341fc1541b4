//! What an engine is started with.

use std::time::Duration;

use super::behavior::Behavior;
use crate::storage::Thresholds;

/// What an engine is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database's path, for example `/local`.
    pub database: String,
    /// Who may connect; `None` is everybody.
    pub auth: Option<Auth>,
    /// When partitions split and merge.
    pub thresholds: Thresholds,
    /// How long an index that is added to a table is being built.
    pub index_build_time: Duration,
    /// What the engine does where real servers differ.
    pub behavior: Behavior,
}

/// Who may connect.
#[derive(Clone, Debug, Default)]
pub struct Auth {
    /// A user with a password, who gets a token by logging in.
    pub user: Option<(String, String)>,
    /// A token that is good by itself.
    pub token: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: "/local".to_owned(),
            auth: None,
            thresholds: Thresholds::default(),
            index_build_time: Duration::ZERO,
            behavior: Behavior::default(),
        }
    }
}
