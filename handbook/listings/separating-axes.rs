use bumper::{PolygonBuf, Relate};

fn main() {
    let kite = PolygonBuf::<i32, 4>::new([[0, 30], [40, 0], [80, 30], [40, 90]]).unwrap();
    let tent_at =
        |x, y| PolygonBuf::<i32, 4>::new([[x + 15, y + 60], [x + 70, y + 60], [x + 40, y]]).unwrap();
    assert!(!kite.intersects(&tent_at(80, 40)));
    assert!(kite.intersects(&tent_at(30, 40)));
}
