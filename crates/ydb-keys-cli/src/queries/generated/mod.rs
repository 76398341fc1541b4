//! Generated queries on the engine: its plan and the partitions that it reads agree with the judgement, and a query with
//! the added hash finds the same rows.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod shop;
mod texts;
mod witness;

use std::collections::BTreeMap;

use ydb_keys::ydb::{self, YdbResult};
use ydb_keys_bulk::__internal::explained;

use self::shop::{DDL, Shop};
use self::texts::{Generated, generated};
use super::tests::by;
use super::vet::compared_reads;
use super::{Judged, Options, QueryTables, differences, fixed, judge, named, reads};

const SEEDS: u64 = 1200;

/// What a run found.
#[derive(Default)]
struct Found {
    wrong: String,
    /// How often a read was compared with the plan, by what is judged.
    compared: BTreeMap<&'static str, u32>,
    /// How often the partitions of a read were looked at.
    touched: BTreeMap<&'static str, u32>,
    /// How often the rows with the added hash were compared, and how many of these had some.
    fixed: [u32; 2],
}

#[test]
fn the_engine_does_what_is_judged() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    by(DDL, |tables| runtime.block_on(compare(tables)));
}

async fn compare(tables: &QueryTables<'_>) {
    let shop = Shop::open().await;
    let mut found = Found::default();
    for seed in 0..SEEDS {
        let query = generated(seed);
        let judged = judged(&query.text, tables);
        let faults: Vec<_> =
            judged.errors.iter().filter(|fault| !matches!(fault.rule, "full_scan" | "missing_hash")).collect();
        if !faults.is_empty() {
            found.wrong += &format!("{seed} {}\n    {faults:?}\n", query.text);
            continue;
        }
        check(&shop, seed, &query, &judged, tables, &mut found).await;
        let Some(text) = fixed(&query.text, tables) else { continue };
        let with = Generated { text, params: query.params.clone(), tables: query.tables.clone(), ..query };
        let now = self::judged(&with.text, tables);
        check(&shop, seed, &with, &now, tables, &mut found).await;
        if !with.changes {
            let (Ok(before), Ok(after)) = (rows(&shop, &query).await, rows(&shop, &with).await) else { continue };
            found.fixed[0] += 1;
            found.fixed[1] += u32::from(!before.is_empty());
            if before != after {
                found.wrong += &format!("{seed} {}\n    {} rows, not {}\n", with.text, after.len(), before.len());
            }
        }
    }
    assert!(found.wrong.is_empty(), "\n{}", found.wrong);
    // Nothing is proved by queries that nobody compares.
    let at_least = |counts: &BTreeMap<&str, u32>, of: &str| counts.get(of).copied().unwrap_or_default();
    for access in ["point", "prefix", "range", "full"] {
        assert!(at_least(&found.compared, access) > 50, "{access}: {:?}", found.compared);
        assert!(at_least(&found.touched, access) > 10, "{access}: {:?}", found.touched);
    }
    assert!(found.fixed[0] > 50 && found.fixed[1] > 20, "{:?}", found.fixed);
}

fn judged(text: &str, tables: &QueryTables<'_>) -> Judged {
    judge(&named("test", text)[0], tables, Options { implied_hash: false })
}

/// Compares the plan and the partitions of a query with what is judged.
async fn check(
    shop: &Shop,
    seed: u64,
    query: &Generated,
    judged: &Judged,
    tables: &QueryTables<'_>,
    found: &mut Found,
) {
    let plan = match explained(&shop.connection, query.text.clone()).await {
        Ok(plan) => plan.unwrap_or_else(|| panic!("{}", query.text)),
        Err(error) => {
            found.wrong += &format!("{seed} {}\n    {error:?}\n", query.text);
            return;
        }
    };
    let planned = reads(&plan).unwrap();
    for difference in differences(judged, &planned, tables) {
        found.wrong += &format!("{seed} {}\n    {difference:?}\n    {planned:?}\n", query.text);
    }
    for access in compared_reads(judged, &planned, tables) {
        *found.compared.entry(access).or_default() += 1;
    }
    if query.changes && query.text.contains("DELETE") {
        return;
    }
    let before: Vec<Vec<u64>> = query.tables.iter().map(|table| shop.reads(table.name)).collect();
    let is_empty = match rows(shop, query).await {
        Ok(rows) => rows.is_empty(),
        Err(error) => {
            found.wrong += &format!("{seed} {}\n    {error:?}\n", query.text);
            return;
        }
    };
    for (table, before) in query.tables.iter().zip(before) {
        let after = shop.reads(table.name);
        let touched = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        let mut of_table = judged.sources.iter().filter(|read| read.table == table.name);
        let (Some(read), None) = (of_table.next(), of_table.next()) else { continue };
        if read.index.is_some() {
            continue;
        }
        let is_narrow = query.narrow.is_some();
        let is_right = match read.access {
            "point" | "prefix" if is_narrow => touched <= query.values,
            "range" if is_narrow && table.is_ordered => touched < after.len(),
            // Where the values contradict each other, nothing is read, or not by one of several conditions.
            "full" if query.tables.len() == 1 => {
                touched == after.len() || touched == 0 && is_empty || query.text.contains(" OR ")
            }
            _ => continue,
        };
        *found.touched.entry(read.access).or_default() += 1;
        if !is_right {
            let of = after.len();
            found.wrong += &format!(
                "{seed} {}\n    {}: {touched} of {of} partitions for {}\n",
                query.text, table.name, read.access
            );
        }
    }
}

/// The rows in some order that is always the same.
async fn rows(shop: &Shop, query: &Generated) -> YdbResult<Vec<String>> {
    let mut client = shop.client.query_client();
    let text = query.text.clone();
    if query.changes {
        let exec = client.exec(text);
        query.params.iter().fold(exec, |exec, (name, value)| exec.param(name.clone(), value.clone())).await?;
        return Ok(Vec::new());
    }
    let asked = client.query_result_set(text);
    let asked = query.params.iter().fold(asked, |asked, (name, value)| asked.param(name.clone(), value.clone()));
    let set = asked.await?;
    // Past its last field, a row has none.
    let values =
        |mut row: ydb::Row| format!("{:?}", (0..).map_while(|field| row.remove_field(field).ok()).collect::<Vec<_>>());
    let mut rows: Vec<String> = set.rows().map(values).collect();
    rows.sort();
    Ok(rows)
}
