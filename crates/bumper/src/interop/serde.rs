//! Reading and writing shapes with `serde`. A vector is a list of its numbers; a shape is a map of what its constructor
//! takes; a [`Shape`] is a map from the name of its kind. What a constructor would put right (corners out of order, a
//! negative radius) is refused when read, and so is NaN.

use crate::scalar::{AreaOf, Scalar, Span};
use crate::{Aabb, Axis, Ball, Cylinder, Shape, SquaredBall, Vector};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

impl<T: Serialize, const N: usize> Serialize for Vector<T, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut tuple = serializer.serialize_tuple(N)?;
        self.0.iter().try_for_each(|coordinate| tuple.serialize_element(coordinate))?;
        tuple.end()
    }
}

impl<'de, T: Deserialize<'de> + Default + Copy, const N: usize> Deserialize<'de> for Vector<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers<T, const N: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Default + Copy, const N: usize> Visitor<'de> for Numbers<T, N> {
            type Value = Vector<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "a list of {N} numbers")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vector<T, N>, A::Error> {
                let mut vector = Vector::default();
                for axis in 0..N {
                    vector[axis] =
                        seq.next_element()?.ok_or_else(|| A::Error::invalid_length(axis, &self))?;
                }
                // Formats without lengths end here by themselves; lists may go on.
                match seq.next_element::<serde::de::IgnoredAny>()? {
                    Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
                    None => Ok(vector),
                }
            }
        }

        deserializer.deserialize_tuple(N, Numbers(PhantomData))
    }
}

/// What a shape is written as, and read from.
macro_rules! fields {
    ($shape:ident, $name:literal, as $fields:ident { $($field:ident: $type:ty),* }, $give:expr, $take:expr) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(
            rename = $name,
            deny_unknown_fields,
            bound(
                serialize = "S: Serialize, AreaOf<S>: Serialize",
                deserialize = "S: Deserialize<'de>, AreaOf<S>: Deserialize<'de>"
            )
        )]
        struct $fields<S: Scalar, const N: usize> {
            $($field: $type),*
        }

        impl<S: Scalar + Serialize, const N: usize> Serialize for $shape<S, N>
        where
            AreaOf<S>: Serialize,
        {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let give: fn(&Self) -> $fields<S, N> = $give;
                give(self).serialize(serializer)
            }
        }

        impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for $shape<S, N>
        where
            AreaOf<S>: Deserialize<'de>,
        {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let take: fn($fields<S, N>) -> Result<Self, &'static str> = $take;
                take($fields::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

fields!(
    Aabb, "Aabb", as AabbFields { min: Vector<S, N>, max: Vector<S, N> },
    |shape| AabbFields { min: shape.min(), max: shape.max() },
    |fields| {
        // Also false for NaN.
        let ordered = (0..N).all(|axis| fields.min[axis] <= fields.max[axis]);
        if ordered { Ok(Aabb::new(fields.min, fields.max)) } else { Err("min is greater than max, or is NaN") }
    }
);

fields!(
    Ball, "Ball", as BallFields { center: Vector<S, N>, radius: S },
    |shape| BallFields { center: shape.center(), radius: shape.radius() },
    |fields| {
        finite(fields.center)?;
        radius_in_range(fields.radius)?;
        Ok(Ball::new(fields.center, fields.radius))
    }
);

fields!(
    SquaredBall, "SquaredBall", as SquaredBallFields { center: Vector<S, N>, radius_squared: AreaOf<S> },
    |shape| SquaredBallFields { center: shape.center(), radius_squared: shape.radius_squared() },
    |fields| {
        finite(fields.center)?;
        let most = S::MAX_RADIUS.radius().square();
        if (AreaOf::<S>::default()..=most).contains(&fields.radius_squared) {
            Ok(SquaredBall::new(fields.center, fields.radius_squared))
        } else {
            Err("radius_squared is out of range")
        }
    }
);

fields!(
    Cylinder, "Cylinder", as CylinderFields { axis: Axis, from: Vector<S, N>, to: S, radius: S },
    |shape| CylinderFields {
        axis: shape.axis(),
        from: shape.spine().min(),
        to: shape.spine().max()[shape.axis().index().min(N - 1)],
        radius: shape.radius(),
    },
    |fields| {
        finite(fields.from)?;
        radius_in_range(fields.radius)?;
        let cylinder = Cylinder::in_space(fields.axis, fields.from, fields.to, fields.radius);
        let cylinder = cylinder.ok_or("a cylinder has 3 dimensions")?;
        // Also false for NaN.
        let ordered = fields.from[fields.axis.index()] <= fields.to;
        if ordered { Ok(cylinder) } else { Err("from is greater than to, or to is NaN") }
    }
);

fn finite<S: Scalar, const N: usize>(vector: Vector<S, N>) -> Result<(), &'static str> {
    if vector.0.iter().all(|c| !c.to_f64().is_nan()) { Ok(()) } else { Err("a coordinate is NaN") }
}

fn radius_in_range<S: Scalar>(radius: S) -> Result<(), &'static str> {
    // Also false for NaN.
    if (S::default()..=S::MAX_RADIUS).contains(&radius) { Ok(()) } else { Err("radius is out of range") }
}

#[derive(serde::Serialize)]
#[serde(rename = "Shape", rename_all = "snake_case", bound(serialize = "S: Serialize, AreaOf<S>: Serialize"))]
enum Written<'a, S: Scalar, const N: usize> {
    Point(&'a Vector<S, N>),
    Aabb(&'a Aabb<S, N>),
    Ball(&'a Ball<S, N>),
    SquaredBall(&'a SquaredBall<S, N>),
    Cylinder(&'a Cylinder<S, N>),
    Compound(&'a [Shape<'a, S, N>]),
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Shape<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let written = match self {
            Shape::Point(point) => Written::Point(point),
            Shape::Aabb(shape) => Written::Aabb(shape),
            Shape::Ball(shape) => Written::Ball(shape),
            Shape::SquaredBall(shape) => Written::SquaredBall(shape),
            Shape::Cylinder(shape) => Written::Cylinder(shape),
            Shape::Compound(parts) => Written::Compound(parts),
        };
        written.serialize(serializer)
    }
}

#[derive(serde::Deserialize)]
#[serde(
    rename = "Shape",
    rename_all = "snake_case",
    bound(deserialize = "S: Deserialize<'de>, AreaOf<S>: Deserialize<'de>")
)]
enum Readable<S: Scalar, const N: usize> {
    Point(Vector<S, N>),
    Aabb(Aabb<S, N>),
    Ball(Ball<S, N>),
    SquaredBall(SquaredBall<S, N>),
    Cylinder(Cylinder<S, N>),
}

/// All kinds but compounds, which borrow their parts: read those as a list of shapes.
impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for Shape<'_, S, N>
where
    AreaOf<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Readable::deserialize(deserializer)? {
            Readable::Point(point) => {
                finite(point).map_err(D::Error::custom)?;
                Shape::Point(point)
            }
            Readable::Aabb(shape) => shape.into(),
            Readable::Ball(shape) => shape.into(),
            Readable::SquaredBall(shape) => shape.into(),
            Readable::Cylinder(shape) => shape.into(),
        })
    }
}
