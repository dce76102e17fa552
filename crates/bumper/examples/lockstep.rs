//! A lockstep session: every peer runs the same simulation, and a server sends only the commands of the players to all peers. A client that
//! joins late receives the whole simulation once. In each time step, the peers compare a hash of the state; if the hashes differ, the peers
//! are out of sync.
//! `cargo run --release -p bumper --features serde --example lockstep`
use bumper::dynamics::{BodyDef, BodyId, ColliderDef, Simulation};
use bumper::{Aabb, Ball};
use serde::{Deserialize, Serialize};

/// A command of a player in a time step. All peers execute the same commands in the same order, so that their simulations stay equal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Command {
    /// A new player joins and gets a ball.
    Join,
    /// The player with this index pushes its own ball with this impulse.
    Push(u8, [f32; 2]),
    /// The player with this index leaves, and its ball is removed.
    Leave(u8),
}

/// One computer of the session. A saved and loaded peer keeps the ids of its bodies, and computes the same bits in the next steps as the
/// peer that was saved.
#[derive(Serialize, Deserialize)]
pub(crate) struct Peer {
    pub(crate) frame: u32,
    pub(crate) simulation: Simulation<f32>,
    players: Vec<Option<BodyId>>,
}

impl Peer {
    /// The state at the start of a session: a room with a heap of crates.
    pub(crate) fn start() -> Self {
        let mut simulation = Simulation::new([0.0, -10.0]);
        let walls =
            [([-11.0, 0.0], [-10.0, 20.0]), ([10.0, 0.0], [11.0, 20.0]), ([-11.0, -1.0], [11.0, 0.0])];
        for (min, max) in walls {
            simulation.insert_static(&ColliderDef::new(Aabb::new(min, max))).expect("a wall");
        }
        for k in 0..30 {
            let [x, y] = [(k % 6) as f32 * 1.1 - 3.0, (k / 6) as f32 * 1.1];
            let crate_ = ColliderDef::new(Aabb::new([x, y], [x + 1.0, y + 1.0]));
            simulation.insert(&BodyDef::default(), &[crate_]).expect("a crate");
        }
        Self { frame: 0, simulation, players: Vec::new() }
    }

    /// Joins a running session. `saved` are the bytes that another peer returned from `save`.
    pub(crate) fn join(saved: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(saved)
    }

    /// Saves the state that a new client needs to join the session.
    pub(crate) fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("a simulation can always be saved")
    }

    /// Executes the commands of all players in the order of the `message`, then runs a time step. `message` are the serialized commands, as
    /// the server sends them.
    pub(crate) fn advance(&mut self, message: &[u8]) -> Result<(), postcard::Error> {
        for command in postcard::from_bytes::<Vec<Command>>(message)? {
            self.execute(command);
        }
        self.simulation.step(1.0 / 60.0);
        self.frame += 1;
        Ok(())
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Join => {
                let ball = ColliderDef::new(Ball::new([self.players.len() as f32 - 4.0, 8.0], 0.5));
                self.players.push(self.simulation.insert(&BodyDef::default(), &[ball]).ok());
            }
            Command::Push(player, impulse) => {
                let Some(Some(id)) = self.players.get(usize::from(player)) else { return };
                let center = self.simulation.get(*id).map(|state| state.center).unwrap_or_default();
                // If the impulse is not finite, every peer rejects it in the same way.
                let _ = self.simulation.apply_impulse(*id, impulse, center);
            }
            Command::Leave(player) => {
                let Some(ball) = self.players.get_mut(usize::from(player)) else { return };
                ball.take().map(|id| self.simulation.remove(id));
            }
        }
    }

    /// A hash of the state. A peer is out of sync if its hash differs from that of the others. To compare, each peer sends eight bytes per
    /// step.
    pub(crate) fn hash(&self) -> u64 {
        self.simulation.state_hash()
    }
}

/// The commands of a time step, as the server sends them to all peers.
pub(crate) fn commands_of(frame: u32) -> Vec<u8> {
    let mut commands = Vec::new();
    commands.extend((frame.is_multiple_of(150) && frame < 600).then_some(Command::Join));
    for player in 0..4u8 {
        if (frame + 7 * u32::from(player)).is_multiple_of(40) {
            commands.push(Command::Push(player, [(f32::from(player) - 1.5) * 2.0, 6.0]));
        }
    }
    commands.extend((frame == 700).then_some(Command::Leave(1)));
    postcard::to_stdvec(&commands).expect("commands can always be sent")
}

fn main() -> Result<(), postcard::Error> {
    let mut peers = vec![Peer::start(), Peer::start()];
    for frame in 0..900 {
        if frame == 400 {
            let saved = peers[0].save();
            println!("frame {frame}: a client joins with {} bytes", saved.len());
            peers.push(Peer::join(&saved)?);
        }
        let message = commands_of(frame);
        peers.iter_mut().try_for_each(|peer| peer.advance(&message))?;
        assert!(peers.iter().all(|peer| peer.hash() == peers[0].hash()), "out of sync in frame {frame}");
    }
    println!("{} peers are in sync after {} frames: {:016x}", peers.len(), peers[0].frame, peers[0].hash());
    Ok(())
}
