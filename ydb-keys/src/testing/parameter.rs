//! What a test may ask for: the types of its parameters.

use ydb::Client;
use ydb_embedded::Server;

use super::client;
use super::database::Database;

/// A parameter of a `#[ydb_keys::test]`, found by its type; the module `testing` lists them.
#[diagnostic::on_unimplemented(
    message = "unsupported_item: a test cannot have a parameter of the type `{Self}`",
    label = "expected `ydb::Client`",
    note = "write `client: ydb::Client`; a test may also have `server: &Server`, the embedded engine's, and `database: &ydb_keys::testing::Database`",
    note = "for more, run `ydb-keys explain unsupported_item` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_item"
)]
pub trait Parameter<'d>: sealed::Sealed {
    /// Whether only the embedded engine has it.
    #[doc(hidden)]
    const EMBEDDED: bool = false;

    #[doc(hidden)]
    fn of(database: &'d Database) -> Self;
}

impl<'d> Parameter<'d> for Client {
    fn of(database: &'d Database) -> Self {
        client::clone(database.client())
    }
}

impl<'d> Parameter<'d> for &'d Client {
    fn of(database: &'d Database) -> Self {
        database.client()
    }
}

impl<'d> Parameter<'d> for &'d Database {
    fn of(database: &'d Database) -> Self {
        database
    }
}

impl<'d> Parameter<'d> for &'d Server {
    const EMBEDDED: bool = true;

    #[expect(clippy::expect_used, reason = "`EMBEDDED` made `run` start a server")]
    fn of(database: &'d Database) -> Self {
        database.server().expect("a test with this parameter runs on the embedded engine")
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for ydb::Client {}
    impl Sealed for &ydb::Client {}
    impl Sealed for &super::Database {}
    impl Sealed for &super::Server {}
}
