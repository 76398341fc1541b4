//! Model of many columns with long names, whose statements are near YDB's limit of 10 KB.

use ydb_keys::YdbTable;

use super::Sample;

macro_rules! wide {
    ($($column:ident)*) => {
        #[derive(YdbTable, Clone, Debug, PartialEq)]
        #[ydb(table = "ydb_keys_e2e/wide", primary_key(hash = numeric_hash(id), id))]
        pub(crate) struct Wide {
            pub(crate) id: u64,
            $(pub(crate) $column: Option<u32>,)*
        }

        impl Wide {
            /// Returns an update of every column outside of the key.
            pub(crate) fn update_all(id: u64, value: u32) -> <Wide as YdbTable>::Update {
                Wide::update(id)$(.$column(Some(value)))*
            }
        }

        impl Sample for Wide {
            fn sample(n: u64) -> Self {
                Wide { id: n, $($column: Some(1),)* }
            }

            fn changed(&self) -> Self {
                Wide { id: self.id, $($column: Some(2),)* }
            }
        }
    };
}

// Each of 27 characters: `get_many` that renames every column has 12 KB.
wide! {
    a_rather_long_column_no_001 a_rather_long_column_no_002 a_rather_long_column_no_003 a_rather_long_column_no_004
    a_rather_long_column_no_005 a_rather_long_column_no_006 a_rather_long_column_no_007 a_rather_long_column_no_008
    a_rather_long_column_no_009 a_rather_long_column_no_010 a_rather_long_column_no_011 a_rather_long_column_no_012
    a_rather_long_column_no_013 a_rather_long_column_no_014 a_rather_long_column_no_015 a_rather_long_column_no_016
    a_rather_long_column_no_017 a_rather_long_column_no_018 a_rather_long_column_no_019 a_rather_long_column_no_020
    a_rather_long_column_no_021 a_rather_long_column_no_022 a_rather_long_column_no_023 a_rather_long_column_no_024
    a_rather_long_column_no_025 a_rather_long_column_no_026 a_rather_long_column_no_027 a_rather_long_column_no_028
    a_rather_long_column_no_029 a_rather_long_column_no_030 a_rather_long_column_no_031 a_rather_long_column_no_032
    a_rather_long_column_no_033 a_rather_long_column_no_034 a_rather_long_column_no_035 a_rather_long_column_no_036
    a_rather_long_column_no_037 a_rather_long_column_no_038 a_rather_long_column_no_039 a_rather_long_column_no_040
    a_rather_long_column_no_041 a_rather_long_column_no_042 a_rather_long_column_no_043 a_rather_long_column_no_044
    a_rather_long_column_no_045 a_rather_long_column_no_046 a_rather_long_column_no_047 a_rather_long_column_no_048
    a_rather_long_column_no_049 a_rather_long_column_no_050 a_rather_long_column_no_051 a_rather_long_column_no_052
    a_rather_long_column_no_053 a_rather_long_column_no_054 a_rather_long_column_no_055 a_rather_long_column_no_056
    a_rather_long_column_no_057 a_rather_long_column_no_058 a_rather_long_column_no_059 a_rather_long_column_no_060
    a_rather_long_column_no_061 a_rather_long_column_no_062 a_rather_long_column_no_063 a_rather_long_column_no_064
    a_rather_long_column_no_065 a_rather_long_column_no_066 a_rather_long_column_no_067 a_rather_long_column_no_068
    a_rather_long_column_no_069 a_rather_long_column_no_070 a_rather_long_column_no_071 a_rather_long_column_no_072
    a_rather_long_column_no_073 a_rather_long_column_no_074 a_rather_long_column_no_075 a_rather_long_column_no_076
    a_rather_long_column_no_077 a_rather_long_column_no_078 a_rather_long_column_no_079 a_rather_long_column_no_080
    a_rather_long_column_no_081 a_rather_long_column_no_082 a_rather_long_column_no_083 a_rather_long_column_no_084
    a_rather_long_column_no_085 a_rather_long_column_no_086 a_rather_long_column_no_087 a_rather_long_column_no_088
    a_rather_long_column_no_089 a_rather_long_column_no_090 a_rather_long_column_no_091 a_rather_long_column_no_092
    a_rather_long_column_no_093 a_rather_long_column_no_094 a_rather_long_column_no_095 a_rather_long_column_no_096
    a_rather_long_column_no_097 a_rather_long_column_no_098 a_rather_long_column_no_099 a_rather_long_column_no_100
    a_rather_long_column_no_101 a_rather_long_column_no_102 a_rather_long_column_no_103 a_rather_long_column_no_104
    a_rather_long_column_no_105 a_rather_long_column_no_106 a_rather_long_column_no_107 a_rather_long_column_no_108
    a_rather_long_column_no_109 a_rather_long_column_no_110 a_rather_long_column_no_111 a_rather_long_column_no_112
    a_rather_long_column_no_113 a_rather_long_column_no_114 a_rather_long_column_no_115 a_rather_long_column_no_116
    a_rather_long_column_no_117 a_rather_long_column_no_118 a_rather_long_column_no_119 a_rather_long_column_no_120
    a_rather_long_column_no_121 a_rather_long_column_no_122 a_rather_long_column_no_123 a_rather_long_column_no_124
    a_rather_long_column_no_125 a_rather_long_column_no_126 a_rather_long_column_no_127 a_rather_long_column_no_128
    a_rather_long_column_no_129 a_rather_long_column_no_130 a_rather_long_column_no_131 a_rather_long_column_no_132
    a_rather_long_column_no_133 a_rather_long_column_no_134 a_rather_long_column_no_135 a_rather_long_column_no_136
    a_rather_long_column_no_137 a_rather_long_column_no_138 a_rather_long_column_no_139 a_rather_long_column_no_140
    a_rather_long_column_no_141 a_rather_long_column_no_142 a_rather_long_column_no_143 a_rather_long_column_no_144
    a_rather_long_column_no_145 a_rather_long_column_no_146 a_rather_long_column_no_147 a_rather_long_column_no_148
    a_rather_long_column_no_149 a_rather_long_column_no_150 a_rather_long_column_no_151 a_rather_long_column_no_152
    a_rather_long_column_no_153 a_rather_long_column_no_154 a_rather_long_column_no_155 a_rather_long_column_no_156
    a_rather_long_column_no_157 a_rather_long_column_no_158 a_rather_long_column_no_159 a_rather_long_column_no_160
    a_rather_long_column_no_161 a_rather_long_column_no_162 a_rather_long_column_no_163 a_rather_long_column_no_164
    a_rather_long_column_no_165 a_rather_long_column_no_166 a_rather_long_column_no_167 a_rather_long_column_no_168
    a_rather_long_column_no_169 a_rather_long_column_no_170 a_rather_long_column_no_171 a_rather_long_column_no_172
    a_rather_long_column_no_173 a_rather_long_column_no_174 a_rather_long_column_no_175 a_rather_long_column_no_176
    a_rather_long_column_no_177 a_rather_long_column_no_178 a_rather_long_column_no_179 a_rather_long_column_no_180
}
