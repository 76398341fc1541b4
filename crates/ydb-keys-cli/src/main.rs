//! Program `ydb-keys`: the commands of `ydb_keys_cli` that need no models.

fn main() -> std::process::ExitCode {
    ydb_keys_cli::main_without_models()
}
