//! Hashes of values by their serialized form, so that a hash contains exactly what a save contains.

use super::StateHash;
use core::fmt;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// The hash of the serialized form of a value. If a part refuses to be serialized, because shapes are nested too deeply, the hash is that of
/// everything before this part.
pub(crate) fn hash_of(value: &(impl Serialize + ?Sized)) -> u64 {
    let mut hash = StateHash::new();
    // The error says only which part was refused.
    let _ = value.serialize(HashSerializer(&mut hash));
    hash.value()
}

/// A serializer that adds each number, length and variant to a hash. Names of fields are left out, because the type determines them.
struct HashSerializer<'a>(&'a mut StateHash);

/// The error of a value that refuses to be serialized.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value cannot be serialized")
    }
}

impl core::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl HashSerializer<'_> {
    fn add(self, word: u64) -> Result<(), Refused> {
        self.0.add(word);
        Ok(())
    }

    fn add_bytes(self, bytes: &[u8]) -> Result<(), Refused> {
        self.0.add(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0.add(u64::from_le_bytes(word));
        }
        Ok(())
    }
}

/// Methods that add a number as a word.
macro_rules! words {
    ($($method:ident: $type:ty => $word:expr),* $(,)?) => {
        $(fn $method(self, value: $type) -> Result<(), Refused> {
            let word: fn($type) -> u64 = $word;
            self.add(word(value))
        })*
    };
}

impl<'a> Serializer for HashSerializer<'a> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    words! {
        serialize_bool: bool => |value| u64::from(value),
        serialize_i8: i8 => |value| value as u64,
        serialize_i16: i16 => |value| value as u64,
        serialize_i32: i32 => |value| value as u64,
        serialize_i64: i64 => |value| value as u64,
        serialize_u8: u8 => |value| u64::from(value),
        serialize_u16: u16 => |value| u64::from(value),
        serialize_u32: u32 => |value| u64::from(value),
        serialize_u64: u64 => |value| value,
        serialize_f32: f32 => |value| u64::from(value.to_bits()),
        serialize_f64: f64 => |value| value.to_bits(),
        serialize_char: char => |value| u64::from(u32::from(value)),
    }

    fn serialize_i128(self, value: i128) -> Result<(), Refused> {
        self.add_bytes(&value.to_le_bytes())
    }

    fn serialize_u128(self, value: u128) -> Result<(), Refused> {
        self.add_bytes(&value.to_le_bytes())
    }

    fn serialize_str(self, value: &str) -> Result<(), Refused> {
        self.add_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Refused> {
        self.add_bytes(value)
    }

    fn serialize_none(self) -> Result<(), Refused> {
        self.add(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        self.0.add(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Refused> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Refused> {
        self.add(u64::from(index))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        self.0.add(u64::from(index));
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Items<'a>, Refused> {
        Ok(Items::new(self.0, len))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Refused> {
        Ok(Items(self.0))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Refused> {
        Ok(Items(self.0))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Refused> {
        Ok(Items::new(self.0, Some(index as usize)))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Items<'a>, Refused> {
        Ok(Items::new(self.0, len))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Refused> {
        Ok(Items(self.0))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Refused> {
        Ok(Items::new(self.0, Some(index as usize)))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Refused> {
        /// Adds the pieces of a text.
        struct Text<'a>(&'a mut StateHash);

        impl fmt::Write for Text<'_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                text.bytes().for_each(|byte| self.0.add(u64::from(byte)));
                Ok(())
            }
        }

        fmt::Write::write_fmt(&mut Text(self.0), format_args!("{value}")).map_err(|_| Refused)
    }

    /// The compact form, as in binary formats.
    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The items of a list, a map or a struct.
struct Items<'a>(&'a mut StateHash);

impl<'a> Items<'a> {
    /// The items after a number: their count, or the index of a variant.
    fn new(hash: &'a mut StateHash, number: Option<usize>) -> Self {
        hash.add(number.unwrap_or(usize::MAX) as u64);
        Self(hash)
    }

    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(HashSerializer(self.0))
    }
}

/// Implements a trait for items in a list.
macro_rules! items {
    ($($trait:ident, $method:ident ($($name:ty)?);)*) => {
        $(impl $trait for Items<'_> {
            type Ok = ();
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Result<(), Refused> {
                self.add(value)
            }

            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        })*
    };
}

items! {
    SerializeSeq, serialize_element();
    SerializeTuple, serialize_element();
    SerializeTupleStruct, serialize_field();
    SerializeTupleVariant, serialize_field();
    SerializeStruct, serialize_field(&'static str);
    SerializeStructVariant, serialize_field(&'static str);
}

impl SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.add(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.add(value)
    }

    fn end(self) -> Result<(), Refused> {
        Ok(())
    }
}
