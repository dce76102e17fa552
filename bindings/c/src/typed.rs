//! Shapes that are passed by value, and functions that compute the relation of two of them. As the kinds of both shapes are known when
//! these functions are compiled, they are as fast as comparisons of coordinates that are written by hand.

use crate::bumper_relation;
use engine::{Aabb, Axis, Ball, Cylinder, Relate, SquaredBall, Vector};

/// A type for C that can be converted to a shape of the Rust library.
pub trait Shaped {
    type Shape;
    fn shape(&self) -> Self::Shape;
}

pub fn point(of: Vector<f32, 2>) -> bumper_point_f32 {
    bumper_point_f32 { x: of.x(), y: of.y() }
}

pub fn point3(of: Vector<f32, 3>) -> bumper_point3_f32 {
    bumper_point3_f32 { x: of.x(), y: of.y(), z: of.z() }
}

/// Defines three functions for each pair of shapes: relation, intersects and overlaps.
macro_rules! pairs {
    ($suffix:ident: $($name:ident: $a:ident, $b:ident;)*) => {$(pastey::paste! {
        /// The relation of the two shapes.
        #[no_mangle]
        pub extern "C" fn [<bumper_ $name _relation_ $suffix>](a: [<bumper_ $a _ $suffix>], b: [<bumper_ $b _ $suffix>]) -> bumper_relation {
            a.shape().relation(&b.shape()).into()
        }
        /// Whether the two shapes have a point in common: whether they touch or overlap.
        #[no_mangle]
        pub extern "C" fn [<bumper_ $name _intersects_ $suffix>](a: [<bumper_ $a _ $suffix>], b: [<bumper_ $b _ $suffix>]) -> bool {
            a.shape().intersects(&b.shape())
        }
        /// Whether the two shapes overlap; false if they only touch.
        #[no_mangle]
        pub extern "C" fn [<bumper_ $name _overlaps_ $suffix>](a: [<bumper_ $a _ $suffix>], b: [<bumper_ $b _ $suffix>]) -> bool {
            a.shape().overlaps(&b.shape())
        }
    })*};
}

macro_rules! typed {
    ($number:ty, $area:ty, $suffix:ident) => {pastey::paste! {
        #[doc = "A point in 2D."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_point_ $suffix>] { pub x: $number, pub y: $number }

        #[doc = "A box: all points between two corners. On each axis, min and max may be in any order."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_box_ $suffix>] { pub min: [<bumper_point_ $suffix>], pub max: [<bumper_point_ $suffix>] }

        #[doc = "A circle. A negative radius counts as zero."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_circle_ $suffix>] { pub center: [<bumper_point_ $suffix>], pub radius: $number }

        #[doc = "A circle, given by the square of its radius. A larger value than the square of the largest number counts as that square."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_squared_circle_ $suffix>] { pub center: [<bumper_point_ $suffix>], pub radius_squared: $area }

        #[doc = "A point in 3D."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_point3_ $suffix>] { pub x: $number, pub y: $number, pub z: $number }

        #[doc = "A box: all points between two corners. On each axis, min and max may be in any order."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_box3_ $suffix>] { pub min: [<bumper_point3_ $suffix>], pub max: [<bumper_point3_ $suffix>] }

        #[doc = "A sphere. A negative radius counts as zero."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_sphere_ $suffix>] { pub center: [<bumper_point3_ $suffix>], pub radius: $number }

        #[doc = "A cylinder along a coordinate axis (`axis`: 0 is x, 1 is y, any other number is z). `from` is the center of one end, and `to` the coordinate of the other end on that axis."]
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_cylinder_ $suffix>] {
            pub from: [<bumper_point3_ $suffix>],
            pub to: $number,
            pub radius: $number,
            pub axis: u32,
        }

        impl Shaped for [<bumper_point_ $suffix>] {
            type Shape = Vector<$number, 2>;
            #[inline]
            fn shape(&self) -> Self::Shape { Vector([self.x, self.y]) }
        }
        impl Shaped for [<bumper_box_ $suffix>] {
            type Shape = Aabb<$number, 2>;
            #[inline]
            fn shape(&self) -> Self::Shape { Aabb::new(self.min.shape(), self.max.shape()) }
        }
        impl Shaped for [<bumper_circle_ $suffix>] {
            type Shape = Ball<$number, 2>;
            #[inline]
            fn shape(&self) -> Self::Shape { Ball::new(self.center.shape(), self.radius) }
        }
        impl Shaped for [<bumper_squared_circle_ $suffix>] {
            type Shape = SquaredBall<$number, 2>;
            #[inline]
            fn shape(&self) -> Self::Shape { SquaredBall::new(self.center.shape(), self.radius_squared) }
        }
        impl Shaped for [<bumper_point3_ $suffix>] {
            type Shape = Vector<$number, 3>;
            #[inline]
            fn shape(&self) -> Self::Shape { Vector([self.x, self.y, self.z]) }
        }
        impl Shaped for [<bumper_box3_ $suffix>] {
            type Shape = Aabb<$number, 3>;
            #[inline]
            fn shape(&self) -> Self::Shape { Aabb::new(self.min.shape(), self.max.shape()) }
        }
        impl Shaped for [<bumper_sphere_ $suffix>] {
            type Shape = Ball<$number, 3>;
            #[inline]
            fn shape(&self) -> Self::Shape { Ball::new(self.center.shape(), self.radius) }
        }
        impl Shaped for [<bumper_cylinder_ $suffix>] {
            type Shape = Cylinder<$number, 3>;
            #[inline]
            fn shape(&self) -> Self::Shape {
                let axis = [Axis::X, Axis::Y, Axis::Z][self.axis.min(2) as usize];
                Cylinder::new(axis, self.from.shape(), self.to, self.radius)
            }
        }

        /// Returns the box with the top left corner (x, y) and the given size, where y points down the screen. Coordinates beyond the range
        /// of the number type are clamped to that range.
        #[no_mangle]
        pub extern "C" fn [<bumper_box_from_top_left_ $suffix>](x: $number, y: $number, width: $number, height: $number) -> [<bumper_box_ $suffix>] {
            let min = Vector([x, y]);
            let max = Vector([x, y]) + Vector([width, height]);
            let found = Aabb::new(min, max);
            [<bumper_box_ $suffix>] {
                min: [<bumper_point_ $suffix>] { x: found.min().x(), y: found.min().y() },
                max: [<bumper_point_ $suffix>] { x: found.max().x(), y: found.max().y() },
            }
        }

        pairs! { $suffix:
            box: box, box; box_point: box, point;
            circle: circle, circle; circle_point: circle, point; circle_box: circle, box;
            circle_squared_circle: circle, squared_circle; squared_circle: squared_circle, squared_circle;
            squared_circle_point: squared_circle, point; squared_circle_box: squared_circle, box;
            box3: box3, box3; box3_point: box3, point3;
            sphere: sphere, sphere; sphere_point: sphere, point3; sphere_box: sphere, box3;
            cylinder: cylinder, cylinder; cylinder_point: cylinder, point3; cylinder_box: cylinder, box3;
            cylinder_sphere: cylinder, sphere;
        }
    }};
}

typed!(i16, u32, i16);
typed!(i32, u64, i32);
typed!(f32, f32, f32);
