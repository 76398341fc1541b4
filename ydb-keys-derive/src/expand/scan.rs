//! The table's own scan type, whose states let only legal prefixes of the key compile.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;
use syn::ext::IdentExt;

use crate::model::table::Table;

/// `UserEventScan`
pub(super) fn name(table: &Table) -> Ident {
    format_ident!("{}Scan", table.ident.unraw(), span = table.ident.span())
}

/// How many key columns a scan must fix, or give a range, to stay within one stretch of the key.
struct Least {
    fixed: usize,
    named: usize,
}

impl Least {
    fn of(table: &Table) -> Least {
        let inputs = table.key.hash.iter().flat_map(|hash| &hash.inputs);
        let position = |(input, _): &(usize, _)| table.key.columns.iter().position(|(column, _)| column == input);
        let fixed = inputs.filter_map(position).map(|position| position + 1).max().unwrap_or(0);
        // Without a hash a range of the first column is enough.
        Least { fixed, named: fixed.max(1).min(table.key.columns.len()) }
    }
}

pub(super) fn scan(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, name(table));
    let least = Least::of(table);
    let needed: Vec<&Ident> =
        table.key.columns[..least.named].iter().map(|(column, _)| &table.columns[*column].ident).collect();
    // The compiler prints these types: as the names of the columns to fix.
    let bounded = quote!(__ydb::Bounded<#ident, (#(__fix::#needed),*)>);
    let mut methods = TokenStream::new();
    let mut states = TokenStream::new();
    let mut state = quote!(__ydb::Start);
    for (at, (column, _)) in table.key.columns.iter().enumerate() {
        let column = &table.columns[*column];
        let (method, ty) = (&column.ident, &column.ty);
        let method = (!column.reserved).then(|| {
            quote! {
                impl #name<#state> {
                    #[inline]
                    pub fn #method<__A: __ydb::KeyArg<#ty>>(self, #method: __A) -> #name<__A::Next<#state>> {
                        #name(__ydb::Scan::column(self.0, #method, <#ty as __ydb::Column>::as_dyn), __ydb::PhantomData)
                    }
                }
            }
        });
        methods.extend(method);
        if at >= least.fixed {
            states.extend(quote!(impl #bounded for __ydb::Ranged<#state> {}));
        }
        state = quote!(__ydb::Fixed<#state>);
        if at + 1 >= least.fixed {
            states.extend(quote!(impl #bounded for #state {}));
        }
    }
    quote! {
        mod __fix { #(pub struct #needed;)* }
        pub struct #name<__S>(__ydb::Scan<#ident>, __ydb::PhantomData<__S>);
        #methods
        impl<__S> #name<__S> {
            #[inline]
            pub fn descending(self) -> Self { #name(__ydb::Scan::descending(self.0), self.1) }
            #[inline]
            pub fn limit(self, rows: ::core::primitive::u64) -> Self { #name(__ydb::Scan::limit(self.0, rows), self.1) }
            #[inline]
            pub fn after(self, key: <#ident as __ydb::YdbTable>::Key) -> Self { #name(__ydb::Scan::after(self.0, key), self.1) }
            #[inline]
            pub fn full_scan(self) -> #name<__ydb::Whole> { #name(self.0, __ydb::PhantomData) }
            // Bounds on the methods, not on the impl: else the compiler says that there is no such method.
            #[inline]
            pub fn statement(&self) -> __ydb::Result<__ydb::Statement<'_>> where __S: #bounded {
                __ydb::Scan::statement(&self.0)
            }
            #[inline]
            pub fn delete_statement(&self) -> __ydb::Result<__ydb::Statement<'_>> where __S: #bounded {
                __ydb::Scan::delete_statement(&self.0)
            }
        }
        #states
    }
}
