//! Tests `BATCH UPDATE` and `BATCH DELETE`: the rows of a scan, and the values that may be set.

use ydb_keys::{ErrorKind, YdbTable, add, append, coalesce, now};

use super::ad_events::AdEvent;
use super::buckets::Feed;
use super::golden::golden;
use super::orders::Order;
use crate::refusal::is;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "messages", primary_key(chat_hash = numeric_hash(chat), chat, number, part))]
#[ydb(allow(nullable_key, reason = "NULL is in the text"))]
struct Message {
    chat: u64,
    number: u64,
    part: Option<u32>,
    author: u64,
    editor: u64,
    body: Option<String>,
    #[ydb(rename = "seen-at")]
    seen_at: Option<std::time::SystemTime>,
}

#[test]
fn goldens() {
    let c = Message::COLUMNS;
    let all = || Message::scan().full_scan();
    let chat = || Message::scan().chat(7);
    insta::assert_snapshot!(
        "batches",
        golden(&[
            ("all rows", all().batch_update().body(None).statement()),
            ("filter", all().filter(c.body.is_null()).batch_update().body(Some("-".into())).author(5).statement()),
            ("when", all().batch_update().author(5).when(c.author.eq(4)).when(c.body.ne("x")).statement()),
            ("filter and when", all().filter(c.author.eq(4)).batch_update().author(5).when(c.editor.eq(4)).statement()),
            ("a prefix", chat().batch_update().body(Some("-".into())).statement()),
            (
                "a range of the key",
                chat().number(5..9).filter(c.body.is_not_null()).batch_update().author(1).statement()
            ),
            ("a whole key, with NULL", chat().number(5).part(None).batch_update().author(1).statement()),
            ("another column, and the clock", all().batch_update().author(c.editor).seen_at(now()).statement()),
            ("a column of the key", chat().batch_update().editor(c.chat).statement()),
            ("after a key", all().after((7, 5, None)).batch_update().author(1).statement()),
            ("delete all rows", all().batch_delete().statement()),
            ("delete by a filter", all().filter(c.author.eq(4)).batch_delete().statement()),
            ("delete a prefix", chat().number(..5).filter(c.body.is_null()).batch_delete().statement()),
        ])
    );
    let unnoted = Feed::scan().full_scan().filter(Feed::COLUMNS.note.is_null());
    insta::assert_snapshot!("batches_of_feed", golden(&[("all buckets", unnoted.batch_delete().statement())]));
    let elsewhere = Order::in_directory("tenants/acme").scan().order_id(1).batch_update().amount(None);
    assert!(elsewhere.statement().unwrap().text().contains("BATCH UPDATE `tenants/acme/orders`\nSET "));
}

/// Tests that a function can return both, so that its caller completes them.
#[test]
fn they_can_be_named() {
    fn closed(chat: u64) -> <Message as YdbTable>::BatchUpdate {
        Message::scan().chat(chat).batch_update().author(0)
    }
    fn deleted(chat: u64) -> ydb_keys::statements::BatchDelete<Message> {
        Message::scan().chat(chat).batch_delete()
    }
    let text = closed(7).body(None).statement().unwrap().text().to_owned();
    assert!(
        text.contains("SET `author` = $author, `body` = $body\nWHERE `chat_hash` = $chat_hash AND `chat` = $chat;")
    );
    assert!(deleted(7).statement().unwrap().text().contains("BATCH DELETE FROM `messages`\nWHERE `chat_hash` = "));
}

/// Tests that no set value may depend on a set column, since YDB may set a row twice.
#[test]
fn what_depends_on_what_is_set_is_refused() {
    let c = Message::COLUMNS;
    let all = || Message::scan().full_scan().batch_update();
    let refused = |update: <Message as YdbTable>::BatchUpdate, column: &str, read: &str| {
        let error = update.statement().unwrap_err();
        let text = format!(
            "table `messages`, column `{column}`: a batch_update cannot set it to what depends on `{read}`, which it sets\n"
        );
        assert!(is(&Err::<(), _>(error.clone()), ErrorKind::Usage, &[&text]), "{error}");
        assert_eq!(error.column(), Some(column));
    };
    refused(all().author(add(1)), "author", "author");
    refused(all().body(append("x")), "body", "body");
    refused(all().body(coalesce("x")), "body", "body");
    refused(all().author(c.editor).editor(7), "author", "editor");
    refused(all().author(c.editor).editor(c.author), "author", "editor");
    refused(all().author(add(c.chat)), "author", "author");
    // A setter that is called again replaces the first one.
    assert!(all().author(add(1)).author(1).statement().is_ok());
    assert!(all().author(c.editor).statement().is_ok());
}

#[test]
fn what_ydb_has_no_batch_for_is_refused() {
    let all = || Message::scan().full_scan();
    let limited = "a batch_update cannot have a limit\nhelp: ";
    assert!(is(&all().limit(5).batch_update().author(1).statement(), ErrorKind::Usage, &[limited]));
    let limited = "a batch_delete cannot have a limit\nhelp: ";
    assert!(is(&all().limit(5).batch_delete().statement(), ErrorKind::Usage, &[limited]));
    assert!(is(&all().batch_update().statement(), ErrorKind::Usage, &["the update sets no column"]));
    let events = || AdEvent::scan().full_scan();
    let column = "table `ad_events`: a column table has no batch_";
    assert!(is(&events().batch_delete().statement(), ErrorKind::Usage, &[column]));
    assert!(is(&events().batch_update().event_id(Some(1)).statement(), ErrorKind::Usage, &[column]));
    // Values and conditions that cannot be sent.
    let before = std::time::SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(1);
    let update = all().batch_update().seen_at(Some(before));
    assert!(is(&update.statement(), ErrorKind::InvalidValue, &["column `seen-at`: "]));
    let update = all().batch_update().author(1).when(Message::COLUMNS.seen_at.lt(before));
    assert!(is(&update.statement(), ErrorKind::InvalidValue, &["column `seen-at`: "]));
}

/// Tests that texts depend on the set columns and the condition, and not on values.
#[test]
fn one_text_for_all_values() {
    let text = |author, editor| {
        let all = Message::scan().full_scan().filter(Message::COLUMNS.author.eq(author));
        all.batch_update().editor(editor).statement().unwrap().text().to_owned()
    };
    assert_eq!(text(1, 2), text(3, 4));
    let other = Message::scan().full_scan().filter(Message::COLUMNS.author.ne(1)).batch_update().editor(1);
    assert_ne!(other.statement().unwrap().text(), text(1, 2));
}
