//! The intersection tests as an expert would write them by hand: plain structs for one number type and one dimension, without validation.
//! Only `flats` and `solids`, which test a box or ball against a box or ball, match on the kinds of the shapes. The other tests have no
//! branch.

/// Defines the shapes and their intersection tests for one number type. `$wide` is a wider number type. Differences of coordinates and sums
/// of their squares do not overflow in it.
macro_rules! by_hand {
    ($(#[$doc:meta])* $number:ident, $wide:ident) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        pub mod $number {
            use crate::input::Placement;

            #[derive(Clone, Copy)]
            pub struct Rect {
                pub min_x: $number,
                pub min_y: $number,
                pub max_x: $number,
                pub max_y: $number,
            }

            #[derive(Clone, Copy)]
            pub struct Circle {
                pub x: $number,
                pub y: $number,
                pub radius: $number,
            }

            #[derive(Clone, Copy)]
            pub struct Cuboid {
                pub min_x: $number,
                pub min_y: $number,
                pub min_z: $number,
                pub max_x: $number,
                pub max_y: $number,
                pub max_z: $number,
            }

            #[derive(Clone, Copy)]
            pub struct Sphere {
                pub x: $number,
                pub y: $number,
                pub z: $number,
                pub radius: $number,
            }

            #[inline]
            pub fn rects(a: &Rect, b: &Rect) -> bool {
                (a.min_x <= b.max_x) & (b.min_x <= a.max_x) & (a.min_y <= b.max_y) & (b.min_y <= a.max_y)
            }

            #[inline]
            pub fn cuboids(a: &Cuboid, b: &Cuboid) -> bool {
                (a.min_x <= b.max_x)
                    & (b.min_x <= a.max_x)
                    & (a.min_y <= b.max_y)
                    & (b.min_y <= a.max_y)
                    & (a.min_z <= b.max_z)
                    & (b.min_z <= a.max_z)
            }

            #[inline]
            pub fn circles(a: &Circle, b: &Circle) -> bool {
                let dx = $wide::from(a.x) - $wide::from(b.x);
                let dy = $wide::from(a.y) - $wide::from(b.y);
                let radii = $wide::from(a.radius) + $wide::from(b.radius);
                dx * dx + dy * dy <= radii * radii
            }

            #[inline]
            pub fn spheres(a: &Sphere, b: &Sphere) -> bool {
                let dx = $wide::from(a.x) - $wide::from(b.x);
                let dy = $wide::from(a.y) - $wide::from(b.y);
                let dz = $wide::from(a.z) - $wide::from(b.z);
                let radii = $wide::from(a.radius) + $wide::from(b.radius);
                dx * dx + dy * dy + dz * dz <= radii * radii
            }

            /// Returns how far `x` lies outside of the interval from `min` to `max`: negative if `x` is below `min`, positive if it is
            /// above `max`, zero if it lies in the interval.
            #[inline]
            fn gap(x: $number, min: $number, max: $number) -> $wide {
                let raised = if x < min { min } else { x };
                let nearest = if raised > max { max } else { raised };
                $wide::from(x) - $wide::from(nearest)
            }

            #[inline]
            pub fn rect_circle(a: &Rect, b: &Circle) -> bool {
                let dx = gap(b.x, a.min_x, a.max_x);
                let dy = gap(b.y, a.min_y, a.max_y);
                let radius = $wide::from(b.radius);
                dx * dx + dy * dy <= radius * radius
            }

            #[inline]
            pub fn cuboid_sphere(a: &Cuboid, b: &Sphere) -> bool {
                let dx = gap(b.x, a.min_x, a.max_x);
                let dy = gap(b.y, a.min_y, a.max_y);
                let dz = gap(b.z, a.min_z, a.max_z);
                let radius = $wide::from(b.radius);
                dx * dx + dy * dy + dz * dz <= radius * radius
            }

            #[derive(Clone, Copy)]
            pub enum Flat {
                Rect(Rect),
                Circle(Circle),
            }

            #[derive(Clone, Copy)]
            pub enum Solid {
                Cuboid(Cuboid),
                Sphere(Sphere),
            }

            #[inline]
            pub fn flats(a: &Flat, b: &Flat) -> bool {
                match (a, b) {
                    (Flat::Rect(a), Flat::Rect(b)) => rects(a, b),
                    (Flat::Rect(a), Flat::Circle(b)) => rect_circle(a, b),
                    (Flat::Circle(a), Flat::Rect(b)) => rect_circle(b, a),
                    (Flat::Circle(a), Flat::Circle(b)) => circles(a, b),
                }
            }

            #[inline]
            pub fn solids(a: &Solid, b: &Solid) -> bool {
                match (a, b) {
                    (Solid::Cuboid(a), Solid::Cuboid(b)) => cuboids(a, b),
                    (Solid::Cuboid(a), Solid::Sphere(b)) => cuboid_sphere(a, b),
                    (Solid::Sphere(a), Solid::Cuboid(b)) => cuboid_sphere(b, a),
                    (Solid::Sphere(a), Solid::Sphere(b)) => spheres(a, b),
                }
            }

            impl From<Placement<2>> for Rect {
                fn from(Placement { center: [x, y], half: [width, height], .. }: Placement<2>) -> Self {
                    Self {
                        min_x: (x - width).into(),
                        min_y: (y - height).into(),
                        max_x: (x + width).into(),
                        max_y: (y + height).into(),
                    }
                }
            }

            impl From<Placement<3>> for Cuboid {
                fn from(Placement { center: [x, y, z], half: [width, height, depth], .. }: Placement<3>) -> Self {
                    Self {
                        min_x: (x - width).into(),
                        min_y: (y - height).into(),
                        min_z: (z - depth).into(),
                        max_x: (x + width).into(),
                        max_y: (y + height).into(),
                        max_z: (z + depth).into(),
                    }
                }
            }

            impl From<Placement<2>> for Circle {
                fn from(Placement { center: [x, y], half: [radius, _], .. }: Placement<2>) -> Self {
                    Self { x: x.into(), y: y.into(), radius: radius.into() }
                }
            }

            impl From<Placement<3>> for Sphere {
                fn from(Placement { center: [x, y, z], half: [radius, ..], .. }: Placement<3>) -> Self {
                    Self { x: x.into(), y: y.into(), z: z.into(), radius: radius.into() }
                }
            }

            impl From<Placement<2>> for Flat {
                fn from(placement: Placement<2>) -> Self {
                    if placement.round { Flat::Circle(placement.into()) } else { Flat::Rect(placement.into()) }
                }
            }

            impl From<Placement<3>> for Solid {
                fn from(placement: Placement<3>) -> Self {
                    if placement.round { Solid::Sphere(placement.into()) } else { Solid::Cuboid(placement.into()) }
                }
            }
        }
    };
}

by_hand! {
    /// The shapes and tests for `f32`.
    f32, f32
}

by_hand! {
    /// The shapes and tests for 16-bit integers. Sums of squares have 32 bits. In 3D, they overflow if coordinates differ by more than
    /// 26,754.
    i16, i32
}
