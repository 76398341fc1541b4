//! What the parameters of a query are given by.

use std::collections::HashMap;

use ydb::Value as SdkValue;

use super::super::params::Request;
use super::value_type::type_of;
use crate::error::Result;
use crate::statements::{KeyParams, YdbTable};

/// The value of a parameter.
#[derive(Clone, Debug)]
pub struct Given {
    /// The type to declare, if it is known.
    pub(in crate::sdk) ty: Option<String>,
    pub(in crate::sdk) value: SdkValue,
}

impl From<SdkValue> for Given {
    fn from(value: SdkValue) -> Self {
        Given { ty: type_of(&value), value }
    }
}

/// Parameters with their values: those of a key or of its beginning, or any others by their names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give parameters of a query",
    label = "expected `KeyParams`, an array of names with values, or a map of them",
    note = "write `.param(\"name\", &value)` for one value, `.params([(\"ids\", param_list(&ids)?)])` for values that are made already"
)]
pub trait IntoParams {
    #[doc(hidden)]
    fn given(self) -> Result<Vec<(String, Given)>>;
}

impl IntoParams for HashMap<String, SdkValue> {
    fn given(self) -> Result<Vec<(String, Given)>> {
        Ok(self.into_iter().map(|(name, value)| (name, value.into())).collect())
    }
}

impl<N: Into<String>, const COUNT: usize> IntoParams for [(N, SdkValue); COUNT] {
    fn given(self) -> Result<Vec<(String, Given)>> {
        Ok(self.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<T: YdbTable> IntoParams for &KeyParams<T> {
    fn given(self) -> Result<Vec<(String, Given)>> {
        let typed = Request::new(T::TABLE.name, self.statement()?)?.into_typed_params();
        Ok(typed.map(|(name, ty, value)| (name, Given { ty: Some(ty), value })).collect())
    }
}

impl<T: YdbTable> IntoParams for KeyParams<T> {
    fn given(self) -> Result<Vec<(String, Given)>> {
        (&self).given()
    }
}
