//! Metrics for `ydb-slo-action`, pushed every second by OTLP if the variable `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT` or
//! `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Prometheus names them `sdk_operations_total`, `sdk_retry_attempts_total` and
//! `sdk_operation_latency_p50_seconds`, `p95` and `p99`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Kind, percentile};

/// Age of the oldest operation that counts for the percentiles.
const WINDOW: Duration = Duration::from_secs(5);

/// Exported percentiles, with their labels.
pub const PERCENTILES: [(&str, f64); 3] = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)];

/// Values of the label `operation_status`.
pub const STATUSES: [&str; 2] = ["success", "error"];

/// Counters and latencies of the operations so far, by kind and status.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Arc<[[Mutex<Series>; 2]; 2]>);

#[derive(Debug, Default)]
struct Series {
    count: u64,
    latest: VecDeque<(Instant, Duration)>,
}

impl Metrics {
    /// Counts an operation that ends now.
    pub fn record(&self, kind: Kind, succeeded: bool, latency: Duration) {
        let now = Instant::now();
        self.with(kind, usize::from(!succeeded), |series| {
            series.count += 1;
            series.latest.push_back((now, latency));
            series.forget(now);
        });
    }

    /// Returns the number of operations; `status` is a position in [`STATUSES`].
    #[must_use]
    pub fn count(&self, kind: Kind, status: usize) -> u64 {
        self.with(kind, status, |series| series.count)
    }

    /// Returns a percentile of the latest operations' latencies.
    #[must_use]
    pub fn latency(&self, kind: Kind, status: usize, part: f64) -> Option<Duration> {
        let mut latencies: Vec<_> = self.with(kind, status, |series| {
            series.forget(Instant::now());
            series.latest.iter().map(|&(_, latency)| latency).collect()
        });
        latencies.sort();
        percentile(&latencies, part)
    }

    fn with<R>(&self, kind: Kind, status: usize, work: impl FnOnce(&mut Series) -> R) -> R {
        work(&mut self.0[kind as usize][status].lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Series {
    fn forget(&mut self, now: Instant) {
        while self.latest.front().is_some_and(|&(at, _)| now.duration_since(at) > WINDOW) {
            self.latest.pop_front();
        }
    }
}

/// Running export of metrics, until [`Export::end`].
#[cfg(feature = "otlp")]
#[derive(Debug)]
pub struct Export(opentelemetry_sdk::metrics::SdkMeterProvider);

#[cfg(feature = "otlp")]
impl Export {
    /// Starts the export, if the environment has an endpoint. `reference` is the label `ref`.
    ///
    /// # Errors
    /// The exporter cannot be created.
    pub fn begin(metrics: &Metrics, store: &super::store::Store, reference: &str) -> crate::Outcome<Option<Self>> {
        use opentelemetry::KeyValue;
        use opentelemetry::metrics::MeterProvider as _;
        use opentelemetry_otlp::MetricExporter;
        use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};

        let named = |variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
        if !named("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT") && !named("OTEL_EXPORTER_OTLP_ENDPOINT") {
            return Ok(None);
        }
        let reader = PeriodicReader::builder(MetricExporter::builder().with_http().build()?);
        let reader = reader.with_interval(Duration::from_secs(1)).build();
        let provider = SdkMeterProvider::builder().with_reader(reader).build();
        let meter = provider.meter("slo");
        let labels = {
            let reference = reference.to_owned();
            move |kind: Kind, status: Option<usize>| {
                let mut labels =
                    vec![KeyValue::new("ref", reference.clone()), KeyValue::new("operation_type", kind.name())];
                labels.extend(status.map(|status| KeyValue::new("operation_status", STATUSES[status])));
                labels
            }
        };

        let (own, label) = (metrics.clone(), labels.clone());
        meter
            .u64_observable_counter("sdk.operations.total")
            .with_callback(move |observer| {
                for (kind, status) in series() {
                    observer.observe(own.count(kind, status), &label(kind, Some(status)));
                }
            })
            .build();
        // The first attempts are counted, too.
        let (own, label, store) = (metrics.clone(), labels.clone(), store.clone());
        meter
            .u64_observable_counter("sdk.retry.attempts.total")
            .with_callback(move |observer| {
                for kind in Kind::ALL {
                    let first = own.count(kind, 0) + own.count(kind, 1);
                    observer.observe(first + store.retries(kind), &label(kind, None));
                }
            })
            .build();
        for (name, part) in PERCENTILES {
            let (own, label) = (metrics.clone(), labels.clone());
            meter
                .f64_observable_gauge(format!("sdk.operation.latency.{name}.seconds"))
                .with_callback(move |observer| {
                    for (kind, status) in series() {
                        if let Some(latency) = own.latency(kind, status, part) {
                            observer.observe(latency.as_secs_f64(), &label(kind, Some(status)));
                        }
                    }
                })
                .build();
        }
        Ok(Some(Export(provider)))
    }

    /// Exports the remaining metrics, and ends.
    ///
    /// # Errors
    /// The last export fails.
    pub fn end(self) -> crate::Outcome {
        Ok(self.0.shutdown()?)
    }
}

#[cfg(feature = "otlp")]
fn series() -> impl Iterator<Item = (Kind, usize)> {
    Kind::ALL.into_iter().flat_map(|kind| (0..STATUSES.len()).map(move |status| (kind, status)))
}
