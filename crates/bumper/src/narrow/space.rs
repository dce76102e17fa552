//! Convex shapes in space.

#[cfg(feature = "alloc")]
mod hull;

use super::Gap;
use crate::form::Convex;
use crate::narrow::manifold::Contact;
use crate::scalar::{Real, Scalar};
use crate::{Vector, Verdict};

#[derive(Clone, Copy, Default)]
pub(crate) struct Seed<R, const N: usize>(core::marker::PhantomData<R>);

pub(crate) fn gap<S: Scalar, R: Real, const N: usize>(
    _: &Convex<'_, S, R, N>,
    _: &Convex<'_, S, R, N>,
    _: R,
    _: &mut Seed<R, N>,
) -> Option<Gap<R, N>> {
    None
}
pub(crate) fn distance<S: Scalar, R: Real, const N: usize>(
    _: &Convex<'_, S, R, N>,
    _: &Convex<'_, S, R, N>,
) -> R {
    R::default()
}
pub(crate) fn relate<S: Scalar, R: Real, const N: usize, V: Verdict>(
    _: &Convex<'_, S, R, N>,
    _: &Convex<'_, S, R, N>,
) -> V {
    V::APART
}
pub(crate) fn manifold<S: Scalar, R: Real, const N: usize>(
    _: &Convex<'_, S, R, N>,
    _: &Convex<'_, S, R, N>,
    gap: &Gap<R, N>,
) -> Contact<R, N> {
    Contact::new(gap.length, gap.normal)
}
pub(crate) fn cast<S: Scalar, R: Real, const N: usize>(
    _: &Convex<'_, S, R, N>,
    _: Vector<R, N>,
    _: Vector<R, N>,
    _: R,
) -> Option<(R, Vector<R, N>)> {
    None
}
