//! Services as tables: each row is a method that answers once, how it runs, and what it does.

/// Implements a service. A row names how the method runs ([`Gate::unary`](super::gate::Gate::unary) or
/// [`Gate::lengthy`](super::gate::Gate::lengthy)), the method, its call, its request and its answer, and ends with its
/// work. Streams and types stand in braces behind the rows.
macro_rules! service {
    ($trait:ident for $service:ident:
        $($way:ident $method:ident: $call:ident($request:ty) -> $answer:ty = $work:expr;)*
        $({ $($more:tt)* })?
    ) => {
        #[tonic::async_trait]
        impl $trait for $service {
            $(async fn $method(&self, request: tonic::Request<$request>) -> Answer<$answer> {
                self.0.$way(Call::$call, request, $work).await
            })*
            $($($more)*)?
        }
    };
}

pub(super) use service;
