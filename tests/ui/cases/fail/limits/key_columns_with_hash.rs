// Thirty key columns and a hash.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(k1), k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30))]
struct Wide {
    k1: String,
    k2: String,
    k3: String,
    k4: String,
    k5: String,
    k6: String,
    k7: String,
    k8: String,
    k9: String,
    k10: String,
    k11: String,
    k12: String,
    k13: String,
    k14: String,
    k15: String,
    k16: String,
    k17: String,
    k18: String,
    k19: String,
    k20: String,
    k21: String,
    k22: String,
    k23: String,
    k24: String,
    k25: String,
    k26: String,
    k27: String,
    k28: String,
    k29: String,
    k30: String,
}

fn main() {}
