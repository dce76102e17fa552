//! The result of a sweep in 2D.

use crate::Vector;
use crate::scalar::Real;

/// The result of a sweep of one shape against another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepResult<R, const N: usize> {
    /// The shapes overlap at the start, by more than rounding.
    Inside,
    /// The shapes touch at the start, within rounding. `is_approaching` says whether the motion makes the shapes overlap. `normal` points
    /// from the first shape to the second, and `point` is the contact point.
    Touching {
        is_approaching: bool,
        normal: Vector<R, N>,
        point: Vector<R, N>,
    },
    /// The shapes are apart at the start and first touch after the fraction `time` of the motion.
    At {
        time: R,
        normal: Vector<R, N>,
        point: Vector<R, N>,
    },
    Never,
}

impl<R: Real, const N: usize> SweepResult<R, N> {
    /// Replaces the normal and the contact point, if there are any, by the results of `change`.
    #[inline]
    pub(crate) fn map<const M: usize>(
        self,
        change: impl Fn(Vector<R, N>, Vector<R, N>) -> (Vector<R, M>, Vector<R, M>),
    ) -> SweepResult<R, M> {
        match self {
            SweepResult::Touching { is_approaching, normal, point } => {
                let (normal, point) = change(normal, point);
                SweepResult::Touching { is_approaching, normal, point }
            }
            SweepResult::At { time, normal, point } => {
                let (normal, point) = change(normal, point);
                SweepResult::At { time, normal, point }
            }
            SweepResult::Inside => SweepResult::Inside,
            SweepResult::Never => SweepResult::Never,
        }
    }
}
