//! Models of the matrix: for each change of the key a model before and after it, with the operations of the programs.

use ydb::Client;
use ydb_keys::{DualWriter, Executor, Page, PageToken, Result, Rows, YdbTable};

/// Row of either model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) id: u64,
    pub(super) owner: u64,
    pub(super) value: u64,
    /// Version, which the library counts in models with versions; 0 in all others.
    pub(super) version: u64,
}

/// Operations of a model that generic programs cannot write themselves: they need names of columns and of the index.
pub(super) trait Model: YdbTable<Key: Send> + Send + Sync {
    /// `true` if the library counts the versions of rows.
    const VERSIONED: bool;

    fn of(row: Row) -> Self;
    fn row(&self) -> Row;

    /// Returns the update that adds to the value of a row.
    fn adding(row: Row, by: u64) -> Self::Update;

    /// Adds to the value of a row. Returns `true` if the row exists.
    async fn add(row: Row, by: u64, executor: impl Executor, once: bool) -> Result<bool>;

    /// Sets the value of one row by `BATCH UPDATE`.
    async fn set_in_batches(row: Row, client: &Client) -> Result<()>;

    async fn upsert_all(rows: &[Self], executor: impl Executor) -> Result<()>;

    async fn upsert_all_dual<Old: Model>(
        orders: &DualWriter<Old, Self>,
        rows: &[Self],
        executor: impl Executor,
    ) -> Result<u64>;

    async fn all(executor: impl Executor) -> Result<Vec<Self>>;

    async fn all_at(path: &str, executor: impl Executor) -> Result<Vec<Self>>;

    /// Returns all rows, by the index.
    async fn by_value(executor: impl Executor) -> Result<Vec<Self>>;

    async fn page(client: &Client, token: Option<&PageToken>, down: bool) -> Result<Page<Self>>;

    fn stream_at<'q>(path: &str, client: &'q Client) -> Rows<'q, Self>;
}

/// Change from one key to another.
pub(super) trait Change {
    type Old: Model;
    type New: Model;
    /// `true` if the statements of old programs also fit the table with the new key, and store other rows there. Such a
    /// change cannot be made behind a fence.
    const OLD_FITS: bool;
    /// `true` if page tokens continue after the swap.
    const TOKENS_CROSS: bool;
}

/// Sends a call, with a certain outcome if `once` is true.
macro_rules! sent {
    ($call:expr, $once:expr) => {{
        let call = $call;
        if $once { call.exactly_once().await } else { call.await }
    }};
}
pub(super) use sent;

macro_rules! model {
    ($name:ident, ($($key:tt)*) $(, $version:ident)? $(; $($allow:tt)*)?) => {
        pub(in super::super) mod $name {
            use super::*;

            #[derive(YdbTable, Clone, Debug, PartialEq)]
            #[ydb(table = "orders", primary_key($($key)*), index(by_value, on(value)))]
            $(#[ydb($($allow)*)])?
            pub(in super::super::super) struct Order {
                id: u64,
                owner: u64,
                value: u64,
                $(#[ydb($version)])?
                version: u64,
            }

            impl Model for Order {
                const VERSIONED: bool = !stringify!($($version)?).is_empty();

                fn of(Row { id, owner, value, version }: Row) -> Self {
                    Self { id, owner, value, version }
                }

                fn row(&self) -> Row {
                    let Self { id, owner, value, version } = *self;
                    Row { id, owner, value, version }
                }

                fn adding(row: Row, by: u64) -> Self::Update {
                    Self::update(Self::of(row).key().unwrap()).value(add(by))
                }

                async fn add(row: Row, by: u64, executor: impl Executor, once: bool) -> Result<bool> {
                    Ok(sent!(Self::adding(row, by).fetch(executor), once)?.is_changed())
                }

                batches!($($version)?);

                async fn all(executor: impl Executor) -> Result<Vec<Self>> {
                    Self::scan().full_scan().fetch(executor).await
                }

                async fn all_at(path: &str, executor: impl Executor) -> Result<Vec<Self>> {
                    Self::at_path(path).scan().full_scan().fetch(executor).await
                }

                async fn by_value(executor: impl Executor) -> Result<Vec<Self>> {
                    Self::index::<OrderByValue>().full_scan().fetch(executor).await
                }

                async fn page(client: &Client, token: Option<&PageToken>, down: bool) -> Result<Page<Self>> {
                    let scan = Self::scan().full_scan();
                    let scan = if down { scan.descending() } else { scan };
                    scan.page(3, token).fetch(client).await
                }

                fn stream_at<'q>(path: &str, client: &'q Client) -> Rows<'q, Self> {
                    Self::at_path(path).scan().full_scan().stream(client).batch(3)
                }
            }
        }
    };
}

/// Defines writes of many rows in one transaction, which rows with versions cannot have.
macro_rules! batches {
    () => {
        async fn set_in_batches(row: Row, client: &Client) -> Result<()> {
            let own = Self::scan().full_scan().filter(Self::COLUMNS.id.eq(row.id));
            own.batch_update().value(row.value).exec(client).await
        }

        async fn upsert_all(rows: &[Self], executor: impl Executor) -> Result<()> {
            Self::upsert_many(rows).exec(executor).await
        }

        async fn upsert_all_dual<Old: Model>(
            orders: &DualWriter<Old, Self>,
            rows: &[Self],
            executor: impl Executor,
        ) -> Result<u64> {
            orders.upsert_many(rows).exec(executor).await
        }
    };
    (version) => {
        async fn set_in_batches(_: Row, _: &Client) -> Result<()> {
            unreachable!("many rows with versions")
        }

        async fn upsert_all(_: &[Self], _: impl Executor) -> Result<()> {
            unreachable!("many rows with versions")
        }

        async fn upsert_all_dual<Old: Model>(_: &DualWriter<Old, Self>, _: &[Self], _: impl Executor) -> Result<u64> {
            unreachable!("many rows with versions")
        }
    };
}

/// Models of all keys.
mod keys {
    use ydb_keys::add;

    use super::*;

    model!(plain, (id); allow(undeclared_leading_key, reason = "a key without a hash"));
    model!(by_owner, (owner, id); allow(undeclared_leading_key, reason = "a key without a hash"));
    model!(hashed, (id_hash = numeric_hash(id), id));
    model!(nullable, (id_hash = numeric_hash(id), id); key_not_null = false);
    model!(renamed, (order_hash = numeric_hash(id), id));
    model!(longer, (id_hash = numeric_hash(id), id, owner));
    model!(owner_hashed, (owner_hash = xxh3(owner), owner, id));
    model!(two_buckets, (shard = xxh3(id) % 2, owner, id));
    model!(four_buckets, (shard_2 = xxh3(id) % 4, owner, id));
    model!(hashed_with_versions, (id_hash = numeric_hash(id), id), version);
    model!(owner_hashed_with_versions, (owner_hash = xxh3(owner), owner, id), version);
}

macro_rules! change {
    ($name:ident: $old:ident -> $new:ident, old programs fit: $fit:literal, tokens cross: $cross:literal) => {
        pub(super) struct $name;

        impl Change for $name {
            type Old = keys::$old::Order;
            type New = keys::$new::Order;
            const OLD_FITS: bool = $fit;
            const TOKENS_CROSS: bool = $cross;
        }
    };
}

change!(HashAdded: plain -> hashed, old programs fit: false, tokens cross: false);
change!(HashDropped: hashed -> plain, old programs fit: false, tokens cross: false);
change!(HashRenamed: hashed -> renamed, old programs fit: false, tokens cross: false);
change!(OtherColumn: hashed -> owner_hashed, old programs fit: false, tokens cross: false);
change!(Longer: hashed -> longer, old programs fit: true, tokens cross: false);
change!(BucketsDoubled: two_buckets -> four_buckets, old programs fit: false, tokens cross: true);
change!(WithoutHashes: plain -> by_owner, old programs fit: true, tokens cross: false);
change!(NotNull: nullable -> hashed, old programs fit: false, tokens cross: true);
change!(WithVersions: hashed_with_versions -> owner_hashed_with_versions, old programs fit: false, tokens cross: false);
