//! The entry of a column: name, type and options.

use ydb_keys::YdbType;

use super::cursor::Cursor;

/// A column as `SHOW CREATE TABLE` prints it.
#[derive(Debug, PartialEq)]
pub(super) struct ShownColumn {
    pub(super) name: String,
    pub(super) ty: Option<YdbType>,
    pub(super) type_text: String,
    pub(super) family: Option<String>,
    pub(super) not_null: bool,
    pub(super) serial: bool,
    pub(super) default: Option<String>,
    /// Whether the server computes the value.
    pub(super) generated: bool,
}

/// The first words of the known options: an unknown option ends at the next of them.
const OPTIONS: [&str; 7] = ["FAMILY", "NOT", "NULL", "DEFAULT", "COMPRESSION", "ENCODING", "GENERATED"];

pub(super) fn column(cursor: &mut Cursor<'_>, other: &mut Vec<String>) -> Result<ShownColumn, String> {
    let start = cursor.position();
    let name = cursor.name()?;
    let shown_name = cursor.between(start);
    let type_start = cursor.position();
    let type_name = cursor.word("a type")?;
    if cursor.is_symbol('(') {
        cursor.group()?;
    }
    let type_text = cursor.between(type_start);
    let (ty, serial) = column_type(type_name, type_text);
    let type_text = ty.map_or_else(|| type_text.to_owned(), |ty| ty.to_string());
    let mut column =
        ShownColumn { name, ty, type_text, family: None, not_null: serial, serial, default: None, generated: false };
    loop {
        let option = cursor.position();
        if cursor.eat_word("FAMILY") {
            column.family = Some(cursor.name()?);
        } else if cursor.eat_words(&["NOT", "NULL"]) {
            column.not_null = true;
        } else if cursor.eat_word("DEFAULT") {
            column.default = Some(cursor.value()?.to_owned());
        } else if cursor.eat_word("NULL") {
            // The same as without the word: the column can be NULL.
        } else if cursor.is_symbol(',') || cursor.is_symbol(')') {
            return Ok(column);
        } else {
            column.generated |= cursor.are_words(&["GENERATED", "ALWAYS"]) || cursor.is_word("AS");
            let is_next = |at: &Cursor<'_>| at.position() > option && OPTIONS.iter().any(|word| at.is_word(word));
            let unknown = cursor.skip_until(is_next)?;
            if unknown.is_empty() {
                return Err(cursor.unexpected("`,` or `)`"));
            }
            other.push(format!("{shown_name} {unknown}"));
        }
    }
}

/// The type, and whether it is a serial type.
fn column_type(name: &str, text: &str) -> (Option<YdbType>, bool) {
    let serial = match name.to_ascii_lowercase().as_str() {
        "serial2" | "smallserial" => Some(YdbType::Int16),
        "serial4" | "serial" => Some(YdbType::Int32),
        "serial8" | "bigserial" => Some(YdbType::Int64),
        _ => None,
    };
    (serial.or_else(|| YdbType::from_text(text)), serial.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (ShownColumn, Vec<String>) {
        let entry = format!("{text},");
        let mut other = Vec::new();
        let column = column(&mut Cursor::new(&entry).unwrap(), &mut other).unwrap();
        (column, other)
    }

    fn plain(name: &str, ty: YdbType) -> ShownColumn {
        ShownColumn {
            name: name.to_owned(),
            ty: Some(ty),
            type_text: ty.to_string(),
            family: None,
            not_null: false,
            serial: false,
            default: None,
            generated: false,
        }
    }

    #[test]
    fn types() {
        for ty in YdbType::PLAIN {
            assert_eq!(read(&format!("`c` {}", ty.name())).0, plain("c", ty));
        }
        let decimal = YdbType::Decimal { precision: 22, scale: 9 };
        assert_eq!(read("`d` Decimal(22, 9)").0, plain("d", decimal));
        for (name, ty) in [("Serial2", YdbType::Int16), ("Serial4", YdbType::Int32), ("BigSerial", YdbType::Int64)] {
            let serial = ShownColumn { not_null: true, serial: true, ..plain("n", ty) };
            assert_eq!(read(&format!("`n` {name} NOT NULL")).0, serial);
        }
        let foreign = ShownColumn { ty: None, type_text: "pgnumeric(5)".into(), ..plain("p", YdbType::Bool) };
        assert_eq!(read("`p` pgnumeric(5)").0, foreign);
    }

    #[test]
    fn options() {
        let (column, other) = read("`my-col` Utf8 FAMILY `cold` NOT NULL DEFAULT 'it\\'s, (x'");
        let expected = ShownColumn {
            family: Some("cold".into()),
            not_null: true,
            default: Some("'it\\'s, (x'".into()),
            ..plain("my-col", YdbType::Utf8)
        };
        assert_eq!((column, other), (expected, vec![]));
    }

    #[test]
    fn defaults_are_kept_as_printed() {
        let default = |text: &str| read(&format!("`c` Int64 {text}")).0.default;
        assert_eq!(default("DEFAULT -5000000000").as_deref(), Some("-5000000000"));
        assert_eq!(default("DEFAULT TRUE").as_deref(), Some("TRUE"));
        assert_eq!(default("DEFAULT NULL").as_deref(), Some("NULL"));
        assert_eq!(
            default("DEFAULT CAST('11.11' AS Decimal(22, 9))").as_deref(),
            Some("CAST('11.11' AS Decimal(22, 9))")
        );
        assert_eq!(default("DEFAULT -1.5 COMPRESSION (algorithm = lz4)").as_deref(), Some("-1.5"));
        assert_eq!(default(""), None);
    }

    /// A word that follows a value starts an option, known or not.
    #[test]
    fn options_after_those_of_a_later_release() {
        let (column, other) = read("`c` Int64 MASKED (1, 'x') FAMILY `f` VISIBLE NOT NULL DEFAULT -5 ON UPDATE x NULL");
        let expected = ShownColumn {
            family: Some("f".into()),
            not_null: true,
            default: Some("-5".into()),
            ..plain("c", YdbType::Int64)
        };
        assert_eq!(
            (column, other),
            (expected, vec!["`c` MASKED (1, 'x')".to_owned(), "`c` VISIBLE".into(), "`c` ON UPDATE x".into()])
        );
        for default in ["5ul", "'a b'u", "Interval ('PT1S')", "1e+21", "CAST('1 AS' AS Decimal(22, 9))", "NULL"] {
            let (column, other) = read(&format!("`c` Int64 DEFAULT {default} LATER 5"));
            assert_eq!((column.default.as_deref(), other), (Some(default), vec!["`c` LATER 5".to_owned()]));
        }
    }

    #[test]
    fn unknown_options_are_kept() {
        let (column, other) = read("`v` Int16 COMPRESSION (algorithm = zstd, level = 1) NOT NULL");
        assert!(column.not_null);
        assert_eq!(other, ["`v` COMPRESSION (algorithm = zstd, level = 1)"]);
        let (column, other) = read("`g` Int32 GENERATED ALWAYS AS (`a` + 1) STORED");
        assert!(column.generated);
        assert_eq!(other, ["`g` GENERATED ALWAYS AS (`a` + 1) STORED"]);
    }
}
