//! The program `ydb-keys`: the commands of `ydb_keys::cli` that need no models.

fn main() -> std::process::ExitCode {
    ydb_keys::cli::main_without_models()
}
