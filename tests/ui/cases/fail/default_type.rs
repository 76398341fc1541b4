use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::{YdbColumn, YdbTable};

// Floats that the types cannot hold: infinite there, or zero.
mod beyond_floats {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Reading {
        name: String,
        #[ydb(default = 1e300)]
        a: f32,
        #[ydb(default = 1e999)]
        b: f64,
        #[ydb(default = -3.5e38)]
        c: Option<f32>,
        #[ydb(default = 1e-50)]
        d: f32,
        #[ydb(default = 0.1e-400)]
        e: f64,
    }
}

// A number for a bool.
mod a_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1)]
        value: bool,
    }
}

// A character.
mod a_char {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 'x')]
        value: String,
    }
}

// A default in a column table.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: u64,
        #[ydb(default = 1)]
        value: i64,
    }
}

// More digits than the decimal has.
mod decimal {
    use ydb_keys::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "1000.00")]
        value: Decimal<5, 2>,
    }
}

// A text that is not a variant of the enum.
mod an_enum {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(default = "Lost")]
        status: Status,
    }
}

// A float for an integer.
mod float_for_int {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1.0)]
        value: i32,
    }
}

// An integer for a float.
mod int_for_float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 1)]
        value: f64,
    }
}

// A text that is not a duration.
mod interval {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "1 day")]
        value: Duration,
    }
}

// A default of a JSON document.
mod json {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "{}")]
        value: Option<serde_json::Value>,
    }
}

// A negative number for an unsigned type.
mod negative {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = -1)]
        value: u32,
    }
}

// A text for a newtype over an integer, which an alias hides.
mod newtype {
    use super::*;

    #[derive(YdbColumn)]
    struct Number(u64);

    type Receipt = Number;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "5")]
        value: Receipt,
    }
}

// A text for an optional integer.
mod option {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "5")]
        value: Option<i64>,
    }
}

// A number beyond the range of the type.
mod range {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 256)]
        value: u8,
    }
}

// A number with a suffix.
mod suffix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = 5u32)]
        value: u32,
    }
}

// A text for an integer.
mod text_for_int {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "5")]
        value: u32,
    }
}

// A text that is not a time.
mod time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "2024-01-31")]
        value: SystemTime,
    }
}

// A text that fits the Rust type, not the chosen one.
mod chosen_type {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(type = "Date", default = "2024-01-31T12:00:00Z")]
        value: SystemTime,
    }
}

// A text that is not a UUID.
mod a_uuid {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
        #[ydb(default = "new")]
        value: Uuid,
    }
}

fn main() {}
