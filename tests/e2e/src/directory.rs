//! Directory of a real YDB that a test uses as its own database. It is removed on drop, also after a panic.

use std::thread;

use futures_util::future::BoxFuture;
use tokio::runtime::{Builder, Runtime};
use ydb::{Client, RetrySettings};
use ydb_keys::testing;

/// Directory, with the threads that forward its requests: the test's own runtime is blocked while this is dropped.
pub(crate) struct Directory(Option<(testing::Database, Runtime)>);

impl Directory {
    pub(crate) fn open() -> BoxFuture<'static, (Self, Client)> {
        Box::pin(async {
            let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
            let opening = runtime.spawn(testing::Database::start(&[]));
            let database = opening.await.unwrap().unwrap_or_else(|error| panic!("{error}"));
            let client = database.client().clone_with_retry_settings(RetrySettings::with_default_backoff());
            (Self(Some((database, runtime))), client)
        })
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let Some((database, runtime)) = self.0.take() else { return };
        // Nothing may block a thread of the test's own runtime, which a drop cannot leave.
        let removing = thread::spawn(move || runtime.block_on(database.remove()).map_err(|error| error.to_string()));
        let removed = removing.join();
        if !thread::panicking() {
            removed.unwrap().unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
