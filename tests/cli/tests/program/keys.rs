//! Tests `keys`: the files of each language, which are examples in `examples/languages`, and the input that it refuses.
//!
//! `EXAMPLES_BLESS=1` writes the files.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use insta::assert_snapshot;
use ydb_embedded::Server;
use ydb_keys::{Decimal, Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run, run_without_models};

use crate::directory::Directory;
use crate::session;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[allow(dead_code, reason = "read as a schema")]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "log/user_events", primary_key(userhash = xxh3(userid, site), userid, site, timestamp))]
#[allow(dead_code, reason = "read as a schema")]
struct UserEvent {
    userid: u64,
    site: String,
    timestamp: SystemTime,
    userevent: Option<String>,
}

/// Message in a feed of all senders in the order of time, spread over 16 buckets.
#[derive(YdbTable)]
#[ydb(table = "messages", primary_key(shard = xxh3(message_id) % 16, at, message_id))]
#[ydb(index(by_size, on(size_shard = int_hash64(message_id) % 4, size)))]
#[allow(dead_code, reason = "read as a schema")]
struct Message {
    at: SystemTime,
    message_id: u64,
    size: u32,
}

pub(crate) const TABLES: &[&Table] = ydb_keys::schema![Order, UserEvent, Message];

const LANGUAGES: [(&str, &str); 4] =
    [("python", "keys.py"), ("typescript", "keys.ts"), ("go", "keys.go"), ("java", "Keys.java")];

#[test]
fn the_files_are_the_examples() {
    let directory = Directory::new();
    for (lang, file) in LANGUAGES {
        let printed = keys(TABLES, &directory, lang);
        assert_eq!(printed, format!("$ migrate keys --lang {lang} --out DIR\nDIR/{file}\n[exit code 0]"));
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/languages").join(file);
        if std::env::var_os("EXAMPLES_BLESS").is_some() {
            fs::write(&example, directory.read(file)).unwrap();
        }
        assert_eq!(directory.read(file), fs::read_to_string(&example).unwrap(), "{}", example.display());
    }
    assert_eq!(directory.names().len(), LANGUAGES.len());
}

fn keys(tables: &[&'static Table], directory: &Directory, lang: &str) -> String {
    let path = directory.path().to_str().unwrap();
    session(tables, &["keys", "--lang", lang, "--out", path]).replace(path, "DIR")
}

/// Tests that the page quotes the code of the programs, which run.
#[test]
fn the_page_shows_the_programs() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = include_str!("../../../../docs/guide/src/languages.md");
    let mut blocks = 0;
    for (lang, program) in [
        ("python", include_str!("../../../../examples/languages/orders.py")),
        ("js", include_str!("../../../../examples/languages/orders.mjs")),
    ] {
        for block in page.split(&format!("```{lang}\n")).skip(1) {
            let block = block.split("```").next().unwrap();
            let shown: Vec<String> = block.lines().map(plain).collect();
            assert!(plain(program).contains(&shown.join(" ").replace("  ", " ")), "{block}");
            blocks += 1;
        }
    }
    assert!(blocks >= 9, "{blocks}");
}

#[test]
fn its_own_file_is_replaced_and_no_other() {
    let directory = Directory::new();
    keys(TABLES, &directory, "python");
    assert!(directory.read("keys.py").contains("class MessagesKey"));
    keys(&TABLES[..1], &directory, "python");
    assert!(!directory.read("keys.py").contains("class MessagesKey"));
    let theirs = Directory::with(&["keys.py"]);
    assert_snapshot!("of_another", keys(TABLES, &theirs, "python"));
    assert_eq!(theirs.read("keys.py"), "theirs");
    assert_eq!(theirs.names(), ["keys.py"]);
}

#[derive(YdbTable)]
#[ydb(table = "shop/prices", primary_key(hash = xxh3(name), name, price, exact))]
#[allow(dead_code, reason = "read as a schema")]
struct Price {
    name: String,
    price: Decimal<22, 9>,
    exact: Decimal<35, 10>,
}

#[test]
fn what_a_language_cannot_write_is_refused() {
    let directory = Directory::new();
    let tables = ydb_keys::schema![Price, Order];
    assert_snapshot!("refused_python", keys(tables, &directory, "python"));
    assert_snapshot!("refused_typescript", keys(tables, &directory, "typescript"));
    assert!(!directory.path().exists());
    let path = directory.path().to_str().unwrap();
    let others = session(tables, &["keys", "--lang", "typescript", "--out", path, "--table", "orders"]);
    assert!(others.ends_with("[exit code 0]"), "{others}");
}

/// Creates tables with their layouts, by `apply`.
pub(crate) fn apply(server: &Server, tables: &[&'static Table]) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["migrate", "apply", "--yes", "--connection", server.connection_string()];
    let status =
        run(args, tables, Streams::new(&mut std::io::empty(), &mut out, &mut err).clock(|| std::time::Duration::ZERO));
    assert_eq!(status, Status::Done, "{}", String::from_utf8_lossy(&[out, err].concat()));
}

/// Tests that the file of live tables equals the file of the models once `apply` has stored the layouts. Before that,
/// the database does not say which column is a hash.
#[test]
fn of_live_tables() {
    let server = Server::start_blocking().unwrap();
    let connection = ["--connection", server.connection_string()];
    let of_database = |directory: &Directory, lang: &str, args: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let path = directory.path().to_str().unwrap();
        let all = [&["ydb-keys", "keys", "--lang", lang, "--out", path], args, &connection].concat();
        let status = run_without_models(
            all,
            Streams::new(&mut std::io::empty(), &mut out, &mut err).clock(|| std::time::Duration::ZERO),
        );
        let text = String::from_utf8([out, err].concat()).unwrap().replace(path, "DIR");
        format!("{text}[exit code {}]", status.code())
    };
    let directory = Directory::new();
    assert_snapshot!("no_tables", of_database(&directory, "python", &[]));
    apply(&server, TABLES);
    for (lang, file) in LANGUAGES {
        let named = ["--table", "orders", "--table", "log/user_events", "--table", "messages"];
        assert_eq!(of_database(&directory, lang, &named), format!("DIR/{file}\n[exit code 0]"));
        let of_models = Directory::new();
        keys(TABLES, &of_models, lang);
        assert_eq!(directory.read(file), of_models.read(file));
    }
    assert_snapshot!("unknown", of_database(&directory, "python", &["--table", "order"]));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = Box::pin(ydb_keys::connect(server.connection_string())).await.unwrap();
        let text = "CREATE TABLE bare (h Uint64 NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (h, id))";
        Box::pin(async { client.query_client().exec(text).await }).await.unwrap();
    });
    assert_snapshot!("no_layout", of_database(&directory, "python", &[]));
    assert!(directory.read("keys.py").contains("OrdersKey"));
}
