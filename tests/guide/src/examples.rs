//! Compiles and runs the examples of the guide's chapters as doctests: all crates of the project are dependencies here.

macro_rules! chapters {
    ($($name:ident = $file:literal;)*) => {
        $(
            #[doc = include_str!(concat!("../../../docs/guide/src/", $file))]
            mod $name {}
        )*
    };
}

chapters! {
    getting_started = "getting-started.md";
    choosing_a_key = "choosing-a-key.md";
    buckets = "buckets.md";
    ids = "ids.md";
    column_tables = "column-tables.md";
    hashes = "hashes.md";
    types = "types.md";
    rules = "rules.md";
    production = "production.md";
    data_access = "data-access.md";
    transactions = "transactions.md";
    paging = "paging.md";
    queries = "queries.md";
    search_forms = "search-forms.md";
    languages = "languages.md";
    loading = "loading.md";
    exporting = "exporting.md";
    changefeeds = "changefeeds.md";
    testing = "testing.md";
    adopting = "adopting.md";
    migrations = "migrations.md";
    schema_changes = "schema-changes.md";
    operating = "operating.md";
    operating_lint = "operating-lint.md";
    operating_hot = "operating-hot.md";
    operating_advise = "operating-advise.md";
    operating_workload = "operating-workload.md";
    operating_queries = "operating-queries.md";
    cookbook = "cookbook.md";
    cookbook_axum = "cookbook-axum.md";
    cookbook_change_key = "cookbook-change-key.md";
    errors = "errors.md";
    faq = "faq.md";
    versions = "versions.md";
    comparison = "comparison.md";
}
