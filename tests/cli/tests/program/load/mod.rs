//! Tests the command `load`, on the engine: the rows in the table afterwards, and every message for wrong input.

mod killed;
mod presplit;
mod refused;
mod rows;

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use ydb_embedded::Server;
use ydb_keys::{Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run, run_without_models};

/// Table whose rows are loaded.
#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "shop/visits", primary_key(visit_hash = xxh3(user), user, at))]
pub(crate) struct Visit {
    pub(crate) user: String,
    pub(crate) at: u32,
    pub(crate) page: Option<String>,
    pub(crate) cost: Option<f64>,
}

const MODELS: &[&Table] = ydb_keys::schema![Visit];

/// Server with a table, and a runtime for requests to it.
pub(crate) struct Shop {
    pub(crate) server: Server,
    pub(crate) runtime: tokio::runtime::Runtime,
    pub(crate) client: ydb::Client,
}

impl Shop {
    pub(crate) fn open() -> Self {
        Self::with(MODELS)
    }

    /// Starts a server with the tables of these models.
    pub(crate) fn with(models: &[&'static Table]) -> Self {
        let server = Server::start_blocking().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let builder = ydb::ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        let client = runtime.block_on(Box::pin(builder.build())).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut input = io::empty();
        let args = ["migrate", "apply", "--yes", "--connection", server.connection_string()];
        let status =
            run(args, models, Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO));
        assert_eq!(status, Status::Done, "{}", String::from_utf8_lossy(&err));
        Shop { server, runtime, client }
    }

    pub(crate) fn exec(&self, text: &str) {
        let done = self.runtime.block_on(Box::pin(async { self.client.query_client().exec(text).await }));
        done.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    /// Checks that the table has exactly these rows.
    pub(crate) fn assert_rows(&self, expected: &[Visit]) {
        let found = self.runtime.block_on(async { Visit::scan().full_scan().fetch(&self.client).await }).unwrap();
        let sorted = |rows: &[Visit]| {
            let mut rows = rows.to_vec();
            rows.sort_by(|a, b| (&a.user, a.at).cmp(&(&b.user, b.at)));
            rows
        };
        assert_eq!(sorted(&found), sorted(expected));
    }

    pub(crate) fn load(&self, input: &mut dyn BufRead, args: &[&str]) -> Printed {
        self.run(input, &[&["load"], args].concat())
    }

    /// Runs a command of the program without models.
    pub(crate) fn run(&self, input: &mut dyn BufRead, args: &[&str]) -> Printed {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let all = ["ydb-keys", args[0], "--connection", self.server.connection_string()];
        let status = run_without_models(
            all.iter().chain(&args[1..]),
            Streams::new(input, &mut out, &mut err).clock(|| std::time::Duration::ZERO),
        );
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Printed { status, out: text(out), err: text(err) }
    }

    /// Loads a file of this name and text into `shop/visits`.
    pub(crate) fn load_file(&self, name: &str, text: impl AsRef<[u8]>, args: &[&str]) -> Printed {
        let path = file(name, text);
        self.load(&mut io::empty(), &[&["shop/visits", path.to_str().unwrap()], args].concat())
    }
}

pub(crate) struct Printed {
    pub(crate) status: Status,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Printed {
    pub(crate) fn assert_done(&self, out: &str) {
        assert_eq!((self.status, self.err.as_str()), (Status::Done, ""), "{}", self.out);
        assert!(self.out.starts_with(out), "{}", self.out);
    }

    /// Checks that the run failed with this error, in which `DIR` stands for the directory of the files.
    pub(crate) fn assert_failed(&self, error: &str) {
        let err = self.err.replace(DIRECTORY.to_str().unwrap(), "DIR");
        assert_eq!((self.status, self.out.as_str(), err.trim_end()), (Status::Failed, "", error));
        assert!(err.lines().next().unwrap().len() <= 120, "{err}");
    }
}

/// Directory of the files, new for each process and below the target folder.
static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("load-{}", std::process::id()));
    // A process that was killed may have had the same number.
    std::fs::remove_dir_all(&directory).ok();
    std::fs::create_dir_all(&directory).unwrap();
    directory
});

pub(crate) fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = DIRECTORY.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

pub(crate) fn path(name: &str) -> String {
    DIRECTORY.join(name).to_str().unwrap().to_owned()
}

pub(crate) fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

pub(crate) fn visit(user: &str, at: u32, page: Option<&str>, cost: Option<f64>) -> Visit {
    Visit { user: user.to_owned(), at, page: page.map(str::to_owned), cost }
}
