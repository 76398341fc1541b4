//! Models without a hash, whose leading column is spread by itself: texts, numbers, UUIDs, then times and nullable
//! columns.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

use super::{Sample, at};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/customers", primary_key(email), partitioning(at_keys(("F"), ("M"), ("T"))))]
pub(crate) struct Customer {
    pub(crate) email: String,
    pub(crate) name: Option<String>,
    pub(crate) photo: Option<Vec<u8>>,
}

impl Sample for Customer {
    fn sample(n: u64) -> Self {
        let first = char::from(b'A' + (n * 7 % 26) as u8);
        Customer {
            email: format!("{first}{n}@example.com"),
            name: Some(format!("№ {n}")),
            photo: Some(vec![0, n as u8, 255]),
        }
    }

    fn changed(&self) -> Self {
        Customer { name: Some(String::new()), photo: None, ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/documents", primary_key(document, version), partitioning(uniform = 16))]
pub(crate) struct Document {
    #[ydb(dispersed)]
    pub(crate) document: u64,
    pub(crate) version: i32,
    pub(crate) text: String,
}

impl Sample for Document {
    fn sample(n: u64) -> Self {
        // Three documents, far apart; versions on both sides of zero.
        Document { document: (n % 3) << 62, version: n as i32 - 2, text: format!("version {n}") }
    }

    fn changed(&self) -> Self {
        Document { text: String::new(), ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/files", primary_key(id))]
pub(crate) struct File {
    pub(crate) id: Uuid,
    pub(crate) owner: Option<Uuid>,
    pub(crate) bytes: Vec<u8>,
}

impl Sample for File {
    fn sample(n: u64) -> Self {
        // Version 4, its first groups different, so that the mixed order of bytes matters.
        let id = Uuid::from_u64_pair((n << 60) | (n << 33) | 0x4000, (0b10 << 62) | n);
        File { id, owner: n.is_multiple_of(2).then_some(id), bytes: vec![n as u8; n as usize] }
    }

    fn changed(&self) -> Self {
        File { owner: None, bytes: Vec::new(), ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/readings", primary_key(sensor, at))]
pub(crate) struct Reading {
    pub(crate) sensor: String,
    pub(crate) at: SystemTime,
    pub(crate) value: f64,
}

impl Sample for Reading {
    fn sample(n: u64) -> Self {
        Reading { sensor: format!("sensor {}", n % 2), at: at(n * 60), value: n as f64 }
    }

    fn changed(&self) -> Self {
        Reading { value: -0.25, ..self.clone() }
    }
}

/// Model with NULL in the key, after its leading column.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/sales", primary_key(account, region, id))]
#[ydb(allow(nullable_key, reason = "old sales have no region"))]
pub(crate) struct Sale {
    #[ydb(dispersed)]
    pub(crate) account: u64,
    pub(crate) region: Option<String>,
    pub(crate) id: i32,
    pub(crate) amount: Option<f64>,
}

impl Sample for Sale {
    fn sample(n: u64) -> Self {
        let region = [None, Some(""), Some("north")][(n % 3) as usize];
        Sale { account: n % 2, region: region.map(Into::into), id: n as i32, amount: Some(n as f64) }
    }

    fn changed(&self) -> Self {
        Sale { amount: None, ..self.clone() }
    }
}
