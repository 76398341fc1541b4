//! The text that `SHOW CREATE TABLE` prints, read back.

mod column;
mod cursor;
mod family;
mod index;
mod lexer;
mod merge;
mod settings;
mod statements;
mod ttl;
mod unquote;

pub(crate) use unquote::leading_text;

#[cfg(test)]
mod later;
#[cfg(test)]
mod tests;
