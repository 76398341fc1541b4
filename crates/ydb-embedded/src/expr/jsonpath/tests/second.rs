//! Tests of paths against a second evaluator, which shares nothing with the first one, on random documents and paths.
//!
//! The second evaluator works on trees of its own. They are printed to the text that the first evaluator parses. It
//! reads `serde_json`'s values, by recursion over the steps from the last one to the first. Where the documentation
//! states a rule, the second evaluator follows its words.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::found;

#[derive(Clone, Debug)]
enum Part {
    Whole,
    Current,
    Number(i8),
    Member(Box<Part>, &'static str),
    Members(Box<Part>),
    /// Items from one position to another. A negative position counts from the end.
    Items(Box<Part>, Vec<(i8, Option<i8>)>),
    AllItems(Box<Part>),
    Filter(Box<Part>, Box<Condition>),
    Method(Box<Part>, &'static str),
    Sum(Box<Part>, &'static str, Box<Part>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compare(Part, &'static str, Part),
    Exists(Part),
    Not(Box<Condition>),
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
    Unknown(Box<Condition>),
}

const KEYS: [&str; 3] = ["a", "b", "c d"];

fn part(depth: u32, in_filter: bool) -> BoxedStrategy<Part> {
    let leaf = prop_oneof![
        4 => Just(if in_filter { Part::Current } else { Part::Whole }),
        1 => Just(Part::Whole),
        1 => (-3_i8..4).prop_map(Part::Number),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = move || part(depth - 1, in_filter).prop_map(Box::new);
    let place = || (-3_i8..4, prop::option::weighted(0.4, -3_i8..4));
    prop_oneof![
        2 => leaf,
        5 => (inner(), prop::sample::select(KEYS.to_vec())).prop_map(|(input, key)| Part::Member(input, key)),
        1 => inner().prop_map(Part::Members),
        2 => (inner(), prop::collection::vec(place(), 1..3)).prop_map(|(input, places)| Part::Items(input, places)),
        2 => inner().prop_map(Part::AllItems),
        2 => (inner(), condition(depth - 1).prop_map(Box::new)).prop_map(|(input, test)| Part::Filter(input, test)),
        1 => (inner(), prop::sample::select(vec!["size", "type", "abs", "keyvalue"]))
            .prop_map(|(input, name)| Part::Method(input, name)),
        1 => (inner(), prop::sample::select(vec!["+", "-", "*"]), inner()).prop_map(|(a, sign, b)| Part::Sum(a, sign, b)),
    ]
    .boxed()
}

fn condition(depth: u32) -> BoxedStrategy<Condition> {
    let signs = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let leaf = prop_oneof![
        4 => (part(depth, true), signs, part(depth, true)).prop_map(|(a, sign, b)| Condition::Compare(a, sign, b)),
        1 => part(depth, true).prop_map(Condition::Exists),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = move || condition(depth - 1).prop_map(Box::new);
    prop_oneof![
        4 => leaf,
        1 => inner().prop_map(Condition::Not),
        1 => (inner(), inner()).prop_map(|(a, b)| Condition::Both(a, b)),
        1 => (inner(), inner()).prop_map(|(a, b)| Condition::Either(a, b)),
        1 => inner().prop_map(Condition::Unknown),
    ]
    .boxed()
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-4_i64..5).prop_map(Value::from),
        prop::sample::select(vec!["a", "b", "1"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(prop::sample::select(KEYS.to_vec()), inner, 0..4)
                .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

fn written(part: &Part) -> String {
    let place = |number: &i8| if *number < 0 { format!("last - {}", -number - 1) } else { number.to_string() };
    match part {
        Part::Whole => "$".to_owned(),
        Part::Current => "@".to_owned(),
        Part::Number(number) => format!("({number})"),
        Part::Member(input, key) => format!("{}.\"{key}\"", written(input)),
        Part::Members(input) => format!("{}.*", written(input)),
        Part::Items(input, places) => {
            let one = |(from, to): &(i8, Option<i8>)| match to {
                Some(to) => format!("{} to {}", place(from), place(to)),
                None => place(from),
            };
            format!("{}[{}]", written(input), places.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Part::AllItems(input) => format!("{}[*]", written(input)),
        Part::Filter(input, test) => format!("{} ? ({})", written(input), tested(test)),
        Part::Method(input, name) => format!("{}.{name}()", written(input)),
        Part::Sum(left, sign, right) => format!("({} {sign} {})", written(left), written(right)),
    }
}

fn tested(condition: &Condition) -> String {
    match condition {
        Condition::Compare(left, sign, right) => format!("({} {sign} {})", written(left), written(right)),
        Condition::Exists(inner) => format!("exists ({})", written(inner)),
        Condition::Not(inner) => format!("!({})", tested(inner)),
        Condition::Both(left, right) => format!("(({}) && ({}))", tested(left), tested(right)),
        Condition::Either(left, right) => format!("(({}) || ({}))", tested(left), tested(right)),
        Condition::Unknown(inner) => format!("({}) is unknown", tested(inner)),
    }
}

struct Reader<'d> {
    strict: bool,
    whole: &'d Value,
}

/// Values of a path. The code of an error does not matter.
type Values = Result<Vec<Value>, ()>;

impl Reader<'_> {
    fn read(&self, part: &Part, current: Option<&Value>) -> Values {
        match part {
            Part::Whole => Ok(vec![self.whole.clone()]),
            Part::Current => current.map(|value| vec![value.clone()]).ok_or(()),
            Part::Number(number) => Ok(vec![json!(f64::from(*number))]),
            Part::Member(input, key) => self.each(self.unpack(self.read(input, current)?), |value| {
                match value.as_object().and_then(|members| members.get(*key)) {
                    Some(member) => Ok(vec![member.clone()]),
                    None if self.strict => Err(()),
                    None => Ok(Vec::new()),
                }
            }),
            Part::Members(input) => self.each(self.unpack(self.read(input, current)?), |value| match value {
                Value::Object(members) => {
                    let mut members: Vec<_> = members.into_iter().collect();
                    members.sort_by(|a, b| a.0.cmp(&b.0));
                    Ok(members.into_iter().map(|(_, member)| member).collect())
                }
                _ if self.strict => Err(()),
                _ => Ok(Vec::new()),
            }),
            Part::Items(input, places) => self.each(self.read(input, current)?, |value| {
                let items = self.items(value)?;
                let mut found = Vec::new();
                for (from, to) in places {
                    let count = |number: i8| match number {
                        ..0 => items.len() as i64 + i64::from(number),
                        _ => i64::from(number),
                    };
                    let (first, last) = (count(*from), count(to.unwrap_or(*from)));
                    let inside = |place: i64| (0..items.len() as i64).contains(&place);
                    if inside(first) && inside(last) && first <= last {
                        found.extend_from_slice(&items[first as usize..=last as usize]);
                    } else if self.strict {
                        return Err(());
                    }
                }
                Ok(found)
            }),
            Part::AllItems(input) => self.each(self.read(input, current)?, |value| self.items(value)),
            Part::Filter(input, test) => {
                let values = self.unpack(self.read(input, current)?);
                Ok(values.into_iter().filter(|value| self.test(test, Some(value)) == Ok(Some(true))).collect())
            }
            Part::Method(input, name) => {
                let values = self.read(input, current)?;
                let values = if matches!(*name, "size" | "type") { values } else { self.unpack(values) };
                self.each(values, |value| match (*name, value) {
                    ("size", Value::Array(items)) => Ok(vec![json!(items.len() as f64)]),
                    ("size", _) => Ok(vec![json!(1.0)]),
                    ("type", value) => Ok(vec![json!(kind(&value))]),
                    ("abs", Value::Number(number)) => Ok(vec![json!(number.as_f64().unwrap().abs())]),
                    ("keyvalue", Value::Object(members)) => {
                        let mut members: Vec<_> = members.into_iter().collect();
                        members.sort_by(|a, b| a.0.cmp(&b.0));
                        Ok(members.into_iter().map(|(key, value)| json!({"name": key, "value": value})).collect())
                    }
                    _ => Err(()),
                })
            }
            Part::Sum(left, sign, right) => {
                let number = |part: &Part| match self.read(part, current)?.as_slice() {
                    [Value::Number(number)] => number.as_f64().ok_or(()),
                    _ => Err(()),
                };
                let (left, right) = (number(left)?, number(right)?);
                Ok(vec![json!(match *sign {
                    "+" => left + right,
                    "-" => left - right,
                    _ => left * right,
                })])
            }
        }
    }

    fn each(&self, values: Vec<Value>, find: impl FnMut(Value) -> Values) -> Values {
        Ok(values.into_iter().map(find).collect::<Result<Vec<_>, ()>>()?.concat())
    }

    fn unpack(&self, values: Vec<Value>) -> Vec<Value> {
        let one = |value| match value {
            Value::Array(items) if !self.strict => items,
            other => vec![other],
        };
        values.into_iter().flat_map(one).collect()
    }

    fn items(&self, value: Value) -> Values {
        match value {
            Value::Array(items) => Ok(items),
            _ if self.strict => Err(()),
            other => Ok(vec![other]),
        }
    }

    /// Returns the truth value of a condition, or `None` for null. An error means operands that cannot be joined, and
    /// conditions never have such operands.
    fn test(&self, condition: &Condition, current: Option<&Value>) -> Result<Option<bool>, ()> {
        Ok(match condition {
            Condition::Compare(left, sign, right) => {
                let (Ok(left), Ok(right)) = (self.read(left, current), self.read(right, current)) else {
                    return Ok(None);
                };
                let (left, right) = (self.unpack(left), self.unpack(right));
                let mut truths = left.iter().flat_map(|a| right.iter().map(move |b| compare(a, sign, b)));
                match self.strict {
                    // In strict mode, all pairs count.
                    true => {
                        let truths: Vec<Option<bool>> = truths.collect();
                        (!truths.contains(&None)).then(|| truths.contains(&Some(true)))
                    }
                    // In lax mode, the first pair that is true or unknown decides.
                    false => truths.find(|truth| *truth != Some(false)).unwrap_or(Some(false)),
                }
            }
            Condition::Exists(inner) => self.read(inner, current).ok().map(|found| !found.is_empty()),
            Condition::Not(inner) => self.test(inner, current)?.map(|truth| !truth),
            Condition::Both(left, right) => {
                let both = [self.test(left, current)?, self.test(right, current)?];
                if both.contains(&Some(false)) { Some(false) } else { both[0].and(both[1]) }
            }
            Condition::Either(left, right) => {
                let either = [self.test(left, current)?, self.test(right, current)?];
                if either.contains(&Some(true)) { Some(true) } else { either[0].and(either[1]) }
            }
            Condition::Unknown(inner) => Some(self.test(inner, current)?.is_none()),
        })
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn compare(left: &Value, sign: &str, right: &Value) -> Option<bool> {
    use std::cmp::Ordering;
    let order: Ordering = match (left, right) {
        (Value::Array(_) | Value::Object(_), _) | (_, Value::Array(_) | Value::Object(_)) => return None,
        (Value::Null, Value::Null) => return Some(sign == "=="),
        (Value::Null, _) | (_, Value::Null) => return Some(false),
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::String(left), Value::String(right)) => left.cmp(right),
        (Value::Number(left), Value::Number(right)) => {
            left.as_f64().unwrap().total_cmp(&(right.as_f64().unwrap() + 0.0))
        }
        _ => return None,
    };
    Some(match sign {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    })
}

/// Returns a value in which `1` and `1.0` are the same, and `0` and `-0` are the same.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64().unwrap() + 0.0),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(key, value)| (key.clone(), plain(value))).collect())
        }
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_readings_agree(whole in document(), part in part(4, false), strict in any::<bool>()) {
        let text = format!("{}{}", if strict { "strict " } else { "" }, written(&part));
        let expected = Reader { strict, whole: &whole }.read(&part, None);
        let found = found(&whole.to_string(), &text, &[]);
        match expected {
            Err(()) => prop_assert!(found.starts_with("error "), "{text} of {whole}: {found}"),
            Ok(values) => {
                prop_assert!(!found.starts_with("error ") && found != "mistake", "{text} of {whole}: {found}, not {values:?}");
                let found: Vec<Value> = serde_json::from_str(&format!("[{found}]")).unwrap();
                let (found, values): (Vec<_>, Vec<_>) = (found.iter().map(plain).collect(), values.iter().map(plain).collect());
                prop_assert_eq!(found, values, "{} of {}", text, whole);
            }
        }
    }
}
