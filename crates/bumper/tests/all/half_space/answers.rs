//! Invalid and infinite half-spaces, and saving.

#[cfg(feature = "serde")]
use super::shapes::float_half_space;
#[cfg(feature = "serde")]
use bumper::ShapeBuf;
use bumper::{Aabb, Ball, HalfSpace, Relate, Relation, Segment, Shape, Vector, contact, distance, sweep};
#[cfg(feature = "serde")]
use fastrand::Rng;

#[test]
fn invalid_and_infinite_half_spaces_have_plain_answers() {
    assert_eq!(HalfSpace::new([0.0, 0.0], [0.0, 0.0]), None);
    assert_eq!(HalfSpace::new([0.0, 0.0], [f64::NAN, 1.0]), None);
    assert_eq!(HalfSpace::new([0.0f32; 3], [0.0, f32::INFINITY, 1.0]), None);
    assert_eq!(HalfSpace::new([0i32; 3], [0; 3]), None);
    let floor = HalfSpace::new([0.0, 0.0], [0.0, 1.0]).unwrap();
    let shape = Shape::from(floor);
    assert_eq!((shape.area(), shape.centroid(), shape.bounds(), shape.center()), (None, None, None, None));
    let nowhere = HalfSpace::new([f64::NAN, 0.0], [0.6, 0.8]).unwrap();
    assert_eq!(nowhere.relation(&Ball::new([0.0, 0.0], 9.0)), Relation::Apart);
    assert_eq!(distance(nowhere, Ball::new([0.0, 0.0], 9.0)), f64::INFINITY);
    let segment = Segment::new([0.0, 9.0], [f64::NAN, 1.0]);
    assert_eq!(floor.relation(&segment), Relation::Apart);
    assert!(!shape.contains_shape(segment));
    // Two half-spaces: a slab, or an infinite depth.
    let ceiling = HalfSpace::new([3.0, 2.0], [0.0, -1.0]).unwrap();
    let found = contact(floor, ceiling);
    assert_eq!((found.separation, found.normal), (2.0, Vector([0.0, 1.0])));
    assert_eq!(contact(ceiling, floor.translated([0.0, 5.0])).separation, -3.0);
    let slope = HalfSpace::new([3.0, 2.0], [0.6, -0.8]).unwrap();
    let deep = contact(floor, slope);
    assert_eq!((deep.separation, deep.points().len()), (f64::NEG_INFINITY, 0));
    assert_eq!((distance(floor, slope), floor.relation(&slope)), (0.0, Relation::Overlapping));
    // An infinite box beside a half-space.
    let above = Aabb::new([f64::NEG_INFINITY, 1.0], [f64::INFINITY, f64::INFINITY]);
    assert_eq!(contact(floor, above).separation, 1.0);
    assert_eq!(floor.relation(&above.translated([0.0, -1.0])), Relation::Touching);
    let hit = sweep(above, [0.0, -4.0], floor, [0.0, 0.0]).unwrap();
    assert_eq!((hit.time, hit.normal), (0.25, Vector([0.0, -1.0])));
    assert_eq!(sweep(floor, [0.0, 1.0], ceiling, [0.0, -3.0]).unwrap().time, 0.5);
    #[cfg(feature = "fixed")]
    assert!(HalfSpace::new([fixed::types::I8F8::ZERO; 2], [fixed::types::I8F8::DELTA; 2]).is_some());
}

#[cfg(feature = "serde")]
#[test]
fn half_spaces_are_saved_and_loaded() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..100 {
        let plane = float_half_space::<f32, 3>(&mut rng);
        let list = ShapeBuf::compound([ShapeBuf::from(plane), Ball::new([0.0; 3], 1.0).into()]);
        for shape in [ShapeBuf::from(plane), list] {
            let text = serde_json::to_string(&shape).unwrap();
            assert_eq!(serde_json::from_str::<ShapeBuf<f32, 3>>(&text).unwrap(), shape, "{text}");
            let bytes = postcard::to_stdvec(&shape).unwrap();
            assert_eq!(postcard::from_bytes::<ShapeBuf<f32, 3>>(&bytes).unwrap(), shape);
        }
        let bytes = postcard::to_stdvec(&Shape::from(plane)).unwrap();
        assert_eq!(postcard::from_bytes::<Shape<f32, 3>>(&bytes).unwrap(), plane.into());
    }
    let read = |text: &str| serde_json::from_str::<Shape<i16, 2>>(text).map_err(|error| error.to_string());
    assert!(read(r#"{"half_space":{"point":[0,1],"normal":[0,2]}}"#).is_ok());
    let refused = read(r#"{"half_space":{"point":[0,1],"normal":[0,0]}}"#).unwrap_err();
    assert!(refused.starts_with("normal is zero, infinite or NaN"), "{refused}");
}
