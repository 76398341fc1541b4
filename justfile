# The steps of `.ci/run`, by name.

default: ci

# Everything that CI checks.
ci:
    .ci/run

test:
    cargo test --workspace

ui:
    cargo test -p ui-tests

lint:
    cargo fmt --check
    cargo clippy --workspace --all-targets --all-features -- -D warnings

doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features

bench:
    cargo bench -p ydb-keys-benches --bench hash
    cargo bench -p ydb-keys-benches --bench data_access
    cargo run --release -p ydb-keys-benches --bin data-access
    cargo run --release -p ydb-keys-benches --bin allocations
    cargo run --release -p ydb-keys-benches --bin partitions
    cargo run --release -p ydb-keys-benches --bin compile-time
    cargo run --release -p ydb-keys-benches --bin embedded

# YDB's Python SDK against the engine.
python:
    ydb-embedded/tests/python/run

# Fuzzes the engine for a minute; `target` is parse, query or wire. Needs a nightly toolchain and cargo-fuzz.
fuzz target="query":
    cd ydb-embedded && cargo +nightly fuzz run {{target}} -- -max_total_time=60

# Needs cargo-deny.
deny:
    cargo deny check
