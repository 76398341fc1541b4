//! The guide: how to choose a key, how to work with the library, and what to do about each of its errors.
//!
//! The same chapters are a book in the folder `guide` of the repository (`mdbook serve guide`). A link between two
//! chapters is a reference whose definition at the end of the file is for the book; the definitions in `links.md` come
//! first, so they are the ones that count here.

/// A chapter, with the features that its examples need.
macro_rules! chapters {
    ($($name:ident = $file:literal $(, needs $feature:literal)*;)*) => {
        $(
            #[cfg(not(doctest))]
            #[doc = include_str!("links.md")]
            #[doc = include_str!(concat!("../../guide/", $file))]
            pub mod $name {}

            #[cfg(all(doctest $(, feature = $feature)*))]
            #[doc = include_str!(concat!("../../guide/", $file))]
            mod $name {}
        )*
    };
}

chapters! {
    introduction = "introduction.md";
    getting_started = "getting-started.md", needs "advise", needs "testing";
    choosing_a_key = "choosing-a-key.md", needs "uuid";
    buckets = "buckets.md", needs "sdk";
    ids = "ids.md", needs "uuid";
    hashes = "hashes.md";
    types = "types.md", needs "serde_json";
    rules = "rules.md";
    connecting = "connecting.md", needs "sdk";
    data_access = "data-access.md", needs "sdk";
    transactions = "transactions.md", needs "sdk";
    paging = "paging.md";
    queries = "queries.md", needs "sdk";
    loading = "loading.md", needs "bulk";
    exporting = "exporting.md", needs "bulk";
    changefeeds = "changefeeds.md", needs "serde_json", needs "testing";
    testing = "testing.md", needs "testing";
    spans = "spans.md";
    migrations = "migrations.md", needs "cli";
    schema_changes = "schema-changes.md", needs "cli";
    layout = "layout.md", needs "sdk";
    operating = "operating.md";
    operating_lint = "operating-lint.md";
    operating_hot = "operating-hot.md";
    operating_advise = "operating-advise.md";
    slo = "slo.md";
    cookbook = "cookbook.md";
    cookbook_axum = "cookbook-axum.md", needs "testing";
    cookbook_queue = "cookbook-queue.md", needs "testing";
    cookbook_tenants = "cookbook-tenants.md", needs "testing";
    cookbook_counters = "cookbook-counters.md", needs "testing";
    cookbook_export = "cookbook-export.md", needs "bulk";
    cookbook_add_column = "cookbook-add-column.md", needs "testing";
    cookbook_change_key = "cookbook-change-key.md", needs "testing";
    errors = "errors.md";
    faq = "faq.md";
    versions = "versions.md", needs "migrate", needs "testing";
    comparison = "comparison.md";
}
