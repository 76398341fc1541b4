//! Tests the models of the end-to-end tests: the structs that are pulled from their tables have the same layouts.

use e2e_tests::Database;
use ydb_keys::Layout;

use super::cases::{in_step, is_blessed, model};

#[allow(dead_code, unused_imports, reason = "some of them serve other tests")]
#[path = "../../../../e2e/tests/e2e/models/mod.rs"]
mod e2e;

use e2e::*;

/// Creates the table of a model with some rows, pulls it, and compares the layouts.
async fn same_layout<T: Sample>(database: &Database) {
    database.create::<T>().await;
    T::upsert_many(&samples::<T>(20)).exec(&mut database.q()).await.unwrap();
    let case = format!("e2e_{}", T::TABLE.name.trim_start_matches("ydb_keys_e2e/").replace(['/', '-'], "_"));
    in_step(&case, database, T::TABLE.name).await;
    if !is_blessed() {
        assert_eq!(Layout::of(model(&case).unwrap()).to_string(), Layout::of(T::TABLE).to_string());
    }
}

/// Calls a function for each model.
macro_rules! each {
    ($function:ident($database:expr): $($model:ty),* $(,)?) => { $($function::<$model>($database).await;)* };
}

#[tokio::test]
async fn layouts() {
    let database = Database::own().await;
    each!(same_layout(&database):
        Order, Account, UserEvent, Member, Visit, Purchase, Parcel, KeyTypes, Customer, Document, File, Reading, Sale, Odd,
        Task, Price, AdEvent, Ticket, Required, Nullable, AdoptedOrder, AdoptedVisit, AdoptedName, AdoptedFeed,
    );
}
