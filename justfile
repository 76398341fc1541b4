# Names for the steps of `.ci/run` and for other chores.

default: ci

# Everything that CI checks.
ci:
    .ci/run

test:
    cargo test --workspace

ui:
    cargo test -p ui-tests -p documentation-tests

# Rewrites all expected texts; `just bless -p ui-tests` those of one package. Read the diff afterwards.
bless *arguments:
    .ci/bless {{arguments}}

# Runs the tests again and again on a busy machine; `just stress 10 e2e-tests` those of one package, 10 times.
stress *arguments:
    .ci/stress {{arguments}}

# Compares the public API with the texts in `tests/api`; `API_BLESS=1 just api` rewrites them.
api:
    .ci/api

# Lists the small changes of schemas, hashes and keys that no test notices. Takes many hours. Needs cargo-mutants.
mutants *arguments:
    cargo mutants --workspace {{arguments}}

# Format; lints with all features and with each alone; the documentation with its links; the public API.
lint:
    cargo fmt --check
    cargo clippy --workspace --all-targets -- -D warnings
    .ci/lint

doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features

# All benchmarks, on an idle machine. With `BENCH_SMALL=1` each program only shows that it runs.
bench:
    cargo bench -p ydb-keys-benches --bench data_access
    cargo bench -p ydb-keys-benches --bench hash
    cargo run --release -p ydb-keys-benches --bin allocations
    cargo run --release -p ydb-keys-benches --bin buckets
    cargo run --release -p ydb-keys-benches --bin bulk
    cargo run --release -p ydb-keys-benches --bin compile-time
    cargo run --release -p ydb-keys-benches --bin data-access
    cargo run --release -p ydb-keys-benches --bin embedded
    cargo run --release -p ydb-keys-benches --bin partitions
    cargo run --release -p ydb-keys-benches --bin rekey
    cargo run --release -p ydb-keys-benches --bin slo

# Runs YDB's Python SDK against the engine.
python:
    crates/ydb-embedded/tests/python/run

# Runs YDB's JavaScript SDK against the engine.
node:
    crates/ydb-embedded/tests/node/run

# Fuzzes the engine for a minute; `target` is parse, query or wire. Needs a nightly toolchain and cargo-fuzz.
fuzz target="query":
    cd crates/ydb-embedded && cargo +nightly fuzz run {{target}} -- -max_total_time=60

# Advisories, licenses, bans and sources of the dependencies. Needs cargo-deny.
deny:
    cargo deny check

# Spelling. Needs typos (`pip install typos` or `cargo install typos-cli`).
typos:
    typos

# Builds with the oldest dependencies that the manifests allow. Needs a nightly toolchain.
minimal-versions:
    .ci/minimal-versions
