// Structs of one field, named or not, and an enum of one variant.
mod newtype {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    struct A(u64);

    #[derive(YdbColumn)]
    struct B {
        value: String,
    }

    #[derive(YdbColumn)]
    enum C {
        Only,
    }
}

fn main() {}
