//! Reads the fields of a JSON object. Each error has the reason and its location in the file.

pub(crate) use crate::hints::quoted;
use crate::node::Node;
use crate::number::{Number, ParsedNumber, formatted};
use bumper::{Axis, Vector};
use std::borrow::Cow;
use std::fmt;

/// An error in a scene, a map or another file: its location and the reason.
///
/// ```
/// let fault = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"id": "a", "box": {"min": [4, 0], "max": [3, 9]}}]}"#).unwrap_err();
/// assert_eq!(fault.to_string(), r#"shapes[0] "a": box min.x 4 is greater than max.x 3"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The location of the error: a path such as `shapes[3] "wall"`, or `line 3 column 7`. May be empty.
    pub place: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Fault {
    /// Writes the location and the reason as a single line. Control characters, which the keys and names in a file may contain, are
    /// escaped.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let line = if self.place.is_empty() {
            self.reason.clone()
        } else {
            format!("{}: {}", self.place, self.reason)
        };
        line.chars().try_for_each(|c| {
            if c.is_control() { write!(f, "{}", c.escape_default()) } else { write!(f, "{c}") }
        })
    }
}

impl std::error::Error for Fault {}

pub(crate) type Read<T> = Result<T, Fault>;

/// An error without a location; callers add the location with `At::at`.
pub(crate) fn fault<T>(reason: impl Into<String>) -> Read<T> {
    Err(Fault { place: String::new(), reason: reason.into() })
}

/// Adds a location to an error. The new location is put before the one that the error already has, because it is the outer one: `shapes[3]:
/// center`.
pub(crate) trait At<T> {
    fn at(self, place: impl FnOnce() -> String) -> Read<T>;
}

impl<T> At<T> for Read<T> {
    fn at(self, place: impl FnOnce() -> String) -> Read<T> {
        self.map_err(|fault| {
            let place =
                if fault.place.is_empty() { place() } else { format!("{}: {}", place(), fault.place) };
            Fault { place, ..fault }
        })
    }
}

/// The fields of a JSON object, for reading them by their keys. The constructor checks that all keys are known and none is repeated.
pub(crate) struct Fields<'a> {
    /// The name of the object in error messages.
    what: &'a str,
    entries: &'a [(Cow<'a, str>, Node<'a>)],
}

impl<'a> Fields<'a> {
    pub(crate) fn new(what: &'a str, node: &'a Node<'a>, known: &[&[&str]]) -> Read<Self> {
        let Node::Map(entries) = node else {
            return fault(format!("{what} is {}, not an object", node.kind()));
        };
        for (at, (key, _)) in entries.iter().enumerate() {
            // For each key, search all earlier keys. The loop stops at the first unknown or repeated key. So the object has at most as many
            // keys before that as there are known keys, and the quadratic cost is small.
            if !known.iter().any(|keys| keys.contains(&&**key)) {
                return fault(crate::hints::unknown(what, key, known));
            }
            if entries[..at].iter().any(|(earlier, _)| earlier == key) {
                return fault(format!("{what} has the key \"{key}\" twice"));
            }
        }
        Ok(Self { what, entries })
    }

    /// The keys of the object, in the order of the file.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.entries.iter().map(|(key, _)| &**key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'a Node<'a>> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    pub(crate) fn need(&self, key: &str) -> Read<&'a Node<'a>> {
        self.get(key).map_or_else(|| fault(format!("{} has no \"{key}\"", self.what)), Ok)
    }

    /// The name of a field in error messages: the name of the object, followed by the key.
    pub(crate) fn name(&self, key: &str) -> String {
        format!("{} {key}", self.what)
    }

    pub(crate) fn scalar<S: Number>(&self, key: &str) -> Read<S> {
        scalar(self.need(key)?, || self.name(key))
    }

    /// Reads a number that must not be negative. If the field is missing, returns `default`, or fails if `default` is `None`.
    pub(crate) fn length<S: Number>(&self, key: &str, default: Option<S>) -> Read<S> {
        let value: S = match (self.get(key), default) {
            (None, Some(default)) => return Ok(default),
            _ => self.scalar(key)?,
        };
        if value < S::ZERO {
            fault(format!("{} {} is negative", self.name(key), formatted(value)))
        } else {
            Ok(value)
        }
    }

    /// Reads a radius: from zero to [`Scalar::MAX_RADIUS`](bumper::scalar::Scalar::MAX_RADIUS).
    pub(crate) fn radius<S: Number>(&self, key: &str) -> Read<S> {
        let radius: S = self.length(key, None)?;
        if radius > S::MAX_RADIUS {
            let most = formatted(S::MAX_RADIUS);
            return fault(format!(
                "{} {} is above {most}, the maximum for {}",
                self.name(key),
                formatted(radius),
                S::NAME
            ));
        }
        Ok(radius)
    }

    pub(crate) fn vector<S: Number, const N: usize>(&self, key: &str) -> Read<Vector<S, N>> {
        vector(self.need(key)?, || self.name(key))
    }
}

/// Reads `true` or `false`. If the field is missing, returns `default`.
pub(crate) fn flag(fields: &Fields, key: &str, default: bool) -> Read<bool> {
    match fields.get(key) {
        None => Ok(default),
        Some(Node::Bool(flag)) => Ok(*flag),
        Some(other) => fault(format!("{} is {}, not true or false", fields.name(key), other.kind())),
    }
}

pub(crate) fn number(node: &Node, name: impl Fn() -> String) -> Read<ParsedNumber> {
    number_as(node, &name)
}

// Some functions here, such as `number` and `scalar`, take the name of a value as a closure, so the compiler generates each of them once
// per closure. To keep them small, they call a function with a `&dyn Fn`, which the compiler generates only once (`number_as`) or once per
// scalar (`scalar_as`).
fn number_as(node: &Node, name: &dyn Fn() -> String) -> Read<ParsedNumber> {
    match node {
        Node::Number(number) => Ok(*number),
        other => fault(format!("{} is {}, not a number", name(), other.kind())),
    }
}

pub(crate) fn scalar<S: Number>(node: &Node, name: impl Fn() -> String) -> Read<S> {
    scalar_as(node, &name)
}

fn scalar_as<S: Number>(node: &Node, name: &dyn Fn() -> String) -> Read<S> {
    S::read(number_as(node, name)?).or_else(|reason| fault(format!("{} {reason}", name())))
}

pub(crate) fn text<'a>(node: &'a Node<'a>, name: &str) -> Read<&'a str> {
    match node {
        Node::Text(text) => Ok(text),
        other => fault(format!("{name} is {}, not a string", other.kind())),
    }
}

pub(crate) fn list<'a>(node: &'a Node<'a>, name: &str) -> Read<&'a [Node<'a>]> {
    match node {
        Node::List(list) => Ok(list),
        other => fault(format!("{name} is {}, not a list", other.kind())),
    }
}

/// Reads a list of exactly `N` numbers.
pub(crate) fn vector<S: Number, const N: usize>(
    node: &Node,
    name: impl Fn() -> String,
) -> Read<Vector<S, N>> {
    vector_as(node, &name)
}

fn vector_as<S: Number, const N: usize>(node: &Node, name: &dyn Fn() -> String) -> Read<Vector<S, N>> {
    let numbers = match node {
        Node::List(list) => list,
        other => return fault(format!("{} is {}, not a list of {N} numbers", name(), other.kind())),
    };
    if numbers.len() != N {
        let numbers =
            if numbers.len() == 1 { "1 number".into() } else { format!("{} numbers", numbers.len()) };
        return fault(format!("{} has {numbers}, not {N}", name()));
    }
    let mut vector = Vector::ZERO;
    for axis in 0..N {
        vector[axis] = scalar_as(&numbers[axis], &|| format!("{}.{}", name(), axis_name(axis)))?;
    }
    Ok(vector)
}

/// The name of an axis: `x`, `y`, `z`, or `w` for any further axis.
pub(crate) fn axis_name(axis: usize) -> &'static str {
    ["x", "y", "z"].get(axis).copied().unwrap_or("w")
}

pub(crate) fn axis_of(name: &str) -> Option<Axis> {
    Axis::ALL.into_iter().find(|axis| axis_name(axis.index()) == name)
}
