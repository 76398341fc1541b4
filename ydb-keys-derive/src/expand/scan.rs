//! The table's own scan type, whose states let only legal prefixes of the key compile.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;
use syn::ext::IdentExt;

use crate::diag::list;
use crate::model::table::Table;

/// `UserEventScan`
pub(super) fn name(table: &Table) -> Ident {
    format_ident!("{}Scan", table.ident.unraw(), span = table.ident.span())
}

/// How many key columns a scan must fix to stay within one stretch of the key: all inputs of the hash.
fn fixed_at_least(table: &Table) -> usize {
    let inputs = table.key.hash.iter().flat_map(|hash| &hash.inputs);
    let position = |(input, _): &(usize, _)| table.key.columns.iter().position(|(column, _)| column == input);
    inputs.filter_map(position).map(|position| position + 1).max().unwrap_or(0)
}

pub(super) fn scan(table: &Table) -> TokenStream {
    let (ident, name) = (&table.ident, name(table));
    let bounded = format_ident!("{}BoundedScan", table.ident.unraw());
    let mut methods = TokenStream::new();
    let mut states = TokenStream::new();
    let mut state = quote!(__ydb::Start);
    let least = fixed_at_least(table);
    for (at, (column, _)) in table.key.columns.iter().enumerate() {
        let column = &table.columns[*column];
        let (method, ty) = (&column.ident, &column.ty);
        methods.extend(quote! {
            impl #name<#state> {
                #[inline]
                pub fn #method<__A: __ydb::KeyArg<#ty>>(self, #method: __A) -> #name<__A::Next<#state>> {
                    #name(__ydb::Scan::column(self.0, #method, <#ty as __ydb::Column>::as_dyn), __ydb::PhantomData)
                }
            }
        });
        if at >= least {
            states.extend(quote!(impl #bounded for __ydb::Ranged<#state> {}));
        }
        state = quote!(__ydb::Fixed<#state>);
        if at + 1 >= least {
            states.extend(quote!(impl #bounded for #state {}));
        }
    }
    let (message, note) = messages(table, least);
    quote! {
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
            #[inline]
            pub fn statement(&self) -> __ydb::Result<__ydb::Statement<'_>> where __S: #bounded { __ydb::Scan::statement(&self.0) }
            #[inline]
            pub fn delete_statement(&self) -> __ydb::Result<__ydb::Statement<'_>> where __S: #bounded { __ydb::Scan::delete_statement(&self.0) }
        }
        #[diagnostic::on_unimplemented(message = #message, label = "this scan is not bounded", note = #note)]
        pub trait #bounded {}
        impl #bounded for __ydb::Whole {}
        #states
    }
}

/// What is missing, and what to write.
fn messages(table: &Table, least: usize) -> (String, String) {
    let names: Vec<&str> = table.key.columns.iter().map(|(column, _)| table.columns[*column].field.as_str()).collect();
    let needed = &names[..least.max(1).min(names.len())];
    let calls: String = needed.iter().map(|name| format!(".{name}(..)")).collect();
    let why = match &table.key.hash {
        Some(hash) => format!("the hash column `{}` is computed from them", hash.name),
        None => "the table is sorted by it".to_owned(),
    };
    (
        format!(
            "a scan of table `{}` must fix {}, else it reads every partition",
            table.name,
            list(needed.iter().copied())
        ),
        format!("call `{calls}` ({why}), or write `.full_scan()` to read the whole table on purpose"),
    )
}
