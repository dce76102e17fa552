//! Conversions from and to the vectors and points of `mint`.

use crate::Vector;

macro_rules! both_ways {
    ($($theirs:ident: $n:literal),*) => {$(
        impl<T> From<mint::$theirs<T>> for Vector<T, $n> {
            #[inline]
            fn from(theirs: mint::$theirs<T>) -> Self {
                Vector(theirs.into())
            }
        }

        impl<T> From<Vector<T, $n>> for mint::$theirs<T> {
            #[inline]
            fn from(ours: Vector<T, $n>) -> Self {
                ours.0.into()
            }
        }
    )*};
}

both_ways!(Vector2: 2, Vector3: 3, Point2: 2, Point3: 3);
