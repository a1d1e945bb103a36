//! A client on bare TCP sockets that can misbehave in every way.
//!
//! It writes its own handshakes and frames, so that a fault of the usual WebSocket library cannot hide the same
//! fault at the other end.

mod door;
mod frame;
mod http;
mod play;
mod socket;

pub use door::Door;
pub use frame::{Frame, Opcode, ReadFrame};
pub use http::{HttpAnswer, exchange};
pub use play::RawSeat;
pub use socket::{Heard, RawSocket, Welcomed, new_id};
