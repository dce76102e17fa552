//! Reads numbers, flags and text of map files. The rules are the same for JSON and XML: a number may be written as text, and an integer may
//! have a fraction of zero. Infinite numbers and NaN are rejected.

use crate::fields::quoted;
use serde::de::{Deserializer, Error, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A numeric type that the numbers in map files can be converted to.
pub(super) trait FileNumber: Default {
    /// The numbers that this type accepts, as text for error messages.
    const EXPECTED: &'static str;

    /// Converts a finite number. Returns `None` if it is out of range, or if the type is an integer and the number has a fraction.
    fn of(number: f64) -> Option<Self>;
}

impl FileNumber for f64 {
    const EXPECTED: &'static str = "a finite number";

    fn of(number: f64) -> Option<Self> {
        Some(number)
    }
}

macro_rules! whole {
    ($($type:ident: $expected:literal),*) => {$(
        impl FileNumber for $type {
            const EXPECTED: &'static str = $expected;

            fn of(number: f64) -> Option<Self> {
                // The conversion with `as` rounds towards zero and clamps to the range of the type. If that has changed the number, then
                // the number has a fraction or is out of range, and is refused. (Integers above 2^53 have no exact `f64`. If they are in
                // range, the parser of the file has already rounded them.)
                let value = number as Self;
                (value as f64 == number).then_some(value)
            }
        }
    )*};
}

whole! {
    i32: "a whole number from -2147483648 to 2147483647",
    u32: "a whole number from 0 to 4294967295",
    i64: "a whole number",
    u64: "a whole number of at least 0",
    usize: "a whole number of at least 0"
}

impl<T: FileNumber> FileNumber for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn of(number: f64) -> Option<Self> {
        T::of(number).map(Some)
    }
}

/// Parses a number. Returns `None` if the text is not a number, or if the number is not finite or not valid for the type `T`.
pub(super) fn parsed<T: FileNumber>(text: &str) -> Option<T> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite()).and_then(T::of)
}

/// Deserializes a number, which may be written as text. `null` gives the default value.
pub(super) fn number<'de, D: Deserializer<'de>, T: FileNumber>(deserializer: D) -> Result<T, D::Error> {
    struct Numbers<T>(PhantomData<T>);
    impl<T: FileNumber> Visitor<'_> for Numbers<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str(T::EXPECTED)
        }
        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_f64(number as f64)
        }
        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_f64(number as f64)
        }
        fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
            T::of(number).ok_or_else(|| E::custom(format!("{number} is not {}", T::EXPECTED)))
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            parsed(text).ok_or_else(|| E::custom(format!("{} is not {}", quoted(text), T::EXPECTED)))
        }
        fn visit_unit<E: Error>(self) -> Result<T, E> {
            Ok(T::default())
        }
    }
    deserializer.deserialize_any(Numbers(PhantomData))
}

/// Parses a flag: `true`, `yes` or `1`, or `false`, `no` or `0`, in upper or lower case.
pub(super) fn flag_word(word: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|known| word.trim().eq_ignore_ascii_case(known));
    if is(["true", "yes", "1"]) { Some(true) } else { is(["false", "no", "0"]).then_some(false) }
}

/// Deserializes a flag, which may be written as a number or as text. `null` gives the default value.
pub(super) fn flag<'de, D: Deserializer<'de>, T: From<bool> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Flags<T>(PhantomData<T>);
    impl<T: From<bool> + Default> Visitor<'_> for Flags<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("true or false")
        }
        fn visit_bool<E: Error>(self, flag: bool) -> Result<T, E> {
            Ok(flag.into())
        }
        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            Ok((number != 0).into())
        }
        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            Ok((number != 0).into())
        }
        fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
            Ok((number != 0.0).into())
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            let flag = flag_word(text).map(T::from);
            flag.ok_or_else(|| E::custom(format!("{} is not true or false", quoted(text))))
        }
        fn visit_unit<E: Error>(self) -> Result<T, E> {
            Ok(T::default())
        }
    }
    deserializer.deserialize_any(Flags(PhantomData))
}

/// Deserializes text. A number or a flag is converted to text; `null` gives the empty text.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct Texts;
    impl Visitor<'_> for Texts {
        type Value = String;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("text")
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.into())
        }
        fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
            Ok(number.to_string())
        }
        fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
            Ok(number.to_string())
        }
        fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
            Ok(number.to_string())
        }
        fn visit_bool<E: Error>(self, flag: bool) -> Result<String, E> {
            Ok(flag.to_string())
        }
        fn visit_unit<E: Error>(self) -> Result<String, E> {
            Ok(String::new())
        }
    }
    deserializer.deserialize_any(Texts)
}
