//! Prints the hashes of this machine in the format of the cartridge's log.
fn main() {
    println!("whole {:08x}", answers::whole());
    println!("floats {:08x}", answers::floats());
    println!("jump {:08x}", answers::jump());
    println!("pixels {:08x}", answers::pixels());
}
