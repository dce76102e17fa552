//! Prints scenes as Rust programs.

use crate::ground::{Role, fixtures};
use crate::scene::{Body, Number, Scene, Walker};
use crate::solid::{Point, Solid};
use std::fmt::Write;

/// A program that runs each scene and prints the state of its bodies and movers in every frame.
pub fn program(text: &str, scenes: &[Scene], in_world: bool) -> String {
    let mut program = String::new();
    for line in text.lines() {
        program += &format!("// {line}\n");
    }
    program += "use bumper::dynamics::*;\nuse bumper::motion::*;\nuse bumper::world::{self, World};\nuse bumper::*;\n";
    for (k, scene) in scenes.iter().enumerate() {
        let body = if in_world { world_body(scene) } else { simulation_body(scene) };
        program += &format!("fn scene_{k}() {{\n{body}}}\n");
    }
    program += "fn main() {\n";
    for k in 0..scenes.len() {
        writeln!(program, "    println!(\"scene {k}\");\n    scene_{k}();").expect("text");
    }
    program + "}\n"
}

/// The name of a number type in Rust.
fn type_of(number: Number) -> &'static str {
    match number {
        Number::F32 => "f32",
        Number::F64 => "f64",
        Number::I32 => "i32",
        Number::I16 => "i16",
    }
}

/// A number as a literal of the number type of a scene.
fn literal(value: f64, scene: &Scene) -> String {
    match scene.number {
        Number::F32 | Number::F64 => format!("{value:?}"),
        Number::I32 | Number::I16 => format!("{}", value.round()),
    }
}

/// A point as an array.
fn array(point: Point, scene: &Scene) -> String {
    format!("[{}, {}]", literal(point[0], scene), literal(point[1], scene))
}

/// The expression of a shape.
fn expression(solid: &Solid, scene: &Scene) -> String {
    let (array, literal) = (|point: &Point| array(*point, scene), |value: &f64| literal(*value, scene));
    let list = |points: &[Point]| points.iter().map(array).collect::<Vec<_>>().join(", ");
    match solid {
        Solid::Box { min, max } => format!("Aabb::new({}, {})", array(min), array(max)),
        Solid::Ball { center, radius } => format!("Ball::new({}, {})", array(center), literal(radius)),
        Solid::Capsule { from, to, radius } => {
            format!("Capsule::new({}, {}, {})", array(from), array(to), literal(radius))
        }
        Solid::Ellipse { center, half } => {
            format!("Ellipse::new({}, {}, Rotation::identity())", array(center), array(half))
        }
        Solid::Polygon(corners) => format!("PolygonBuf::<_, 8>::new([{}]).unwrap()", list(corners)),
        Solid::Segment { from, to } => format!("Segment::new({}, {})", array(from), array(to)),
        Solid::Region(corners) => format!("Region::new([{}]).unwrap()", list(corners)),
        Solid::Mask { min, pixel, rows } => format!(
            "Sprite::new(MaskBuf::from_rows({rows:?}).unwrap().as_mask(), {}, {})",
            array(min),
            literal(pixel)
        ),
        Solid::Compound(parts) => {
            let parts: Vec<_> =
                parts.iter().map(|part| format!("ShapeBuf::from({})", expression(part, scene))).collect();
            format!("ShapeBuf::compound([{}])", parts.join(", "))
        }
    }
}

/// The fields of a collider that say how the ground stops bodies.
fn role_fields(role: Role) -> &'static str {
    match role {
        Role::Solid => "",
        Role::OneWay => "one_way: Some(Side::MAX_Y), ",
        Role::Sensor => "sensor: true, ",
    }
}

/// The body of a function that runs a scene in a simulation.
fn simulation_body(scene: &Scene) -> String {
    let number = type_of(scene.number);
    let mut text = format!("    let mut s = Simulation::<{number}>::new({:?});\n", scene.gravity);
    let material = &scene.material;
    for fixture in fixtures(scene) {
        let colliders: Vec<_> = (fixture.solids.iter())
            .map(|solid| {
                format!(
                    "ColliderDef {{ friction: {:?}, restitution: {:?}, surface_velocity: [{:?}, 0.0].into(), {}..ColliderDef::new(&ShapeBuf::<{number}, 2>::from({})) }}",
                    material.friction,
                    material.restitution,
                    material.belt,
                    role_fields(fixture.role),
                    expression(solid, scene)
                )
            })
            .collect();
        writeln!(
            text,
            "    s.insert(&BodyDef {{ kind: BodyKind::Static, ..BodyDef::default() }}, &[{}]).unwrap();",
            colliders.join(", ")
        )
        .expect("text");
    }
    let bodies: Vec<_> =
        scene.bodies.iter().map(|body| format!("        {},\n", insertion(body, scene))).collect();
    writeln!(text, "    let bodies: Vec<BodyId> = vec![\n{}    ];", bodies.concat()).expect("text");
    let movers: Vec<_> = (scene.walkers.iter())
        .map(|walker| {
            format!(
                "        {{ {} let id = s.insert_mover(&m, 1.0).unwrap(); (m, id) }},\n",
                mover(walker, scene)
            )
        })
        .collect();
    writeln!(
        text,
        "    let mut movers: Vec<(Mover<{number}, 2, ShapeBuf<{number}, 2>>, BodyId)> = vec![\n{}    ];",
        movers.concat()
    )
    .expect("text");
    writeln!(text, "    let steps: [{number}; {}] = {:?};", scene.steps.len(), scene.steps).expect("text");
    writeln!(text, "    for frame in 0..{} {{", scene.frames).expect("text");
    text += &controls(scene);
    text += "        let dt = steps[frame % steps.len()];
        s.step_with_movers(dt, movers.iter_mut().map(|(m, id)| (m, *id))).unwrap();
        for id in &bodies {
            let b = s.get(*id).unwrap();
            println!(\"{frame}: {:?} angle {} velocity {:?} spin {} asleep {}\", b.center.0, b.angle, b.velocity.0, b.angular_velocity, b.asleep);
        }
        for (m, _) in &movers {
            println!(\"{frame}: mover {:?} velocity {:?} grounded {}\", m.position().0, m.velocity.0, m.is_grounded());
        }
    }
";
    text
}

/// The statements that control the movers in a frame.
fn controls(scene: &Scene) -> String {
    let mut text = String::new();
    for (k, walker) in scene.walkers.iter().enumerate() {
        writeln!(text, "        movers[{k}].0.velocity[0] = {};", literal(walker.speed, scene))
            .expect("text");
        if !walker.jumps.is_empty() {
            let height = literal(walker.jump_height, scene);
            writeln!(
                text,
                "        if {:?}.contains(&frame) {{ movers[{k}].0.jump({height}); }}",
                walker.jumps
            )
            .expect("text");
        }
    }
    text
}

/// The expression that inserts a body.
fn insertion(body: &Body, scene: &Scene) -> String {
    format!(
        "s.insert(&BodyDef {{ pose: Pose::new(Rotation::from_radians({:?}), {:?}), velocity: {:?}.into(), angular_velocity: {:?}, ..BodyDef::default() }}, &[ColliderDef {{ friction: {:?}, restitution: {:?}, ..ColliderDef::new(&ShapeBuf::<{}, 2>::from({})) }}]).unwrap()",
        body.angle,
        body.at,
        body.velocity,
        body.spin,
        body.material.friction,
        body.material.restitution,
        type_of(scene.number),
        expression(&body.solid, scene)
    )
}

/// The statements that create the mover `m` of a walker.
fn mover(walker: &Walker, scene: &Scene) -> String {
    let number = type_of(scene.number);
    let mut text = format!(
        "let mut m = Mover::new(ShapeBuf::<{number}, 2>::from({})); m.gravity = Vector({}); m.floor_angle = {:?}; // radians\n",
        expression(&walker.solid, scene),
        array(scene.gravity, scene),
        walker.floor_angle.to_radians()
    );
    if walker.step > 0.0 {
        let step = literal(walker.step, scene);
        write!(
            text,
            " m.walk_settings = Some(WalkSettings {{ stair_height: {step}, snap_distance: {step} }});"
        )
        .expect("text");
    }
    text
}

/// The body of a function that runs the movers of a scene in a world.
fn world_body(scene: &Scene) -> String {
    let number = type_of(scene.number);
    let mut text = format!("    let mut w = World::<{number}, 2>::new();\n");
    for fixture in fixtures(scene) {
        for solid in &fixture.solids {
            writeln!(
                text,
                "    w.insert(world::Collider {{ {}..world::Collider::new(ShapeBuf::from({})) }}).unwrap();",
                role_fields(fixture.role),
                expression(solid, scene)
            )
            .expect("text");
        }
    }
    let movers: Vec<_> = (scene.walkers.iter())
        .map(|walker| {
            format!(
                "        {{ {} let id = w.insert(world::Collider::new(m.shape().clone())).unwrap(); (m, id) }},\n",
                mover(walker, scene)
            )
        })
        .collect();
    writeln!(text, "    let mut movers = vec![\n{}    ];", movers.concat()).expect("text");
    writeln!(text, "    let steps = {:?};\n    for frame in 0..{} {{", scene.steps, scene.frames)
        .expect("text");
    text += &controls(scene);
    text += "        for (m, id) in &mut movers {
            let hits = m.slide(steps[frame % steps.len()], &mut w, *id).unwrap();
            let normals: Vec<_> = hits.iter().map(|hit| hit.normal.0).collect();
            println!(\"{frame}: mover {:?} velocity {:?} grounded {} hits {normals:?}\", m.position().0, m.velocity.0, m.is_grounded());
        }
    }
";
    text
}
