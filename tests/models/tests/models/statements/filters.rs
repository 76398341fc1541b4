//! Tests statements of scans with a filter: a condition after that of the range.

use ydb_keys::statements::Condition;
use ydb_keys::{ErrorKind, YdbTable};

use super::buckets::{Feed, Timed, TimedByTime};
use super::golden::golden;
use super::orders::Order;
use super::user_events::UserEvent;
use crate::refusal::is;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "messages", primary_key(chat_hash = numeric_hash(chat), chat, number))]
#[ydb(index(by_author, on(author, number)))]
struct Message {
    chat: u64,
    number: u64,
    author: u64,
    body: Option<String>,
    limit: Option<u64>,
}

fn seen() -> Condition<Message> {
    let c = Message::COLUMNS;
    c.author.ne(42).and(c.body.is_not_null().or(c.number.gt(c.limit)))
}

#[test]
fn goldens_of_a_table() {
    let chat = || Message::scan().chat(7).filter(seen());
    let parts = Message::scan().full_scan().filter(Message::COLUMNS.author.eq(1)).split(4).unwrap();
    insta::assert_snapshot!(
        "filters",
        golden(&[
            ("prefix", chat().statement()),
            (
                "range, limit, descending",
                Message::scan().chat(7).number(5..).filter(seen()).descending().limit(3).statement()
            ),
            ("filter in front of the columns", Message::scan().filter(seen()).chat(7).statement()),
            (
                "after, on a column of the key",
                Message::scan().chat(7).filter(Message::COLUMNS.number.ne(9)).after((7, 5)).statement()
            ),
            ("two filters", chat().filter(!Message::COLUMNS.body.eq("x")).statement()),
            ("full scan", Message::scan().full_scan().filter(Message::COLUMNS.author.eq(1)).statement()),
            ("index", Message::index::<MessageByAuthor>().author(1).filter(Message::COLUMNS.body.eq("x")).statement()),
            ("select", chat().select::<Message>().filter(Message::COLUMNS.author.lt(5)).statement()),
            ("page", chat().page(20, None).statement()),
            ("count", chat().count().statement()),
            ("count at most", chat().limit(3).count().statement()),
            ("any of no row", chat().exists().statement()),
            ("delete", chat().delete().statement()),
            ("part", parts[1].statement()),
        ])
    );
}

#[test]
fn goldens_of_buckets() {
    let noted = || Feed::COLUMNS.note.is_not_null();
    let cents = || Timed::COLUMNS.cents.ge(100).and(Timed::COLUMNS.note.ne("x"));
    insta::assert_snapshot!(
        "filters_of_feed",
        golden(&[
            ("all", Feed::scan().full_scan().filter(noted()).statement()),
            ("range, limit", Feed::scan().at(1..=2).filter(noted()).limit(50).statement()),
            ("page", Feed::scan().at(1..).filter(Feed::COLUMNS.note.eq("n")).page(50, None).statement()),
            ("count", Feed::scan().at(1..).filter(noted()).count().statement()),
        ])
    );
    insta::assert_snapshot!(
        "filters_of_timed",
        golden(&[(
            "index, limit",
            Timed::index::<TimedByTime>().placed_at(Some(1)..).filter(cents()).limit(5).statement()
        ),])
    );
}

/// Tests that scans with other filters have other texts, and scans with other values have the same text.
#[test]
fn the_text_is_that_of_the_filter() {
    let text = |filter| Order::scan().order_id(1).filter(filter).statement().unwrap().text().to_owned();
    let c = Order::COLUMNS;
    let filters = || [c.amount.gt(1.0), c.amount.lt(1.0), c.customer_id.eq(1), c.amount.is_null(), !c.amount.is_null()];
    let plain = Order::scan().order_id(1).statement().unwrap().text().to_owned();
    let mut texts: Vec<String> =
        filters().into_iter().chain([c.amount.gt(1.0).and(c.amount.lt(1.0))]).map(text).collect();
    texts.push(plain);
    let count = texts.len();
    assert_eq!(text(c.amount.gt(7.0)), texts[0]);
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count);
}

#[test]
fn a_filter_that_cannot_be_sent_is_an_error_of_the_statement() {
    let before = std::time::SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(1);
    let scan = UserEvent::scan().userid(1).filter(UserEvent::COLUMNS.timestamp.gt(before));
    assert!(is(&scan.statement(), ErrorKind::InvalidValue, &["column `timestamp`: "]));
    assert!(is(&scan.count().statement(), ErrorKind::InvalidValue, &["column `timestamp`: "]));
}

/// Tests that for a user's query a filter gives no parameters, only the key does.
#[test]
fn a_filter_gives_no_parameters() {
    let scan = || Message::scan().chat(7);
    assert_eq!(scan().filter(seen()).params().statement().unwrap(), scan().params().statement().unwrap());
}
