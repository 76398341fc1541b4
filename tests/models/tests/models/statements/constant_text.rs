//! Tests that a statement's text never depends on its values: YDB caches compiled queries by text.

use proptest::prelude::*;
use ydb_keys::{Result, Statement, YdbTable};

use super::ad_events::{AdEvent, any_ad_event};
use super::agreement::assert_agrees;
use super::dispersed::{Document, any_document};
use super::nullable::{Sale, any_sale};
use super::orders::{Order, any_order};
use super::user_events::{UserEvent, any_event};
use super::visits::{Visit, any_visit};

/// Returns the text of a statement, and checks that its parameters agree with their declarations.
fn text(statement: Result<Statement<'_>>) -> String {
    let statement = statement.unwrap();
    assert_agrees(&statement);
    statement.text().to_owned()
}

/// Returns the texts of every write and keyed read of a row, and of lists of rows.
fn texts<T: YdbTable<Version = ()>>(rows: &[T]) -> Vec<String> {
    let key = || rows[0].key().unwrap();
    let keys = || rows.iter().map(|row| row.key().unwrap());
    vec![
        text(rows[0].insert().statement()),
        text(rows[0].upsert().statement()),
        text(rows[0].replace().statement()),
        text(T::insert_many(rows).statement()),
        text(T::upsert_many(rows).statement()),
        text(T::replace_many(rows).statement()),
        text(T::update_many(rows).statement()),
        text(T::get(key()).statement()),
        text(T::get_many(keys()).statement()),
        text(T::delete(key()).statement()),
        text(T::exists(key()).statement()),
        text(T::in_directory("a/b").get(key()).statement()),
        text(T::delete_many(keys()).statement()),
    ]
}

macro_rules! rows {
    ($($name:ident: $any:expr;)*) => {
        proptest! {
            $(
                #[test]
                fn $name(some in prop::collection::vec($any, 1..4), others in prop::collection::vec($any, 1..4)) {
                    prop_assert_eq!(texts(&some), texts(&others));
                }
            )*
        }
    };
}

rows! {
    orders: any_order();
    user_events: any_event();
    ad_events: any_ad_event();
    visits: any_visit();
    documents: any_document();
    // NULL in a key is part of the text; a region that is there is not.
    sales: any_sale().prop_map(|sale| Sale { region: Some(sale.region.unwrap_or_default()), ..sale });
    sales_of_no_region: any_sale().prop_map(|sale| Sale { region: None, ..sale });
}

fn order_texts(order: &Order, limit: u64) -> Vec<String> {
    let scan = || Order::scan().order_id(order.order_id..).full_scan();
    vec![
        text(Order::update(order.order_id).amount(order.amount).statement()),
        text(Order::update(order.order_id).customer_id(order.customer_id).amount(order.amount).statement()),
        text(scan().limit(limit).statement()),
        text(scan().after(order.order_id).descending().statement()),
    ]
}

fn event_texts(event: &UserEvent, other: &UserEvent, limit: u64) -> Vec<String> {
    let (from, to) = (event.timestamp, other.timestamp);
    let scan = || UserEvent::scan().userid(event.userid);
    vec![
        text(scan().statement()),
        text(scan().timestamp(from..to).statement()),
        text(scan().timestamp(from..=to).limit(limit).statement()),
        text(scan().timestamp(..to).descending().statement()),
        text(scan().timestamp(from..).after((event.userid, to)).limit(limit).statement()),
        text(scan().timestamp(from..to).delete().statement()),
        text(scan().timestamp(from..to).limit(limit).count().statement()),
        text(scan().timestamp(from..to).exists().statement()),
    ]
}

fn ad_event_texts(event: &AdEvent, other: &AdEvent) -> Vec<String> {
    let (from, to) = (event.event_timestamp, other.event_timestamp);
    vec![
        text(AdEvent::scan().event_timestamp(from..to).after(other.key().unwrap()).statement()),
        text(AdEvent::scan().event_timestamp(from).user_id(..=other.user_id.clone()).statement()),
    ]
}

fn visit_texts(visit: &Visit, other: &Visit) -> Vec<String> {
    let scan = || Visit::scan().device(visit.device).site(visit.site.clone());
    let other = &Visit { device: visit.device, site: visit.site.clone(), ..other.clone() };
    vec![
        text(scan().at(visit.at..other.at).after(other.key().unwrap()).statement()),
        text(scan().at(other.at).delete().statement()),
        text(Visit::scan().device(visit.device).full_scan().after(other.key().unwrap()).statement()),
    ]
}

fn document_texts(document: &Document, other: &Document) -> Vec<String> {
    let scan = || Document::scan().document(document.document);
    let other = &Document { document: document.document, ..other.clone() };
    vec![
        text(scan().version(document.version..other.version).after(other.key().unwrap()).statement()),
        text(Document::scan().document(document.document..).after(other.key().unwrap()).descending().statement()),
        text(Document::update(document.key().unwrap()).text(other.text.clone()).statement()),
    ]
}

fn sale_texts(sale: &Sale, other: &Sale) -> Vec<String> {
    let scan = || Sale::scan().account(sale.account);
    let other = &Sale { account: sale.account, ..other.clone() };
    vec![
        text(scan().region(sale.region.clone()).statement()),
        text(scan().region(sale.region.clone()).id(sale.id..).delete().statement()),
        text(scan().region(sale.region.clone()..other.region.clone()).statement()),
        text(scan().region(..=other.region.clone()).after(sale.key().unwrap()).statement()),
        text(scan().descending().after(other.key().unwrap()).limit(1).statement()),
        text(Sale::update(sale.key().unwrap()).amount(other.amount).statement()),
    ]
}

proptest! {
    #[test]
    fn scans_and_updates_of_orders(a in any_order(), b in any_order(), limits in any::<(u64, u64)>()) {
        prop_assert_eq!(order_texts(&a, limits.0), order_texts(&b, limits.1));
    }

    #[test]
    fn scans_of_user_events(events in [any_event(), any_event(), any_event()], limits in any::<(u64, u64)>()) {
        let [a, b, c] = &events;
        prop_assert_eq!(event_texts(a, b, limits.0), event_texts(b, c, limits.1));
    }

    #[test]
    fn scans_of_ad_events(events in [any_ad_event(), any_ad_event(), any_ad_event()]) {
        let [a, b, c] = &events;
        prop_assert_eq!(ad_event_texts(a, b), ad_event_texts(b, c));
    }

    #[test]
    fn scans_of_visits(visits in [any_visit(), any_visit(), any_visit()]) {
        let [a, b, c] = &visits;
        prop_assert_eq!(visit_texts(a, b), visit_texts(b, c));
    }

    #[test]
    fn scans_and_updates_of_documents(documents in [any_document(), any_document(), any_document()]) {
        let [a, b, c] = &documents;
        prop_assert_eq!(document_texts(a, b), document_texts(b, c));
    }

    #[test]
    fn scans_and_updates_of_sales(sales in [any_sale(), any_sale(), any_sale()]) {
        // NULL in a scan is part of the text; a region that is there is not.
        let [a, b, c] = sales.map(|sale| Sale { region: Some(sale.region.unwrap_or_default()), ..sale });
        prop_assert_eq!(sale_texts(&a, &b), sale_texts(&b, &c));
    }
}
