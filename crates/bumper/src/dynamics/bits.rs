//! The names of bodies and joints as numbers, for places that hold nothing else.

use super::{BodyId, JointId};

macro_rules! bits {
    ($id:ident) => {
        impl $id {
            /// The id as a number.
            ///
            /// ```
            #[doc = concat!("use bumper::dynamics::", stringify!($id), ";")]
            #[doc = concat!("assert_eq!(", stringify!($id), "::from_bits(7).to_bits(), 7);")]
            /// ```
            pub fn to_bits(self) -> u64 {
                u64::from(self.slot) << 32 | u64::from(self.generation)
            }

            /// The id of a number from `to_bits`. Other numbers make ids that nothing has.
            pub fn from_bits(bits: u64) -> Self {
                Self { slot: (bits >> 32) as u32, generation: bits as u32 }
            }
        }
    };
}

bits!(BodyId);
bits!(JointId);
