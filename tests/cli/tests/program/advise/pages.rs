//! Tests the pages, at 80 and at 120 characters, and the JSON; their statements are asserted beside them.

use insta::assert_snapshot;
use ydb_keys::YdbTable as _;

use super::rows::{events, orders};
use super::{advise, json, page, pasted};

const EVENTS: [&str; 4] = ["--read", "userid,timestamp..", "--name", "user_events"];
const ORDERS: [&str; 6] = ["--read", "order_id", "--read", "customer,order_id..", "--name", "shop/orders"];

#[test]
fn of_events() {
    assert_snapshot!("events_80", page(&events(), 80, &EVENTS));
    assert_snapshot!("events_120", page(&events(), 120, &EVENTS));
}

#[test]
fn of_orders() {
    let two = [&ORDERS[..], &["--keys", "2"]].concat();
    assert_snapshot!("orders_80", page(&orders(), 80, &ORDERS));
    assert_snapshot!("orders_120", page(&orders(), 120, &two));
}

#[test]
fn of_the_help() {
    assert_snapshot!("help", advise(&mut std::io::empty(), 80, &["--help"]).out);
}

#[test]
fn as_json() {
    let all = json(&events(), &EVENTS);
    let mut short = all.clone();
    short["keys"].as_array_mut().unwrap().truncate(2);
    assert_snapshot!("events_json", serde_json::to_string_pretty(&short).unwrap());
    assert_eq!((&all["version"], &all["command"]), (&1.into(), &"advise".into()));
    assert_eq!((&all["rows"], &all["sampled_rows"]), (&4000.into(), &4000.into()));
    assert_eq!(all["columns"][3]["null_share"], 0.25);
    assert_eq!(all["columns"][1]["growth"], 1.0);
    assert_eq!(all["columns"][1]["type"], "Timestamp");
    let keys = all["keys"].as_array().unwrap();
    assert_eq!(keys[0]["primary_key"], "userid_hash = xxh3(userid), userid, timestamp");
    // The user is fixed and the time is a range: one range, in order; without the user first it is a scan.
    assert_eq!((&keys[0]["reads"][0]["ranges"], &keys[0]["reads"][0]["in_order"]), (&1.into(), &true.into()));
    let by_time = keys.iter().find(|key| key["primary_key"] == "timestamp, userid").unwrap();
    assert!(by_time["writes"]["hottest_share"].as_f64().unwrap() > 0.99);
    assert_eq!(by_time["broken_rules"][0], "monotonic_leading_key");
    let scores: Vec<f64> = keys.iter().map(|key| key["score"]["total"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted());
}

#[test]
fn the_model_compiles() {
    let model = |csv: &str, args: &[&str]| json(csv, args)["model"].as_str().unwrap().to_owned();
    assert_eq!(model(&events(), &EVENTS), include_str!("../../../cases/advise/user_events.rs"));
    assert_eq!(model(&orders(), &ORDERS), include_str!("../../../cases/advise/orders.rs"));
    let key = |table: &ydb_keys::Table| table.primary_key().collect::<Vec<_>>().join(", ");
    assert_eq!(key(pasted::user_events::UserEvents::TABLE), "userid_hash, userid, timestamp");
    assert_eq!(key(pasted::orders::Orders::TABLE), "order_id_hash, order_id");
}

#[test]
fn of_a_plot() {
    let path = std::env::temp_dir().join(format!("ydb-keys-advise-{}.svg", std::process::id()));
    page(&events(), 80, &[&EVENTS[..], &["--plot", path.to_str().unwrap()]].concat());
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for word in ["prefers-color-scheme: dark", "userid_hash = xxh3(userid), userid, timestamp", "hottest partition"] {
        assert!(svg.contains(word), "{word}");
    }
    // Every element is closed, so that a browser shows the picture.
    let count = |word: &str| svg.matches(word).count();
    for element in ["text", "title", "g", "style"] {
        let opened = count(&format!("<{element}>")) + count(&format!("<{element} "));
        assert_eq!(opened, count(&format!("</{element}>")), "{element}");
    }
    assert_eq!(count("<rect "), count("/>"));
}
