//! Service of the example `http`: returns the orders of a user page by page, and takes new ones.

use std::error::Error as StdError;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, put};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use ydb::{Client, QueryClient};
use ydb_keys::{Error, ErrorKind, Outcome, Page, PageToken, YdbTable, yql};

/// The orders of one user lie together, in order of their ids. A row is its own JSON.
#[derive(YdbTable, Serialize, Debug, PartialEq)]
#[ydb(table = "ydb_keys_examples/http/orders")]
#[ydb(primary_key(user_hash = numeric_hash(user_id), user_id, order_id))]
pub(crate) struct Order {
    pub(crate) user_id: u64,
    pub(crate) order_id: u64,
    pub(crate) amount: f64,
}

/// How long a call may take, with its repetitions while the database is overloaded. Otherwise it may take 30 seconds.
const LIMIT: Duration = Duration::from_millis(500);

/// Serves until `stop` is done, and then answers the requests that have begun.
pub(crate) async fn serve(
    client: &Client,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Box<dyn StdError>> {
    // A program whose keys are not those of its tables must not start.
    ydb_keys::check(client, ydb_keys::schema![Order]).await?;
    Ok(axum::serve(listener, routes(client)).with_graceful_shutdown(stop).await?)
}

/// All requests share one client, which has a pool of sessions.
pub(crate) fn routes(client: &Client) -> Router {
    Router::new()
        .route("/users/{user}/orders", get(list))
        .route("/users/{user}/orders/{order}", put(place))
        .route("/users/{user}/search", get(search))
        .route("/orders", get(find))
        .with_state(client.query_client())
}

/// What follows the `?`. A token that is not a valid one is refused before the handler runs.
#[derive(Deserialize)]
struct Wanted {
    page: Option<PageToken>,
    #[serde(default = "ten")]
    size: u64,
}

fn ten() -> u64 {
    10
}

/// `GET /users/42/orders?size=10&page=TOKEN`: `{"rows":[..],"next":"TOKEN"}`, `"next":null` on the last page.
async fn list(
    State(mut q): State<QueryClient>,
    Path(user): Path<u64>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Page<Order>>, Refused> {
    let page = Order::scan().user_id(user).descending().page(wanted.size.clamp(1, 100), wanted.page.as_ref());
    Ok(Json(page.fetch(&mut q).timeout(LIMIT).await?))
}

/// What a search form sends. A filter that is left empty is not among it.
#[derive(Deserialize)]
struct Search {
    least: Option<f64>,
    most: Option<f64>,
    #[serde(default)]
    sort: Sort,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Newest,
    Amount,
}

/// `GET /users/42/search?least=20&sort=amount`: one text for all combinations of filters, and the compiler judges each.
async fn search(
    State(mut q): State<QueryClient>,
    Path(user): Path<u64>,
    Query(Search { least, most, sort }): Query<Search>,
) -> Result<Json<Vec<Order>>, Refused> {
    let found = yql!(
        "SELECT * FROM {Order} WHERE user_id = $user {? AND amount >= $least } {? AND amount <= $most }
         ORDER BY {order: order_id DESC | amount DESC, order_id DESC} LIMIT 20",
        user,
        least,
        most,
        order = match sort { Sort::Newest, Sort::Amount }
    );
    Ok(Json(found.fetch(&mut q).timeout(LIMIT).await?))
}

/// `GET /orders?user_id=42&order_id=7`: the key of a model is read from the query like any other struct.
async fn find(State(mut q): State<QueryClient>, Query(key): Query<OrderKey>) -> Result<Response, Refused> {
    let found = Order::get(key).fetch(&mut q).timeout(LIMIT).await?;
    Ok(found.map_or(StatusCode::NOT_FOUND.into_response(), |order| Json(order).into_response()))
}

#[derive(Deserialize)]
struct Placed {
    amount: f64,
}

/// `PUT /users/42/orders/8`: 201, or 409 if there is another order with this key. The key comes from the client, so it
/// may send the same request again after a lost answer: its own order is 200.
async fn place(
    State(mut q): State<QueryClient>,
    Path((user_id, order_id)): Path<(u64, u64)>,
    Json(Placed { amount }): Json<Placed>,
) -> Result<StatusCode, Refused> {
    let order = Order { user_id, order_id, amount };
    match order.insert().exec(&mut q).timeout(LIMIT).await {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let stored = Order::get((user_id, order_id)).fetch(&mut q).timeout(LIMIT).await?;
            Ok(if stored == Some(order) { StatusCode::OK } else { StatusCode::CONFLICT })
        }
        inserted => Ok(inserted.map(|()| StatusCode::CREATED)?),
    }
}

/// An error of the library as an answer.
struct Refused(Error);

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self.0 {
            // A token of another user or another list: the client's mistake.
            error if error.kind() == ErrorKind::PageToken => {
                (StatusCode::BAD_REQUEST, error.to_string()).into_response()
            }
            error if error.is_unavailable() || error.outcome() == Outcome::Unknown => {
                (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")], "try again later").into_response()
            }
            error => {
                eprintln!("{error}");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}
