//! Tests `report`: the page, its links, and its look in a real browser; and `tables`.

use std::fs;
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::Value;
use ydb_embedded::{Clock, Server};

use crate::directory::Directory;
use crate::findings::{execute, fixture, printed, shop, shop_on};

/// Server of a shop whose clicks arrive one after the other, so that one partition is hot.
static BUSY: LazyLock<Server> = LazyLock::new(|| shop_before(Server::start_blocking().unwrap()));

fn shop_before(server: Server) -> Server {
    let tables = fs::read_to_string(fixture().join("before.sql")).unwrap();
    execute(&server, tables.split_terminator(";\n"));
    server
}

/// Writes the report of the busy shop with the queries of its files, and its sample; returns the page.
fn reported(directory: &Directory) -> String {
    reported_with(&BUSY, directory, &["--queries", "queries"])
}

fn reported_with(server: &Server, directory: &Directory, more: &[&str]) -> String {
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (out, sample) = (path("report.html"), path("sample.json"));
    let args = [["report", "--out", &out, "--save", &sample, "--seconds", "3"].as_slice(), more].concat();
    let (done, is_done) = (AtomicBool::new(false), Ordering::Relaxed);
    let output = thread::scope(|scope| {
        scope.spawn(|| {
            static NEXT: AtomicU64 = AtomicU64::new(0);
            while !done.load(is_done) {
                let rows: Vec<String> = (0..20)
                    .map(|_| NEXT.fetch_add(1, Ordering::Relaxed))
                    .map(|id| format!("(Unwrap(CAST({id}ul AS Timestamp)), {id}ul)"))
                    .collect();
                let text = format!("UPSERT INTO `shop/clicks` (clicked_at, click_id) VALUES {}", rows.join(", "));
                execute(server, [text.as_str()]);
            }
        });
        let output = shop_on(server, &args);
        done.store(true, is_done);
        output
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("The report is in `{out}`.\n"));
    assert_eq!(directory.names(), ["report.html", "sample.json"]);
    directory.read("report.html")
}

#[test]
fn each_finding_is_linked_to_its_cure() {
    let page = reported(&Directory::with(&[]));
    let links: Vec<&str> = page.split("<a href=\"#cure-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    // Those of lint, and one for each broken query.
    assert!(links.iter().any(|link| link.starts_with("findings-")), "{links:?}");
    assert!(links.iter().any(|link| link.starts_with("queries-")), "{links:?}");
    for link in &links {
        let (_, cure) = page.split_once(&format!("<article id=\"cure-{link}\">")).unwrap_or_else(|| panic!("{link}"));
        let cure = cure.split("</article>").next().unwrap();
        assert!(cure.contains("<p>") && cure.contains("<a href=\"https://docs.rs/ydb-keys/"), "{cure}");
    }
    for rule in ["monotonic_leading_key", "index", "unknown_column", "missing_hash"] {
        assert!(page.contains(&format!(">{rule}</td>")), "{rule}: {page}");
    }
    assert!(page.contains("# order_hash Uint64 = numeric_hash(order_id)"), "{page}");
    // The map has a row for the clicks, which were written all the time.
    assert!(page.contains("<h3>Rows written a second</h3>") && page.contains("<title>shop/clicks, from"), "{page}");
    // A page that may run no script and load nothing has neither.
    for part in ["<script", " src=", "@import", "url(", "<link", "<iframe"] {
        assert!(!page.contains(part), "{part}");
    }
}

/// Returns the parts of a page between two marks.
fn between<'p>(page: &'p str, from: &str, to: &str) -> Vec<&'p str> {
    page.split(from).skip(1).map(|rest| rest.split(to).next().unwrap()).collect()
}

#[test]
fn names_are_code_and_sentences_begin_with_a_capital() {
    let page = reported(&Directory::with(&[]));
    let cells = between(&page, "<tr><td class=", "</tr>");
    let faults: Vec<&str> = cells.iter().map(|row| between(row, "<td>", "</td>")[1]).collect();
    let cures = between(&page, "<p>", "</p>").into_iter().filter(|text| !text.starts_with("<a "));
    let texts: Vec<&str> = faults.into_iter().chain(cures).collect();
    assert!(texts.len() > 10, "{page}");
    for text in texts {
        assert!(text.starts_with("<code>") || text.starts_with(char::is_uppercase), "{text}");
        assert!(text.ends_with(['.', '?', '!']) && !text.contains('`'), "{text}");
    }
    assert!(
        page.contains("<td>Column <code>clicked_at</code> of table <code>shop/clicks</code> leads the key"),
        "{page}"
    );
}

#[test]
fn without_files_the_page_judges_what_the_database_has_run() {
    let server = shop_before(Server::builder().clock(Clock::manual()).start_blocking().unwrap());
    execute(&server, ["-- name: late_clicks\nSELECT COUNT(*) FROM `shop/clicks` WHERE click_id > 7ul"]);
    // The views show a minute when it is over.
    server.advance(Duration::from_secs(60)).unwrap();
    let directory = Directory::with(&[]);
    let page = reported_with(&server, &directory, &[]);
    let (_, queries) = page.split_once("<h2 id=\"queries\">Queries that the database has run</h2>").unwrap();
    let (queries, cures) = queries.split_once("<h2 id=\"cures\">").unwrap();
    assert!(queries.contains("full_scan</td><td>late_clicks:2:"), "{queries}");
    assert!(queries.contains(" in 6 hours read ") && queries.contains("<p class=\"soft\">Faults in "), "{queries}");
    let text =
        "<code class=\"block\">-- name: late_clicks\nSELECT COUNT(*) FROM `shop/clicks` WHERE click_id &gt; 7ul</code>";
    assert!(cures.contains(text), "{cures}");

    // The sample has them, too, and so has one that was saved without: nothing to show.
    let [sample, out] =
        ["sample.json", "again.html"].map(|name| directory.path().join(name).to_str().unwrap().to_owned());
    printed(&["report", "--out", &out, "--sample", &sample], 0);
    assert_eq!(directory.read("again.html"), page);
    let mut older: Value = serde_json::from_str(&directory.read("sample.json")).unwrap();
    older.as_object_mut().unwrap().remove("ran");
    fs::write(&sample, older.to_string()).unwrap();
    printed(&["report", "--out", &out, "--sample", &sample], 0);
    assert!(directory.read("again.html").contains("the database has run</h2>\n<p>Nothing found.</p>"));
}

#[test]
fn a_saved_sample_gives_the_same_page() {
    let directory = Directory::with(&[]);
    let page = reported(&directory);
    let [sample, out] =
        ["sample.json", "again.html"].map(|name| directory.path().join(name).to_str().unwrap().to_owned());
    printed(&["report", "--out", &out, "--sample", &sample, "--queries", "queries"], 0);
    assert_eq!(directory.read("again.html"), page);
}

#[test]
fn wrong_input() {
    let directory = Directory::with(&["theirs.json"]);
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let refused = |args: &[&str]| {
        let output = shop(args);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{args:?}");
        String::from_utf8(output.stderr).unwrap().replace(directory.path().to_str().unwrap(), "DIR")
    };
    let out = path("report.html");
    assert_snapshot!("no_sample", refused(&["report", "--out", &out, "--sample", &path("none.json")]));
    assert_snapshot!("not_a_sample", refused(&["report", "--out", &out, "--sample", &path("theirs.json")]));
    fs::write(path("later.json"), r#"{"version":2,"database":"","drawing":"","lint":null,"heat":null}"#).unwrap();
    assert_snapshot!("a_later_sample", refused(&["report", "--out", &out, "--sample", &path("later.json")]));
    assert_snapshot!("no_directory", refused(&["report", "--out", &path("none/report.html"), "--seconds", "1"]));
    assert_snapshot!("no_kind_of_drawing", refused(&["tables", "--plot", "schema.png"]));
    assert_snapshot!("no_such_table", refused(&["tables", "--table", "shop/order"]));
    assert_eq!(directory.names(), ["later.json", "theirs.json"]);
}

/// Tests the page in a headless Chromium: the visible text, and every request that the page makes.
#[test]
fn a_browser_shows_it_and_asks_nobody() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let Some(browser) = names.iter().find(|name| Command::new(name).arg("--version").output().is_ok()) else {
        eprintln!("SKIPPED: the report in a browser, as there is none of {}", names.join(", "));
        return;
    };
    let directory = Directory::with(&[]);
    reported(&directory);
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (log, profile) = (path("net.json"), path("profile"));
    let run = |args: &[&str]| {
        let mut command = Command::new(browser);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
        ]);
        command.args(["--no-first-run", "--disable-component-update", "--disable-sync", "--window-size=1240,1600"]);
        command.args([&format!("--user-data-dir={profile}"), "--host-resolver-rules=MAP * ~NOTFOUND"]).args(args);
        let output = command.arg(format!("file://{}", path("report.html"))).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // The page's own policy forbids scripts and requests; the browser's switch would also end `--dump-dom`.
    let seen = run(&["--dump-dom", &format!("--log-net-log={log}")]);
    for heading in ["Tables", "Findings in 3 tables", "Heat map", "Queries", "Cures"] {
        assert!(seen.contains(&format!(">{heading}</h2>")), "{heading}: {seen}");
    }
    // The log of the network has each request of the page with its address.
    let net = fs::read_to_string(&log).unwrap();
    let net: Value = serde_json::from_str(&net).unwrap();
    let addresses = net["events"].as_array().unwrap().iter().filter_map(|event| event["params"]["url"].as_str());
    // A browser asks its maker for updates and the time.
    let is_own = |address: &str| {
        let host = address.split('/').nth(2).unwrap_or_default();
        [".googleapis.com", ".google.com", ".gvt1.com"].iter().any(|maker| host.ends_with(maker))
    };
    let asked: Vec<&str> = addresses.filter(|address| !address.starts_with("file:") && !is_own(address)).collect();
    assert!(asked.is_empty(), "{asked:?}");
    // With a picture where it is wanted.
    let picture = path("report.png");
    run(&[&format!("--screenshot={picture}")]);
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    if let Some(wanted) = std::env::var_os("REPORT_PICTURE") {
        fs::copy(&picture, wanted).unwrap();
    }
}

#[test]
fn tables_and_their_drawing() {
    assert_snapshot!("tables", printed(&["tables"], 0));
    let directory = Directory::with(&[]);
    let [svg, mermaid] =
        ["schema.svg", "schema.mmd"].map(|name| directory.path().join(name).to_str().unwrap().to_owned());
    assert_eq!(printed(&["tables", "--plot", &svg], 0), "");
    assert_eq!(printed(&["tables", "--plot", &mermaid], 0), "");
    assert!(directory.read("schema.svg").starts_with("<svg "));
    assert_snapshot!("mermaid", directory.read("schema.mmd"));
    // The picture of the guide; `GUIDE_BLESS=1` renews it.
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src/pictures/schema.svg");
    if std::env::var_os("GUIDE_BLESS").is_some() {
        fs::write(picture, directory.read("schema.svg")).unwrap();
    }
    assert_eq!(fs::read_to_string(picture).unwrap(), directory.read("schema.svg"));
    // Without models the database says what it has: another key of the visits.
    let live = ydb_keys_cli_without_models(&["tables"]);
    assert_snapshot!("tables_live", live);
    assert!(fixture().join("src").is_dir());
}

fn ydb_keys_cli_without_models(args: &[&str]) -> String {
    let connection = ["--connection", crate::findings::SERVER.connection_string()];
    let args: Vec<&str> = ["ydb-keys"].iter().chain(args).chain(&connection).copied().collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let streams = ydb_keys_cli::Streams::new(&mut input, &mut out, &mut err).clock(|| Duration::ZERO);
    let status = ydb_keys_cli::run_without_models(args, streams);
    assert_eq!(status, ydb_keys_cli::Status::Done, "{}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}
