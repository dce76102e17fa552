//! Conversions from and to the vectors, quaternions and rotation matrices of `glam`. Each supported version of `glam` has its own
//! feature, because its types differ from those of other versions.
//!
//! Quaternions and matrices need not be normalized. A 2D matrix is converted to the rotation that turns the x axis to its first column;
//! scale and shear are ignored. If the quaternion or the first column is zero, infinite or NaN, the result is the identity.

use crate::{Rotation, Vector};

macro_rules! both_ways {
    ($glam:ident: $($theirs:ident: $scalar:ident, $n:literal);*) => {$(
        impl From<$glam::$theirs> for Vector<$scalar, $n> {
            #[inline]
            fn from(theirs: $glam::$theirs) -> Self {
                Vector(theirs.to_array())
            }
        }

        impl From<Vector<$scalar, $n>> for $glam::$theirs {
            #[inline]
            fn from(ours: Vector<$scalar, $n>) -> Self {
                Self::from_array(ours.0)
            }
        }
    )*};
}

macro_rules! rotations {
    ($glam:ident: $($scalar:ident, $matrix:ident, $quaternion:ident);*) => {$(
        impl From<$glam::$matrix> for Rotation<$scalar, 2> {
            #[inline]
            fn from(theirs: $glam::$matrix) -> Self {
                let [cosine, sine] = theirs.x_axis.to_array();
                Self::from_complex(cosine, sine).unwrap_or_else(Self::identity)
            }
        }

        impl From<Rotation<$scalar, 2>> for $glam::$matrix {
            #[inline]
            fn from(ours: Rotation<$scalar, 2>) -> Self {
                let [x, y] = ours.axes();
                Self::from_cols(x.into(), y.into())
            }
        }

        impl From<$glam::$quaternion> for Rotation<$scalar, 3> {
            #[inline]
            fn from(theirs: $glam::$quaternion) -> Self {
                Self::from_quaternion(theirs.to_array()).unwrap_or_else(Self::identity)
            }
        }

        impl From<Rotation<$scalar, 3>> for $glam::$quaternion {
            #[inline]
            fn from(ours: Rotation<$scalar, 3>) -> Self {
                Self::from_array(ours.quaternion())
            }
        }
    )*};
}

macro_rules! versions {
    ($($glam:ident $feature:literal),*) => {$(
        #[cfg(feature = $feature)]
        both_ways! {
            $glam:
            Vec2: f32, 2; Vec3: f32, 3; Vec3A: f32, 3;
            DVec2: f64, 2; DVec3: f64, 3;
            IVec2: i32, 2; IVec3: i32, 3;
            I16Vec2: i16, 2; I16Vec3: i16, 3
        }
        #[cfg(feature = $feature)]
        rotations! { $glam: f32, Mat2, Quat; f64, DMat2, DQuat }
    )*};
}

versions! {
    glam "glam", glam027 "glam027", glam029 "glam029", glam030 "glam030", glam032 "glam032", glam033 "glam033"
}
