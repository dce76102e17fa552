//! The example of a lockstep session does what it says.

#[path = "../../examples/lockstep.rs"]
#[allow(dead_code, reason = "the program of the example is not called")]
mod lockstep;

use lockstep::{Peer, commands_of};

#[test]
fn lockstep_example_keeps_late_clients_in_sync() {
    let mut peers = vec![Peer::start(), Peer::start()];
    for frame in 0..900 {
        // Clients join in a frame that adds a body (150), in a frame between, and in a frame that removes a body (700).
        if [150, 399, 700].contains(&frame) {
            let saved = peers[peers.len() - 1].save();
            peers.push(Peer::join(&saved).unwrap());
        }
        let message = commands_of(frame);
        for peer in &mut peers {
            peer.advance(&message).unwrap();
        }
        let hash = peers[0].hash();
        assert!(peers.iter().all(|peer| peer.hash() == hash && peer.frame == frame + 1), "frame {frame}");
    }
    assert_eq!(peers.len(), 5);
    assert_eq!(peers[0].simulation.iter().count(), 3 + 30 + 4 - 1);
}

#[test]
fn lockstep_example_notices_a_peer_out_of_sync_and_broken_messages() {
    let [mut honest, mut cheat] = [Peer::start(), Peer::start()];
    for frame in 0..60 {
        let message = commands_of(frame);
        honest.advance(&message).unwrap();
        cheat.advance(&message).unwrap();
    }
    assert_eq!(honest.hash(), cheat.hash());
    let (id, state) = cheat.simulation.iter().last().unwrap();
    cheat.simulation.apply_impulse(id, [1e-3, 0.0], state.center).unwrap();
    honest.advance(&commands_of(60)).unwrap();
    cheat.advance(&commands_of(60)).unwrap();
    assert_ne!(honest.hash(), cheat.hash());
    let saved = honest.save();
    assert!(Peer::join(&saved[..saved.len() / 2]).is_err());
    assert!(honest.advance(&[200, 3]).is_err());
}
