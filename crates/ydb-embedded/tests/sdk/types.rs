//! Parameters of every type in both directions: unchanged, as text, and from text.

use std::str::FromStr;

use ydb::{Bytes, Value, YdbDecimal, ydb_struct};

use crate::support::{connect, refused, run, start};
use ydb_embedded::{Server, Status};

/// Returns the value inside the optional of a result.
fn plain(value: Value) -> Value {
    value.to_option().unwrap()
}

/// Sends values of a type and checks them: unchanged, converted to text, and converted from text.
pub(crate) async fn check(yql: &str, cases: &[(Value, &str)]) {
    let server = Server::start().await.unwrap();
    let client = connect(&server).await;
    let mut query = client.query_client();
    let text = format!("DECLARE $v AS {yql}; SELECT $v AS same, Just($v) AS just, CAST($v AS Utf8) AS text");
    let parse = format!("DECLARE $t AS Utf8; SELECT CAST($t AS {yql}) AS parsed");
    for (value, written) in cases {
        let mut row = query.query_row(&text).param("$v", value.clone()).await.unwrap();
        assert_eq!(row.remove_field_by_name("same").unwrap(), *value, "{yql} {written}");
        let just = row.remove_field_by_name("just").unwrap();
        assert!(just.is_optional(), "{yql} {written}");
        let again = format!("DECLARE $v AS Optional<{yql}>; SELECT $v AS v");
        let mut sent = query.query_row(again).param("$v", just.clone()).await.unwrap();
        assert_eq!(sent.remove_field(0).unwrap(), just, "{yql} {written}");
        assert_eq!(plain(just), *value, "{yql} {written}");
        let shown: Option<String> = row.remove_field_by_name("text").unwrap().try_into().unwrap();
        assert_eq!(shown.as_deref(), Some(*written), "{yql}");
        let mut row = query.query_row(&parse).param("$t", *written).await.unwrap();
        assert_eq!(plain(row.remove_field(0).unwrap()), *value, "{yql} from {written}");
    }
}

fn decimal(text: &str, precision: u32, scale: u32) -> Value {
    Value::Decimal(YdbDecimal::try_new(text.parse().unwrap(), precision, scale).unwrap())
}

#[tokio::test]
async fn booleans_and_small_integers() {
    check("Bool", &[(Value::Bool(true), "true"), (Value::Bool(false), "false")]).await;
    check("Int8", &[(Value::Int8(i8::MIN), "-128"), (Value::Int8(0), "0"), (Value::Int8(i8::MAX), "127")]).await;
    check("Uint8", &[(Value::Uint8(0), "0"), (Value::Uint8(u8::MAX), "255")]).await;
    check("Int16", &[(Value::Int16(i16::MIN), "-32768"), (Value::Int16(i16::MAX), "32767")]).await;
    check("Uint16", &[(Value::Uint16(0), "0"), (Value::Uint16(u16::MAX), "65535")]).await;
}

#[tokio::test]
async fn large_integers() {
    check("Int32", &[(Value::Int32(i32::MIN), "-2147483648"), (Value::Int32(i32::MAX), "2147483647")]).await;
    check("Uint32", &[(Value::Uint32(0), "0"), (Value::Uint32(u32::MAX), "4294967295")]).await;
    let extremes = [(Value::Int64(i64::MIN), "-9223372036854775808"), (Value::Int64(i64::MAX), "9223372036854775807")];
    check("Int64", &extremes).await;
    check("Uint64", &[(Value::Uint64(0), "0"), (Value::Uint64(u64::MAX), "18446744073709551615")]).await;
}

#[tokio::test]
async fn floating_point() {
    let floats = [
        (Value::Float(-0.0), "-0"),
        (Value::Float(1.5), "1.5"),
        (Value::Float(f32::MIN_POSITIVE), "1.1754944e-38"),
        (Value::Float(f32::MAX), "3.4028235e+38"),
        (Value::Float(f32::NEG_INFINITY), "-inf"),
    ];
    check("Float", &floats).await;
    let doubles = [
        (Value::Double(0.0), "0"),
        (Value::Double(-1.5), "-1.5"),
        (Value::Double(f64::MIN_POSITIVE), "2.2250738585072014e-308"),
        (Value::Double(f64::MIN), "-1.7976931348623157e+308"),
        (Value::Double(f64::INFINITY), "inf"),
    ];
    check("Double", &doubles).await;
}

#[tokio::test]
async fn not_a_number() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    let mut row = query
        .query_row("SELECT $f AS f, CAST($d AS Utf8) AS text, $d = $d AS equal")
        .param("$f", f32::NAN)
        .param("$d", f64::NAN)
        .await
        .unwrap();
    let same: f32 = row.remove_field_by_name("f").unwrap().try_into().unwrap();
    assert!(same.is_nan());
    let text: Option<String> = row.remove_field_by_name("text").unwrap().try_into().unwrap();
    assert_eq!(text.as_deref(), Some("nan"));
    let equal: Option<bool> = row.remove_field_by_name("equal").unwrap().try_into().unwrap();
    assert_eq!(equal, Some(false));
}

#[tokio::test]
async fn strings() {
    for text in ["", "hello", "привет", "a\nb\tc\"d'e\\", "\u{0}", "🦀"] {
        check("Utf8", &[(Value::Text(text.into()), text)]).await;
        check("String", &[(Value::Bytes(Bytes::from(text)), text)]).await;
    }
    let (_server, client) = start().await;
    let every: Vec<u8> = (0..=255).collect();
    let mut row = client
        .query_client()
        .query_row("SELECT $b AS b, Length($b) AS n")
        .param("$b", Bytes::from(every.clone()))
        .await
        .unwrap();
    assert_eq!(Vec::<u8>::from(Bytes::try_from(row.remove_field(0).unwrap()).unwrap()), every);
    assert_eq!(u32::try_from(row.remove_field(1).unwrap()).unwrap(), 256);
}

#[tokio::test]
async fn json_and_yson() {
    for text in ["null", "-1", r#""hello""#, "[1,2,3]", r#"{"a":[1,2,{"b":"c"}]}"#] {
        check("Json", &[(Value::Json(text.into()), text)]).await;
        check("JsonDocument", &[(Value::JsonDocument(text.into()), text)]).await;
    }
    let (_server, client) = start().await;
    let yson = Value::Yson("[1;2;{a=b}]".into());
    let mut row = client.query_client().query_row("SELECT $y AS y").param("$y", yson.clone()).await.unwrap();
    assert_eq!(row.remove_field(0).unwrap(), yson);
    let broken = client.query_client().query_row("SELECT $j AS j").param("$j", Value::Json("{".into())).await;
    refused(broken, Status::BadRequest, "");
}

#[tokio::test]
async fn uuids() {
    for text in [
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "12345678-1234-4abc-89ab-1234567890ab",
        "01890a5d-ac96-774b-bcce-b302099a8057",
    ] {
        check("Uuid", &[(Value::Uuid(uuid::Uuid::from_str(text).unwrap()), text)]).await;
    }
}

#[tokio::test]
async fn decimals() {
    for text in ["0", "1", "-1", "0.000000001", "9999999999999.999999999", "-9999999999999.999999999"] {
        check("Decimal(22, 9)", &[(decimal(text, 22, 9), text)]).await;
    }
    let most = "99999999999999999999999999999999999";
    check("Decimal(35, 0)", &[(decimal(most, 35, 0), most)]).await;
    let least = "-0.99999999999999999999999999999999999";
    check("Decimal(35, 35)", &[(decimal(least, 35, 35), least)]).await;
    check("Decimal(1, 0)", &[(decimal("-9", 1, 0), "-9")]).await;
}

#[tokio::test]
async fn a_declared_type_is_the_sent_type() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    let declared = query.query_row("DECLARE $v AS Int32; SELECT $v AS v").param("$v", 1_i64).await;
    refused(declared, Status::BadRequest, "$v");
    let optional = query.query_row("DECLARE $v AS Int32; SELECT $v AS v").param("$v", Some(1_i32)).await;
    refused(optional, Status::BadRequest, "$v");
    let scale = query.query_row("DECLARE $v AS Decimal(22, 9); SELECT $v AS v").param("$v", decimal("1", 10, 2)).await;
    refused(scale, Status::BadRequest, "$v");
    let missing = query.query_row("DECLARE $v AS Int32; SELECT $v AS v").await;
    refused(missing, Status::BadRequest, "$v");
}

#[tokio::test]
async fn lists_and_structs() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    let person = |id: u64, name: Option<&str>| ydb_struct!("id" => id, "name" => name.map(str::to_owned));
    let people = Value::list_from(person(0, Some("")), vec![person(1, Some("Ann")), person(2, None)]).unwrap();
    let text = "DECLARE $p AS List<Struct<id: Uint64, name: Utf8?>>; SELECT $p AS same, ListLength($p) AS n";
    let mut row = query.query_row(text).param("$p", people.clone()).await.unwrap();
    assert_eq!(row.remove_field_by_name("same").unwrap(), people);
    assert_eq!(u64::try_from(row.remove_field_by_name("n").unwrap()).unwrap(), 2);

    let set = query.query_result_set("SELECT id, name FROM AS_TABLE($p) ORDER BY id DESC").param("$p", people).await;
    let rows: Vec<(u64, Option<String>)> = set
        .unwrap()
        .rows()
        .map(|mut row| {
            (row.remove_field(0).unwrap().try_into().unwrap(), row.remove_field(1).unwrap().try_into().unwrap())
        })
        .collect();
    assert_eq!(rows, [(2, None), (1, Some("Ann".to_owned()))]);
}

#[tokio::test]
async fn nested_and_empty_lists() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    let inner = |items: &[i32]| items.iter().copied().collect::<Value>();
    let nested = Value::list_from(inner(&[]), vec![inner(&[1, 2]), inner(&[3])]).unwrap();
    let mut row = query.query_row("SELECT $n AS n").param("$n", nested.clone()).await.unwrap();
    assert_eq!(row.remove_field(0).unwrap(), nested);
    let empty: Vec<i32> = Vec::new();
    let mut row =
        query.query_row("SELECT ListLength($e) AS n").param("$e", empty.into_iter().collect::<Value>()).await.unwrap();
    assert_eq!(u64::try_from(row.remove_field(0).unwrap()).unwrap(), 0);
}

/// YDB stores the numbers of a JsonDocument as doubles and sorts its keys, in whatever form it was sent.
#[tokio::test]
async fn json_documents_keep_doubles() {
    const WRITTEN: &str = r#"{ "n": 9007199254740993, "a": [1.0, 18446744073709551615] }"#;
    const KEPT: &str = r#"{"a":[1,1.844674407370955e+19],"n":9007199254740992}"#;
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, d JsonDocument, PRIMARY KEY (k))").await;
    let param = client.query_client();
    let texts = [
        "UPSERT INTO t (k, d) VALUES (1, $d)".to_owned(),
        format!("UPSERT INTO t (k, d) VALUES (2, JsonDocument(@@{WRITTEN}@@))"),
        format!("UPSERT INTO t (k, d) VALUES (3, CAST(@@{WRITTEN}@@ AS JsonDocument))"),
        format!("UPSERT INTO t (k, d) VALUES (4, CAST(Json(@@{WRITTEN}@@) AS JsonDocument))"),
    ];
    for text in texts {
        let mut param = param.clone();
        param.exec(text).param("$d", Value::JsonDocument(WRITTEN.into())).await.unwrap();
    }
    let row = ydb_struct!("k" => 5_i32, "d" => Value::JsonDocument(WRITTEN.into()));
    client.table_client().bulk_upsert("/local/t", vec![row]).await.unwrap();
    let set = client.query_client().query_result_set("SELECT d FROM t ORDER BY k").await.unwrap();
    let kept: Vec<Option<String>> =
        set.rows().map(|mut row| row.remove_field(0).unwrap().try_into().unwrap()).collect();
    assert_eq!(kept, vec![Some(KEPT.to_owned()); 5]);
    // A Json value keeps its text.
    let json = Value::Json(WRITTEN.into());
    let mut row = client.query_client().query_row("SELECT $j").param("$j", json.clone()).await.unwrap();
    assert_eq!(row.remove_field(0).unwrap(), json);
}
