//! Scenes of any scalar behind trait objects, with results in `f64` (feature `erased`). They shorten the build of programs that handle all
//! scalars.
//!
//! Functions that are generic over the scalar are compiled for each scalar and dimension that a program uses. For the queries and the
//! simulation, this crate has already done so. A program that uses only the traits of this module does not compile them again.

mod judge;
mod scene;
mod stage;

pub use judge::{DynJudge, PairReport};
pub use scene::{DynScene, Role};
pub use stage::{DynStage, MoverState, PartOutline};

use crate::fields::Fault;
use crate::model::AnyScene;
use crate::stage::Stage;

/// A value whose type depends on the dimension of a scene, which is known only at run time. Examples are the scene itself and its running
/// [`Stage`]. The type is `A` in 2D, and `B` in 3D.
///
/// ```
/// use bumper_scene::ByDimension;
/// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap();
/// assert!(matches!(scene.as_dyn(), ByDimension::In2d(scene) if scene.len() == 1));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ByDimension<A, B> {
    /// For a scene in 2D.
    In2d(A),
    /// For a scene in 3D.
    In3d(B),
}

/// A running scene, see [`AnyScene::into_dyn_stage`].
pub type AnyStage = ByDimension<Box<dyn DynStage<2>>, Box<dyn DynStage<3>>>;

impl AnyScene {
    /// The scene as a trait object.
    ///
    /// ```
    /// use bumper_scene::ByDimension;
    /// let text = br#"{"bumper": 1, "scalar": "i16", "dimensions": 3, "shapes": [{"point": [1, 2, 3]}, {"point": [1, 2, 3]}]}"#;
    /// let scene = bumper_scene::read(text).unwrap();
    /// let ByDimension::In3d(scene) = scene.as_dyn() else { panic!() };
    /// let mut pairs = 0;
    /// scene.judge().meetings_of(0..2, &mut |pair| pairs += pair.points().len());
    /// assert_eq!(pairs, 1);
    /// ```
    pub fn as_dyn(&self) -> ByDimension<&dyn DynScene<2>, &dyn DynScene<3>> {
        use ByDimension::{In2d, In3d};
        match self {
            AnyScene::I16x2(scene) => In2d(scene),
            AnyScene::I16x3(scene) => In3d(scene),
            AnyScene::I32x2(scene) => In2d(scene),
            AnyScene::I32x3(scene) => In3d(scene),
            AnyScene::Fixedx2(scene) => In2d(scene),
            AnyScene::Fixedx3(scene) => In3d(scene),
            AnyScene::F32x2(scene) => In2d(scene),
            AnyScene::F32x3(scene) => In3d(scene),
            AnyScene::F64x2(scene) => In2d(scene),
            AnyScene::F64x3(scene) => In3d(scene),
        }
    }

    /// Creates a [`Stage`] (a running scene) that contains the scene in its initial state.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the scene cannot be run, see [`Stage::new`].
    ///
    /// ```
    /// use bumper_scene::{ByDimension, Keys};
    /// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [9, 9], "move": {"arrows": 60}}]}"#).unwrap();
    /// let ByDimension::In2d(mut stage) = scene.into_dyn_stage().unwrap() else { panic!() };
    /// stage.step(Keys { right: true, ..Keys::default() });
    /// assert_eq!(stage.center(0), Some([10.0, 9.0].into()));
    /// ```
    pub fn into_dyn_stage(self) -> Result<AnyStage, Fault> {
        use ByDimension::{In2d, In3d};
        Ok(match self {
            AnyScene::I16x2(scene) => In2d(Box::new(Stage::new(scene)?)),
            AnyScene::I16x3(scene) => In3d(Box::new(Stage::new(scene)?)),
            AnyScene::I32x2(scene) => In2d(Box::new(Stage::new(scene)?)),
            AnyScene::I32x3(scene) => In3d(Box::new(Stage::new(scene)?)),
            AnyScene::Fixedx2(scene) => In2d(Box::new(Stage::new(scene)?)),
            AnyScene::Fixedx3(scene) => In3d(Box::new(Stage::new(scene)?)),
            AnyScene::F32x2(scene) => In2d(Box::new(Stage::new(scene)?)),
            AnyScene::F32x3(scene) => In3d(Box::new(Stage::new(scene)?)),
            AnyScene::F64x2(scene) => In2d(Box::new(Stage::new(scene)?)),
            AnyScene::F64x3(scene) => In3d(Box::new(Stage::new(scene)?)),
        })
    }
}
