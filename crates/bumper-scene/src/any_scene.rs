//! Properties of a scene that do not depend on its scalar and dimension.

use crate::model::{AnyScene, Part};
use crate::moves::Motion;
use crate::{Image, with_scene};
use std::sync::Arc;

impl AnyScene {
    /// The number of objects of the scene.
    ///
    /// ```
    /// assert_eq!(bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap().object_count(), 1);
    /// ```
    pub fn object_count(&self) -> usize {
        with_scene!(self, scene => scene.objects.len())
    }

    /// Whether the scene has a mover or a rigid body. If it has none, its frames are all the same.
    ///
    /// ```
    /// assert!(!bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap().has_motion());
    /// ```
    pub fn has_motion(&self) -> bool {
        with_scene!(self, scene => scene.objects.iter().any(|object| !matches!(object.motion, Motion::Still)))
    }

    /// The source pictures of the scene's pixel masks, at the positions of the masks, for drawing.
    ///
    /// ```
    /// assert!(bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap().sprites().is_empty());
    /// ```
    pub fn sprites(&self) -> Vec<Image> {
        with_scene!(self, scene => {
            let mut images = Vec::new();
            for object in &scene.objects {
                for part in scene.parts_of(object) {
                    let Part::Mask(pixels) = part else { continue };
                    let Some((file, at)) = &pixels.image else { continue };
                    let size = pixels.mask.as_mask().size();
                    let min = [pixels.min[0], pixels.min[1]].map(bumper::scalar::Scalar::to_f64);
                    images.push(Image {
                        part: Some([at[0], at[1], size[0], size[1]].map(u32::from)),
                        size: Some(size.map(f64::from)),
                        object: Some(object.id.clone()),
                        ..Image::whole(Arc::clone(file), min)
                    });
                }
            }
            images
        })
    }
}
