//! A facade that re-exports `ydb-keys`, as a company's database crate would.

/// The facade's own door to the models.
pub mod database {
    pub use keys_by_another_name as keys;
}
