//! Serialization of shapes with `serde`. A vector is serialized as a list of its coordinates, a shape as a map of the arguments of its
//! constructor, and a [`Shape`](crate::Shape) as a map with one entry, from the name of its kind to the shape. Numbers that a constructor
//! would correct, such as a negative radius or a minimum above the maximum, are errors; so is NaN. The pixel size of a sprite is an
//! exception: a negative pixel size or NaN becomes zero.

use crate::scalar::{AreaOf, Scalar, Span};
use crate::{
    Aabb, Axis, Ball, Capsule, Cylinder, Ellipse, HalfSpace, Hull, Mask, OrientedBox, OrientedCylinder,
    Polygon, PolygonBuf, Pose, Rotation, Segment, Sprite, SquaredBall, Triangle, Vector,
};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, SerializeTuple, Serializer};

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
                // In formats that do not store the length of a list, such as JSON, there may be more coordinates. This is an error.
                match seq.next_element::<serde::de::IgnoredAny>()? {
                    Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
                    None => Ok(vector),
                }
            }
        }

        deserializer.deserialize_tuple(N, Numbers(PhantomData))
    }
}

/// Implements serialization and deserialization of the type `$shape` through the struct `$fields`, whose fields are the arguments of the
/// type's constructor. `$to_fields` converts a shape to this struct. `$from_fields` checks the struct and converts it to a shape.
macro_rules! fields {
    ($shape:ident, $name:literal, as $fields:ident { $($field:ident: $type:ty),* }, $to_fields:expr, $from_fields:expr) => {
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
                let to_fields: fn(&Self) -> $fields<S, N> = $to_fields;
                to_fields(self).serialize(serializer)
            }
        }

        impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for $shape<S, N>
        where
            AreaOf<S>: Deserialize<'de>,
        {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let from_fields: fn($fields<S, N>) -> Result<Self, &'static str> = $from_fields;
                from_fields($fields::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

fields!(
    Aabb, "Aabb", as AabbFields { min: Vector<S, N>, max: Vector<S, N> },
    |shape| AabbFields { min: shape.min(), max: shape.max() },
    |fields| {
        // Written so that NaN is rejected: a comparison with NaN is false.
        let ordered = (0..N).all(|axis| fields.min[axis] <= fields.max[axis]);
        if ordered { Ok(Aabb::new(fields.min, fields.max)) } else { Err("min is greater than max, or is NaN") }
    }
);

fields!(
    Ball, "Ball", as BallFields { center: Vector<S, N>, radius: S },
    |shape| BallFields { center: shape.center(), radius: shape.radius() },
    |fields| {
        reject_nan(fields.center)?;
        radius_in_range(fields.radius)?;
        Ok(Ball::new(fields.center, fields.radius))
    }
);

fields!(
    SquaredBall, "SquaredBall", as SquaredBallFields { center: Vector<S, N>, radius_squared: AreaOf<S> },
    |shape| SquaredBallFields { center: shape.center(), radius_squared: shape.radius_squared() },
    |fields| {
        reject_nan(fields.center)?;
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
        reject_nan(fields.from)?;
        radius_in_range(fields.radius)?;
        let cylinder = Cylinder::try_new(fields.axis, fields.from, fields.to, fields.radius);
        let cylinder = cylinder.ok_or("a cylinder has 3 dimensions")?;
        // Written so that NaN is rejected: a comparison with NaN is false.
        let ordered = fields.from[fields.axis.index()] <= fields.to;
        if ordered { Ok(cylinder) } else { Err("from is greater than to, or to is NaN") }
    }
);

/// Returns an error if a coordinate is NaN.
fn reject_nan<S: Scalar, const N: usize>(vector: Vector<S, N>) -> Result<(), &'static str> {
    if vector.0.iter().all(|c| !c.to_f64().is_nan()) { Ok(()) } else { Err("a coordinate is NaN") }
}

/// Returns an error if the radius is negative, too large or NaN.
fn radius_in_range<S: Scalar>(radius: S) -> Result<(), &'static str> {
    // The range contains no NaN, so NaN is rejected too.
    if (S::ZERO..=S::MAX_RADIUS).contains(&radius) { Ok(()) } else { Err("radius is out of range") }
}

fields!(
    Segment, "Segment", as SegmentFields { from: Vector<S, N>, to: Vector<S, N> },
    |shape| SegmentFields { from: shape.from(), to: shape.to() },
    |fields| {
        reject_nan(fields.from)?;
        reject_nan(fields.to)?;
        Segment::try_new(fields.from, fields.to).ok_or("a segment in space needs floats")
    }
);

fields!(
    Triangle, "Triangle", as TriangleFields { corners: [Vector<S, N>; 3] },
    |shape| TriangleFields { corners: shape.corners() },
    |fields| {
        fields.corners.into_iter().try_for_each(reject_nan)?;
        Triangle::try_new(fields.corners).ok_or("a triangle in space needs floats")
    }
);

fields!(
    Capsule, "Capsule", as CapsuleFields { from: Vector<S, N>, to: Vector<S, N>, radius: S },
    |shape| CapsuleFields { from: shape.spine().from(), to: shape.spine().to(), radius: shape.radius() },
    |fields| {
        reject_nan(fields.from)?;
        reject_nan(fields.to)?;
        radius_in_range(fields.radius)?;
        Capsule::try_new(fields.from, fields.to, fields.radius).ok_or("a capsule needs floats")
    }
);

fields!(
    Rotation, "Rotation", as RotationFields { axes: Vector<Vector<S, N>, N> },
    |rotation| RotationFields { axes: Vector(rotation.axes()) },
    |fields| Rotation::from_axes(fields.axes.0).ok_or("the axes are no rotation")
);

fields!(
    Pose, "Pose", as PoseFields { rotation: Rotation<S, N>, translation: Vector<S, N> },
    |pose| PoseFields { rotation: pose.rotation, translation: pose.translation },
    |fields| {
        reject_nan(fields.translation)?;
        Ok(Pose { rotation: fields.rotation, translation: fields.translation })
    }
);

fields!(
    OrientedBox, "OrientedBox",
    as OrientedBoxFields { center: Vector<S, N>, half_size: Vector<S, N>, rotation: Rotation<S, N> },
    |shape| OrientedBoxFields {
        center: shape.center(),
        half_size: shape.half_size(),
        rotation: shape.rotation(),
    },
    |fields| {
        reject_nan(fields.center)?;
        // Written so that NaN is rejected: a comparison with NaN is false.
        let positive = fields.half_size.0.iter().all(|c| *c >= S::ZERO);
        let shape = OrientedBox::known(fields.center, fields.half_size, fields.rotation);
        if positive { Ok(shape) } else { Err("half_size is negative or NaN") }
    }
);

fields!(
    Ellipse, "Ellipse",
    as EllipseFields { center: Vector<S, N>, half_size: Vector<S, N>, rotation: Rotation<S, N> },
    |shape| EllipseFields {
        center: shape.center(),
        half_size: shape.half_size(),
        rotation: shape.rotation(),
    },
    |fields| {
        reject_nan(fields.center)?;
        // Written so that NaN is rejected: a comparison with NaN is false.
        let positive = fields.half_size.0.iter().all(|c| *c >= S::ZERO);
        if N != 2 {
            Err("an ellipse has 2 dimensions")
        } else if positive {
            Ok(Ellipse::known(fields.center, fields.half_size, fields.rotation))
        } else {
            Err("half_size is negative or NaN")
        }
    }
);

fields!(
    HalfSpace, "HalfSpace", as HalfSpaceFields { point: Vector<S, N>, normal: Vector<S, N> },
    |shape| HalfSpaceFields { point: shape.point(), normal: shape.normal() },
    |fields| {
        reject_nan(fields.point)?;
        HalfSpace::new(fields.point, fields.normal).ok_or("normal is zero, infinite or NaN")
    }
);

fields!(
    OrientedCylinder, "OrientedCylinder",
    as OrientedCylinderFields { center: Vector<S, N>, direction: Vector<S, N>, half_height: S, radius: S },
    |shape| OrientedCylinderFields {
        center: shape.center(),
        direction: shape.direction(),
        half_height: shape.half_height(),
        radius: shape.radius(),
    },
    |fields| {
        reject_nan(fields.center)?;
        radius_in_range(fields.radius)?;
        let squared: f64 = fields.direction.0.iter().map(|c| c.to_f64() * c.to_f64()).sum();
        if N != 3 || !S::IS_FLOAT {
            Err("a cylinder in any direction has 3 dimensions, and needs floats")
        } else if !(0.999..1.001).contains(&squared) {
            Err("the length of direction is not 1")
        } else if fields.half_height >= S::ZERO {
            let OrientedCylinderFields { center, direction, half_height, radius } = fields;
            Ok(OrientedCylinder::known(center, direction, half_height, radius))
        } else {
            Err("half_height is negative or NaN")
        }
    }
);

/// The corners of a polygon, serialized as a list.
struct CornerSequence<I>(I);

impl<T: Serialize, I: Iterator<Item = T> + Clone> Serialize for CornerSequence<I> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Polygon<'_, S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Polygon", 2)?;
        fields.serialize_field("corners", &CornerSequence(self.corners()))?;
        fields.serialize_field("radius", &self.radius())?;
        fields.end()
    }
}

impl<S: Scalar + Serialize, const CAP: usize> Serialize for PolygonBuf<S, CAP> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_polygon().serialize(serializer)
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Hull<'_, S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Hull", 1)?;
        fields.serialize_field("points", self.points())?;
        fields.end()
    }
}

#[cfg(feature = "alloc")]
mod owned;
mod shape;
#[cfg(feature = "alloc")]
mod shape_buf;

impl Serialize for Mask<'_> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Mask", 2)?;
        fields.serialize_field("size", &self.size())?;
        fields.serialize_field("words", self.words())?;
        fields.end()
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Sprite<'_, S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Sprite", 4)?;
        fields.serialize_field("mask", &self.mask())?;
        fields.serialize_field("min", &self.aabb().min())?;
        fields.serialize_field("pixel", &self.pixel())?;
        fields.serialize_field("flip", &self.flip())?;
        fields.end()
    }
}
