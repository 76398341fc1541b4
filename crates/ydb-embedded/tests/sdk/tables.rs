//! The SDK's table client: tables created, described, altered, copied, renamed and dropped.

use std::time::Duration;

use ydb::{
    AlterTableRequest, CopyTableItem, CreateTableRequest, DropTableRequest, IndexStatus, IndexType, RenameTableItem,
    StoreType, TableColumn, TableDescription, Value,
};
use ydb_embedded::{Clock, Server, Status};

use crate::support::{all, connect, one, refused, run, start};

fn request(path: &str) -> CreateTableRequest {
    CreateTableRequest::new(path)
        .with_column(TableColumn::new("id", Value::Uint64(0)))
        .with_column(TableColumn::new("name", None::<String>.into()).with_not_null(false))
        .with_primary_key(["id"])
        .with_attribute("owner", "tests")
}

fn names(table: &TableDescription) -> Vec<(&str, bool)> {
    let optional = |column: &ydb::ColumnDescription| column.type_value.as_ref().unwrap().is_optional();
    table.columns.iter().map(|column| (column.name.as_str(), optional(column))).collect()
}

#[tokio::test]
async fn a_table_is_made_and_described() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    tables.create_table(request("/local/t")).await.unwrap();
    let reply = tables.describe_table("/local/t".into()).await.unwrap();
    assert_eq!(names(&reply), [("id", false), ("name", true)]);
    assert_eq!(reply.columns[0].type_value.as_ref().unwrap(), &Value::Uint64(0));
    assert_eq!(reply.primary_key, ["id"]);
    assert_eq!(reply.attributes.get("owner").map(String::as_str), Some("tests"));
    assert!(reply.indexes.is_empty());
    // YDB names the store of column tables only.
    assert_eq!(reply.store_type, StoreType::Unspecified);
    run(&client, "UPSERT INTO t (id, name) VALUES (1, 'x'u)").await;
    assert_eq!(one::<Option<String>>(&client, "SELECT name FROM t").await.as_deref(), Some("x"));
}

#[tokio::test]
async fn indexes_and_column_tables_are_described() {
    let (_server, client) = start().await;
    let text = "CREATE TABLE t (k Int32 NOT NULL, a Utf8, b Int64, PRIMARY KEY (k), \
                INDEX by_a GLOBAL ON (a) COVER (b), INDEX by_b GLOBAL ASYNC ON (b), INDEX one GLOBAL UNIQUE ON (a, b))";
    run(&client, text).await;
    let reply = client.table_client().describe_table("/local/t".into()).await.unwrap();
    let mut indexes: Vec<_> = reply
        .indexes
        .iter()
        .map(|index| {
            (index.name.as_str(), index.index_type, index.index_columns.join(","), index.data_columns.join(","))
        })
        .collect();
    indexes.sort_by_key(|index| index.0);
    let wanted = [
        ("by_a", IndexType::Global, "a".to_owned(), "b".to_owned()),
        ("by_b", IndexType::GlobalAsync, "b".to_owned(), String::new()),
        ("one", IndexType::GlobalUnique, "a,b".to_owned(), String::new()),
    ];
    assert_eq!(indexes, wanted);
    assert!(reply.indexes.iter().all(|index| index.status == IndexStatus::Ready));

    run(&client, "CREATE TABLE o (k Int32 NOT NULL, PRIMARY KEY (k)) WITH (STORE = COLUMN)").await;
    let reply = client.table_client().describe_table("/local/o".into()).await.unwrap();
    assert_eq!(reply.store_type, StoreType::Column);
}

#[tokio::test]
async fn a_table_is_altered() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    tables.create_table(request("/local/t")).await.unwrap();
    run(&client, "UPSERT INTO t (id, name) VALUES (1, 'x'u)").await;
    let age = TableColumn::new("age", None::<i32>.into()).with_not_null(false);
    let alter = || AlterTableRequest::new("/local/t");
    tables.alter_table(alter().add_column(age.clone()).drop_column("name")).await.unwrap();
    tables.alter_table(alter().add_attribute("more", "1").drop_attribute("owner")).await.unwrap();
    let reply = tables.describe_table("/local/t".into()).await.unwrap();
    assert_eq!(names(&reply), [("id", false), ("age", true)]);
    assert_eq!(reply.attributes.into_iter().collect::<Vec<_>>(), [("more".to_owned(), "1".to_owned())]);
    assert_eq!(one::<Option<i32>>(&client, "SELECT age FROM t").await, None);
    assert!(tables.alter_table(alter().drop_column("id")).await.is_err());
    let mixed = tables.alter_table(alter().drop_column("age").add_attribute("a", "b")).await;
    refused(mixed, Status::Unsupported, "Mixed alter is unsupported");
}

#[tokio::test]
async fn a_table_is_dropped() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    tables.create_table(request("/local/t")).await.unwrap();
    tables.drop_table(DropTableRequest::new("/local/t")).await.unwrap();
    refused(tables.describe_table("/local/t".into()).await, Status::SchemeError, "");
    assert!(tables.drop_table(DropTableRequest::new("/local/t")).await.is_err());
    // A table that is created again is empty and has nothing of the old table.
    run(&client, "CREATE TABLE t (k Int32, PRIMARY KEY (k))").await;
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, 0);
}

#[tokio::test]
async fn a_copy_lives_by_itself() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ON (v))").await;
    run(&client, "UPSERT INTO t (k, v) VALUES (1, 10), (2, 20)").await;
    tables.copy_table("/local/t".into(), "/local/copy".into()).await.unwrap();
    run(&client, "UPSERT INTO t (k, v) VALUES (3, 30)").await;
    run(&client, "DELETE FROM copy WHERE k = 1").await;
    assert_eq!(all::<i32>(&client, "SELECT k FROM t ORDER BY k").await, [1, 2, 3]);
    assert_eq!(all::<i32>(&client, "SELECT k FROM copy ORDER BY k").await, [2]);
    assert_eq!(all::<i32>(&client, "SELECT k FROM copy VIEW by_v WHERE v = 20").await, [2]);

    let item = |to: &str| CopyTableItem::new("/local/t".into(), format!("/local/{to}"), false);
    tables.copy_tables(vec![item("c1"), item("c2")]).await.unwrap();
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM c2").await, 3);
    tables.copy_tables(vec![CopyTableItem::new("/local/t".into(), "/local/bare".into(), true)]).await.unwrap();
    assert!(tables.describe_table("/local/bare".into()).await.unwrap().indexes.is_empty());
    assert_eq!(all::<i32>(&client, "SELECT k FROM bare ORDER BY k").await, [1, 2, 3]);
    assert!(tables.copy_table("/local/none".into(), "/local/c3".into()).await.is_err());
}

#[tokio::test]
async fn tables_are_renamed() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    for (name, key) in [("a", 1), ("b", 2)] {
        run(&client, &format!("CREATE TABLE {name} (k Int32 NOT NULL, PRIMARY KEY (k))")).await;
        run(&client, &format!("UPSERT INTO {name} (k) VALUES ({key})")).await;
    }
    assert!(tables.rename_table("/local/a".into(), "/local/b".into(), false).await.is_err());
    assert_eq!(all::<i32>(&client, "SELECT k FROM b").await, [2]);
    tables.rename_table("/local/a".into(), "/local/b".into(), true).await.unwrap();
    assert_eq!(all::<i32>(&client, "SELECT k FROM b").await, [1]);
    refused(tables.describe_table("/local/a".into()).await, Status::SchemeError, "");
    tables.rename_tables(vec![RenameTableItem::new("/local/b", "/local/c", false)]).await.unwrap();
    assert_eq!(all::<i32>(&client, "SELECT k FROM c").await, [1]);
}

#[tokio::test]
async fn several_tables_move_and_are_copied_together_or_not_at_all() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    for name in ["a", "b"] {
        run(&client, &format!("CREATE TABLE {name} (k Int32 NOT NULL, PRIMARY KEY (k))")).await;
    }
    let rename = |from: &str, to: &str| RenameTableItem::new(format!("/local/{from}"), format!("/local/{to}"), false);
    assert!(tables.rename_tables(vec![rename("a", "c"), rename("none", "d")]).await.is_err());
    let copy = |from: &str, to: &str| CopyTableItem::new(format!("/local/{from}"), format!("/local/{to}"), false);
    assert!(tables.copy_tables(vec![copy("a", "c"), copy("a", "b")]).await.is_err());
    refused(tables.describe_table("/local/c".into()).await, Status::SchemeError, "");
    // Two tables swap their names in one call.
    run(&client, "UPSERT INTO a (k) VALUES (1)").await;
    tables.rename_tables(vec![rename("a", "c"), rename("b", "a"), rename("c", "b")]).await.unwrap();
    assert_eq!(all::<i32>(&client, "SELECT k FROM b").await, [1]);
}

#[tokio::test]
async fn a_table_keeps_its_attributes_indexes_and_serials_when_it_moves() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    run(&client, "CREATE TABLE t (k Serial, v Int32, k2 Int64, PRIMARY KEY (k))").await;
    run(&client, "ALTER TABLE t ADD INDEX by_v GLOBAL ON (v) COVER (k2)").await;
    run(&client, "INSERT INTO t (v) VALUES (10), (20)").await;
    let alter = |path: &str| AlterTableRequest::new(path);
    tables.alter_table(alter("/local/t").add_attribute("layout", "one")).await.unwrap();
    run(&client, "CREATE TABLE new (k Serial, v Int32, PRIMARY KEY (k))").await;
    tables.alter_table(alter("/local/new").add_attribute("layout", "two")).await.unwrap();

    let rename = |from: &str, to: &str| RenameTableItem::new(format!("/local/{from}"), format!("/local/{to}"), false);
    tables.rename_tables(vec![rename("t", "t_old"), rename("new", "t")]).await.unwrap();

    let layout = async |path: &str| {
        let reply = tables.describe_table(path.into()).await.unwrap();
        (reply.attributes.get("layout").cloned().unwrap_or_default(), reply.indexes.len())
    };
    assert_eq!(layout("/local/t").await, ("two".to_owned(), 0));
    assert_eq!(layout("/local/t_old").await, ("one".to_owned(), 1));
    run(&client, "INSERT INTO t_old (v, k2) VALUES (30, 5)").await;
    assert_eq!(all::<i32>(&client, "SELECT k FROM t_old ORDER BY k").await, [1, 2, 3]);
    assert_eq!(all::<i32>(&client, "SELECT k FROM t_old VIEW by_v WHERE v >= 20 ORDER BY k").await, [2, 3]);
    assert_eq!(all::<Option<i64>>(&client, "SELECT k2 FROM t_old VIEW by_v WHERE v = 30").await, [Some(5)]);
    run(&client, "ALTER SEQUENCE `/local/t/_serial_column_k` RESTART WITH 100").await;
    run(&client, "INSERT INTO t (v) VALUES (1)").await;
    assert_eq!(all::<i32>(&client, "SELECT k FROM t").await, [100]);
}

#[tokio::test]
async fn an_index_is_described_as_building_until_it_is_built() {
    let takes = Duration::from_millis(400);
    let server = Server::builder().clock(Clock::manual()).index_build_time(takes).start().await.unwrap();
    let client = connect(&server).await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))").await;
    run(&client, "ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)").await;
    let status = async || {
        let reply = client.table_client().describe_table("/local/t".into()).await.unwrap();
        reply.indexes[0].status
    };
    server.advance(takes - Duration::from_micros(1)).unwrap();
    assert_eq!(status().await, IndexStatus::Building);
    server.advance(Duration::from_micros(1)).unwrap();
    assert_eq!(status().await, IndexStatus::Ready);
    assert!(all::<i32>(&client, "SELECT k FROM t VIEW by_v").await.is_empty());
}

#[tokio::test]
async fn tables_that_break_rules_are_not_made() {
    let (_server, client) = start().await;
    let tables = client.table_client();
    tables.create_table(request("/local/t")).await.unwrap();
    let float = CreateTableRequest::new("/local/f")
        .with_column(TableColumn::new("k", Value::Float(0.0)))
        .with_primary_key(["k"]);
    refused(tables.create_table(float).await, Status::SchemeError, "Column k has wrong key type Float");
    let either = TableColumn::new("v", Value::Int32(0)).with_not_null(false);
    let torn = tables.create_table(request("/local/f").with_column(either)).await;
    refused(torn, Status::BadRequest, "Not consistent column type and not_null option for column: v");
    let keyless = CreateTableRequest::new("/local/f").with_column(TableColumn::new("k", Value::Int32(0)));
    assert!(tables.create_table(keyless).await.is_err());
    assert!(tables.create_table(request("/elsewhere/t")).await.is_err());
}

#[tokio::test]
async fn options_are_described() {
    let (_server, client) = start().await;
    client.table_client().describe_table_options().await.unwrap();
}
