//! Half-spaces for C, in 2D and in 3D.

use crate::bumper_status::{self, *};
use crate::finite_vector;
use crate::typed::{bumper_point3_f32, bumper_point_f32, Shaped};
use engine::{HalfSpace, Shape};

/// Defines the type of half-spaces and its functions for one number of dimensions. In 3D, the names contain a 3.
macro_rules! half_spaces {
    ($d:literal, $n:literal) => {
        pastey::paste! {
            /// A half-space: all points on one side of a line in 2D, or of a plane in 3D, such as an endless floor. `point` is any point
            /// of the line or plane, which belongs to the half-space. `normal` is perpendicular to it and points out of the half-space; it
            /// may have any length except zero. The half-space is infinitely large, and only static bodies may have it as a shape.
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct [<bumper_half_space $d>] {
                pub point: [<bumper_point $d _f32>],
                pub normal: [<bumper_point $d _f32>],
            }

            impl [<bumper_half_space $d>] {
                /// Converts a half-space from C. BUMPER_NOT_A_NUMBER if a number is NaN or infinite, or if the normal has length zero.
                pub fn to_shape(self) -> Result<Shape<'static, f32, $n>, bumper_status> {
                    let point = finite_vector(self.point.shape())?;
                    let normal = finite_vector(self.normal.shape())?;
                    HalfSpace::new(point, normal).map(Shape::from).ok_or(BUMPER_NOT_A_NUMBER)
                }
            }
        }
    };
}

half_spaces!("", 2);
half_spaces!("3", 3);
