//! A connection string: what is checked before the client sees it, its parameters, and what of it may be shown.

/// The parameters that the client reads. It ignores others, so a misspelled token would connect without one.
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

/// Scheme, host and port as [`check_endpoint`] wants them, a database, and parameters that exist.
pub(super) fn check(connection: &str) -> Result<(), String> {
    check_endpoint(connection)?;
    if database(connection).trim_matches('/').is_empty() {
        return Err("the database is missing".to_owned());
    }
    if let Some(unknown) = names(connection).find(|name| !PARAMETERS.contains(name)) {
        return Err(format!("there is no parameter `{unknown}`, only {}", PARAMETERS.join(", ")));
    }
    match (parameter(connection, USERNAME), parameter(connection, PASSWORD)) {
        (Some(_), None) => Err(format!("`{USERNAME}` needs `{PASSWORD}`")),
        (None, Some(_)) => Err(format!("`{PASSWORD}` needs `{USERNAME}`")),
        _ => Ok(()),
    }
}

/// What the client takes for granted: it panics where a host or a port is missing.
pub(super) fn check_endpoint(connection: &str) -> Result<(), &'static str> {
    let address = match connection.split_once("://") {
        Some(("grpc" | "grpcs", address)) => address,
        _ => return Err("it does not begin with `grpc://` or `grpcs://`"),
    };
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    let Some((host, port)) = address[..end].rsplit_once(':') else { return Err("the port is missing") };
    match port.parse::<u16>() {
        Err(_) => Err("the port is missing or invalid"),
        Ok(_) if host.is_empty() || host.ends_with('@') => Err("the host is missing"),
        Ok(_) => Ok(()),
    }
}

/// Without what may be a secret: the parameters, and a user before an `@`.
pub(super) fn shown(connection: &str) -> String {
    let address = connection.split_once('?').map_or(connection, |(address, _)| address).trim();
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        (_, None) => address.to_owned(),
    }
}

/// The value of a parameter, decoded.
pub(super) fn parameter(connection: &str, name: &str) -> Option<String> {
    pairs(connection).find(|(key, _)| *key == name).map(|(_, value)| decoded(value))
}

fn names(connection: &str) -> impl Iterator<Item = &str> {
    pairs(connection).map(|(name, _)| name).filter(|name| !name.is_empty())
}

/// Parameters and their values as they are written.
fn pairs(connection: &str) -> impl Iterator<Item = (&str, &str)> {
    let query = connection.split_once('?').map_or("", |(_, query)| query);
    let query = query.split_once('#').map_or(query, |(query, _)| query);
    query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// The string with this value of a parameter, instead of what it says of it itself.
pub(super) fn with_parameter(connection: &str, name: &str, value: &str) -> String {
    let (rest, fragment) = connection.split_once('#').unwrap_or((connection, ""));
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let others = query.split('&').filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
    let others: String = others.map(|pair| format!("{pair}&")).collect();
    let hash = if fragment.is_empty() { "" } else { "#" };
    format!("{address}?{others}{name}={}{hash}{fragment}", encoded(value))
}

/// Scheme, host and port, as an endpoint is written.
pub(super) fn endpoint(connection: &str) -> &str {
    let begin = connection.find("://").map_or(0, |at| at + 3);
    let end = connection[begin..].find(['/', '?', '#']).map_or(connection.len(), |at| begin + at);
    &connection[..end]
}

/// The path of the database, or the parameter `database`.
pub(super) fn database(connection: &str) -> String {
    let path = &connection[endpoint(connection).len()..];
    let path = path.find(['?', '#']).map_or(path, |end| &path[..end]);
    parameter(connection, "database").unwrap_or_else(|| decoded(path))
}

fn encoded(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        let is_code = byte == b'%' && code.is_some();
        rest = if is_code { &after[2..] } else { after };
        bytes.push(match (byte, code) {
            (b'%', Some(code)) => code,
            (b'+', _) => b' ',
            _ => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_client_would_panic_at_is_refused() {
        for right in ["grpc://localhost:2136/local", "grpcs://[::1]:2135/root?token=y", "grpc://me:secret@ydb:1/l"] {
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
