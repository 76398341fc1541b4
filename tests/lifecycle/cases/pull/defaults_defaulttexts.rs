use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `default_texts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "default_texts")]
#[ydb(primary_key(id))]
pub struct DefaultTexts {
    pub id: Uuid,
    #[ydb(default = "")]
    pub empty: String,
    #[ydb(default = "new")]
    pub plain: Option<String>,
    #[ydb(default = "it's \"quoted\" `x` \\ done")]
    pub quotes: String,
    #[ydb(default = "a\nb\r\tc\0\u{7f}\u{85}")]
    pub controls: String,
    #[ydb(default = "день — 日 🎂")]
    pub unicode: String,
    #[ydb(default = "-- ; $x /* */ @@raw@@")]
    pub traps: String,
    #[ydb(default = "it's text")]
    pub bytes_of_text: Vec<u8>,
    #[ydb(default = b"\x00\xff\'\\\"\nf0")]
    pub bytes: Vec<u8>,
    #[ydb(default = "raw")]
    pub text_of_bytes: Option<Vec<u8>>,
}
