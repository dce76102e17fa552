//! Tests of conversions to and from types of other crates.

use bumper::{Aabb, Ball, Vector};

/// Constructors accept all types that convert to a vector. The types of number literals must still be inferred, no matter which features
/// add conversions.
#[test]
fn arrays_and_tuples_convert_to_vectors() {
    assert_eq!(Aabb::new([10i16, 0], [20, 100]), Aabb::new((10, 0), Vector([20, 100])));
    assert_eq!(Ball::<f32, 3>::new((0.0, 1.0, 2.0), 3.0), Ball::new([0.0, 1.0, 2.0], 3.0));
    let array: [i16; 2] = Vector([1, 2]).into();
    assert_eq!(array, [1, 2]);
}

#[cfg(feature = "mint")]
#[test]
fn mint_types_convert_both_ways() {
    let point = mint::Point2 { x: 1.0f32, y: 2.0 };
    assert_eq!(Ball::new(point, 3.0), Ball::new([1.0, 2.0], 3.0));
    let vector: mint::Vector3<i16> = Vector([1i16, 2, 3]).into();
    assert_eq!(Vector::from(vector), Vector([1, 2, 3]));
}

#[cfg(feature = "glam")]
#[test]
fn glam_types_convert_both_ways() {
    assert_eq!(Ball::new(glam::Vec2::new(1.0, 2.0), 3.0), Ball::new([1.0, 2.0], 3.0));
    assert_eq!(glam::Vec3A::from(Vector([1.0, 2.0, 3.0])), glam::Vec3A::new(1.0, 2.0, 3.0));
    assert_eq!(glam::DVec3::from(Vector([1.0, 2.0, 3.0])), glam::DVec3::new(1.0, 2.0, 3.0));
    assert_eq!(Aabb::point(glam::IVec2::new(1, 2)), Aabb::point([1i32, 2]));
    assert_eq!(Aabb::point(glam::I16Vec3::new(1, 2, 3)), Aabb::point([1i16, 2, 3]));
}

/// Converted rotations agree with the rotations of `glam` for random angles and axes, and the conversion back restores them.
#[cfg(all(feature = "glam", any(feature = "std", feature = "libm")))]
#[test]
fn glam_rotations_convert_both_ways() {
    use bumper::Rotation;
    let mut random = fastrand::Rng::with_seed(14);
    let mut number = || random.f32() * 20.0 - 10.0;
    for _ in 0..1000 {
        let (angle, vector) = (number(), Vector([number(), number()]));
        let theirs = glam::Mat2::from_angle(angle);
        let ours = Rotation::<f32, 2>::from(theirs);
        let moved = Vector::from(theirs * glam::Vec2::from(vector));
        assert!((ours.apply(vector) - moved).length() < 1e-5);
        assert!((Vector::from(glam::Mat2::from(ours) * glam::Vec2::from(vector)) - moved).length() < 1e-5);
        let axis = glam::Vec3::new(number(), number(), number()).normalize();
        let (theirs, vector) = (glam::Quat::from_axis_angle(axis, angle), Vector([number(), number(), 1.0]));
        let ours = Rotation::<f32, 3>::from(theirs);
        let moved = Vector::from(theirs * glam::Vec3::from(vector));
        assert!((ours.apply(vector) - moved).length() < 1e-4);
        assert!((Vector::from(glam::Quat::from(ours) * glam::Vec3::from(vector)) - moved).length() < 1e-4);
    }
    let scaled = glam::DMat2::from_scale_angle(glam::DVec2::new(3.0, 5.0), std::f64::consts::PI);
    assert!((Rotation::from(scaled).apply(Vector([1.0, 0.0])) - Vector([-1.0, 0.0])).length() < 1e-15);
    assert_eq!(Rotation::from(glam::DMat2::ZERO), Rotation::identity());
    assert_eq!(Rotation::from(glam::DQuat::from_array([0.0; 4])), Rotation::identity());
    assert_eq!(Rotation::from(glam::Quat::from_array([0.0, 0.0, f32::NAN, 1.0])), Rotation::identity());
}

#[cfg(feature = "serde")]
mod serde {
    use bumper::{Aabb, Axis, Ball, Cylinder, Relation, Shape, SquaredBall, Vector, YAxis};

    type Plane = Shape<'static, i16, 2>;
    type Space = Shape<'static, i32, 3>;

    #[test]
    fn shapes_round_trip_through_json() {
        let plane: [Plane; 4] = [
            Shape::Point(Vector([1, -2])),
            Aabb::new([0, 0], [3, 4]).into(),
            Ball::new([5, 6], 7).into(),
            SquaredBall::new([8, 9], 10).into(),
        ];
        let text = serde_json::to_string(&plane).unwrap();
        assert_eq!(
            text,
            r#"[{"point":[1,-2]},{"aabb":{"min":[0,0],"max":[3,4]}},{"ball":{"center":[5,6],"radius":7}},{"squared_ball":{"center":[8,9],"radius_squared":10}}]"#
        );
        assert_eq!(serde_json::from_str::<[Plane; 4]>(&text).unwrap(), plane);
        let space: Space = Cylinder::new(Axis::Y, [1, 2, 3], 40, 5).into();
        let text = serde_json::to_string(&space).unwrap();
        assert_eq!(text, r#"{"cylinder":{"axis":"y","from":[1,2,3],"to":40,"radius":5}}"#);
        assert_eq!(serde_json::from_str::<Space>(&text).unwrap(), space);
        assert_eq!(serde_json::to_string(&Relation::Touching).unwrap(), r#""touching""#);
        assert_eq!(serde_json::from_str::<YAxis>(r#""down""#).unwrap(), YAxis::Down);
    }

    #[test]
    fn borrowed_compounds_are_serialized_but_not_deserialized() {
        let parts: [Plane; 1] = [Shape::Point(Vector([1, 2]))];
        let text = serde_json::to_string(&Shape::Compound(&parts)).unwrap();
        assert_eq!(text, r#"{"compound":[{"point":[1,2]}]}"#);
        assert!(
            serde_json::from_str::<Plane>(&text)
                .unwrap_err()
                .to_string()
                .contains("unknown variant `compound`")
        );
    }

    #[test]
    fn invalid_shape_fields_are_refused() {
        let refused = |text: &str, reason: &str| {
            let error = serde_json::from_str::<Plane>(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(r#"{"point": [1]}"#, "invalid length 1, expected a list of 2 numbers");
        refused(r#"{"point": [1, 2, 3]}"#, "invalid length 3, expected a list of 2 numbers");
        refused(r#"{"point": [1, 40000]}"#, "expected i16");
        refused(r#"{"aabb": {"min": [1, 0], "max": [0, 0]}}"#, "min is greater than max");
        refused(r#"{"aabb": {"min": [0, 0], "max": [1, 1], "mid": 0}}"#, "unknown field `mid`");
        refused(r#"{"ball": {"center": [0, 0], "radius": -1}}"#, "radius is out of range");
        refused(
            r#"{"squared_ball": {"center": [0, 0], "radius_squared": 1073676290}}"#,
            "radius_squared is out of range",
        );
        let cylinder = r#"{"cylinder": {"axis": "x", "from": [0, 0], "to": 1, "radius": 1}}"#;
        refused(cylinder, "a cylinder has 3 dimensions");
        let cylinder = r#"{"axis": "y", "from": [0, 5, 0], "to": 4, "radius": 1}"#;
        let error = serde_json::from_str::<Cylinder<i16>>(cylinder).unwrap_err().to_string();
        assert!(error.contains("from is greater than to"), "{error}");
        let error = serde_json::from_str::<Ball<i16, 2>>("3").unwrap_err().to_string();
        assert!(error.contains("expected struct Ball"), "{error}");
    }

    #[test]
    fn ellipses_round_trip_and_3d_ones_are_refused() {
        use bumper::{Ellipse, Rotation};
        let shape: Shape<f64, 2> = Ellipse::new([1.0, 2.0], [3.0, 1.0], Rotation::identity()).into();
        let text = serde_json::to_string(&shape).unwrap();
        let fields =
            r#"{"center":[1.0,2.0],"half_size":[3.0,1.0],"rotation":{"axes":[[1.0,0.0],[0.0,1.0]]}}"#;
        assert_eq!(text, format!(r#"{{"ellipse":{fields}}}"#));
        assert_eq!(serde_json::from_str::<Shape<f64, 2>>(&text).unwrap(), shape);
        let refused = |text: &str| serde_json::from_str::<Ellipse<f64, 2>>(text).unwrap_err().to_string();
        assert!(refused(&fields.replace("3.0", "-3.0")).contains("half_size is negative or NaN"));
        let space = r#"{"center":[1.0,2.0,0.0],"half_size":[3.0,1.0,1.0],"rotation":{"axes":[[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.0]]}}"#;
        let error = serde_json::from_str::<Ellipse<f64, 3>>(space).unwrap_err().to_string();
        assert!(error.contains("an ellipse has 2 dimensions"), "{error}");
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn masks_round_trip_and_bits_beyond_row_are_refused() {
        use bumper::{MaskBuf, Sprite};
        let mask = MaskBuf::from_rows(["#.#", ".#."]).unwrap();
        let text = serde_json::to_string(&mask).unwrap();
        assert_eq!(text, r#"{"size":[3,2],"words":[5,2]}"#);
        assert_eq!(serde_json::from_str::<MaskBuf>(&text).unwrap(), mask);
        assert!(serde_json::from_str::<MaskBuf>(r#"{"size":[3,2],"words":[5,8]}"#).is_err());
        let shape = Shape::from(Sprite::new(mask.as_mask(), [1i16, 2], 1));
        let wanted =
            r#"{"mask":{"mask":{"size":[3,2],"words":[5,2]},"min":[1,2],"pixel":1,"flip":[false,false]}}"#;
        assert_eq!(serde_json::to_string(&shape).unwrap(), wanted);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn hulls_with_redundant_points_round_trip() {
        use bumper::{Hull, HullBuf, ShapeBuf};
        let corners = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 8.0], [1.0, 1.0, 1.0]];
        let points = [corners[0], corners[1], corners[1], corners[2], corners[3], corners[4]].map(Vector);
        let shape = ShapeBuf::from(Hull::new(&points).unwrap());
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<ShapeBuf<f64, 3>>(&text).unwrap(), shape);
        assert!(serde_json::from_str::<HullBuf<f64>>(r#"{"points":[]}"#).is_err());
    }

    /// JSON cannot represent NaN, but other formats can.
    #[test]
    fn nan_coordinates_are_refused() {
        use ::serde::Deserialize;
        use ::serde::de::value::{Error, MapAccessDeserializer, MapDeserializer};

        let point = |coordinates: [f32; 2]| {
            let entries = [("point", coordinates.to_vec())].into_iter();
            let map = MapAccessDeserializer::new(MapDeserializer::<_, Error>::new(entries));
            Shape::<f32, 2>::deserialize(map).map_err(|error| error.to_string())
        };
        assert_eq!(point([0.0, 1.0]), Ok(Shape::Point(Vector([0.0, 1.0]))));
        assert_eq!(point([0.0, f32::NAN]), Err("a coordinate is NaN".to_owned()));
        let corner = |x: f32| {
            let entries = [("min", vec![x, 0.0]), ("max", vec![1.0, 1.0])].into_iter();
            Aabb::<f32, 2>::deserialize(MapDeserializer::<_, Error>::new(entries)).is_ok()
        };
        assert!(corner(0.0) && !corner(f32::NAN));
    }

    #[cfg(feature = "fixed")]
    #[test]
    fn fixed_point_shapes_round_trip() {
        use fixed::types::I16F16;
        let ball = Ball::new([I16F16::from_num(1.5), I16F16::MIN], I16F16::from_num(2));
        let text = serde_json::to_string(&ball).unwrap();
        assert_eq!(serde_json::from_str::<Ball<I16F16, 2>>(&text).unwrap(), ball);
    }

    #[cfg(feature = "alloc")]
    fn any_shape(random: &mut fastrand::Rng) -> Plane {
        let (at, size) = (Vector([random.i16(0..100), random.i16(0..100)]), random.i16(0..10));
        match random.u8(0..4) {
            0 => at.into(),
            1 => Ball::new(at, size).into(),
            2 => Aabb::new(at, at + Vector::splat(size)).into(),
            _ => bumper::Segment::new(at, at + Vector([size, 0])).into(),
        }
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn deserialized_world_behaves_like_original() {
        use bumper::world::{Collider, World};
        let mut random = fastrand::Rng::with_seed(12);
        let mut world = World::<i16, 2>::new();
        let mut ids: Vec<_> = Vec::new();
        for round in 0..40 {
            for _ in 0..10 {
                let shape = any_shape(&mut random);
                ids.push(world.insert(Collider { data: round, ..Collider::new(shape) }).unwrap());
                if random.bool() {
                    world.remove(ids.swap_remove(random.usize(0..ids.len())));
                }
            }
            if random.bool() {
                world.update();
            }
            let text = serde_json::to_string(&world).unwrap();
            let bytes = postcard::to_stdvec(&world).unwrap();
            let read: [World<i16, 2>; 2] =
                [serde_json::from_str(&text).unwrap(), postcard::from_bytes(&bytes).unwrap()];
            for mut read in read {
                let mut original = world.clone();
                assert!(read.iter().eq(original.iter()));
                assert_eq!(read.update(), original.update());
                let shape = Ball::new([60, 60], 40);
                assert_eq!(read.intersecting(shape, |_, _| true), original.intersecting(shape, |_, _| true));
                let new = Collider::new(shape);
                assert_eq!(read.insert(new.clone()), original.insert(new));
                assert_eq!(read.update(), original.update());
            }
            // Damaged bytes give an error or some world, but never a panic.
            for _ in 0..20 {
                let mut damaged = bytes.clone();
                let at = random.usize(0..damaged.len());
                damaged[at] = random.u8(..);
                if let Ok(mut odd) = postcard::from_bytes::<World<i16, 2>>(&damaged) {
                    odd.update();
                    odd.insert(Collider::new(Ball::new([0, 0], 5))).unwrap();
                    odd.update();
                }
            }
        }
        let error = |version: u32, free: &str| {
            let slots = r#"[{"generation":1,"changed":false,"collider":null}]"#;
            let text = format!(r#"{{"version":{version},"slots":{slots},"free":{free},"events":[]}}"#);
            serde_json::from_str::<World<i16, 2>>(&text)
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert_eq!(error(1, "[0]"), "");
        assert!(error(1, "[0,0]").starts_with("slot 0 is not free, or twice"));
        assert!(error(2, "[0]").starts_with("the format has version 2, but only version 1 can be read"));
    }
}

/// Parallel and serial updates give the same pairs in the same order.
#[cfg(feature = "rayon")]
#[test]
fn parallel_update_agrees_with_serial_update() {
    use bumper::world::{Collider, World};
    use bumper::{OrientedBox, Rotation};
    let mut random = fastrand::Rng::with_seed(13);
    let mut world = World::<f32, 2>::new();
    let shape = |random: &mut fastrand::Rng| {
        let at = Vector([random.f32() * 300.0, random.f32() * 300.0]);
        OrientedBox::new(at, [2.0, 1.0], Rotation::from_degrees(random.f32() * 360.0))
    };
    let ids: Vec<_> = (0..5000).map(|_| world.insert(Collider::new(shape(&mut random))).unwrap()).collect();
    let mut threads = world.clone();
    for round in 0..10 {
        for id in ids.iter().skip(round).step_by(1 + round * 3) {
            let shape = shape(&mut random);
            world.set_shape(*id, shape).unwrap();
            threads.set_shape(*id, shape).unwrap();
        }
        assert!(world.update().len() > 500);
        assert_eq!(threads.update_in_parallel(), world.events());
    }
}

/// Compounds and poses may be nested 64 deep, as in scenes. Deeper ones are errors, so that no file can overflow the stack.
#[cfg(all(feature = "serde", feature = "alloc"))]
#[test]
fn one_sided_meshes_round_trip_and_an_absent_field_means_two_sides() {
    use bumper::{AsShape, Mesh, Shape, ShapeBuf};
    let both = Mesh::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[0, 1, 2]]).unwrap();
    for mesh in [both.clone(), both.clone().one_sided()] {
        let shape = ShapeBuf::from(mesh.clone());
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<ShapeBuf<f64, 3>>(&text).unwrap(), shape);
        let bytes = postcard::to_stdvec(&mesh).unwrap();
        assert_eq!(postcard::from_bytes::<Mesh<f64, 3>>(&bytes).unwrap(), mesh);
        // The field is the last one.
        let without = text.replace(&format!(r#","one_sided":{}"#, mesh.is_one_sided()), "");
        assert_ne!(without, text);
        let shape = serde_json::from_str::<ShapeBuf<f64, 3>>(&without).unwrap();
        assert!(matches!(shape.as_shape(), Shape::Mesh(read) if *read == both));
    }
}

#[cfg(all(feature = "serde", feature = "alloc"))]
#[test]
fn shapes_nested_too_deeply_are_refused() {
    use bumper::ShapeBuf;
    let nested = |depth: usize| {
        (0..depth).fold(ShapeBuf::<f64, 2>::from(Ball::new([1.0, 2.0], 3.0)), |shape, _| {
            ShapeBuf::compound([shape])
        })
    };
    let deepest = nested(64);
    let bytes = postcard::to_stdvec(&deepest).unwrap();
    assert_eq!(postcard::from_bytes::<ShapeBuf<f64, 2>>(&bytes).unwrap(), deepest);
    let error = serde_json::to_string(&nested(65)).unwrap_err().to_string();
    assert!(error.contains("nested more than 64 deep"), "{error}");
    // A compound (kind 15) of one compound, and so on; a placed shape (kind 16) around a placed shape, and so on.
    for unit in [&[15u8, 1][..], &[16]] {
        let bytes = unit.repeat(100_000);
        assert!(postcard::from_bytes::<ShapeBuf<f64, 2>>(&bytes).is_err());
    }
}
