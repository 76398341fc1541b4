//! Messages of faults, with what to write instead: one wording for the compiler and for files.

use ydb_yql::facts::Purpose;

use super::Query;
use super::access::Access;
use super::addition::Reason;
use super::edits::{braced, in_braces, model, path_end};
use super::facts::{Scope, SourceKind};
use super::fault::{Adds, Fault, Kind, Mismatch, What};
use super::key::{Part, part};
use super::order::{accesses, reason, through};
use crate::schema::any::Table;
use crate::schema::column::ColumnDef;
use crate::schema::rules::Nearest;
use crate::types::const_text::{Message, each};

impl<'a> Fault<'a> {
    /// Returns the id of the rule that the fault breaks.
    pub const fn rule(&self) -> &'static str {
        match self.what {
            What::UnknownTable => "unknown_table",
            What::UnknownIndex => "index",
            What::UnknownColumn | What::OfNone(_) => "unknown_column",
            What::Ambiguous => "ambiguous_column",
            What::FullScan(..) => "full_scan",
            What::MissingHash(..) | What::MissingBuckets(_) | What::RowsWithoutHash => "missing_hash",
            What::Missing(_) => "missing_column",
            What::Set(_) | What::Given | What::MadeByServer => "hash_written",
            What::TwoTypes(..)
            | What::NotACount(_)
            | What::Mismatch(_)
            | What::Null
            | What::NullColumn(_)
            | What::Parameter(..)
            | What::Optional(..) => "type_mismatch",
            What::NoField(_) | What::OtherField(..) | What::NullField(_) => "row",
        }
    }

    /// Returns the message of the fault, which begins with the id of its rule; and the cure, which may be empty. Where
    /// a hash is missing, the cure is empty, because the program knows the expression.
    pub(super) const fn text(&self, query: &Query<'a>) -> (Message, Message) {
        let (said, cure, name) = (query.rule(self.rule()), Message::EMPTY, self.name);
        match self.what {
            What::UnknownTable => (self.meant(said.text("there is no table ").name(name), query), cure),
            What::UnknownIndex => (self.meant(self.of_table(said, " has no index "), query), cure),
            What::UnknownColumn | What::OfNone(_) => {
                let said = match (self.what, self.table) {
                    (What::OfNone(_), _) => said.text("no source has a column ").name(name),
                    (_, Some(_)) => self.of_table(said, " has no column "),
                    (_, None) => said.text("the source has no column ").name(name),
                };
                let cure = self.braces(cure, query);
                (if cure.is_empty() { self.meant(said, query) } else { said }, cure)
            }
            What::Ambiguous => (
                said.text("several sources have a column ").name(name),
                cure.text("write the name of one of them before it, as in ").text("`o.").text(name).text("`"),
            ),
            What::FullScan(scope, source) => scanned(said, cure, query, &scope, source),
            What::MissingHash(..) | What::MissingBuckets(_) => {
                let said = said.name(name).text(" is not given, so all rows of table ");
                (said.name(self.table_name()).text(" are read"), cure)
            }
            What::RowsWithoutHash => {
                let said = said.text("the rows have no ").name(name).text(", which leads the key of table ");
                (said.name(self.table_name()), cure)
            }
            What::Missing(is_key) => {
                let said = said.text("the rows have no ").name(name);
                let said = if is_key {
                    said.text(", which belongs to the key of table ").name(self.table_name())
                } else {
                    said.text(", which is NOT NULL in table ").name(self.table_name()).text(" and has no default")
                };
                (said, cure.text("write a value for ").name(name).text(", too"))
            }
            What::Set(is_key) => {
                let why = if is_key { " belongs to the key" } else { " is computed from columns of the key" };
                let said = said.name(name).text(why).text(" of table ").name(self.table_name());
                (
                    said.text(", so no UPDATE can set it"),
                    cure.text("insert a row with the new key, and delete the old one"),
                )
            }
            What::Given => (
                said.name(name).text(" of table ").name(self.table_name()).text(" is computed from other columns"),
                cure.text("leave it out: the library computes it for each row"),
            ),
            What::MadeByServer => {
                let said = said.name(name).text(" of table ").name(self.table_name());
                (
                    said.text(" is computed in the program, and the rows are made in the server"),
                    cure.text(
                        "read the values, and write them as parameters: all rows with `SELECT * FROM AS_TABLE($rows)`",
                    ),
                )
            }
            What::TwoTypes(at, first, other) => query.parameter(at).of_two_types(said, cure, first, other),
            What::Mismatch(Mismatch { ty, own, kind, is_cast, is_written }) => {
                let said = said.name(name).text(" is ").a_type(ty).text(", and ").text(kind.name());
                let said = if is_cast { said.text(" of a CAST") } else { said };
                let cure = match own {
                    _ if kind.is_several() => one_value(cure, query, self.at, is_written),
                    _ if is_cast => cure.text("cast to ").ydb_type(ty),
                    Kind::Number => cure.text("write a number without quotes"),
                    Kind::Text => cure.text("write a string in quotes"),
                    Kind::Bool => cure.text("write true or false"),
                    // No column holds a list, a tuple or a set.
                    Kind::Time | Kind::Uuid | Kind::List | Kind::Tuple | Kind::Set => {
                        cure.text("write `").text(ty.name()).text("('..')`")
                    }
                };
                (said.text(if is_written { " is written into it" } else { " is compared with it" }), cure)
            }
            What::NotACount(kind) => (
                said.text("the number of rows is a Uint64, and ").text(kind.name()).text(" is given"),
                one_value(cure, query, self.at, true),
            ),
            What::Null => (said.name(name).text(" is NOT NULL, and NULL is written"), cure.text("write a value")),
            What::NullColumn(source) => (
                said.name(name).text(" is NOT NULL, and ").name(source).text(", which may be NULL, is written"),
                cure.text("write `COALESCE(..)`, or `Unwrap(..)`, which fails where it is NULL"),
            ),
            What::Parameter(column, ty, own, is_written) => {
                let said = said.name(column).text(" is ").a_type(ty).text(", and `$").text(name);
                let said = said.text("` of the type ").ydb_type(own);
                (
                    said.text(if is_written { " is written into it" } else { " is compared with it" }),
                    cure.text("give it the type ").ydb_type(ty),
                )
            }
            What::Optional(column, ty) => (
                said.name(column)
                    .text(" is NOT NULL, and `$")
                    .text(name)
                    .text("`, which may be NULL, is written into it"),
                cure.text("give it the type ").ydb_type(ty),
            ),
            What::NoField(row) => (
                said.text("the result has no column ").name(name).text(", which `").text(row).text("` reads"),
                match query.combination {
                    Some(name) if !name.is_empty() => {
                        cure.text("select it outside of pieces: a row has the same columns in all combinations")
                    }
                    _ => cure.text("select it, or name an expression of the text so: `AS ").text(name).text("`"),
                },
            ),
            What::OtherField(row, ty) => {
                let said = said.name(name).text(" of the result is ").a_type(ty).text(", which the field of `");
                let cure = cure.text("declare the field as a type that is stored as ").ydb_type(ty);
                (said.text(row).text("` cannot hold"), cure.text(", or cast the column in the text"))
            }
            What::NullField(row) => {
                let said = said.name(name).text(" of the result may be NULL, and its field in `").text(row);
                let cure = cure.text("declare the field as an `Option`, or write `COALESCE(..)` in the text");
                (said.text("` is not an `Option`"), cure)
            }
        }
    }

    /// Adds to the cure what to write for a name in braces. Parameters are called like variables, and models like
    /// types.
    const fn braces(&self, cure: Message, query: &Query<'_>) -> Message {
        if !in_braces(query, self.at) {
            return cure;
        }
        match braced(query, self.at - 1) {
            Some((from, to)) if from < to && query.text.as_bytes()[from].is_ascii_lowercase() => {
                cure.text("write `$").part(query.text, from, to).text("` for a parameter")
            }
            _ => cure,
        }
    }

    const fn table_name(&self) -> &'a str {
        match self.path() {
            Some(path) => path,
            None => "",
        }
    }

    const fn of_table(&self, said: Message, has_no: &str) -> Message {
        said.text("table ").name(self.table_name()).text(has_no).name(self.name)
    }

    const fn meant(&self, said: Message, query: &Query<'a>) -> Message {
        match self.nearest(query) {
            Some(name) => said.text("; did you mean ").name(name).text("?"),
            None => said,
        }
    }

    /// Returns the name that was probably meant.
    pub const fn nearest(&self, query: &Query<'a>) -> Option<&'a str> {
        let (mut nearest, mut i) = (Nearest::to(self.name), 0);
        match (self.what, self.table) {
            (What::UnknownTable, _) => {
                while i < query.tables.len() {
                    nearest = nearest.or(query.tables[i].name);
                    i += 1;
                }
            }
            (What::UnknownIndex, Some(table)) => {
                while i < table.indexes.len() {
                    nearest = nearest.or(table.indexes[i].name);
                    i += 1;
                }
            }
            (What::UnknownColumn, Some(table)) => nearest = among(table, nearest),
            (What::OfNone(scope), _) => {
                while i < scope.sources {
                    if let SourceKind::Table(table, _) = scope.source(i).kind {
                        nearest = among(table, nearest);
                    }
                    i += 1;
                }
            }
            _ => {}
        }
        nearest.name()
    }

    /// Returns the message of the fault, without its rule, and the cure in one line; for a program that lists faults.
    pub fn shown(&self, query: &Query<'a>) -> String {
        let (said, cure) = self.text(query);
        let said = said.whole().replacen(&format!("{}: ", self.rule()), "", 1);
        if cure.is_empty() { said } else { format!("{said}: {}", cure.whole()) }
    }
}

/// Adds to the cure what to write where several values stand in place of one. `{id}` is meant to be a parameter.
const fn one_value(cure: Message, query: &Query<'_>, at: usize, is_written: bool) -> Message {
    let text = query.text.as_bytes();
    match braced(query, at) {
        Some((from, to)) if from < to && !text[from].is_ascii_digit() => {
            cure.text("write `$").part(query.text, from, to).text("` for a parameter")
        }
        Some(_) => cure.text("write a name, as in `$id`, for a parameter"),
        None if is_written => cure.text("write one value"),
        None => cure.text("write one value, or `IN` for several"),
    }
}

const fn among<'a>(table: &Table<'a>, mut nearest: Nearest<'a>) -> Nearest<'a> {
    each!(i < table.columns.len(), {
        nearest = nearest.or(table.columns[i].name);
    });
    let mut i = 0;
    while let Some(hash) = table.computed_at(i) {
        nearest = nearest.or(hash.name);
        i += 1;
    }
    nearest
}

/// Adds to the message that all rows of a source are read, and to the cure what to write instead.
const fn scanned(
    said: Message,
    cure: Message,
    query: &Query<'_>,
    scope: &Scope<'_>,
    source: usize,
) -> (Message, Message) {
    let own = scope.source(source);
    let SourceKind::Table(table, index) = own.kind else { return (said, cure) };
    let said = said.text("all rows of ");
    let said = match index {
        Some(index) => said.text("index ").name(index).text(" of table ").name(table.name).text(" are read"),
        None => said.text("table ").name(table.name).text(" are read"),
    };
    let first = part(&own, 0);
    // The inputs have values, but no hash follows from them.
    let has_inputs = !matches!(accesses(scope, Adds::Others)[source], Access::Full);
    let reason = match first {
        Some(Part::Hash(hash)) if has_inputs => reason(scope, source, table, &hash),
        _ => None,
    };
    let cure = match reason {
        Some((_, Reason::Lists)) | None => first_columns(cure.text("compare "), table, first),
        Some((input, _)) => cure.text("compare ").name(table.columns[input].name),
    };
    let (said, mut cure) = match (first, reason) {
        (Some(Part::Hash(hash)), Some((input, reason))) => {
            let said = said.text(": ").name(hash.name).text(" cannot be computed from ");
            of_reason(said, cure, query, (reason, &table.columns[input]))
        }
        (Some(Part::Hash(hash)), None) if has_inputs => {
            let join = "or join what has the values, with `ON` instead of `USING` and of `IN (SELECT ..)`; ";
            let said = said.text(": ").name(hash.name).text(" cannot be computed from these conditions");
            (said, cure.text(" with a value by `=` or `IN`; ").text(join))
        }
        // A range of an input says nothing of its hash.
        (Some(Part::Hash(_)), None) => (said, cure.text(" with a value by `=` or `IN`; ")),
        _ => (said, cure.text(" with a value; ")),
    };
    each!(i < table.indexes.len(), {
        let other = &table.indexes[i];
        if index.is_none() && !matches!(through(scope, source, other.name), Access::Full) {
            cure = through_index(cure, query, scope, own.at, (table, other.name));
        }
    });
    let cure = cure.text("or, if a scan is meant, write `");
    let cure = match model(query, own.at) {
        Some((from, to)) => {
            let cure = cure.text("full_scan(").part(query.text, from, to).text(", reason = \"..\"");
            match query.combination {
                Some(name) => without(cure, name).text(")` after the text"),
                None => cure.text(")` after the text"),
            }
        }
        None => cure.text("-- full_scan(reason)` before the query"),
    };
    (said, cure)
}

/// Adds to a permission the parameters that a combination leaves out, by its name: `without(since)`.
const fn without(cure: Message, name: &str) -> Message {
    let [b'w', b'i', b't', b'h', b'o', b'u', b't', b' ', ..] = name.as_bytes() else { return cure };
    let (text, mut cure, mut i) = (name.as_bytes(), cure.text(", without("), b"without ".len());
    // The names end before a space that follows no comma.
    while i < text.len() && (text[i] != b' ' || text[i - 1] == b',') {
        if text[i] != b'`' {
            cure = cure.part(name, i, i + 1);
        }
        i += 1;
    }
    cure.text(")")
}

/// Adds to the message why a hash cannot be computed, and to the cure how to compare its input.
const fn of_reason(
    said: Message,
    cure: Message,
    query: &Query<'_>,
    (reason, input): (Reason, &ColumnDef<'_>),
) -> (Message, Message) {
    match reason {
        Reason::List => (
            said.text("what follows `IN`"),
            cure.text(" with the values themselves, as in `IN (1, 2)`, or with a parameter, as in `IN $values`; "),
        ),
        Reason::Parameter(name) => {
            let name = query.names[name];
            let said = said.text("`$").text(name).text("`");
            let said = match query.chosen_type(name) {
                Some((ty, _)) => said.text(", ").a_type(ty),
                None => said,
            };
            (said, cure.text(" with ").a_type(input.ty).text(": give `$").text(name).text("` this type; "))
        }
        Reason::Expression => (
            said.text("an expression, which may be NULL"),
            cure.text(" with a parameter or a literal, and compute the value in the program; "),
        ),
        Reason::OnlyProgram => (
            said.text("an expression, of which only the program could compute the hash"),
            cure.text(" with a parameter or a literal, or give the function its expression with `ForeignHash::yql`; "),
        ),
        Reason::Lists => (
            said.text("these values together"),
            cure.text(" with parameters or literals, and only one of them with a list; "),
        ),
        Reason::Outside => (
            said.text("a condition that stands elsewhere"),
            cure.text(" with a value by `=` or `IN` in the WHERE of the query that reads the table; "),
        ),
        Reason::Value => (
            said.text("this value of ").name(input.name),
            cure.text(" with ").a_type(input.ty).text(", as in `CAST(.. AS ").ydb_type(input.ty).text(")`; "),
        ),
    }
}

/// Adds to the cure how to find rows through an index. Only a SELECT reads an index, so UPDATE and DELETE take keys
/// from a SELECT.
const fn through_index(
    cure: Message,
    query: &Query<'_>,
    scope: &Scope<'_>,
    at: usize,
    of: (&Table<'_>, &str),
) -> Message {
    let (table, index) = of;
    let is_file = model(query, at).is_none();
    let (without_batch, verb, set) = match scope.purpose() {
        Purpose::Select => {
            let cure = cure.text("or read through an index, `");
            return if is_file {
                cure.text("VIEW ").text(index).text("`; ")
            } else {
                source(cure, query, at, Some(index)).text("`; ")
            };
        }
        Purpose::Update => ("", "UPDATE ", ", .."),
        Purpose::Delete => ("", "DELETE FROM ", ""),
        Purpose::BatchUpdate => (" and without BATCH", "UPDATE ", ", .."),
        Purpose::BatchDelete => (" and without BATCH", "DELETE FROM ", ""),
    };
    let cure = cure.text("or find the rows through an index").text(without_batch).text(", `").text(verb);
    let cure = key(source(cure, query, at, None).text(" ON SELECT "), table, is_file).text(set);
    source(cure.text(" FROM "), query, at, Some(index)).text(" WHERE ..`; ")
}

/// Adds a table, or an index of it, as the text writes it at a place.
const fn source(message: Message, query: &Query<'_>, at: usize, index: Option<&str>) -> Message {
    match (model(query, at), index) {
        (Some((from, to)), None) => message.text("{").part(query.text, from, to).text("}"),
        (Some((from, to)), Some(index)) => message.text("{").part(query.text, from, to).text(":").text(index).text("}"),
        (None, None) => message.part(query.text, at, path_end(query, at)),
        (None, Some(index)) => message.part(query.text, at, path_end(query, at)).text(" VIEW ").text(index),
    }
}

/// Adds the columns of a key. In a query of a program the library adds the hash, so it is written only `with_hash`.
const fn key(mut message: Message, table: &Table<'_>, with_hash: bool) -> Message {
    if let Some(hash) = table.hash
        && with_hash
    {
        message = message.text(hash.name).text(", ");
    }
    each!(i < table.key.len(), {
        message = message.text(if i > 0 { ", " } else { "" }).text(table.columns[table.key[i]].name);
    });
    message
}

/// Adds the columns that a condition must name first.
const fn first_columns(mut message: Message, table: &Table<'_>, first: Option<Part<'_>>) -> Message {
    match first {
        Some(Part::Column(position)) => message.name(table.columns[position].name),
        Some(Part::Hash(hash)) => {
            each!(i < hash.inputs.len(), {
                if i > 0 {
                    message = message.text(" and ");
                }
                message = message.name(table.columns[hash.inputs[i]].name);
            });
            message
        }
        None => message,
    }
}
