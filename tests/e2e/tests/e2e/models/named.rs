//! Models with columns under other names than their fields, newtypes, enums, documents and decimals.

use serde::{Deserialize, Serialize};
use ydb_keys::{Decimal, YdbColumn, YdbTable};

use super::Sample;

/// Model with names that clash with YQL's words, with the parameters of statements, and with each other.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/odd/na-mes", primary_key(my_col, limit_, r#type))]
pub(crate) struct Odd {
    #[ydb(rename = "my-col")]
    pub(crate) my_col: String,
    #[ydb(rename = "limit")]
    pub(crate) limit_: u32,
    pub(crate) r#type: String,
    #[ydb(rename = "my_col")]
    pub(crate) other: Option<u64>,
    #[ydb(rename = "order")]
    pub(crate) order_: Option<u64>,
    pub(crate) rows: Option<u64>,
    pub(crate) keys: Option<u64>,
    #[ydb(rename = "2nd")]
    pub(crate) second: Option<u64>,
    #[ydb(rename = "SELECT")]
    pub(crate) select: Option<u64>,
    #[ydb(rename = "null")]
    pub(crate) null: Option<u64>,
    pub(crate) r#true: Option<u64>,
}

impl Sample for Odd {
    fn sample(n: u64) -> Self {
        let number = |k| Some(10 * n + k);
        Odd {
            my_col: format!("my {}", n % 2),
            limit_: n as u32,
            r#type: "t".into(),
            other: number(1),
            order_: number(2),
            rows: number(3),
            keys: number(4),
            second: number(5),
            select: number(6),
            null: number(7),
            r#true: number(8),
        }
    }

    fn changed(&self) -> Self {
        Odd { other: None, keys: Some(0), r#true: None, ..self.clone() }
    }
}

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[ydb(dispersed)]
pub(crate) struct TaskId(pub(crate) u64);

#[derive(YdbColumn, Clone, Debug, PartialEq)]
#[ydb(type = "Json")]
pub(crate) struct RawJson(pub(crate) String);

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[ydb(rename_all = "snake_case")]
pub(crate) enum Status {
    New,
    InProgress,
    #[ydb(rename = "closed")]
    Done,
}

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[ydb(as = "Int16")]
pub(crate) enum Priority {
    Low = -300,
    High = 300,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) theme: String,
    pub(crate) sizes: Vec<u32>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/tasks", rename_all = "camelCase", primary_key(task_id, status, priority))]
pub(crate) struct Task {
    pub(crate) task_id: TaskId,
    pub(crate) status: Status,
    pub(crate) priority: Priority,
    pub(crate) old_status: Option<Status>,
    pub(crate) old_priority: Option<Priority>,
    pub(crate) parent_task: Option<TaskId>,
    pub(crate) raw_json: Option<RawJson>,
    #[ydb(json)]
    pub(crate) settings: Settings,
    #[ydb(json, type = "JsonDocument")]
    pub(crate) more_settings: Option<Settings>,
    pub(crate) any_json: Option<serde_json::Value>,
    #[ydb(skip)]
    pub(crate) cached: usize,
}

impl Sample for Task {
    fn sample(n: u64) -> Self {
        let settings = Settings { theme: format!("\"{n}\""), sizes: (0..n as u32).collect() };
        Task {
            task_id: TaskId(n / 2),
            status: [Status::New, Status::InProgress, Status::Done][(n % 3) as usize],
            priority: [Priority::Low, Priority::High][(n % 2) as usize],
            old_status: n.is_multiple_of(2).then_some(Status::Done),
            old_priority: n.is_multiple_of(3).then_some(Priority::Low),
            parent_task: Some(TaskId(u64::MAX)),
            raw_json: Some(RawJson("[1, {\"a\": null}]".into())),
            more_settings: (n % 2 == 1).then(|| settings.clone()),
            settings,
            any_json: [None, Some(serde_json::Value::Null), Some(serde_json::json!({"k": [true, 1.5]}))]
                [(n % 3) as usize]
                .clone(),
            cached: 0,
        }
    }

    fn changed(&self) -> Self {
        Task { old_status: Some(Status::InProgress), raw_json: None, any_json: Some(7.into()), ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/prices", primary_key(shop, price))]
pub(crate) struct Price {
    pub(crate) shop: String,
    pub(crate) price: Decimal<22, 9>,
    pub(crate) exact: Option<Decimal<35, 0>>,
    pub(crate) fraction: Decimal<5, 5>,
}

impl Sample for Price {
    fn sample(n: u64) -> Self {
        let price = i128::from(n) * 10_i128.pow(9) * if n.is_multiple_of(2) { 1 } else { -1 } + 1;
        Price {
            shop: format!("shop {}", n % 2),
            price: Decimal::from_scaled(price).unwrap(),
            exact: (!n.is_multiple_of(3)).then(|| Decimal::from_scaled(10_i128.pow(35) - 1 - i128::from(n)).unwrap()),
            fraction: Decimal::from_scaled(i128::from(n) - 99_999).unwrap(),
        }
    }

    fn changed(&self) -> Self {
        Price { exact: None, fraction: Decimal::from_scaled(0).unwrap(), ..self.clone() }
    }
}
