//! Services as tables: each row is a method that answers once, how it runs, and what it does.

/// Implements a service. A row names how the method runs, the method, its call, its request and its answer, and ends
/// with its work. It runs at once ([`Gate::unary`](super::gate::Gate::unary)), or as a call that may take long
/// ([`Gate::lengthy`](super::gate::Gate::lengthy)), `undated` if its request has no deadlines. Streams and types are in
/// braces after the rows.
macro_rules! service {
    ($trait:ident for $service:ident:
        $($way:ident $method:ident: $call:ident($request:ty) -> $answer:ty = $work:expr;)*
        $({ $($more:tt)* })?
    ) => {
        #[tonic::async_trait]
        impl $trait for $service {
            $(async fn $method(&self, request: tonic::Request<$request>) -> Answer<$answer> {
                service!(@$way self.0, Call::$call, request, $work).await
            })*
            $($($more)*)?
        }
    };
    (@unary $gate:expr, $call:expr, $request:ident, $work:expr) => { $gate.unary($call, $request, $work) };
    (@lengthy $gate:expr, $call:expr, $request:ident, $work:expr) => {
        $gate.lengthy($call, $request, |request| request.operation_params.as_ref(), $work)
    };
    (@undated $gate:expr, $call:expr, $request:ident, $work:expr) => {
        $gate.lengthy($call, $request, |_| None, $work)
    };
}
pub(super) use service;
