//! Conversions from and to the vectors of `glam`. Each supported version of `glam` has types of its own, and a feature of its own.

use crate::Vector;

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
    )*};
}

versions! {
    glam "glam", glam027 "glam027", glam029 "glam029", glam030 "glam030", glam032 "glam032", glam033 "glam033"
}
