//! Tests the guide's quotes of the sources: the messages and the condition in the questions, and the versions of
//! crates.

use std::fs;
use std::time::{Duration, SystemTime};

use rooms_tests::{files, source_dir, sources};
use ydb_keys::{ErrorKind, YdbTable};

fn read(path: &str) -> String {
    fs::read_to_string(source_dir(".").join(path)).unwrap()
}

/// Tests the quoted messages: each is a quotation in its own line, in which `..` stands for the parts that vary.
#[test]
fn the_questions_quote_real_messages() {
    let page = read("docs/guide/src/faq.md");
    let quoted: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("> `")?.strip_suffix('`')).collect();
    assert_eq!(quoted.len(), page.lines().filter(|line| line.starts_with('>')).count(), "a quotation of another form");
    assert!(quoted.len() > 10, "only {} messages", quoted.len());
    let texts = texts();
    for message in quoted {
        assert!(texts.iter().any(|text| is_in(message, text)), "no source has the message `{message}`");
    }
}

#[test]
fn a_message_is_recognised() {
    let text = joined("#[error(\"rows {first} of {operation} have \\\n         one key {key}\")]\n\"elsewhere\"");
    assert!(is_in("rows .. of .. have one key ..", &text));
    assert!(!is_in("rows .. one key .. have", &text));
    assert!(!is_in("rows .. elsewhere", &text));
    assert!(!is_in("rows of", &text));
}

/// Returns the messages of the library, of the compiler with it, and of YDB as the engine repeats them.
fn texts() -> Vec<String> {
    let rust = [
        "ydb-keys/src",
        "ydb-keys-derive/src",
        "crates/ydb-keys-core/src",
        "crates/ydb-keys-bulk/src",
        "crates/ydb-keys-migrate/src",
        "crates/ydb-embedded/src",
    ];
    let rust = rust.iter().flat_map(|dir| sources(&source_dir(dir))).map(|(_, text)| joined(&text));
    let printed = files(&source_dir("tests/documentation/cases"), &["stderr"]);
    rust.chain(printed.into_iter().map(|(_, text)| text)).collect()
}

/// Returns a source with texts of several lines in one line.
fn joined(source: &str) -> String {
    let mut parts = source.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start())
}

/// Returns `true` if a line has all parts of the message, in their order.
fn is_in(message: &str, text: &str) -> bool {
    let parts: Vec<&str> = message.split("..").map(str::trim).filter(|part| !part.is_empty()).collect();
    text.lines().any(|line| {
        let mut rest = line;
        parts.iter().all(|part| match rest.split_once(part) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
    })
}

/// Model of the page on keys, which the questions use.
#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

#[ydb_keys::test(UserEvent)]
async fn the_condition_by_hand_finds_the_rows(client: ydb::Client) -> ydb_keys::Result<()> {
    let key = "#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]";
    assert!(read("docs/guide/src/choosing-a-key.md").contains(key), "the page on keys has another model");
    let event = |userid, seconds| {
        let timestamp = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        UserEvent { userid, timestamp, userevent: None }
    };
    UserEvent::upsert_many(&[event(42, 1), event(42, 2), event(43, 1)]).exec(&client).await?;

    let page = read("docs/guide/src/faq.md");
    let section = page.split_once("### How do I query such a table by hand?").unwrap().1.split("\n#").next().unwrap();
    let condition = section.split('`').find(|code| code.starts_with("WHERE ")).unwrap();
    let found = ydb_keys::query(format!("SELECT COUNT(*) FROM user_events {condition}"));
    assert_eq!(found.fetch_one::<u64>(&client).await?, 2, "{condition}");
    Ok(())
}

/// Tests a statement of the pages on user events: a second event of a user in one microsecond has the key of the first.
#[ydb_keys::test(UserEvent)]
async fn two_events_of_one_microsecond_are_one_row(client: ydb::Client) -> ydb_keys::Result<()> {
    let event = |nanoseconds: u64, what: &str| {
        let timestamp = SystemTime::UNIX_EPOCH + Duration::from_nanos(1_714_979_289_000_000_000 + nanoseconds);
        UserEvent { userid: 42, timestamp, userevent: Some(what.to_owned()) }
    };
    event(0, "login").insert().exec(&client).await?;
    let refused = event(999, "logout").insert().exec(&client).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
    event(999, "logout").upsert().exec(&client).await?;
    event(1_000, "login").insert().exec(&client).await?;
    let events = UserEvent::scan().userid(42).fetch(&client).await?;
    let events: Vec<_> = events.iter().filter_map(|event| event.userevent.as_deref()).collect();
    assert_eq!(events, ["logout", "login"]);
    Ok(())
}

/// Returns the version of a dependency in a manifest: `name = "1.2"` or `name = { version = "1.2", .. }`.
fn version(manifest: &str, name: &str) -> String {
    let line = manifest.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap();
    let text = line.split_once("version = ").map_or_else(|| line.split_once(" = ").unwrap().1, |(_, rest)| rest);
    text.split('"').nth(1).unwrap_or_else(|| panic!("no version in `{line}`")).to_owned()
}

#[test]
fn the_table_of_versions_is_that_of_the_manifests() {
    let page = read("docs/guide/src/versions.md");
    let (workspace, library) = (read("Cargo.toml"), read("ydb-keys/Cargo.toml"));
    let package = workspace.split_once("[workspace.package]").unwrap().1;
    let library = library.split_once("[dependencies]").unwrap().1;
    let (own, rust, ydb) = (version(package, "version"), version(package, "rust-version"), version(&workspace, "ydb"));
    let minor = |version: &str| version.split('.').take(2).collect::<Vec<_>>().join(".");
    let row = format!("| {} | {}, from {ydb} on | {rust} and newer |", minor(&own), minor(&ydb));
    assert!(page.contains(&row), "the page has no row `{row}`");

    let rows = page.split_once("| feature | crate | version |").unwrap().1;
    let rows = rows.lines().skip(2).map_while(|line| line.strip_prefix("| "));
    let mut found = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let [_, crates, shown] = cells[..] else { panic!("not a row of three: {row}") };
        for name in crates.split(", ").map(|name| name.trim_matches('`')) {
            found += 1;
            let manifest = match workspace.lines().any(|line| line.starts_with(&format!("{name} = "))) {
                true => workspace.as_str(),
                false => library,
            };
            let needed = version(manifest, name);
            // Up to the number whose change breaks callers: the first one that is not 0.
            let numbers: Vec<&str> = needed.split('.').collect();
            let end = numbers.iter().position(|number| *number != "0").unwrap() + 1;
            assert_eq!(shown, numbers[..end].join("."), "{name}");
        }
    }
    assert!(found > 8, "only {found} crates");
}

/// Tests that the rules that `docs/llms.txt` names are sections of the page on rules.
#[test]
fn the_short_guide_names_rules_that_exist() {
    let short = read("docs/llms.txt");
    let page = read("docs/guide/src/rules.md");
    let table = short.split_once("| rule |").unwrap().1;
    let rows = table.lines().skip(2).map_while(|line| line.strip_prefix("| `"));
    let named: Vec<&str> = rows.map(|row| row.split('`').next().unwrap()).collect();
    assert!(named.len() > 10, "only {named:?}");
    for rule in named {
        assert!(page.contains(&format!("## `{rule}`\n")), "no section `{rule}`");
    }
}
