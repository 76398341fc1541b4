//! Measures compile times: 200 tables of 10 columns, and a clean build of one derive, compared with serde and
//! thiserror; 200 checked queries, compared with the same functions without them; a query with optional pieces,
//! compared with its combinations; and a clean build of a small program, compared with the same program on the bare
//! SDK.
//!
//! Run it on an idle machine: `cargo run --release -p ydb-keys-benches --bin compile-time`, with `-- tables`, `-- sdk`,
//! `-- queries`, `-- pieces`, `-- clean` or `-- program` for one part of it. Prints medians in seconds. All parts but
//! `clean` count processor time, which a busy machine disturbs little, and need Linux. With `BENCH_SMALL`, `sdk`,
//! `clean` and `program` are left out: they build too much.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use ydb_keys_benches::sized;

const CLEAN_RUNS: usize = 3;

/// Returns the number of tables or queries.
fn items() -> usize {
    sized(200, 1)
}

fn runs() -> usize {
    sized(7, 1)
}

/// Returns the cargo commands to measure; with `BENCH_SMALL` only the first one.
fn commands<'a>(all: &'a [&'a [&'a str]]) -> &'a [&'a [&'a str]] {
    sized(all, &all[..1])
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Library that derives code for a struct, with its source code.
struct Subject {
    name: &'static str,
    dependencies: &'static str,
    /// Attributes and imports before each struct.
    head: &'static str,
    /// Code after each struct that makes the compiler generate its functions; `{}` is the struct's name.
    usage: &'static str,
}

const SUBJECTS: [Subject; 5] = [
    Subject { name: "no derive", dependencies: "", head: "#[derive(Clone)]", usage: "" },
    Subject {
        name: "serde",
        dependencies: "serde = { version = \"1\", features = [\"derive\"] }",
        head: "#[derive(serde::Serialize, serde::Deserialize)]",
        usage: "",
    },
    Subject {
        name: "ydb-keys",
        dependencies: "ydb-keys = { path = \"YDB_KEYS\", default-features = false }",
        head: "#[derive(ydb_keys::YdbTable)]\n#[ydb(primary_key(hash = xxh3(id, name), id, name), index(by_owner, on(owner)))]",
        usage: "",
    },
    Subject {
        name: "serde, used",
        dependencies: "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"",
        head: "#[derive(serde::Serialize, serde::Deserialize)]",
        usage: "pub fn use_{}(row: &{}) -> Option<{}> { serde_json::from_str(&serde_json::to_string(row).ok()?).ok() }",
    },
    Subject {
        name: "ydb-keys, used",
        dependencies: "ydb-keys = { path = \"YDB_KEYS\", default-features = false }",
        head: "#[derive(ydb_keys::YdbTable)]\n#[ydb(primary_key(hash = xxh3(id, name), id, name), index(by_owner, on(owner)))]",
        usage: "pub fn use_{}(row: &{}) -> ydb_keys::Result<{}> { use ydb_keys::YdbTable; row.upsert().statement()?; \
                {}::get(row.key()?).statement()?; {}::from_values(row.to_values()?) }",
    },
];

/// Libraries with the feature `sdk`, all with the same dependencies.
const WITH_SDK: [Subject; 3] = [
    Subject { name: "no derive, sdk", dependencies: SDK, head: "#[derive(Clone)]", usage: "" },
    Subject { name: "ydb-keys, sdk", dependencies: SDK, head: SUBJECTS[2].head, usage: "" },
    Subject {
        name: "ydb-keys, sdk, used",
        dependencies: SDK,
        head: SUBJECTS[2].head,
        usage: "pub async fn use_{}(q: &mut ydb::QueryClient, row: &{}) -> ydb_keys::Result<Option<{}>> { use ydb_keys::YdbTable; \
                row.upsert().exec(&mut *q).await?; {}::get(row.key()?).fetch(&mut *q).await }",
    },
];
const SDK: &str = "ydb = \"0.18.2\"\nydb-keys = { path = \"YDB_KEYS\" }";

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no workspace")?.to_owned();
    let scratch = root.join("target/compile-time");
    let only = std::env::args().nth(1);
    let left_out = sized(&[][..], &["sdk", "clean", "program"]);
    let wanted = |name: &str| !left_out.contains(&name) && only.as_deref().is_none_or(|only| only == name);
    if wanted("tables") {
        tables(&scratch, &root, &SUBJECTS)?;
    }
    if wanted("sdk") {
        tables(&scratch, &root, &WITH_SDK)?;
    }
    if wanted("queries") {
        queries(&scratch, &root)?;
    }
    if wanted("pieces") {
        pieces(&scratch, &root)?;
    }
    if wanted("clean") {
        clean(&scratch, &root)?;
    }
    if wanted("program") {
        program(&scratch, &root)?;
    }
    Ok(())
}

/// Measures the compiler on 200 tables, with dependencies compiled before: its processor seconds, and the ratio to the
/// second subject in the same turn. The subjects alternate, so a slow minute of the machine affects all of them.
fn tables(scratch: &Path, root: &Path, subjects: &[Subject]) -> Result<()> {
    println!(
        "\n{} tables x 10 columns, this crate alone, median of {} turns: processor time [s], ratio to the second",
        items(),
        runs()
    );
    println!("{:<19} {:>14} {:>14} {:>14}", "", "check", "debug", "release");
    // One for all, so that what they have in common is compiled once.
    let target = scratch.join("target");
    let dirs =
        subjects.iter().map(|subject| write_crate(scratch, subject, items(), root)).collect::<Result<Vec<_>>>()?;
    let mut rows: Vec<String> = subjects.iter().map(|subject| format!("{:<19}", subject.name)).collect();
    for &arguments in commands(&[&["check"], &["build"], &["build", "--release"]]) {
        for dir in &dirs {
            cargo(dir, &target, arguments)?;
        }
        let mut turns = vec![Vec::new(); dirs.len()];
        for _ in 0..runs() {
            for (dir, times) in dirs.iter().zip(&mut turns) {
                touch(dir)?;
                let begun = compilers()?;
                cargo(dir, &target, arguments)?;
                times.push(compilers()? - begun);
            }
        }
        let second = turns[1].clone();
        for (row, times) in rows.iter_mut().zip(turns) {
            let ratios = times.iter().zip(&second).map(|(time, second)| time / second).collect();
            write!(row, " {:>7.2} {:>6.2}", median(times), median(ratios))?;
        }
    }
    rows.iter().for_each(|row| println!("{row}"));
    Ok(())
}

/// Source of the queries' models, and of a function with each query in braces.
const MODELS: &str = "
#[derive(ydb_keys::YdbTable)]
#[ydb(table = \"orders\", primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id)))]
pub struct Order {
    pub order_id: u64,
    pub customer_id: u64,
    pub placed_at: std::time::SystemTime,
    pub amount: Option<f64>,
}

#[derive(ydb_keys::YdbTable)]
#[ydb(table = \"customers\", primary_key(id_hash = numeric_hash(id), id))]
pub struct Customer {
    pub id: u64,
    pub name: String,
}
";
const QUERY: &str = "ydb_keys::yql!(r#\"
    SELECT o.order_id, o.amount, c.name AS customer
    FROM {Order} AS o
    JOIN {Customer} AS c ON c.id = o.customer_id
    WHERE o.order_id IN $ids AND o.placed_at >= $since
    ORDER BY o.placed_at DESC LIMIT 100
\"#, ids, since).text().ok()";

/// Measures the cost of a checked query compared with a function without one, in milliseconds of processor time.
fn queries(scratch: &Path, root: &Path) -> Result<()> {
    println!(
        "\n{} queries with a join, median of {} turns: processor time [ms] a query, above a function without one",
        items(),
        runs()
    );
    let functions = |body: &str| {
        let arguments = "ids: &[u64], since: std::time::SystemTime";
        (0..items())
            .map(|i| format!("pub fn query_{i}({arguments}) -> Option<String> {{ {body} }}\n"))
            .collect::<String>()
    };
    let crates = [("no-queries", functions("_ = (ids, since); None")), ("queries", functions(QUERY))];
    for (command, added) in added(scratch, root, &crates)? {
        println!("{command:<8} {:>6.2}", added[0] / items() as f64);
    }
    Ok(())
}

/// Filters of a search form: conditions on the rows of one customer.
const FILTERS: [&str; 6] = [
    "AND amount >= $least",
    "AND amount <= $most",
    "AND placed_at >= $since",
    "AND placed_at < $until",
    "AND order_id > $after",
    "AND order_id < $before",
];

/// Measures a text with optional pieces, and the queries that it stands for, each in its own function.
fn pieces(scratch: &Path, root: &Path) -> Result<()> {
    let combinations = 1_usize << FILTERS.len();
    println!(
        "\na text of {combinations} combinations, and as many queries, median of {} turns: processor time [ms] above a crate without",
        runs()
    );
    let names = ["least", "most", "since", "until", "after", "before"];
    let select = "SELECT order_id FROM {Order} WHERE customer_id = $customer";
    let types = ["f64", "f64", "std::time::SystemTime", "std::time::SystemTime", "u64", "u64"];
    let function = |number: usize, text: &str, is_optional: bool, given: &[usize]| {
        let arguments = given.iter().map(|&at| match is_optional {
            true => format!(", {}: Option<{}>", names[at], types[at]),
            false => format!(", {}: {}", names[at], types[at]),
        });
        let values = given.iter().map(|&at| format!(", {}", names[at]));
        format!(
            "pub fn query_{number}(customer: u64{}) -> Option<String> {{ ydb_keys::yql!(\"{text}\", customer{}).text().ok() }}\n",
            arguments.collect::<String>(),
            values.collect::<String>()
        )
    };
    let pieces: String = FILTERS.iter().map(|filter| format!(" {{? {filter} }}")).collect();
    let one = function(0, &format!("{select}{pieces}"), true, &[0, 1, 2, 3, 4, 5]);
    let by_hand = (0..combinations).map(|bits| {
        let given: Vec<usize> = (0..FILTERS.len()).filter(|at| bits >> at & 1 == 1).collect();
        let conditions: String = given.iter().map(|&at| format!(" {}", FILTERS[at])).collect();
        function(bits, &format!("{select}{conditions}"), false, &given)
    });
    let crates = [("no-pieces", String::new()), ("pieces", one), ("combinations", by_hand.collect())];
    println!("{:<8} {:>9} {:>9}", "", "the text", "queries");
    for (command, added) in added(scratch, root, &crates)? {
        println!("{command:<8} {:>9.1} {:>9.1}", added[0], added[1]);
    }
    Ok(())
}

/// Returns for each command and crate the milliseconds of processor time that a function costs more than in the first
/// crate. The crates alternate.
fn added(scratch: &Path, root: &Path, crates: &[(&str, String)]) -> Result<Vec<(&'static str, Vec<f64>)>> {
    let target = scratch.join("target");
    let dependency = "ydb-keys = { path = \"YDB_KEYS\", default-features = false, features = [\"yql\"] }";
    let dependency = dependency.replace("YDB_KEYS", &root.join("ydb-keys").to_string_lossy());
    let mut dirs = Vec::new();
    for (name, functions) in crates {
        let dir = scratch.join(name);
        write_package(&dir, &dependency, &format!("{MODELS}{functions}"))?;
        dirs.push(dir);
    }
    let mut rows = Vec::new();
    for &arguments in commands(&[&["check"], &["build"]]) {
        for dir in &dirs {
            cargo(dir, &target, arguments)?;
        }
        let mut turns = vec![Vec::new(); dirs.len() - 1];
        for _ in 0..runs() {
            let mut times = Vec::new();
            for dir in &dirs {
                touch(dir)?;
                let begun = compilers()?;
                cargo(dir, &target, arguments)?;
                times.push((compilers()? - begun) * 1000.0);
            }
            turns.iter_mut().zip(&times[1..]).for_each(|(turns, time)| turns.push(time - times[0]));
        }
        rows.push((arguments[0], turns.into_iter().map(median).collect()));
    }
    Ok(rows)
}

/// Measures a clean build: the cost of one derive for a new project.
fn clean(scratch: &Path, root: &Path) -> Result<()> {
    println!("\nclean debug build of a crate with one derive, dependencies included, median of {CLEAN_RUNS} [s]");
    let thiserror = Subject {
        name: "thiserror",
        dependencies: "thiserror = \"2\"",
        head: "#[derive(Debug, thiserror::Error)]\n#[error(\"no\")]",
        usage: "",
    };
    for subject in [&SUBJECTS[0], &thiserror, &SUBJECTS[1], &SUBJECTS[2]] {
        let dir = write_crate(scratch, subject, 1, root)?;
        println!("{:<16} {:>7.2}", subject.name, clean_build(&dir, &["build"])?);
    }
    println!("\nclean debug build of the macro crate and its dependencies, median of {CLEAN_RUNS} [s]");
    for (name, package) in [("thiserror-impl", "2"), ("serde_derive", "1"), ("ydb-keys-derive", "")] {
        let dir = write_macro_user(scratch, name, package, root)?;
        println!("{name:<16} {:>7.2}", clean_build(&dir, &["build"])?);
    }
    Ok(())
}

/// Programs that create a table, write a row and read it, with each library.
const PROGRAMS: [(&str, &str, &str); 2] = [
    ("ydb alone", "ydb = \"0.18.2\"", include_str!("../program/bare.rs")),
    ("ydb-keys", SDK, include_str!("../program/keys.rs")),
];

/// Measures clean builds of a program: the packages, the processor time of all compilers, the size without symbols.
fn program(scratch: &Path, root: &Path) -> Result<()> {
    println!("\na small program from nothing: packages, processor time of the compilers, size without symbols");
    println!("{:<10} {:<8} {:>9} {:>9} {:>9}", "", "", "packages", "time [s]", "size [kB]");
    for (profile, arguments) in [("debug", &["rustc"][..]), ("release", &["rustc", "--release"])] {
        let mut rows = Vec::new();
        for (name, dependencies, source) in PROGRAMS {
            let dir = scratch.join(format!("program-{}", name.replace(' ', "-")));
            let tokio = "tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }";
            let ydb_keys = dependencies.replace("YDB_KEYS", &root.join("ydb-keys").to_string_lossy());
            write_package(&dir, &format!("{ydb_keys}\n{tokio}"), "")?;
            fs::write(dir.join("src/main.rs"), source)?;
            let target = dir.join("target");
            cargo(&dir, &target, &["fetch"])?;
            _ = fs::remove_dir_all(&target);
            let begun = compilers()?;
            let strip = [arguments, &["--bin", "subject", "--", "-C", "strip=symbols"]].concat();
            let report = cargo(&dir, &target, &strip)?;
            let time = compilers()? - begun;
            let packages = report.lines().filter(|line| line.contains("Compiling ")).count();
            let size = fs::metadata(target.join(profile).join("subject"))?.len() as f64 / 1000.0;
            println!("{name:<10} {profile:<8} {packages:>9} {time:>9.1} {size:>9.0}");
            rows.push([packages as f64, time, size]);
        }
        let [packages, time, size] = [0, 1, 2].map(|column| rows[1][column] / rows[0][column]);
        println!("{:<10} {profile:<8} {packages:>9.2} {time:>9.2} {size:>9.2}", "ratio");
    }
    Ok(())
}

/// Returns the processor seconds of all ended child processes, as Linux counts them.
fn compilers() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // After the name of the program, which may contain anything, `cutime` and `cstime` are the 14th and 15th field.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(13).take(2);
    let ticks: u64 = fields.map(|field| field.parse::<u64>()).sum::<std::result::Result<u64, _>>()?;
    Ok(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// Writes a library crate with `tables` structs of ten columns, and returns its directory.
fn write_crate(scratch: &Path, subject: &Subject, tables: usize, root: &Path) -> Result<PathBuf> {
    let dir = scratch.join(format!("{}-{tables}", subject.name.replace([' ', ','], "-")));
    let dependencies = subject.dependencies.replace("YDB_KEYS", &root.join("ydb-keys").to_string_lossy());
    let mut source = String::from("#![allow(non_snake_case)]\n");
    for i in 0..tables {
        let name = format!("Table{i}");
        writeln!(
            source,
            "{}\npub struct {name} {{\n    pub id: u64,\n    pub name: String,\n    pub owner: u64,\n    pub created_at: std::time::SystemTime,\n    \
             pub email: Option<String>,\n    pub score: f64,\n    pub active: bool,\n    pub visits: u32,\n    pub note: Option<String>,\n    pub data: Vec<u8>,\n}}\n{}",
            subject.head,
            subject.usage.replace("{}", &name)
        )?;
    }
    write_package(&dir, &dependencies, &source)?;
    Ok(dir)
}

/// Writes a crate that depends only on a macro crate, and returns its directory.
fn write_macro_user(scratch: &Path, name: &str, version: &str, root: &Path) -> Result<PathBuf> {
    let dir = scratch.join(format!("macro-{name}"));
    let dependency = match version {
        "" => format!("{name} = {{ path = {:?} }}", root.join(name)),
        version => format!("{name} = {version:?}"),
    };
    write_package(&dir, &dependency, "")?;
    Ok(dir)
}

fn write_package(dir: &Path, dependencies: &str, source: &str) -> Result<()> {
    fs::create_dir_all(dir.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"subject\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n\n\
         [profile.dev]\ndebug = \"line-tables-only\"\n\n[workspace]\n"
    );
    fs::write(dir.join("Cargo.toml"), manifest)?;
    fs::write(dir.join("src/lib.rs"), source)?;
    // The versions are those that the repository is tested with.
    fs::write(dir.join("Cargo.lock"), include_str!("../../../Cargo.lock"))?;
    Ok(())
}

/// Makes cargo compile only this crate again.
fn touch(dir: &Path) -> Result<()> {
    let file = dir.join("src/lib.rs");
    let source = fs::read(&file)?;
    fs::write(file, source)?;
    Ok(())
}

fn clean_build(dir: &Path, arguments: &[&str]) -> Result<f64> {
    // The first build fetches and locks.
    let target = dir.join("target");
    cargo(dir, &target, arguments)?;
    let mut times = Vec::new();
    for _ in 0..CLEAN_RUNS {
        fs::remove_dir_all(&target)?;
        let start = Instant::now();
        cargo(dir, &target, arguments)?;
        times.push(start.elapsed().as_secs_f64());
    }
    Ok(median(times))
}

/// Runs cargo, and returns its report.
fn cargo(dir: &Path, target: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(dir)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .output()?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(report) } else { Err(report.into()) }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
