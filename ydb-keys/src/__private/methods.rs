//! The methods of generated types, which call those of the library. They are macros because the derive cannot see which
//! features of this crate are on.

/// The methods of a table's scan: `$scan<S>(Scan<$model>, PhantomData<S>)`. What it reads, `$of`, is the model or an index.
#[doc(hidden)]
#[macro_export]
macro_rules! __scan_methods {
    ($scan:ident, $model:ident, $of:ident) => {
        impl<__S> $scan<__S> {
            pub fn after(self, key: impl $crate::__private::IntoKey<$model>) -> Self {
                $scan($crate::__private::Scan::after(self.0, $crate::__private::IntoKey::into_key(key)), self.1)
            }
            pub fn params(self) -> $crate::__private::KeyParams<$model>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::params(self.0)
            }
            pub fn delete(self) -> $crate::__private::DeleteRange<$model>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::delete(self.0)
            }
        }
        $crate::__private::split_method!($scan, $model);
        $crate::__private::index_scan_methods!($scan, $model, $of);
    };
}

/// The method of the scan of a whole table. No other state has it, so a key column may have its name.
#[doc(hidden)]
#[macro_export]
macro_rules! __split_method {
    ($scan:ident, $model:ident) => {
        impl $scan<$crate::__private::Whole> {
            #[inline]
            pub fn split(
                self,
                parts: ::core::primitive::u32,
            ) -> $crate::__private::Result<$crate::__private::Vec<$crate::__private::Select<$model>>> {
                $crate::__private::Scan::split(self.0, parts)
            }
        }
    };
}

/// The methods of an index's scan; a table's scan has them too.
#[doc(hidden)]
#[macro_export]
macro_rules! __index_scan_methods {
    ($scan:ident, $model:ident, $of:ident) => {
        // The bounds are on the methods, not on the impl: otherwise the compiler reports that the method does not
        // exist.
        impl<__S> $scan<__S> {
            pub fn descending(self) -> Self {
                $scan($crate::__private::Scan::descending(self.0), self.1)
            }
            pub fn limit(self, rows: ::core::primitive::u64) -> Self {
                $scan($crate::__private::Scan::limit(self.0, rows), self.1)
            }
            pub fn full_scan(self) -> $scan<$crate::__private::Whole> {
                $scan(self.0, $crate::__private::PhantomData)
            }
            pub fn statement(&self) -> $crate::__private::Result<$crate::__private::Statement<'static>>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::statement(&self.0)
            }
            pub fn count(self) -> $crate::__private::Count<$model>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::count(self.0)
            }
            pub fn exists(self) -> $crate::__private::Exists<$model>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::exists(self.0)
            }
            pub fn page(
                self,
                size: ::core::primitive::u64,
                token: ::core::option::Option<&$crate::__private::PageToken>,
            ) -> $crate::__private::PageQuery<$model>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::page(self.0, size, token)
            }
            pub fn select<__P: $crate::__private::ProjectionOf<$model>>(self) -> $crate::__private::Select<$model, __P>
            where
                __S: $crate::__private::Bounded<$of>,
            {
                $crate::__private::Scan::select(self.0)
            }
        }
        $crate::__private::sdk_scan_methods!($scan, $model, $of);
    };
}

/// The methods of a table's update, `$update(Update<_>)`; those that take it by reference are the library's own.
#[doc(hidden)]
#[macro_export]
macro_rules! __update_methods {
    ($update:ident, $model:ident) => {
        impl $update {
            #[inline]
            pub fn when(self, condition: $crate::__private::Condition<$model>) -> Self {
                $update($crate::__private::Update::when(self.0, condition))
            }
        }
        impl ::core::ops::Deref for $update {
            type Target = $crate::__private::Update<$model>;
            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    };
}

pub use __index_scan_methods as index_scan_methods;
pub use __scan_methods as scan_methods;
pub use __split_method as split_method;
pub use __update_methods as update_methods;
