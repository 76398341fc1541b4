//! Published vectors of the hash format. They can never change: rows are stored under them.

use serde_json::Value as Json;
use ydb_keys::schema::HashFunction;
use ydb_keys::{Value, YdbType};

/// Values of columns, with their hash.
#[derive(Debug)]
#[allow(dead_code, reason = "each test uses what it needs")]
pub(crate) struct Vector {
    pub(crate) function: HashFunction,
    pub(crate) columns: Vec<YdbType>,
    /// Values as texts: numbers and times in decimal, bytes in hex, UUIDs and texts unchanged.
    pub(crate) texts: Vec<String>,
    /// Bytes that `xxh3` hashes.
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) hash: u64,
    /// Numbers of buckets, each with the bucket.
    pub(crate) buckets: Vec<(u32, u32)>,
}

/// Returns all vectors of the file.
pub(crate) fn all() -> Vec<Vector> {
    let file = include_str!("../../../../docs/guide/src/hash-vectors.json");
    serde_json::from_str::<Vec<Json>>(file).unwrap().iter().map(vector).collect()
}

impl Vector {
    #[allow(dead_code, reason = "each test uses what it needs")]
    pub(crate) fn values(&self) -> Vec<Value<'static>> {
        self.columns.iter().zip(&self.texts).map(|(ty, text)| value(*ty, text)).collect()
    }
}

fn vector(json: &Json) -> Vector {
    let texts = |key: &str| json[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
    let function = json["function"].as_str().unwrap();
    let buckets = json.get("buckets").and_then(Json::as_object).into_iter().flatten();
    Vector {
        function: HashFunction::ALL.into_iter().find(|known| known.name() == function).unwrap(),
        columns: texts("columns").map(|name| YdbType::from_text(name).unwrap()).collect(),
        texts: texts("values").map(str::to_owned).collect(),
        bytes: json.get("bytes").map(|hex| bytes(hex.as_str().unwrap())),
        hash: json["hash"].as_str().unwrap().parse().unwrap(),
        buckets: buckets.map(|(n, bucket)| (n.parse().unwrap(), bucket.as_u64().unwrap() as u32)).collect(),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn value(ty: YdbType, text: &str) -> Value<'static> {
    macro_rules! number {
        ($($ty:ident)*) => {
            match ty {
                $(YdbType::$ty => Value::$ty(text.parse().unwrap()),)*
                YdbType::Utf8 => Value::Utf8(text.to_owned().into()),
                YdbType::String => Value::String(bytes(text).into()),
                YdbType::Uuid => Value::Uuid(bytes(&text.replace('-', "")).try_into().unwrap()),
                other => panic!("{other}"),
            }
        };
    }
    number!(Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Date Datetime Timestamp Interval Date32 Datetime64
        Timestamp64 Interval64)
}
