//! Clients and accounts.

use ydb::{Client, ClientBuilder, YdbResult};
use ydb_embedded::{Server, Simulation};

/// A client of a server.
pub(crate) async fn connect(server: &Server) -> YdbResult<Client> {
    ClientBuilder::new_from_connection_string(server.connection_string())?.build().await
}

/// A simulation with these statements run.
pub(crate) fn prepared(builder: ydb_embedded::ServerBuilder, statements: &[&str]) -> Simulation {
    let mut simulation = Simulation::new(builder);
    let prepared = simulation.prepare(async |server| -> YdbResult<()> {
        let mut queries = connect(server).await?.query_client();
        for statement in statements {
            queries.exec(*statement).await?;
        }
        Ok(())
    });
    prepared.unwrap().unwrap();
    simulation
}

pub(crate) const ACCOUNTS: &[&str] = &[
    "CREATE TABLE accounts (id Uint64 NOT NULL, amount Int64, PRIMARY KEY (id))",
    "INSERT INTO accounts (id, amount) VALUES (1, 100), (2, 100)",
];
