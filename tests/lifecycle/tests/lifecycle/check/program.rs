//! Tests the command `check`.

use insta::assert_snapshot;
use ydb_embedded::{Behavior, Call, Fault, Server, Status as YdbStatus};
use ydb_keys::{Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run};

use super::{Mail, Order};

/// Returns the output and the exit code of a run.
fn checked(server: &Server, more: &[&str]) -> String {
    let tables: &[&Table] = ydb_keys::schema![Order, Mail];
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let args = ["migrate", "check", "--connection", server.connection_string()].into_iter().chain(more.iter().copied());
    let status: Status =
        run(args, tables, Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO));
    let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
    format!("exit code {}\n{out}{}", status.code(), if err.is_empty() { err } else { format!("stderr: {err}") })
}

#[tokio::test]
async fn the_command_prints_what_the_function_says() {
    let server = Server::builder().behavior(Behavior::strict()).start().await.unwrap();
    let client = e2e_tests::connect(server.connection_string()).await;
    let mut q = client.query_client();
    for orders in [Order::in_directory("tenants/acme").create_table(), Order::TABLE.create_table()] {
        orders.exec(&mut q).await.unwrap();
    }
    assert_snapshot!(checked(&server, &["--table", "orders"]), @r"
    exit code 0
    `orders` has the layout of its model
    ");
    assert_snapshot!(checked(&server, &["--table", "orders", "--below", "/tenants/acme/"]), @r"
    exit code 0
    `tenants/acme/orders` has the layout of its model
    ");
    assert_snapshot!(checked(&server, &["--below", "tenants/acme"]), @r"
    exit code 1
    the database does not match the program's models

    table `tenants/acme/mails` does not exist, or this user is not allowed to see it
      Every operation on it would fail.
      Create it with `apply --table mails --below tenants/acme` of your migration program (`ydb_keys_cli`).
    ");
    let refused = Fault::Status(YdbStatus::Unauthorized, "Access denied".into());
    server.faults().fail_next(1, Call::DescribeTable, refused);
    assert_snapshot!(checked(&server, &["--table", "orders"]), @r"
    exit code 2
    stderr: error: cannot check table `orders`: its description could not be read: UNAUTHORIZED: Access denied
    ");
}
