//! Connection strings: their checks before the client reads them, their parameters, and their parts that may be shown.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Parameters that the client reads. It ignores others, so with a misspelled token it would connect without one.
const PARAMETERS: [&str; 10] = [
    "ca_certificate",
    "database",
    "sa_key_file",
    "token",
    "token_cmd",
    "token_file",
    "token_metadata",
    USERNAME,
    PASSWORD,
    "use_discovery",
];
const USERNAME: &str = "token_static_username";
const PASSWORD: &str = "token_static_password";

/// Checks a connection string: scheme, host and port ([`check_endpoint`]), a database, and known parameters.
pub(super) fn check(connection: &str) -> Result<(), String> {
    check_endpoint(connection)?;
    let database = database(connection);
    if database.trim_matches('/').is_empty() {
        return Err("the database is missing".to_owned());
    }
    if database.contains(['&', '=']) {
        return Err("the database contains `&` or `=`; parameters begin with `?`".to_owned());
    }
    if let Some(unknown) = names(connection).find(|name| !PARAMETERS.contains(name)) {
        return Err(format!("there is no {}, only {}", named(unknown), PARAMETERS.join(", ")));
    }
    match (parameter(connection, USERNAME), parameter(connection, PASSWORD)) {
        (Some(_), None) => Err(format!("`{USERNAME}` needs `{PASSWORD}`")),
        (None, Some(_)) => Err(format!("`{PASSWORD}` needs `{USERNAME}`")),
        _ => Ok(()),
    }
}

/// Checks the scheme, host and port. The client takes these for granted: it panics if a host or a port is missing.
pub(super) fn check_endpoint(connection: &str) -> Result<(), &'static str> {
    let address = match connection.split_once("://") {
        Some(("grpc" | "grpcs", address)) => address,
        _ => return Err("it does not begin with `grpc://` or `grpcs://`"),
    };
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    // The client would ignore the user, and connect without it.
    if address[..end].contains('@') {
        return Err(USER_INFO);
    }
    let Some((host, port)) = address[..end].rsplit_once(':') else { return Err("the port is missing") };
    match port.parse::<u16>() {
        Err(_) => Err("the port is missing or invalid"),
        Ok(_) if host.is_empty() => Err("the host is missing"),
        Ok(_) => Ok(()),
    }
}

/// Message for a user, and perhaps a password, before an `@`.
const USER_INFO: &str = "there is a user before `@`; write `token_static_username` and `token_static_password`";

/// Removes what may be a secret: parameters, however they begin, and a user before an `@`.
pub(super) fn shown(connection: &str) -> String {
    let connection = connection.trim();
    let (scheme, address) = connection.split_once("://").unwrap_or(("", connection));
    let begin = if scheme.is_empty() { "" } else { "://" };
    let (address, rest) = address.split_at(address.find(['?', '#', '&']).unwrap_or(address.len()));
    let host = match address.rsplit_once('@') {
        Some((_, host)) => host,
        // The character that ends the address may belong to a password.
        None if rest.contains('@') && !address.contains('/') => "",
        None => address,
    };
    format!("{scheme}{begin}{host}")
}

/// Describes an unknown parameter. Text that does not look like a name is not shown, because it may be a value.
fn named(name: &str) -> String {
    let is_name =
        name.len() <= 32 && name.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-'));
    if is_name { format!("parameter `{name}`") } else { "such parameter".to_owned() }
}

/// Returns the decoded value of a parameter.
pub(super) fn parameter(connection: &str, name: &str) -> Option<String> {
    pairs(connection).find(|(key, _)| *key == name).map(|(_, value)| decoded(value))
}

fn names(connection: &str) -> impl Iterator<Item = &str> {
    pairs(connection).map(|(name, _)| name).filter(|name| !name.is_empty())
}

/// Yields the parameters and their values as they are written.
fn pairs(connection: &str) -> impl Iterator<Item = (&str, &str)> {
    let query = connection.split_once('?').map_or("", |(_, query)| query);
    let query = query.split_once('#').map_or(query, |(query, _)| query);
    query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// Returns the string with a parameter set to this value.
pub(super) fn with_parameter(connection: &str, name: &str, value: &str) -> String {
    let (rest, fragment) = connection.split_once('#').unwrap_or((connection, ""));
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let others = query.split('&').filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
    let others: String = others.map(|pair| format!("{pair}&")).collect();
    let hash = if fragment.is_empty() { "" } else { "#" };
    format!("{address}?{others}{name}={}{hash}{fragment}", utf8_percent_encode(value, PLAIN))
}

/// Returns the scheme, host and port: the form of an endpoint.
pub(super) fn endpoint(connection: &str) -> &str {
    let begin = connection.find("://").map_or(0, |at| at + 3);
    let end = connection[begin..].find(['/', '?', '#']).map_or(connection.len(), |at| begin + at);
    &connection[..end]
}

/// Returns the path of the database: the parameter `database`, or the path of the string.
pub(super) fn database(connection: &str) -> String {
    let path = &connection[endpoint(connection).len()..];
    let path = path.find(['?', '#']).map_or(path, |end| &path[..end]);
    parameter(connection, "database").unwrap_or_else(|| decoded(path))
}

/// Characters that are written without encoding.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

fn decoded(value: &str) -> String {
    percent_decode_str(&value.replace('+', " ")).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_client_would_panic_at_is_refused() {
        for right in ["grpc://localhost:2136/local", "grpcs://[::1]:2135/root?token=y", "grpc://ydb:1/l?token=a@b"] {
            assert_eq!(check(right), Ok(()), "{right}");
        }
        for wrong in
            ["", "localhost:2136/local", "http://ydb:1/local", "grpc:///local", "grpc://ydb/local", "grpc://ydb:/l"]
        {
            assert!(check(wrong).is_err(), "{wrong}");
        }
        assert_eq!(check_endpoint("grpc://:2136/local"), Err("the host is missing"));
        assert_eq!(check_endpoint("grpc://localhost:2136"), Ok(()));
    }

    #[test]
    fn what_the_client_would_ignore_is_refused() {
        for missing in ["grpc://localhost:2136", "grpc://localhost:2136/", "grpc://localhost:2136?token=/local"] {
            assert_eq!(check(missing), Err("the database is missing".to_owned()), "{missing}");
        }
        assert_eq!(check("grpc://localhost:2136?database=/local"), Ok(()));
        let unknown = check("grpc://localhost:2136/local?token=a&tokn=b").unwrap_err();
        assert!(unknown.starts_with("there is no parameter `tokn`, only ca_certificate, database, "), "{unknown}");
        let unknown = check("grpc://localhost:2136/local?dG9rZW4").unwrap_err();
        assert!(unknown.starts_with("there is no such parameter, only ca_certificate, "), "{unknown}");
        for user in ["me:secret@ydb:1", "me@ydb:1", "@ydb:1"] {
            assert_eq!(check(&format!("grpc://{user}/local")), Err(USER_INFO.to_owned()), "{user}");
        }
        let joined = check("grpc://localhost:2136/local&token=a").unwrap_err();
        assert_eq!(joined, "the database contains `&` or `=`; parameters begin with `?`");
        let half = check("grpc://localhost:2136/local?token_static_username=a").unwrap_err();
        assert_eq!(half, "`token_static_username` needs `token_static_password`");
        assert_eq!(check("grpc://localhost:2136/local?token_static_username=a&token_static_password="), Ok(()));
    }

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(shown("grpc://localhost:2136/local"), "grpc://localhost:2136/local");
        assert_eq!(shown(" grpcs://ydb:2135/root/db?token_static_password=secret"), "grpcs://ydb:2135/root/db");
        assert_eq!(shown("grpc://me:secret@ydb:2136/local?x=y"), "grpc://ydb:2136/local");
        assert_eq!(shown("me:secret@ydb"), "ydb");
        assert_eq!(shown("grpc://localhost:2136/local?token=t0@ken"), "grpc://localhost:2136/local");
        let secrets = [
            "grpc://h:2136/db&token=secret",
            "grpc://h:2136/db?token=secret",
            "grpc://h:2136/db#secret",
            "grpc://h:2136&token=secret",
            "grpc://h:2136?password=secret",
            "grpc://me:secret@h:2136/db",
            "grpc://me:a/secret@h:2136/db",
            "grpc://me:secret?b@h:2136/db",
            "grpc://me:secret#b@h:2136/db",
            "grpc://me:secret&b@h:2136/db",
            "h:2136/db?token=secret",
            "h:2136/db&token=secret",
            "me:secret@h:2136",
        ];
        for connection in secrets {
            let address = shown(connection);
            let reason = check(connection).err().unwrap_or_default();
            assert!(!address.contains("secret") && !reason.contains("secret"), "{connection}: {address}: {reason}");
        }
    }

    #[test]
    fn parameters_are_encoded_and_decoded() {
        let connection = "grpcs://ydb:2135/root/db?token_file=%2Ftmp%2Fa%20b&use_discovery&token=x+y%zz#z";
        assert_eq!(parameter(connection, "token_file").as_deref(), Some("/tmp/a b"));
        assert_eq!(parameter(connection, "use_discovery").as_deref(), Some(""));
        assert_eq!(parameter(connection, "token").as_deref(), Some("x y%zz"));
        assert_eq!(parameter(connection, "oken"), None);
        assert_eq!(parameter("grpc://ydb:1/l", "token"), None);
        for value in ["/etc/ssl/ca.pem", "/tmp/a b&c=d?e#f+g%h", "C:\\ü"] {
            for connection in ["", "?x=y", "?x=y#z", "?ca_certificate=/old.pem&x=y", "?x=y&ca_certificate"] {
                let connection = format!("grpcs://ydb:1/l{connection}");
                let more = with_parameter(&connection, "ca_certificate", value);
                assert_eq!(parameter(&more, "ca_certificate").as_deref(), Some(value), "{more}");
                assert_eq!(parameter(&more, "x"), parameter(&connection, "x"), "{more}");
                assert_eq!(more.matches("ca_certificate").count(), 1, "{more}");
            }
        }
    }

    #[test]
    fn the_endpoint_and_the_database() {
        for (connection, of, path) in [
            ("grpc://localhost:2136/local", "grpc://localhost:2136", "/local"),
            ("grpcs://[::1]:2135/ru/db?token=x", "grpcs://[::1]:2135", "/ru/db"),
            ("grpcs://ydb:2135/?database=/ru/db", "grpcs://ydb:2135", "/ru/db"),
            ("grpcs://ydb:2135?database=%2Fru", "grpcs://ydb:2135", "/ru"),
            ("grpc://ydb:2135", "grpc://ydb:2135", ""),
        ] {
            assert_eq!((endpoint(connection), database(connection).as_str()), (of, path), "{connection}");
        }
    }
}
