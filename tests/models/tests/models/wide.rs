//! Tests a table of 200 columns, the most that YDB accepts.

use ydb_keys::YdbTable;

macro_rules! wide {
    ($($column:ident)*) => {
        #[derive(YdbTable, Clone, Debug, PartialEq)]
        #[ydb(primary_key(hash = xxh3(id), id))]
        struct Wide {
            id: u64,
            $($column: Option<u32>,)*
        }

        fn wide() -> Wide {
            Wide { id: 1, $($column: Some(2),)* }
        }
    };
}

// The hash column, `id` and these 198.
wide! {
    c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18
    c19 c20 c21 c22 c23 c24 c25 c26 c27 c28 c29 c30 c31 c32 c33 c34 c35 c36
    c37 c38 c39 c40 c41 c42 c43 c44 c45 c46 c47 c48 c49 c50 c51 c52 c53 c54
    c55 c56 c57 c58 c59 c60 c61 c62 c63 c64 c65 c66 c67 c68 c69 c70 c71 c72
    c73 c74 c75 c76 c77 c78 c79 c80 c81 c82 c83 c84 c85 c86 c87 c88 c89 c90
    c91 c92 c93 c94 c95 c96 c97 c98 c99 c100 c101 c102 c103 c104 c105 c106 c107 c108
    c109 c110 c111 c112 c113 c114 c115 c116 c117 c118 c119 c120 c121 c122 c123 c124 c125 c126
    c127 c128 c129 c130 c131 c132 c133 c134 c135 c136 c137 c138 c139 c140 c141 c142 c143 c144
    c145 c146 c147 c148 c149 c150 c151 c152 c153 c154 c155 c156 c157 c158 c159 c160 c161 c162
    c163 c164 c165 c166 c167 c168 c169 c170 c171 c172 c173 c174 c175 c176 c177 c178 c179 c180
    c181 c182 c183 c184 c185 c186 c187 c188 c189 c190 c191 c192 c193 c194 c195 c196 c197 c198
}

#[test]
fn a_table_of_200_columns_works() {
    assert_eq!(Wide::TABLE.columns.len(), 199);
    let statement = Wide::TABLE.create_table().to_string();
    assert!(statement.contains("`c198` Uint32,"));
    let row = wide();
    assert_eq!(row.upsert().statement().unwrap().params().len(), 200);
    assert_eq!(Wide::from_values(row.to_values().unwrap()).unwrap(), row);
    assert!(
        Wide::update(1).c1(None).c198(Some(3)).statement().unwrap().text().contains("SET `c1` = $c1, `c198` = $c198")
    );
}

macro_rules! long_keys {
    ($($column:ident)*; $last:ident) => {
        #[derive(YdbTable)]
        #[ydb(primary_key($($column),*, $last))]
        struct Long {
            $($column: String,)*
            $last: String,
        }

        #[derive(YdbTable)]
        #[ydb(primary_key(hash = xxh3($($column),*), $($column),*))]
        struct Hashed {
            $($column: String,)*
        }

        /// Tests as many key columns as YDB accepts: a scan gives a value for each.
        #[test]
        fn a_scan_names_thirty_key_columns() {
            let scan = Long::scan()$(.$column("a"))*.$last("b"..).statement().unwrap();
            assert!(scan.text().contains(concat!(" AND `", stringify!($last), "` >= $")), "{scan}");
            let scan = Hashed::scan()$(.$column("a"))*.statement().unwrap();
            assert!(scan.text().contains("\nWHERE `hash` = $hash AND `k1` = $k1 AND "), "{scan}");
        }
    };
}

long_keys! {
    k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20 k21 k22 k23 k24 k25 k26 k27 k28 k29; k30
}
