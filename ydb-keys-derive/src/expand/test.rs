//! A test with a database of its own, as a test of the standard harness.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::model::test::Test;
use crate::private::private;

/// The code of a test. The function is an item within the test, so that it sees what it saw, and lints see it once.
pub(crate) fn test(test: &Test) -> TokenStream {
    let Test { krate, models, clock, schedule, faults, strict, attrs, vis, ident, params, output, body } = test;
    let private = private();
    let (patterns, types): (Vec<_>, Vec<_>) = params.iter().map(|(pattern, ty)| (pattern, ty)).unzip();
    let parameters: Vec<_> =
        types.iter().map(|ty| quote_spanned!(ty.span()=> <#ty as #krate::#private::testing::Parameter<'_>>)).collect();
    let clock = clock.then(|| quote!(.clock()));
    let run = if schedule.is_some() { quote!(explore) } else { quote!(run) };
    let schedule = schedule.as_ref().map(|seeds| quote!(.schedule(#seeds)));
    let faults = faults.as_ref().map(|most| quote!(.faults(#most)));
    let strict = strict.then(|| quote!(.strict()));
    quote! {
        #(#attrs)*
        #[::core::prelude::v1::test]
        #vis fn #ident() #output {
            async fn #ident(#(#patterns: #types),*) #output #body
            #krate::#private::testing::#run(
                ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#ident)),
                #krate::schema![#(#models),*],
                #krate::#private::testing::Setup::new(&[#(#parameters::EMBEDDED),*]) #clock #schedule #faults #strict,
                async |__database: &#krate::#private::testing::Database| #ident(#(#parameters::of(__database)),*).await,
            )
        }
    }
}
