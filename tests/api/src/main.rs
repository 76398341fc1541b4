//! Compares the public API of each published library with its text in this folder; `API_BLESS=1` rewrites the texts.
//!
//! `.ci/api` builds rustdoc's JSON, and runs this program on it. A text lists all items that a user can name, and the
//! traits that they implement, derived ones too. It leaves out std's implementations for every type, and auto traits
//! such as `Send` and `Sync`. rustdoc leaves out items that are `#[doc(hidden)]`. `ydb-keys-core` is public for its
//! sister crates only: its text lists the items that `ydb-keys` re-exports, and the number of its names is not limited.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// Most names that a user may have to learn of `ydb-keys`.
const MOST: usize = 110;
/// Most names of `ydb-keys-migrate`.
const MOST_OF_MIGRATE: usize = 23;
/// Most names of each other crate.
const MOST_OF_OTHERS: usize = 25;

/// Crate whose items users see through `ydb-keys`.
const CORE: &str = "ydb-keys-core";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let json = PathBuf::from(arguments.next().ok_or("usage: api-tests FOLDER PACKAGE...")?);
    let bless = env::var_os("API_BLESS").is_some();
    let mut same = true;
    for package in arguments {
        let read = |package: &str| public_api(&json.join(format!("{}.json", package.replace('-', "_"))));
        let is_core = package == CORE;
        let api = match is_core {
            true => re_exported(&read(CORE)?, &read("ydb-keys")?),
            false => read(&package)?,
        };
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{package}.txt"));
        if bless {
            fs::write(&file, &api)?;
        }
        let expected = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let most = match package.as_str() {
            "ydb-keys" => MOST,
            "ydb-keys-migrate" => MOST_OF_MIGRATE,
            _ => MOST_OF_OTHERS,
        };
        let names = names(&api).len();
        println!("{package}: {names} names, {} lines", api.lines().count());
        if names > most && !is_core {
            println!("error: {package} may have {most} public names");
            same = false;
        }
        same &= differences(&expected, &api).inspect(|line| println!("{line}")).count() == 0;
    }
    if !same {
        println!("error: the public API has changed; `API_BLESS=1 .ci/api` rewrites the texts, then read their diff");
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns one line for each public item, in a fixed order.
fn public_api(json: &Path) -> Result<String, Box<dyn Error>> {
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .sorted(true)
        .build()
        .map_err(|error| format!("{}: {error}", json.display()))?;
    Ok(api.to_string())
}

/// Returns the lines of the core's items that the library re-exports, with their members.
fn re_exported(core: &str, library: &str) -> String {
    let last = |line: &str| line.strip_prefix("pub use ")?.rsplit("::").next().map(str::to_owned);
    let names: BTreeSet<String> = library.lines().filter_map(last).collect();
    let path = |line: &str| line.find("ydb_keys_core::").map(|at| line[at..].to_owned()).unwrap_or_default();
    let is_named = |line: &&str| {
        let path = path(line);
        let end = path.find(|c: char| !c.is_alphanumeric() && !"_:<>'".contains(c)).unwrap_or(path.len());
        path[..end].split(|c: char| !c.is_alphanumeric() && c != '_').any(|segment| names.contains(segment))
    };
    core.lines().filter(is_named).map(|line| format!("{line}\n")).collect()
}

/// Returns the names that a user can write: the items of the modules, by their paths.
fn names(api: &str) -> BTreeSet<&str> {
    let modules: BTreeSet<_> = api.lines().filter_map(|line| line.strip_prefix("pub mod ")).collect();
    let items = api.lines().filter(|line| !line.starts_with("pub mod ")).filter_map(|line| {
        let path = line.split_once("pub ")?.1.split_whitespace().find(|word| word.contains("::"))?;
        let end = path.find(|c: char| !c.is_alphanumeric() && !"_:#[]".contains(c)).unwrap_or(path.len());
        Some(path[..end].trim_end_matches(':'))
    });
    items.filter(|path| path.rsplit_once("::").is_some_and(|(module, _)| modules.contains(module))).collect()
}

/// Returns the lines that only one of two texts has.
fn differences(old: &str, new: &str) -> impl Iterator<Item = String> {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (old.lines().collect(), new.lines().collect());
    let gone: Vec<_> = old.difference(&new).map(|line| format!("-{line}")).collect();
    let added: Vec<_> = new.difference(&old).map(|line| format!("+{line}")).collect();
    gone.into_iter().chain(added)
}
