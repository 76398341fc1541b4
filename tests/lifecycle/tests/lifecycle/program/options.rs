//! Tests credentials and certificates that options name.

use std::path::{Path, PathBuf};
use std::{env, fs};

use insta::assert_snapshot;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use ydb_embedded::Server;

use super::show;
use crate::shop::first;

/// File that is removed at the end of the test.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = env::temp_dir().join(format!("ydb-keys-options-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

/// Returns the output of `diff` with these options. No secret is ever printed.
fn diff(connection: &str, options: &[&str]) -> String {
    let args = [&["diff", "--table", "shop/orders", "--connection", connection], options].concat();
    let shown = show(first::TABLES, &args, "", true);
    for secret in ["t0ken", "wr0ng", "s3cret"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    shown
}

/// Returns the output of `diff` for a server, with its port and the directory of the files replaced.
fn on(server: &Server, options: &[&str]) -> String {
    let address = server.connection_string();
    let host = address.split_once("://").unwrap().1.split_once('/').unwrap().0;
    let files = format!("{}/ydb-keys-options-{}-", env::temp_dir().display(), std::process::id());
    diff(address, options).replace(host, "ydb:2136").replace(&files, "/files/")
}

fn assert_connects(shown: &str) {
    assert!(shown.contains("the table does not exist") && shown.ends_with("[exit code 1]"), "{shown}");
}

#[tokio::test]
async fn a_token() {
    let server = Server::builder().token("t0ken").start().await.unwrap();
    let (token, wrong) = (File::new("token", "t0ken\n"), File::new("wrong-token", "wr0ng"));
    assert_connects(&on(&server, &["--token-file", token.path()]));
    assert_snapshot!("option_token_wrong", on(&server, &["--token-file", wrong.path()]));
    assert_snapshot!("option_token_missing", on(&server, &["--token-file", "/nowhere/token"]));
    // An option comes before the connection string.
    let string = format!("{}?token=wr0ng", server.connection_string());
    assert_connects(&diff(&string, &["--token-file", token.path()]));
}

#[tokio::test]
async fn user_and_password() {
    let server = Server::builder().user("root", "s3cret").start().await.unwrap();
    let (password, wrong) = (File::new("password", "s3cret\n"), File::new("wrong-password", "wr0ng\n"));
    assert_connects(&on(&server, &["--user", "root", "--password-file", password.path()]));
    assert_snapshot!("option_password_wrong", on(&server, &["--user", "root", "--password-file", wrong.path()]));
    assert_snapshot!("option_user_alone", on(&server, &["--user", "root"]));
    let both = ["--user", "root", "--password-file", password.path(), "--use-metadata"];
    assert_snapshot!("option_two_logins", on(&server, &both));
}

#[test]
fn a_key_that_is_not_one() {
    let key = File::new("key.json", "{\"id\": \"s3cret\"}");
    let shown = diff("grpc://ydb:2136/local", &["--sa-key-file", key.path()]).replace(key.path(), "/files/key.json");
    assert_snapshot!("option_key_wrong", shown);
    assert_snapshot!("option_key_missing", diff("grpc://ydb:2136/local", &["--sa-key-file", "/nowhere/key.json"]));
}

/// Certificate authority, and its certificate for this machine.
struct Tls {
    authority: File,
    certificate: String,
    key: String,
}

impl Tls {
    /// Creates an authority. Tests run at the same time, so each gives its file a `name`.
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let names = vec!["127.0.0.1".to_owned()];
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &authority).unwrap();
        Tls { authority: File::new(name, &authority.pem()), certificate: certificate.pem(), key: key.serialize_pem() }
    }
}

#[tokio::test]
async fn tls_with_a_token_and_with_a_password() {
    let tls = Tls::new("tls-ca.pem");
    let ca = ["--ca-file", tls.authority.path()];
    let (token, password) = (File::new("tls-token", "t0ken\n"), File::new("tls-password", "s3cret\n"));

    let server = Server::builder().token("t0ken").tls(&*tls.certificate, &*tls.key).start().await.unwrap();
    let string = server.connection_string();
    assert!(string.starts_with("grpcs://127.0.0.1:"), "{string}");
    assert_connects(&diff(string, &[&["--token-file", token.path()], &ca[..]].concat()));
    // The option comes before the parameter.
    let of_nobody = format!("{string}?ca_certificate=/nowhere/ca.pem");
    assert_connects(&diff(&of_nobody, &[&["--token-file", token.path()], &ca[..]].concat()));

    let server = Server::builder().user("root", "s3cret").tls(&*tls.certificate, &*tls.key).start().await.unwrap();
    let login = ["--user", "root", "--password-file", password.path()];
    assert_connects(&diff(server.connection_string(), &[&login, &ca[..]].concat()));
    assert_snapshot!("option_ca_missing", diff("grpcs://ydb:2135/local", &["--ca-file", "/nowhere/ca.pem"]));
}

#[test]
fn what_is_not_a_certificate_does_not_start_a_server() {
    let tls = Tls::new("no-tls-ca.pem");
    for (certificate, key) in [("", ""), (&*tls.certificate, "no key"), ("no certificate", &*tls.key)] {
        let error = Server::builder().tls(certificate, key).start_blocking().unwrap_err().to_string();
        assert!(error.starts_with("cannot serve TLS with this certificate and key"), "{error}");
    }
    assert!(Path::new(tls.authority.path()).exists());
}
