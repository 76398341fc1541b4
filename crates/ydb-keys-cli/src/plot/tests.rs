//! A drawing of three tables that refer to each other.

use ydb_keys::Column as _;
use ydb_keys::schema::{HashFunction, IndexKind};
use ydb_keys_core::schema::any::{ColumnDef, HashDef, IndexDef, Table};

use super::{Drawing, mermaid, svg};

const ID: ColumnDef<'_> = ColumnDef::new("id", u64::INFO);
const CUSTOMER: ColumnDef<'_> = ColumnDef::new("customer_id", <Option<u64>>::INFO);
const NOTE: ColumnDef<'_> = ColumnDef::new("a <note>", <Option<String>>::INFO);

const HASH: HashDef<'_> = HashDef { name: "id_hash", function: HashFunction::NumericHash, inputs: &[0], buckets: None };

fn drawing() -> Drawing {
    let customers = Table { name: "shop/customers", columns: &[ID, NOTE], key: &[0], hash: Some(HASH), ..Table::EMPTY };
    let by_customer = IndexDef { name: "by_customer", kind: IndexKind::Async, hash: None, on: &[1], cover: &[2] };
    let orders = Table {
        name: "shop/orders",
        columns: &[ID, CUSTOMER, NOTE],
        hash: Some(HashDef { name: "bucket", buckets: Some(16), ..HASH }),
        indexes: &[by_customer],
        ..customers
    };
    let lines = Table { name: "shop/lines", columns: &[ID, CUSTOMER], key: &[0, 1], hash: None, ..customers };
    Drawing::of(&[customers, orders, lines], |table, column| match (table, column) {
        ("shop/customers", "id") | (_, "customer_id") => Some("CustomerId"),
        ("shop/orders" | "shop/lines", "id") => Some("OrderId"),
        _ => None,
    })
}

#[test]
fn equal_newtypes_are_references() {
    let all: Vec<(usize, usize, usize)> =
        drawing().references.iter().map(|reference| (reference.from.0, reference.from.1, reference.to)).collect();
    // Orders and lines to customers; lines to orders, whose key alone is an OrderId.
    assert_eq!(all, [(1, 2, 0), (2, 0, 1), (2, 1, 0)]);
}

#[test]
fn for_mermaid() {
    assert_eq!(
        mermaid(&drawing()),
        "erDiagram
    \"shop/customers\" {
        Uint64 id_hash PK \"numeric_hash(id)\"
        Uint64 id PK
        Utf8 a__note_  \"a <note>, or NULL\"
    }
    \"shop/orders\" {
        Uint32 bucket PK \"numeric_hash(id) % 16\"
        Uint64 id PK
        Uint64 customer_id FK \"or NULL\"
        Utf8 a__note_  \"a <note>, or NULL\"
    }
    %% shop/orders: index by_customer (customer_id) cover (a <note>), async
    \"shop/lines\" {
        Uint64 id PK, FK
        Uint64 customer_id PK, FK \"or NULL\"
    }
    \"shop/customers\" ||--o{ \"shop/orders\" : \"customer_id\"
    \"shop/orders\" ||--o{ \"shop/lines\" : \"id\"
    \"shop/customers\" ||--o{ \"shop/lines\" : \"customer_id\"
"
    );
}

#[test]
fn as_svg() {
    let svg = svg(&drawing());
    for part in [
        ">shop/orders</text>",
        "class=\"hash\" x=\"26\" y=\"59\"># id_hash Uint64 = numeric_hash(id)</text>",
        "% bucket Uint32 = numeric_hash(id) % 16</text>",
        "a &lt;note&gt; Utf8?</text>",
        "index by_customer (customer_id) cover (a &lt;note&gt;), async</text>",
        "<title>CustomerId</title>",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert_eq!(svg.matches("<path").count(), 3);
    assert!(!svg.contains("http") || svg.matches("http").count() == 1, "only the name of the format is an address");
}
