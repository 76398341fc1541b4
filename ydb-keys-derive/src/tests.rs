//! Tests that keep the code that the derive writes for three models, to be read: `snapshots/`.

use syn::DeriveInput;

use crate::diag::Errors;
use crate::{expand, model};

/// Returns the code of a model, as rustfmt would write it.
fn written(source: &str) -> syn::Result<String> {
    let input: DeriveInput = syn::parse_str(source)?;
    let mut errors = Errors::default();
    let table = model::table::resolve(&input, &mut errors);
    let mut code = errors.into_tokens();
    code.extend(table.as_ref().map(expand::table));
    Ok(prettyplease::unparse(&syn::parse2(code)?))
}

#[test]
fn a_key_of_one_column() -> syn::Result<()> {
    let code = written(
        "#[ydb(table = \"users\", primary_key(email))]
        pub struct User { pub email: String, pub age: Option<u32> }",
    )?;
    insta::assert_snapshot!(code);
    Ok(())
}

#[test]
fn a_hashed_key_and_an_index() -> syn::Result<()> {
    let code = written(
        "#[ydb(
            table = \"messages\",
            primary_key(chat_hash = numeric_hash(chat_id), chat_id, sent_at),
            index(by_author, on(author_id))
        )]
        pub struct Message {
            chat_id: u64,
            sent_at: std::time::SystemTime,
            author_id: u64,
            #[ydb(rename = \"text\")]
            body: String,
        }",
    )?;
    insta::assert_snapshot!(code);
    Ok(())
}

#[test]
fn a_bucket_and_fields_with_attributes() -> syn::Result<()> {
    let code = written(
        "#[ydb(
            table = \"feed\",
            primary_key(shard = xxh3(event_id) % 16, at, event_id),
            partitioning(by_load, min = 16),
            ttl(column = at, after = \"P30D\")
        )]
        struct Event {
            at: std::time::SystemTime,
            event_id: u64,
            #[ydb(json)]
            payload: Payload,
            #[ydb(default = 0)]
            retries: u32,
            #[ydb(version)]
            version: u64,
            #[ydb(skip)]
            seen: bool,
        }",
    )?;
    insta::assert_snapshot!(code);
    Ok(())
}
