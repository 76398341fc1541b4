//! Tests the most buckets that statements can have: the shortest texts run, and read the same rows as the longer ones.

use e2e_tests::Database;
use ydb_keys::YdbTable;

/// Model with 64 buckets in front of the key, and 32 in front of an index.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/f", primary_key(b = numeric_hash(id) % 64, at, id))]
#[ydb(index(i, on(c = int_hash64(id) % 32, size)))]
struct Narrow {
    at: u32,
    id: u64,
    size: Option<i64>,
}

/// Model with the same buckets, and with columns whose names alone fill a statement.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/g", primary_key(b = numeric_hash(id) % 64, at, id))]
#[ydb(index(i, on(c = int_hash64(id) % 32, size)))]
struct Wide {
    at: u32,
    id: u64,
    size: Option<i64>,
    #[ydb(
        rename = "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    p: u32,
    #[ydb(
        rename = "q_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    q: u32,
    #[ydb(
        rename = "r_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    r: u32,
    #[ydb(
        rename = "s_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    s: u32,
    #[ydb(
        rename = "t_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    t: u32,
    #[ydb(
        rename = "u_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    u: u32,
    #[ydb(
        rename = "v_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    v: u32,
    #[ydb(
        rename = "w_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    w: u32,
    #[ydb(
        rename = "x_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    x: u32,
    #[ydb(
        rename = "y_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )]
    y: u32,
}

fn narrow(id: u64) -> Narrow {
    Narrow { at: (id / 3) as u32, id, size: (!id.is_multiple_of(4)).then_some((id * 37 % 50) as i64) }
}

fn wide(id: u64) -> Wide {
    let Narrow { at, id, size } = narrow(id);
    let [p, q, r, s, t, u, v, w, x, y] = std::array::from_fn(|n| (n as u32 + 1) * id as u32);
    Wide { at, id, size, p, q, r, s, t, u, v, w, x, y }
}

macro_rules! reads {
    ($test:ident, $model:ident, $index:ident, $row:path, $selected:literal) => {
        #[tokio::test]
        async fn $test() {
            let database = Database::with::<$model>().await;
            let client = database.client();
            let mut rows: Vec<$model> = (0..150).map($row).collect();
            $model::upsert_many(&rows).exec(client).await.unwrap();
            let pages = || $model::scan().at(5..=40).descending();
            let first = pages().page(7, None).fetch(client).await.unwrap();
            let statement = pages().page(7, first.next.as_ref());
            let text = statement.statement().unwrap().text().to_owned();
            assert!(text.contains("$c = (") && text.contains($selected), "{text}");
            rows.sort_by_key(|row| (row.at, row.id));
            let (mut expected, mut seen, mut token) =
                (rows.iter().filter(|row| (5..=40).contains(&row.at)).rev(), first.rows, first.next);
            while let Some(next) = token {
                let page = pages().page(7, Some(&next)).fetch(client).await.unwrap();
                seen.extend(page.rows);
                token = page.next;
            }
            assert!(seen.iter().eq(expected.by_ref()), "{seen:?}");
            assert_eq!($model::scan().full_scan().limit(9).fetch(client).await.unwrap(), rows[..9]);
            assert_eq!($model::scan().at(9).limit(2).fetch(client).await.unwrap(), rows[27..29]);
            assert_eq!($model::scan().full_scan().fetch(client).await.unwrap(), rows);
            let after = (rows[100].at, rows[100].id);
            assert_eq!($model::scan().at(5..).after(after).limit(9).fetch(client).await.unwrap(), rows[101..110]);
            assert_eq!($model::scan().at(5..).after(after).count().fetch(client).await.unwrap(), 49);
            assert!($model::scan().at(49..).exists().fetch(client).await.unwrap());
            // The index, whose order goes on with the hidden bucket of the key.
            let sizes = |rows: &[$model]| rows.iter().map(|row| row.size).collect::<Vec<_>>();
            let mut by_size = sizes(&rows);
            by_size.sort();
            let (mut seen, mut token) = (Vec::new(), None);
            loop {
                let page = $model::index::<$index>().full_scan().page(40, token.as_ref()).fetch(client).await.unwrap();
                assert!(page.rows.iter().all(|row| rows.contains(row)));
                seen.extend(sizes(&page.rows));
                token = page.next;
                if token.is_none() {
                    break;
                }
            }
            assert_eq!(seen, by_size);
            let ranged = $model::index::<$index>().size(Some(10)..Some(20)).limit(200).fetch(client).await.unwrap();
            by_size.retain(|size| (Some(10)..Some(20)).contains(size));
            assert_eq!(sizes(&ranged), by_size);
            $model::scan().at(..48).delete().exec(client).await.unwrap();
            assert_eq!($model::scan().full_scan().limit(20).fetch(client).await.unwrap(), rows[144..]);
        }
    };
}

reads!(short_texts, Narrow, NarrowI, narrow, "SELECT `at`, `id`, `size`\nFROM (");
reads!(shortest_texts, Wide, WideI, wide, "SELECT *\nFROM (");
