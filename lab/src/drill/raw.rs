//! A client on bare TCP sockets that can misbehave in every way.
//!
//! It writes its own handshakes and frames, so that a fault of the usual WebSocket library cannot hide the same
//! fault at the other end.

mod frame;
mod http;
mod play;
mod route;
mod socket;

pub use frame::{Frame, Opcode, ReadFrame};
pub use http::{HttpAnswer, exchange};
pub use play::RawSeat;
pub use route::Route;
pub use socket::{RawSocket, Reply, Welcomed, new_id};
