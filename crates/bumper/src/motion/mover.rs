//! The data of a mover: a shape that moves with a velocity under gravity, walks, jumps and rides on platforms.

use super::hit::Response;
use super::obstacles::{Movable, aabb_of};
use super::tolerance::{COSINE_TOLERANCE, MAX_SLOPE_ANGLE, MIN_FLOOR_COSINE};
use super::vectors::{cosine, tangent};
use crate::scalar::{Real, Scalar, Zero};
use crate::{Aabb, Vector};
use core::f64::consts::{FRAC_PI_2, FRAC_PI_3};

/// The settings of step climbing and ground following. A mover without these settings slides down every slope, and leaves the ground where
/// the ground falls away.
///
/// With walk settings, a mover walks on surfaces that are no steeper than [`Mover::floor_angle`] with the same horizontal speed as on level
/// ground. Round and rectangular movers climb the same stairs: the surface next to the edge decides whether the mover can stand there.
///
/// ```
/// use bumper::motion::{WalkSettings, Mover, Response};
/// use bumper::{Aabb, Shape, Vector};
/// // Stairs of 4 by 4.
/// let stairs: Vec<Shape<i16, 2>> =
///     (0..10).map(|k| Aabb::new([k * 4, 100 - k * 4], [400, 104 - k * 4]).into()).collect();
/// let mut player = Mover::new(Aabb::new([-20, 80], [-10, 100]));
/// player.gravity = Vector([0, 1]);
/// player.walk_settings = Some(WalkSettings { stair_height: 4, snap_distance: 4 });
/// let mut level = stairs.clone();
/// level.push(Aabb::new([-100, 100], [0, 104]).into());
/// for _ in 0..40 {
///     *player.velocity.x_mut() = 2;
///     player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
/// }
/// assert_eq!(player.position(), Vector([80, -36]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[doc(alias("autostep", "CharacterAutostep", "snap_to_ground", "stepOffset"))]
pub struct WalkSettings<S> {
    /// The largest height of a stair that the mover climbs, measured against gravity. With zero, it climbs no stairs.
    pub stair_height: S,
    /// The largest step down that the mover takes without falling. If the ground ahead is lower by at most this distance, the mover follows
    /// it down in the same time step. The height that a slope drops by itself does not count: the slope before or after the step, whichever
    /// is steeper.
    pub snap_distance: S,
}

/// A shape that moves among obstacles and is stopped by them: a kinematic character or a projectile.
///
/// A bullet or a ball needs only [`travel`](Mover::travel), or [`step`](Mover::step) to include velocity and gravity. A character also uses
/// [`walk_settings`](Mover::walk_settings) for slopes and stairs, and [`jump`](Mover::jump).
///
/// The position of a mover is an offset from its original shape, so that rounding errors do not accumulate in the shape. All operations
/// round in the same way on every machine: the same input gives the same bits. A mover allocates nothing, except to copy a shape that owns
/// lists, such as a compound, when it moves. Movers are equal if their shapes, settings and states are equal. With the feature `serde` a
/// mover can be saved and loaded; a loaded mover moves exactly as the saved one would.
///
/// ```
/// use bumper::motion::{Mover, Response};
/// use bumper::{Aabb, Shape, Vector};
///
/// // 16-bit integers, one unit of time per frame.
/// let level: [Shape<i16, 2>; 2] = [Aabb::new([0, 100], [300, 120]).into(), Aabb::new([200, 0], [220, 100]).into()];
/// let mut player = Mover::new(Aabb::new([0i16, 80], [16, 100]));
/// player.gravity = Vector([0, 1]);
/// player.velocity = Vector([3, 0]);
/// let (mut highest, mut frames) = (0, 0);
/// while player.position().x() < 184 {
///     // It jumps as soon as it can.
///     player.jump(30);
///     player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
///     highest = highest.min(player.position().y());
///     frames += 1;
///     assert!(frames < 100);
/// }
/// // 28 = 1 + 2 + … + 7 is the sum of steps that is closest to 30.
/// assert_eq!(highest, -28);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias(
    "CharacterBody2D",
    "CharacterBody3D",
    "KinematicCharacterController",
    "CharacterController",
    "b2World_CastMover"
))]
pub struct Mover<S: Scalar, const N: usize, M> {
    pub(super) placement: Placement<S, N, M>,
    /// The velocity: the displacement per unit of time. [`step`](Mover::step) changes it by gravity, and collisions change it.
    pub velocity: Vector<S, N>,
    /// The acceleration by gravity: the change of the velocity per unit of time. Zero by default; then the mover never stands on a floor
    /// and cannot jump.
    pub gravity: Vector<S, N>,
    /// The response to the sides of `bounds`; [`Response::Slide`] by default. With [`Response::BackUp`], the mover makes every step on one
    /// axis after the other, even if it does not reach its bounds or has none. This affects where it hits obstacles.
    pub response: Response,
    /// The box that the mover does not leave, unless [`response`](Mover::response) is [`Response::Cross`]. `None` by default.
    pub bounds: Option<Aabb<S, N>>,
    /// The settings of step climbing and ground following; `None`, the default, turns off both.
    pub walk_settings: Option<WalkSettings<S>>,
    /// The angle of the steepest slope on which the mover stands, in radians from level. π/3 (60 degrees) by default. Steeper surfaces are
    /// walls, on the ground and in the air: a slide along them may slow the mover down, but never turns its horizontal speed into height.
    pub floor_angle: S::Real,
    /// The time during which the mover can still jump after it has left the ground, in the unit of the `time` of [`step`](Mover::step).
    /// Zero by default.
    pub coyote_time: S::Real,
    /// The time during which a jump that was requested in the air stays pending, in the unit of the `time` of [`step`](Mover::step). Zero
    /// by default.
    pub buffer_time: S::Real,
    /// Whether the mover passes through one-way obstacles from all sides, so that it drops through the plank on which it stands. `false` by
    /// default.
    #[doc(alias("one-way platform", "drop down"))]
    pub drop_through: bool,
    /// Whether a jump adds the velocity of the platforms that have [carried](Mover::carry) the mover since the last step of the mover. A
    /// downward velocity is not added. `false` by default.
    #[doc(alias("platform_on_leave", "momentum"))]
    pub keep_platform_velocity: bool,
    /// Whether a step reports all obstacles that stop the mover at the same time, such as the floor and the spikes on which a hero lands,
    /// and not only the first of them. `false` by default; [`slide`](Mover::slide) always reports all.
    pub report_all: bool,
    pub(super) state: StepState<S, N>,
    /// The cosine and tangent of `floor_angle`, cached since its last change.
    pub(super) slope: Slope,
}

/// The shape of a mover at its original and at its current position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placement<S: Scalar, const N: usize, M> {
    /// The shape of the mover at the position zero.
    pub(super) original_shape: M,
    /// The shape of the mover at its current position.
    pub(super) shape: M,
    /// The offset of `shape` from `original_shape`.
    pub(super) position: Vector<S, N>,
}

/// The state that a mover keeps between its steps, in addition to its position and velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepState<S: Scalar, const N: usize> {
    /// The normal of the floor on which the mover last stood; zero if it has never stood.
    pub(super) ground_normal: Vector<f64, N>,
    /// The time since the mover left the ground: zero on the ground, infinite if the mover has jumped or has never stood on the ground, and
    /// `None` before the first step and after a teleport.
    pub(super) air_time: Option<S::Real>,
    /// The height of the requested jump, and the time since it was requested; `None` without a request.
    pub(super) requested_jump: Option<(S, S::Real)>,
    /// The displacement by which platforms have carried the mover since its last step.
    pub(super) carried: Vector<S, N>,
    /// The key of the first platform that has carried the mover since its last step. A key is a number that identifies a platform.
    pub(super) carrier: Option<u64>,
}

/// The angle of a slope from level in radians, with its cosine and tangent. These are cached, because computing them as series takes time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    angle: f64,
    cosine: f64,
    tangent: f64,
}

/// All are equal, so that movers are equal whether or not they have computed these values.
impl PartialEq for Slope {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Slope {
    /// The slope with the given angle. Its cosine is that of the angle clamped to the range from 0 to π/2. Its tangent is that of
    /// the angle clamped to the range from 0 to [`MAX_SLOPE_ANGLE`], because the tangent grows without limit towards 90 degrees.
    fn of(angle: f64) -> Self {
        Self {
            angle,
            cosine: cosine(angle.clamp(0.0, FRAC_PI_2)),
            tangent: tangent(angle.clamp(0.0, MAX_SLOPE_ANGLE)),
        }
    }
}

/// The test whether a mover can stand on a surface, for its gravity and its floor angle.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloorTest<const N: usize> {
    /// The unit vector opposite to gravity; `None` without gravity.
    pub(super) up: Option<Vector<f64, N>>,
    /// The smallest cosine of the angle between `up` and the normal of a surface at which the surface is a floor.
    min_cosine: f64,
    /// The tangent of the floor angle, which is limited to [`MAX_SLOPE_ANGLE`].
    pub(super) max_slope: f64,
}

impl<const N: usize> FloorTest<N> {
    /// Whether the mover can stand on a surface with this normal.
    pub(super) fn is_floor(&self, normal: Vector<f64, N>) -> bool {
        self.up.is_some_and(|up| up.dot(normal) > self.min_cosine)
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone> Mover<S, N, M> {
    /// Creates a mover at rest with the given shape. The position of a mover is its displacement from this shape, so it starts at zero.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// let ball = Mover::new(Ball::new([5.0, 5.0], 1.0));
    /// assert_eq!((ball.position(), ball.velocity), (Vector([0.0, 0.0]), Vector([0.0, 0.0])));
    /// ```
    #[must_use]
    pub fn new(shape: M) -> Self {
        Self {
            placement: Placement { shape: shape.clone(), original_shape: shape, position: Vector::ZERO },
            velocity: Vector::ZERO,
            gravity: Vector::ZERO,
            response: Response::Slide,
            bounds: None,
            walk_settings: None,
            floor_angle: S::Real::from_f64(FRAC_PI_3),
            coyote_time: S::Real::ZERO,
            buffer_time: S::Real::ZERO,
            drop_through: false,
            keep_platform_velocity: false,
            report_all: false,
            // Cosine and tangent of `floor_angle` are computed on first use, because a mover without gravity does not need them.
            slope: Slope { angle: f64::NAN, cosine: 0.0, tangent: 0.0 },
            state: StepState {
                ground_normal: Vector::ZERO,
                air_time: None,
                requested_jump: None,
                carried: Vector::ZERO,
                carrier: None,
            },
        }
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The shape of the mover at its current position.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// let mut ball = Mover::new(Ball::new([5, 5], 1));
    /// ball.set_position([2, 0]);
    /// assert_eq!(ball.shape(), &Ball::new([7, 5], 1));
    /// ```
    #[must_use]
    pub fn shape(&self) -> &M {
        &self.placement.shape
    }

    /// The position of the mover: the offset from its original shape.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// assert_eq!(Mover::new(Ball::new([5, 5], 1)).position(), Vector([0, 0]));
    /// ```
    #[must_use]
    pub fn position(&self) -> Vector<S, N> {
        self.placement.position
    }

    /// The shape that the mover has at a position; `None` if it would leave the range of the scalar.
    pub(super) fn shape_at(&self, position: Vector<S, N>) -> Option<M> {
        self.placement.original_shape.moved(position)
    }

    /// The shape of the mover at the position zero.
    pub(crate) fn original(&self) -> &M {
        &self.placement.original_shape
    }

    /// The displacement by which platforms have carried the mover since its last step.
    #[cfg(feature = "alloc")]
    pub(crate) fn carried(&self) -> Vector<S, N> {
        self.state.carried
    }

    /// The center of the AABB of the shape at its current position; `None` if the shape is empty or has a NaN.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// let mut ball = Mover::new(Ball::new([5i16, 5], 1));
    /// ball.set_position([2, 0]);
    /// assert_eq!(ball.center(), Some(Vector([7.0, 5.0])));
    /// ```
    #[must_use]
    pub fn center(&self) -> Option<Vector<S::Real, N>> {
        // Both coordinates are halved before the addition, because their sum may leave the range of `f64`.
        let aabb = aabb_of(self.shape())?;
        Some(aabb.min().zip(aabb.max(), |a, b| S::Real::from_f64(a * 0.5 + b * 0.5)))
    }

    /// Moves the mover to a position, which is an offset from its original shape, regardless of obstacles and bounds. Returns `false` and
    /// changes nothing if the shape would leave the range of the scalar.
    ///
    /// If the position changes, the mover is no longer [grounded](Self::is_grounded), and it can no longer make a late jump (see
    /// [`coyote_time`](Mover::coyote_time)). The next step begins with a search for a floor. So a mover that is teleported onto a floor can
    /// jump in its next step, and a mover that is teleported into the air cannot. The velocity and a requested jump are kept.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// assert!(!Mover::new(Ball::new([5i16, 5], 1)).set_position([i16::MAX, 0]));
    /// ```
    pub fn set_position(&mut self, position: impl Into<Vector<S, N>>) -> bool {
        let position = position.into();
        let changes = position != self.position();
        let done = self.try_put(position);
        if done && changes {
            self.state.air_time = None;
        }
        done
    }

    /// Moves the mover to a position without changing whether it is grounded. Returns `false` and changes nothing if the shape would leave
    /// the range of the scalar.
    pub(super) fn try_put(&mut self, position: Vector<S, N>) -> bool {
        let Some(shape) = self.shape_at(position) else { return false };
        self.placement.position = position;
        self.placement.shape = shape;
        true
    }

    /// Moves the mover to a position at which its shape is known to fit into the range of the scalar.
    pub(super) fn put(&mut self, position: Vector<S, N>) {
        self.try_put(position);
    }

    /// Whether the mover stood on a floor at the end of its last step. A floor that it only hit during the step, for example while
    /// bouncing, does not count. `false` after the step that launches a jump.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// assert!(!Mover::new(Ball::new([5, 5], 1)).is_grounded());
    /// ```
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.state.air_time == Some(S::Real::ZERO)
    }

    /// The unit normal of the floor on which the mover stood at the end of its last step, pointing out of the floor; `None` if it was not
    /// [grounded](Self::is_grounded).
    ///
    /// ```
    /// use bumper::motion::{Mover, Response};
    /// use bumper::{Aabb, Shape, Vector};
    /// let floor: [Shape<f32, 2>; 1] = [Aabb::new([0.0, 10.0], [9.0, 11.0]).into()];
    /// let mut player = Mover::new(Aabb::new([0.0, 9.0], [1.0, 10.0]));
    /// player.gravity = Vector([0.0, 30.0]);
    /// assert_eq!(player.ground_normal(), None);
    /// player.step(0.1, &floor[..], |_| Some(Response::Slide), |_| ());
    /// assert_eq!(player.ground_normal(), Some(Vector([0.0, -1.0])));
    /// ```
    #[must_use]
    #[doc(alias("get_floor_normal", "up_direction"))]
    pub fn ground_normal(&self) -> Option<Vector<f64, N>> {
        self.is_grounded().then_some(self.state.ground_normal)
    }

    /// The test whether the mover can stand on a surface, for its current gravity and floor angle.
    pub(super) fn floor_test(&mut self) -> FloorTest<N> {
        if self.gravity == Vector::ZERO {
            return FloorTest { up: None, min_cosine: MIN_FLOOR_COSINE, max_slope: 0.0 };
        }
        let gravity = self.gravity.map(S::to_f64);
        let angle = self.floor_angle.to_f64();
        if self.slope.angle != angle {
            self.slope = Slope::of(angle);
        }
        let length = gravity.length();
        let up = (length > 0.0 && length.is_finite()).then(|| gravity.scaled(-1.0 / length));
        FloorTest {
            up,
            min_cosine: (self.slope.cosine - COSINE_TOLERANCE).max(MIN_FLOOR_COSINE),
            max_slope: self.slope.tangent,
        }
    }
}
