// The methods of std are called where the trait `Column` is in scope, which all these types have.
mod methods {
    use ydb_keys::{Column, YdbType};

    fn joined(mut bytes: Vec<u8>, mut more: Vec<u8>) -> Vec<u8> {
        bytes.append(&mut more);
        bytes
    }

    #[test]
    fn columns() {
        assert_eq!(<Vec<u8> as Column>::INFO.ty, YdbType::String);
        assert_eq!(joined(vec![1], vec![2]), [1, 2]);
    }
}

fn main() {}
