//! The presets as the build leaves them: data that any `Deserialize` reads, without a parser.

use serde::de::value::{Error, MapDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// A value of a sheet.
pub(super) enum Datum {
    Switch(bool),
    Number(u32),
    Text(&'static str),
    Table(&'static [(&'static str, Datum)]),
}

impl Deserializer<'static> for &'static Datum {
    type Error = Error;

    fn deserialize_any<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Datum::Switch(is_on) => visitor.visit_bool(*is_on),
            Datum::Number(number) => visitor.visit_u32(*number),
            Datum::Text(text) => visitor.visit_borrowed_str(text),
            Datum::Table(fields) => {
                let fields = fields.iter().map(|(name, value)| (*name, value));
                visitor.visit_map(MapDeserializer::new(fields))
            }
        }
    }

    /// A policy is spelled as its name.
    fn deserialize_enum<V: Visitor<'static>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Datum::Text(text) => visitor.visit_enum((*text).into_deserializer()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'static>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'static>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'static, Error> for &'static Datum {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
