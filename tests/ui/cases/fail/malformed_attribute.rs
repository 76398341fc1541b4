use std::time::SystemTime;

use ydb_keys::YdbTable;

// An allowance with a text in place of the rule.
mod allow {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow("monotonic_leading_key", reason = "few rows"))]
    struct Order {
        at: SystemTime,
    }
}

// An attribute without anything.
mod bare {
    use super::*;

    #[derive(YdbTable)]
    #[ydb]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
    }
}

// A load to split by.
mod by_load {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_load = 50))]
    struct Order {
        order_id: u64,
    }
}

// The runtime crate as a text.
mod crate_path {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(crate = "ydb_keys")]
    struct Order {
        order_id: u64,
    }
}

// A default that is not a literal.
mod default {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(default = i32::MAX)]
        state: i32,
    }
}

// A family with its name missing.
mod family {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(data = "ssd"))]
    struct Order {
        order_id: u64,
    }
}

// A family with nothing in it.
mod family_empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family())]
    struct Order {
        order_id: u64,
    }
}

// A word alone, with a value.
mod flag_with_value {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed = true)]
        order_id: u64,
    }
}

// An index with its columns first.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(on(at)))]
    struct Order {
        order_id: u64,
        at: u64,
    }
}

// A number beyond 32 bits.
mod large_number {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(max = 5000000000))]
    struct Order {
        order_id: u64,
    }
}

// A literal in place of a word.
mod literal {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb("orders")]
    struct Order {
        order_id: u64,
    }
}

// The whole attribute as a text.
mod name_value {
    use super::*;

    #[derive(YdbTable)]
    #[ydb = "orders"]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// A key without a comma.
mod no_comma {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id at))]
    struct Order {
        order_id: u64,
        at: u64,
    }
}

// A key without parentheses.
mod no_parentheses {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key = order_id)]
    struct Order {
        order_id: u64,
    }
}

// A name without quotes.
mod no_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(table = orders)]
    struct Order {
        order_id: u64,
    }
}

// A number of partitions as a text.
mod number {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = "16"))]
    struct Order {
        order_id: u64,
    }
}

// Fields in quotes.
mod quoted_field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key("order_id"))]
    struct Order {
        order_id: u64,
    }
}

// The words of a row in other forms.
mod row {
    use ydb_keys::YdbRow;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = "Country", covered_by(by_name))]
    struct Part {
        #[ydb(json = true)]
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of)]
    struct Other {
        name: String,
    }
}

// A hash without parentheses.
mod sql_function {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3, order_id))]
    struct Order {
        order_id: u64,
    }
}

// A table without its name.
mod table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(table)]
    struct Order {
        order_id: u64,
    }
}

// A TTL as a text.
mod ttl {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl = "P30D")]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }
}

// Two rules in one allowance.
mod two_allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_leading_key, hot_index, reason = "few rows"))]
    struct Order {
        at: SystemTime,
    }
}

// A module in quotes, as serde has it.
mod with_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
        #[ydb(with = "module")]
        place: Vec<String>,
    }
}

// A TTL without the names of its settings, and a list that starts with a number.
mod unnamed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(at, "P7D"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(16), ttl(column, after = "P7D"))]
    struct Visit {
        order_id: u64,
    }
}

// Settings of a schedule that are not numbers, or have no effect.
#[allow(dead_code, unused_variables)]
mod test_schedule {
    struct Client;
    struct Order;

    #[ydb_keys_derive::test(Order, schedule)]
    async fn finds_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, schedule = 0, faults = "two")]
    async fn loses_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, faults = 2)]
    async fn keeps_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, shedule = 10)]
    async fn misspells_an_order(client: Client) {}
}

// A model as a text.
#[allow(dead_code, unused_variables)]
mod test_text {
    struct Client;
    struct Order;

    #[ydb_keys_derive::test("orders")]
    async fn finds_an_order(client: Client) {}
}

fn main() {}
