//! Forms of values inside containers, where serde's `remote` definitions do not reach by themselves.

use std::marker::PhantomData;
use std::sync::Arc;

use boneyard_engine::{BySeat, BySide};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value in its form.
pub(super) trait Form: Serialize + DeserializeOwned {
    /// The type whose form this is.
    type Value: Clone;

    fn of(value: &Self::Value) -> Self;
    fn into_value(self) -> Self::Value;
}

/// A newtype around a value that is written by its `remote` definition.
macro_rules! form {
    ($form:ident of $value:ty, $definition:literal) => {
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        pub(super) struct $form(#[serde(with = $definition)] $value);

        impl $crate::codec::wrap::Form for $form {
            type Value = $value;

            fn of(value: &$value) -> Self {
                Self(value.clone())
            }

            fn into_value(self) -> $value {
                self.0
            }
        }
    };
}
pub(super) use form;

/// `with` for a container whose items have the form `F`.
macro_rules! container {
    ($(#[$doc:meta])* $name:ident, $container:ident) => {
        $(#[$doc])*
        pub(super) struct $name<F>(PhantomData<F>);

        impl<F: Form> $name<F> {
            pub(super) fn serialize<S: Serializer>(
                values: &$container<F::Value>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(values.iter().map(F::of))
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$container<F::Value>, D::Error> {
                let forms = Vec::<F>::deserialize(deserializer)?;
                Ok(forms.into_iter().map(F::into_value).collect())
            }
        }
    };
}

container! {
    /// One for each seat.
    SeatsOf, BySeat
}
container! {
    /// One for each side.
    SidesOf, BySide
}

/// `with` for a value that may be absent.
pub(super) struct OptionOf<F>(PhantomData<F>);

impl<F: Form> OptionOf<F> {
    pub(super) fn serialize<S: Serializer>(
        value: &Option<F::Value>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(F::of).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<F::Value>, D::Error> {
        Ok(Option::<F>::deserialize(deserializer)?.map(F::into_value))
    }
}

/// `with` for a shared value.
pub(super) struct ArcOf<F>(PhantomData<F>);

impl<F: Form> ArcOf<F> {
    pub(super) fn serialize<S: Serializer>(
        value: &Arc<F::Value>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        F::of(value).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<F::Value>, D::Error> {
        Ok(Arc::new(F::deserialize(deserializer)?.into_value()))
    }
}

/// `with` for a boxed value.
pub(super) struct BoxOf<F>(PhantomData<F>);

impl<F: Form> BoxOf<F> {
    pub(super) fn serialize<S: Serializer>(
        value: &F::Value,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        F::of(value).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<F::Value>, D::Error> {
        Ok(Box::new(F::deserialize(deserializer)?.into_value()))
    }
}
