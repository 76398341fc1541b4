//! Settings of one value, with all that DDL, `SHOW CREATE TABLE`, comparisons, copies and pulled models need of them.
//!
//! Each setting is an entry of [`SETTINGS`], and the rooms that read and write settings work on this list. The derive
//! stores the attribute in a field of [`Table`].

use super::{ReadReplicas, Table};

/// Settings, in the order of DDL.
pub const SETTINGS: [Setting; 2] = [
    Setting {
        name: "KEY_BLOOM_FILTER",
        word: "bloom_filter",
        form: Form::Switch,
        of: |table| table.bloom_filter.then(|| ENABLED.to_owned()),
        read: |text| match text {
            ENABLED => Some(true),
            DISABLED => Some(false),
            _ => None,
        },
        values: "ENABLED or DISABLED",
        nothing: DISABLED,
    },
    Setting {
        name: "READ_REPLICAS_SETTINGS",
        word: "read_replicas",
        form: Form::Text,
        of: |table| table.read_replicas.map(|replicas| replicas.to_string()),
        read: |text| {
            let (zones, count) = text.split_once(':')?;
            let count: u32 = count.parse().ok()?;
            matches!(zones, "PER_AZ" | "ANY_AZ").then_some(count > 0)
        },
        values: "'PER_AZ:n' or 'ANY_AZ:n'",
        nothing: "none",
    },
];

/// Values of a [`Form::Switch`] setting.
pub const ENABLED: &str = "ENABLED";
#[doc(hidden)]
pub const DISABLED: &str = "DISABLED";

/// Setting of one value. Values are texts in YDB's spelling without quotes.
pub struct Setting {
    /// Name in `WITH (...)`.
    pub name: &'static str,
    /// Word of the attribute.
    pub word: &'static str,
    /// Form of the value.
    pub form: Form,
    /// Function that returns the value of a model that declares the setting.
    pub of: fn(&Table) -> Option<String>,
    /// Function that returns `true` if a value sets something, and `false` if it does not, as `PER_AZ:0`; `None` for a
    /// text that is not a value.
    read: fn(&str) -> Option<bool>,
    /// Possible values, for an error.
    pub values: &'static str,
    /// Text for a table without the setting.
    pub nothing: &'static str,
}

/// Form in which a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `KEY_BLOOM_FILTER = ENABLED`, and in a model `bloom_filter`.
    Switch,
    /// `READ_REPLICAS_SETTINGS = "PER_AZ:1"`, and in a model `read_replicas = "PER_AZ:1"`.
    Text,
}

impl Setting {
    /// Returns the value in YDB's spelling; `None` if it sets nothing. The error lists the possible values.
    #[doc(hidden)]
    pub fn effective(&self, value: &str) -> Result<Option<String>, &'static str> {
        let value: String = value.split_whitespace().collect::<String>().to_ascii_uppercase();
        let sets = (self.read)(&value).ok_or(self.values)?;
        Ok(sets.then_some(value))
    }

    /// Returns the setting in words: `read replicas`.
    #[doc(hidden)]
    pub fn title(&self) -> String {
        self.word.replace('_', " ")
    }
}

impl std::fmt::Display for ReadReplicas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadReplicas::PerAz(count) => write!(f, "PER_AZ:{count}"),
            ReadReplicas::AnyAz(count) => write!(f, "ANY_AZ:{count}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_any_spelling_of_ydb() {
        let named = |word| SETTINGS.iter().find(|setting| setting.word == word).unwrap();
        let (bloom, replicas) = (named("bloom_filter"), named("read_replicas"));
        assert_eq!(bloom.effective("enabled"), Ok(Some("ENABLED".to_owned())));
        assert_eq!(bloom.effective("DISABLED"), Ok(None));
        assert_eq!(bloom.effective("ON"), Err("ENABLED or DISABLED"));
        assert_eq!(replicas.effective("any_az: 3"), Ok(Some("ANY_AZ:3".to_owned())));
        assert_eq!(replicas.effective("PER_AZ:0"), Ok(None));
        for wrong in ["", "PER_AZ", "PER_AZ:-1", "ALL:3", "PER_AZ:4294967296"] {
            assert_eq!(replicas.effective(wrong), Err("'PER_AZ:n' or 'ANY_AZ:n'"), "{wrong}");
        }
    }

    #[test]
    fn what_a_model_declares_is_a_value() {
        let table = Table { bloom_filter: true, read_replicas: Some(ReadReplicas::PerAz(1)), ..Table::EMPTY };
        let declared: Vec<_> = SETTINGS.iter().filter_map(|setting| (setting.of)(&table)).collect();
        assert_eq!(declared, ["ENABLED", "PER_AZ:1"]);
        for setting in &SETTINGS {
            assert_eq!((setting.of)(&Table::EMPTY), None);
            assert_eq!(
                (setting.of)(&table).map(|value| setting.effective(&value)),
                (setting.of)(&table).map(|value| Ok(Some(value)))
            );
        }
    }
}
