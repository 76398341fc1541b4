//! Reads text files that the user names.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::failure::Failure;

pub(super) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|source| Failure::File { what: "read", path: path.to_owned(), source })?;
    ydb_yql::text(bytes).map_err(|why| Failure::NotText { what: format!("`{}`", path.display()), why })
}

pub(super) fn read_input(input: &mut dyn Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(Failure::NoQuery)?;
    ydb_yql::text(bytes).map_err(|why| Failure::NotText { what: "the input".to_owned(), why })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_named_with_its_place() {
        let path = std::env::temp_dir().join(format!("ydb-keys-text-{}", std::process::id()));
        fs::write(&path, b"SELECT 1;\n\x80").unwrap();
        let said = read_text(&path).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        let help = "help: name a file of text, or convert it: `iconv -f ENCODING -t UTF-8`";
        assert_eq!(
            said,
            format!("`{}` is no text: it is not UTF-8 from byte 11 on, in line 2\n{help}", path.display())
        );
        let said = read_input(&mut &b"\xFF\xFES\0"[..]).unwrap_err().to_string();
        assert_eq!(
            said,
            "the input is no text: it is not UTF-8 from byte 1 on, in line 1; it begins as UTF-16 does\n\
             help: convert it: `iconv -f UTF-16 -t UTF-8`"
        );
        assert_eq!(read_input(&mut &b"SELECT 'y'"[..]).unwrap(), "SELECT 'y'");
    }
}
