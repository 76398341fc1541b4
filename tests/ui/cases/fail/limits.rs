use ydb_keys::YdbTable;

/// A table with the key and settings given, and 199 columns before those given.
macro_rules! wide {
    ($settings:tt $($column:ident)*) => {
        #[derive(YdbTable)]
        #[ydb $settings]
        struct Wide {
            c1: String, c2: String, c3: String, c4: String, c5: String, c6: String, c7: String, c8: String,
            c9: String, c10: String, c11: String, c12: String, c13: String, c14: String, c15: String, c16: String,
            c17: String, c18: String, c19: String, c20: String, c21: String, c22: String, c23: String, c24: String,
            c25: String, c26: String, c27: String, c28: String, c29: String, c30: String, c31: String, c32: String,
            c33: String, c34: String, c35: String, c36: String, c37: String, c38: String, c39: String, c40: String,
            c41: String, c42: String, c43: String, c44: String, c45: String, c46: String, c47: String, c48: String,
            c49: String, c50: String, c51: String, c52: String, c53: String, c54: String, c55: String, c56: String,
            c57: String, c58: String, c59: String, c60: String, c61: String, c62: String, c63: String, c64: String,
            c65: String, c66: String, c67: String, c68: String, c69: String, c70: String, c71: String, c72: String,
            c73: String, c74: String, c75: String, c76: String, c77: String, c78: String, c79: String, c80: String,
            c81: String, c82: String, c83: String, c84: String, c85: String, c86: String, c87: String, c88: String,
            c89: String, c90: String, c91: String, c92: String, c93: String, c94: String, c95: String, c96: String,
            c97: String, c98: String, c99: String, c100: String, c101: String, c102: String, c103: String,
            c104: String, c105: String, c106: String, c107: String, c108: String, c109: String, c110: String,
            c111: String, c112: String, c113: String, c114: String, c115: String, c116: String, c117: String,
            c118: String, c119: String, c120: String, c121: String, c122: String, c123: String, c124: String,
            c125: String, c126: String, c127: String, c128: String, c129: String, c130: String, c131: String,
            c132: String, c133: String, c134: String, c135: String, c136: String, c137: String, c138: String,
            c139: String, c140: String, c141: String, c142: String, c143: String, c144: String, c145: String,
            c146: String, c147: String, c148: String, c149: String, c150: String, c151: String, c152: String,
            c153: String, c154: String, c155: String, c156: String, c157: String, c158: String, c159: String,
            c160: String, c161: String, c162: String, c163: String, c164: String, c165: String, c166: String,
            c167: String, c168: String, c169: String, c170: String, c171: String, c172: String, c173: String,
            c174: String, c175: String, c176: String, c177: String, c178: String, c179: String, c180: String,
            c181: String, c182: String, c183: String, c184: String, c185: String, c186: String, c187: String,
            c188: String, c189: String, c190: String, c191: String, c192: String, c193: String, c194: String,
            c195: String, c196: String, c197: String, c198: String, c199: String,
            $($column: String,)*
        }
    };
}

// Two hundred and one columns.
mod columns {
    use super::*;

    wide! { (primary_key(c1)) c200 c201 }
}

// Two hundred columns and a hash.
mod columns_with_hash {
    use super::*;

    wide! { (primary_key(hash = xxh3(c1), c1)) c200 }
}

// Thirty-one key columns.
mod key_columns {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(
        k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20, k21, k22, k23,
        k24, k25, k26, k27, k28, k29, k30, k31
    ))]
    struct Wide {
        k1: String, k2: String, k3: String, k4: String, k5: String, k6: String, k7: String, k8: String,
        k9: String, k10: String, k11: String, k12: String, k13: String, k14: String, k15: String, k16: String,
        k17: String, k18: String, k19: String, k20: String, k21: String, k22: String, k23: String, k24: String,
        k25: String, k26: String, k27: String, k28: String, k29: String, k30: String, k31: String,
    }
}

// Thirty key columns and a hash.
mod key_columns_with_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(
        hash = xxh3(k1), k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19,
        k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30
    ))]
    struct Wide {
        k1: String, k2: String, k3: String, k4: String, k5: String, k6: String, k7: String, k8: String,
        k9: String, k10: String, k11: String, k12: String, k13: String, k14: String, k15: String, k16: String,
        k17: String, k18: String, k19: String, k20: String, k21: String, k22: String, k23: String, k24: String,
        k25: String, k26: String, k27: String, k28: String, k29: String, k30: String,
    }
}

// Names that YDB refuses.
mod names {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "/Root/orders")]
    #[ydb(primary_key(__ydb_hash = numeric_hash(order_id), order_id))]
    #[ydb(index("by customer", on(customer_id)))]
    #[ydb(family("", data = "ssd"))]
    struct Order {
        order_id: u64,
        #[ydb(rename = "customer.id")]
        customer_id: u64,
        #[ydb(rename = "")]
        a: Option<u64>,
        #[ydb(rename = "__ydb_b")]
        b: Option<u64>,
        #[ydb(rename = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
        c: Option<u64>,
        покупатель: Option<u64>,
    }
}

// A path of thirty-three elements.
mod table_deep {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// A path with an empty element.
mod table_empty_element {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "dir//orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// A path with an element of 256 letters.
mod table_long_element {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "dir/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// Paths with letters that YDB refuses, written and as the struct is named.
mod table_letters {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "dir/my orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Заказ {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "dir/...")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Dots {
        order_id: u64,
    }
}

// Tables named like those that a key change makes.
mod table_of_a_key_change {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders__ydb_keys_new")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "orders__ydb_keys_old")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Old {
        order_id: u64,
    }
}

fn main() {}
