//! Tests pages: tokens are passed as text, and continue after their row, whatever happens to the table meanwhile.

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, PageToken, YdbTable};

use crate::models::*;

/// Converts a token into text and back, like a URL does.
fn through_text(token: &PageToken) -> PageToken {
    let text = token.to_string();
    assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'), "{text}");
    text.parse().unwrap()
}

async fn events() -> (Database, Vec<UserEvent>) {
    let database = Database::with::<UserEvent>().await;
    let rows = events_of(42, 0..20);
    UserEvent::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    UserEvent::upsert_many(&events_of(43, 0..20)).exec(&mut database.q()).await.unwrap();
    (database, rows)
}

/// Returns an event for every tenth second.
fn events_of(userid: u64, tens: std::ops::Range<u64>) -> Vec<UserEvent> {
    tens.map(|n| UserEvent { userid, timestamp: at(10 * n), userevent: None }).collect()
}

#[tokio::test]
async fn pages_are_as_large_as_asked_for() {
    let (database, rows) = events().await;
    let mut q = database.q();
    for size in [1, 3, 7, 19, 20, 21, 1_000_000, u64::MAX] {
        let (mut seen, mut token) = (Vec::new(), None);
        loop {
            let page = UserEvent::scan().userid(42).page(size, token.as_ref()).fetch(&mut q).await.unwrap();
            assert!(page.rows.len() as u64 <= size, "{size}");
            seen.extend(page.rows);
            let Some(next) = page.next else { break };
            token = Some(through_text(&next));
        }
        assert_eq!(seen, rows, "{size}");
    }
}

/// Tests that rows that always exist are seen once, in both directions, while other rows come and go.
#[tokio::test]
async fn rows_come_and_go_between_pages() {
    for descending in [false, true] {
        let (database, mut rows) = events().await;
        let mut q = database.q();
        let scan = || match descending {
            true => UserEvent::scan().userid(42).descending(),
            false => UserEvent::scan().userid(42),
        };
        let first = scan().page(5, None).fetch(&mut q).await.unwrap();
        let token = through_text(&first.next.unwrap());
        if descending {
            rows.reverse();
        }
        assert_eq!(first.rows, rows[..5]);
        // The row at which the page ended, one before and one after it are deleted; others are inserted between.
        for gone in [&rows[1], &rows[4], &rows[5]] {
            UserEvent::delete(gone.key().unwrap()).exec(&mut q).await.unwrap();
        }
        let near = |event: &UserEvent, seconds: u64| UserEvent {
            timestamp: event.timestamp + std::time::Duration::from_secs(seconds),
            ..event.clone()
        };
        let (before, after) = (near(&rows[2], 3), near(&rows[10], 3));
        before.insert().exec(&mut q).await.unwrap();
        after.insert().exec(&mut q).await.unwrap();
        let rest = scan().page(100, Some(&token)).fetch(&mut q).await.unwrap();
        assert_eq!(rest.next, None);
        let mut expected = rows[6..].to_vec();
        expected.push(after);
        expected.sort_by_key(|event| event.timestamp);
        if descending {
            expected.reverse();
        }
        assert_eq!(rest.rows, expected, "descending: {descending}");
    }
}

#[tokio::test]
async fn a_page_of_nothing_and_of_one() {
    let (database, rows) = events().await;
    let mut q = database.q();
    let page = UserEvent::scan().userid(1).page(5, None).fetch(&mut q).await.unwrap();
    assert_eq!((page.rows, page.next), (vec![], None));
    let page = UserEvent::scan().userid(42).timestamp(rows[3].timestamp).page(1, None).fetch(&mut q).await.unwrap();
    assert_eq!((page.rows, page.next), (vec![rows[3].clone()], None));
}

/// Tests that the ends of a range may move: "the last hour" can be paged.
#[tokio::test]
async fn a_page_has_a_size_and_no_limit() {
    let (database, _) = events().await;
    let page = UserEvent::scan().userid(42).limit(7).page(5, None);
    let error = page.fetch(&mut database.q()).await.unwrap_err();
    assert!(
        is(
            &error,
            ErrorKind::Usage,
            &["table `ydb_keys_e2e/user_events`", "a scan that is read in pages cannot have a limit"]
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn the_values_of_a_range_are_free() {
    let (database, rows) = events().await;
    let mut q = database.q();
    let page = UserEvent::scan().userid(42).timestamp(at(0)..at(100)).page(3, None).fetch(&mut q).await.unwrap();
    let token = page.next.unwrap();
    let next =
        UserEvent::scan().userid(42).timestamp(at(10)..at(50)).page(9, Some(&token)).fetch(&mut q).await.unwrap();
    assert_eq!(next.rows, rows[3..5]);
    assert_eq!(next.next, None);
}

#[tokio::test]
async fn a_token_of_another_scan_is_refused() {
    let (database, _) = events().await;
    let mut q = database.q();
    let token = UserEvent::scan().userid(42).page(5, None).fetch(&mut q).await.unwrap().next.unwrap();
    let t = Some(&token);
    let refused = [
        UserEvent::scan().userid(42).descending().page(5, t).fetch(&mut q).await,
        UserEvent::scan().userid(42).timestamp(at(0)..).page(5, t).fetch(&mut q).await,
        UserEvent::scan().full_scan().page(5, t).fetch(&mut q).await,
    ];
    for page in refused {
        let error = page.unwrap_err();
        assert!(
            is(
                &error,
                ErrorKind::PageToken,
                &["table `ydb_keys_e2e/user_events`", "the page token belongs to another table or scan"]
            ),
            "{error:?}"
        );
    }
    // Another user's rows.
    let error = UserEvent::scan().userid(43).page(5, t).fetch(&mut q).await.unwrap_err();
    let text = "table `ydb_keys_e2e/user_events`, column `userid`: the page token continues a scan of ";
    assert!(is(&error, ErrorKind::PageToken, &[text]), "{error:?}");
    // Another table.
    let error = Account::scan().full_scan().page(5, t).fetch(&mut q).await.unwrap_err();
    assert!(
        is(
            &error,
            ErrorKind::PageToken,
            &["table `ydb_keys_e2e/accounts`", "the page token belongs to another table or scan"]
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_token_that_was_changed_or_is_none_is_refused() {
    let (database, _) = events().await;
    let token = UserEvent::scan().userid(42).page(5, None).fetch(&mut database.q()).await.unwrap().next.unwrap();
    let text = token.to_string();
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(is(&changed.parse::<PageToken>(), ErrorKind::PageToken, &[]), "{changed}");
    }
    for garbage in ["", "page 2", &text[..text.len() - 1], &format!("{text}A"), "AAAA", "{}"] {
        let error = garbage.parse::<PageToken>().unwrap_err();
        assert!(is(&error, ErrorKind::PageToken, &[]), "{garbage:?}: {error:?}");
        assert!(error.to_string().contains("start from the first page"), "{error}");
    }
}

/// Tests tokens of all kinds of keys: a hash of several columns, NULLs, UUIDs, decimals, texts with odd characters.
#[tokio::test]
async fn tokens_of_every_kind_of_key() {
    macro_rules! walk {
        ($database:ident, $model:ty) => {{
            <$model>::upsert_many(&samples::<$model>(9)).exec(&mut $database.q()).await.unwrap();
            let expected = <$model>::scan().full_scan().fetch(&mut $database.q()).await.unwrap();
            assert_eq!(expected.len(), 9);
            for descending in [false, true] {
                let (mut seen, mut token) = (Vec::new(), None);
                loop {
                    let scan = <$model>::scan().full_scan();
                    let scan = if descending { scan.descending() } else { scan };
                    let page = scan.page(2, token.as_ref()).fetch(&mut $database.q()).await.unwrap();
                    seen.extend(page.rows);
                    let Some(next) = page.next else { break };
                    token = Some(through_text(&next));
                }
                if descending {
                    seen.reverse();
                }
                assert_eq!(seen, expected, "{}", stringify!($model));
            }
        }};
    }
    let database = Database::start().await;
    macro_rules! all {
        ($($model:ty),*) => { $( database.create::<$model>().await; walk!(database, $model); )* };
    }
    all!(
        Order,
        Account,
        UserEvent,
        Member,
        Visit,
        Customer,
        Document,
        File,
        Reading,
        Sale,
        AdoptedOrder,
        AdoptedVisit,
        AdoptedName,
        AdoptedReceipt,
        AdoptedFeed,
        ForeignUser,
        ForeignVisit,
        ForeignNote,
        Odd,
        Task,
        Price,
        AdEvent,
        KeyTypes,
        Required
    );
}
