//! Code that is the same for each model, except for names. The compiler expands this macro several times as fast as the
//! derive could generate the code.

/// Implements `Debug`, `==` and `Hash` for the key struct over its encoded values, so that the types of the fields need
/// none of these traits. Also defines the model's own types of scans and updates, and implements traits of other
/// crates.
#[doc(hidden)]
#[macro_export]
macro_rules! __model {
    ($visibility:vis $model:ident, $key:ident $text:literal, $scan:ident, $update:ident) => {
        #[automatically_derived]
        impl ::core::fmt::Debug for $key {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::debug_key(self, $text, __f)
            }
        }

        #[automatically_derived]
        impl ::core::cmp::PartialEq for $key {
            #[inline]
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                $crate::__private::same_key(self, __other)
            }
        }

        #[automatically_derived]
        impl ::core::cmp::Eq for $key {}

        #[automatically_derived]
        impl ::core::hash::Hash for $key {
            #[inline]
            fn hash<__H: ::core::hash::Hasher>(&self, __state: &mut __H) {
                $crate::__private::feed_key(self, __state);
            }
        }

        #[must_use = "nothing is read until `.fetch(client).await`"]
        $visibility struct $scan<__I, __S>($crate::__private::Scan<$model, __I, __S>);

        impl<__I, __S> ::core::ops::Deref for $scan<__I, __S> {
            type Target = $crate::__private::Scan<$model, __I, __S>;

            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[must_use = "nothing is sent until `.exec(client).await`"]
        $visibility struct $update<__R = $crate::__private::ByKey<$model>>($crate::__private::Update<$model, __R>);

        impl<__R> ::core::ops::Deref for $update<__R> {
            type Target = $crate::__private::Update<$model, __R>;

            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<__R> $update<__R> {
            // All setters call this method, because the compiler's work grows with the number of calls.
            fn __set<__V>(
                self,
                __column: ::core::primitive::usize,
                __value: impl $crate::__private::NewValue<$model, __V>,
            ) -> Self {
                $update(self.0.set(__column, __value))
            }

            #[inline]
            pub fn when(self, __condition: $crate::__private::Condition<$model>) -> Self {
                $update(self.0.when(__condition))
            }
        }

        $crate::__private::from_ydb_row! { $model }
        $crate::__private::key_serde! { $key }
    };
}

pub use __model as model;
