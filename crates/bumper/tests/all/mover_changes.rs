//! Changes of a mover together with its body: crouching and teleporting.

use bumper::dynamics::{BodyId, ColliderDef, DynamicsError, QueryFilter, Simulation};
use bumper::motion::{Mover, Response};
use bumper::{Aabb, ShapeBuf, Vector};

type Hero = Mover<f64, 2, Aabb<f64, 2>>;

/// A floor, a low tunnel from x = 3 to x = 6, and a crate behind it.
fn level() -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, -10.0]);
    for area in [Aabb::new([-20.0, -1.0], [20.0, 0.0]), Aabb::new([3.0, 1.2], [6.0, 3.0])] {
        simulation.insert_static(&ColliderDef::new(area)).unwrap();
    }
    let crate_ = ColliderDef::new(Aabb::new([8.0, 0.0], [9.0, 1.0]));
    simulation.insert(&bumper::dynamics::BodyDef::default(), &[crate_]).unwrap();
    simulation
}

fn add_hero(simulation: &mut Simulation<f64>) -> (Hero, BodyId) {
    let mut hero = Mover::new(standing());
    hero.gravity = Vector([0.0, -10.0]);
    let body = simulation.insert_mover(&hero, 2.0).unwrap();
    (hero, body)
}

fn standing() -> Aabb<f64, 2> {
    Aabb::new([0.0, 0.0], [0.8, 1.8])
}

fn crouching() -> Aabb<f64, 2> {
    Aabb::new([0.0, 0.0], [0.8, 1.0])
}

#[test]
fn one_call_changes_shape_as_two_calls_do() {
    let (mut one, mut two) = (level(), level());
    let ((mut a, body), (mut b, _)) = (add_hero(&mut one), add_hero(&mut two));
    let mut results = [0; 2];
    for frame in 0..400 {
        if frame % 7 == 0 {
            let shape = if frame % 14 == 0 { crouching() } else { standing() };
            let done = one.set_mover_shape(&mut a, body, shape).unwrap();
            let region = Aabb::new([-50.0, -50.0], [50.0, 50.0]);
            let others = QueryFilter { exclude_bodies: &[body], ..QueryFilter::default() };
            let obstacles = two.obstacles(region, &others);
            assert_eq!(b.set_shape(shape, &obstacles, |_| Some(Response::Slide)), done, "frame {frame}");
            if done {
                let collider = two.colliders_of(body).next().unwrap();
                two.set_shape(collider, shape).unwrap();
            }
            results[usize::from(done)] += 1;
        }
        for (simulation, hero) in [(&mut one, &mut a), (&mut two, &mut b)] {
            hero.velocity[0] = 2.0;
            simulation.step_with_movers(1.0 / 60.0, [(hero, body)]).unwrap();
        }
        assert!(a == b && one.state_hash() == two.state_hash(), "frame {frame}");
    }
    assert!(results.iter().all(|count| *count > 3), "{results:?}");
    assert!(a.position().x() > 7.0);
}

#[test]
fn refused_shape_changes_nothing() {
    let mut simulation = level();
    let mut hero = Mover::new(ShapeBuf::from(standing()));
    let body = simulation.insert_mover(&hero, 2.0).unwrap();
    let (hash, before) = (simulation.state_hash(), hero.clone());
    let flat = ShapeBuf::from(Vector([0.0, 0.5]));
    let error = simulation.set_mover_shape(&mut hero, body, flat.clone());
    assert!(error.is_err(), "{error:?}");
    assert!(simulation.state_hash() == hash && hero == before);
    let partly_flat = ShapeBuf::compound([ShapeBuf::from(crouching()), flat]);
    if simulation.set_mover_shape(&mut hero, body, partly_flat).is_err() {
        assert!(simulation.state_hash() == hash && hero == before);
    }
    simulation.remove(body);
    let gone = simulation.set_mover_shape(&mut hero, body, ShapeBuf::from(crouching()));
    assert_eq!(gone, Err(DynamicsError::NotFound));
    assert_eq!(simulation.set_mover_pose(&mut hero, body, [1.0, 0.0]), Err(DynamicsError::NotFound));
    assert!(hero == before);
}

#[test]
fn colliders_follow_the_number_of_parts() {
    let mut simulation = level();
    let (legs, head) = (Aabb::new([0.0, 0.0], [0.8, 1.0]), Aabb::new([0.2, 1.0], [0.6, 1.8]));
    let hat = Aabb::new([0.1, 1.8], [0.7, 2.0]);
    let mut hero = Mover::new(vec![legs, head]);
    let body = simulation.insert_mover(&hero, 2.0).unwrap();
    let first = simulation.colliders_of(body).next().unwrap();
    simulation.modify_collider(first, |collider| collider.layers = 6).unwrap();
    for parts in [vec![legs, head, hat], vec![legs], vec![legs, head]] {
        assert_eq!(simulation.set_mover_shape(&mut hero, body, parts.clone()), Ok(true));
        let ids: Vec<_> = simulation.colliders_of(body).collect();
        let shapes: Vec<ShapeBuf<f64, 2>> = ids.iter().map(|id| simulation.shape_of(*id).unwrap()).collect();
        assert_eq!(shapes, parts.iter().map(|part| ShapeBuf::from(*part)).collect::<Vec<_>>());
        assert_eq!((ids[0], simulation.get(body).unwrap().mass), (first, 2.0));
        let layers = |id| simulation.get_collider(id).unwrap().layers;
        assert_eq!(layers(ids[0]), 6);
    }
}

#[test]
fn teleport_moves_mover_and_body() {
    let mut simulation = level();
    let (mut hero, body) = add_hero(&mut simulation);
    (0..30).for_each(|_| _ = simulation.step_with_movers(1.0 / 60.0, [(&mut hero, body)]).unwrap());
    assert!(hero.is_grounded());
    assert_eq!(simulation.set_mover_pose(&mut hero, body, [-10.0, 4.0]), Ok(true));
    assert!(!hero.is_grounded() && hero.position() == Vector([-10.0, 4.0]));
    let state = simulation.get(body).unwrap();
    assert_eq!(state.pose.translation, Vector([-10.0, 4.0]));
    let hash = simulation.state_hash();
    assert!(!simulation.set_mover_pose(&mut hero, body, [f64::NAN, 0.0]).unwrap_or(false));
    assert!(simulation.state_hash() == hash && hero.position() == Vector([-10.0, 4.0]));
    (0..120).for_each(|_| _ = simulation.step_with_movers(1.0 / 60.0, [(&mut hero, body)]).unwrap());
    assert!(hero.is_grounded() && (hero.position() - Vector([-10.0, 0.0])).length() < 1e-3);
}

#[test]
fn movers_with_equal_states_are_equal() {
    let ground = [bumper::Shape::from(Aabb::new([-9.0, -1.0], [9.0, 0.0]))];
    let mut hero = Mover::new(standing());
    hero.gravity = Vector([0.0, -10.0]);
    let mut other = hero.clone();
    assert!(hero == other);
    hero.step(0.1, &ground[..], |_| Some(Response::Slide), |_| ());
    assert!(hero != other);
    other.step(0.1, &ground[..], |_| Some(Response::Slide), |_| ());
    assert!(hero == other);
    hero.jump(1.0);
    assert!(hero != other);
    let mut wide = other.clone();
    wide.coyote_time = 0.1;
    assert!(wide != other);
}
