//! Deserializes lists that Tiled wrote as JSON objects before version 1.2, with a key for each entry.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A value that is stored in a list. Old files store the list as a JSON object: the key of an entry becomes a part of the value, and
/// `content` is the rest of it.
pub(super) trait Keyed: Sized {
    type Content;
    fn keyed(key: String, content: Self::Content) -> Option<Self>;
}

/// Deserializes a JSON list, or a JSON object with a key for each entry of the list.
pub(super) fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Keyed<Content: Deserialize<'de>> + Deserialize<'de>,
{
    struct Either<T>(PhantomData<T>);
    impl<'de, T: Keyed<Content: Deserialize<'de>> + Deserialize<'de>> Visitor<'de> for Either<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_unit<E: Error>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            std::iter::from_fn(|| seq.next_element().transpose()).collect()
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<T>, A::Error> {
            let entries = std::iter::from_fn(|| map.next_entry().transpose());
            let known = entries.map(|entry| entry.map(|(key, content)| T::keyed(key, content)));
            known.filter_map(Result::transpose).collect()
        }
    }
    deserializer.deserialize_any(Either(PhantomData))
}
