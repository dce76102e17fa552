//! Runs one frame (time step) of a scene: its lifts together, then its other movers one after the other, then its bodies.

use super::{Keys, Stage};
use crate::number::Number;
use bumper::scalar::Real;

impl<S: Number, const N: usize> Stage<S, N> {
    /// Runs one frame (time step) while the player holds the keys `keys`. A mover costs O(log n) for n parts in the scene, plus the cost of
    /// the objects near its path. Objects that do not move cost nothing.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [9, 9], "move": {"arrows": 60}}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut stage = Stage::new(scene).unwrap();
    /// stage.step(Keys { right: true, ..Keys::default() });
    /// assert_eq!(stage.moved(0), Some([1.0, 0.0].into()));
    /// ```
    pub fn step(&mut self, keys: Keys) {
        self.frame += 1;
        let y = self.scene.y;
        self.level.clear_hits();
        for actor in self.level.actors.iter_mut().filter(|actor| actor.moves.carries) {
            actor.apply_keys(keys, y);
        }
        self.level.move_lifts(self.scene.time_step);
        for index in 0..self.level.actors.len() {
            let actor = &mut self.level.actors[index];
            if !actor.moves.carries {
                actor.apply_keys(keys, y);
                self.level.step_mover(index, S::Real::from_f64(self.scene.time_step));
            }
        }
        self.step_bodies();
    }
}
