//! Tests with results that pyarrow has written (`tests/arrow/results.py`), for both ways of sending their schema.

use ydb_keys::YdbType::Decimal;

use super::*;

/// A schema with the batches after it, and the values in them.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) columns: Vec<(String, YdbType)>,
    pub(super) schema: Vec<u8>,
    pub(super) batches: Vec<Vec<u8>>,
    /// Name and values of each column, batch after batch.
    found: Vec<(&'static str, &'static str)>,
    refused: Option<&'static str>,
}

pub(super) fn cases() -> Vec<Case> {
    include_str!("../../../tests/arrow/results.txt").trim().split("\n\n").map(case).collect()
}

fn case(block: &'static str) -> Case {
    let (name, rest) = block.split_once('\n').unwrap();
    let of = |word: &str| {
        rest.lines()
            .filter_map(|line| line.split_once(' ').filter(|(first, _)| *first == word))
            .map(|(_, rest)| rest)
            .collect::<Vec<_>>()
    };
    let columns = of("columns")[0].split("; ").map(|column| {
        let (name, ty) = column.split_once(' ').unwrap();
        (name.to_owned(), type_named(ty))
    });
    Case {
        name: name.strip_prefix("== ").unwrap(),
        columns: columns.collect(),
        schema: bytes(of("schema")[0]),
        batches: of("batch").into_iter().map(bytes).collect(),
        found: of("found").into_iter().map(|line| line.split_once(' ').unwrap_or((line, ""))).collect(),
        refused: of("refused").first().copied(),
    }
}

fn type_named(name: &str) -> YdbType {
    let decimals = [Decimal { precision: 22, scale: 9 }, Decimal { precision: 35, scale: 10 }];
    let mut all = YdbType::PLAIN.into_iter().chain(decimals);
    all.find(|ty| ty.to_string() == name).unwrap_or_else(|| panic!("{name}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// Formats a value like the program `tests/arrow/results.py`.
fn shown(value: &Value<'_>) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(x) => u8::from(*x).to_string(),
        Value::Int8(x) => x.to_string(),
        Value::Int16(x) => x.to_string(),
        Value::Int32(x) | Value::Date32(x) => x.to_string(),
        Value::Int64(x) | Value::Interval(x) | Value::Datetime64(x) | Value::Timestamp64(x) | Value::Interval64(x) => {
            x.to_string()
        }
        Value::Uint8(x) => x.to_string(),
        Value::Uint16(x) | Value::Date(x) => x.to_string(),
        Value::Uint32(x) | Value::Datetime(x) => x.to_string(),
        Value::Uint64(x) | Value::Timestamp(x) => x.to_string(),
        Value::Float(x) => hex(&x.to_be_bytes()),
        Value::Double(x) => hex(&x.to_be_bytes()),
        Value::Decimal(x) => x.scaled().to_string(),
        Value::Utf8(x) | Value::Json(x) | Value::JsonDocument(x) | Value::DyNumber(x) => {
            format!("x{}", hex(x.as_bytes()))
        }
        Value::String(x) | Value::Yson(x) => format!("x{}", hex(x)),
        Value::Uuid(x) => {
            let x = hex(x);
            [&x[..8], &x[8..12], &x[12..16], &x[16..20], &x[20..]].join("-")
        }
        other => panic!("{other:?} is not in the files"),
    }
}

/// Formats the columns of a part like the program `tests/arrow/results.py`.
fn columns_of(part: Option<&Part>, columns: &[(String, YdbType)]) -> Vec<(String, String)> {
    let values = part.map(values).unwrap_or_default();
    let column = |place: usize| values.iter().map(|row| shown(&row[place])).collect::<Vec<_>>().join(" ");
    columns.iter().enumerate().map(|(place, (name, _))| (name.clone(), column(place))).collect()
}

#[test]
fn results_of_pyarrow_are_read_and_refused() {
    let (mut read, mut refused, mut others) = (0, 0, Vec::new());
    for Case { name, columns, schema, batches, found, refused: reason_of } in cases() {
        // `false` is FIRST_ONLY, and `true` is ALWAYS.
        for repeated in [false, true] {
            let mut reader = reader(&columns);
            let mut parts = batches.iter().enumerate().map(|(number, batch)| {
                let head = (number == 0 || repeated).then_some((&*columns, &*schema));
                reader.part(arrow(head, batch))
            });
            if let Some(expected) = reason_of {
                let reason = reason(parts.next().unwrap());
                if expected.is_empty() || !reason.contains(expected) {
                    others.push(format!("{name}: {reason}"));
                }
                refused += 1;
                continue;
            }
            let parts = parts.collect::<Result<Vec<_>>>().unwrap_or_else(|error| panic!("{name}: {error}"));
            let all = parts.iter().flat_map(|part| columns_of(part.as_ref(), &columns)).collect::<Vec<_>>();
            let found: Vec<_> = found.iter().map(|(name, values)| ((*name).to_owned(), (*values).to_owned())).collect();
            assert_eq!(all, found, "{name}");
            read += 1;
        }
    }
    assert_eq!(others, [] as [String; 0]);
    assert_eq!((read, refused), (2 * 11, 2 * 27));
}

/// The columns of a struct are found by name: some columns of the result, in another order.
#[test]
fn columns_are_found_by_their_names() {
    let cases = cases();
    let every = cases.iter().find(|case| case.name == "every type").unwrap();
    let of = |name: &str| every.columns.iter().find(|(column, _)| column == name).unwrap().clone();
    let wanted = [of("jd"), of("b")];
    let mut reader = Reader::of("shop/orders", fields(&wanted), vec![&fields(&[of("id"), of("b")])[0]]);
    let part = reader.part(arrow(Some((&every.columns, &every.schema)), &every.batches[0])).unwrap().unwrap();
    assert_eq!(part.columns()[0].value(1), Value::JsonDocument("\"t\"".into()));
    assert_eq!(part.columns()[1].value(0), Value::Bool(true));
    assert!(matches!(part.position(0)[..], [Value::Uuid(_)]));
    assert_eq!(part.position(2), [Value::Null]);
}
