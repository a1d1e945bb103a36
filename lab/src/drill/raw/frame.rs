//! WebSocket frames (RFC 6455, section 5.2), right and wrong.

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    /// The rest of a message.
    Continuation,
    /// Text.
    Text,
    /// Bytes.
    Binary,
    /// The end.
    Close,
    /// A question whether anybody is there.
    Ping,
    /// The answer to it.
    Pong,
    /// One that no standard knows.
    Unknown(u8),
}

impl Opcode {
    fn number(self) -> u8 {
        match self {
            Self::Continuation => 0x0,
            Self::Text => 0x1,
            Self::Binary => 0x2,
            Self::Close => 0x8,
            Self::Ping => 0x9,
            Self::Pong => 0xa,
            Self::Unknown(number) => number & 0x0f,
        }
    }

    fn of(number: u8) -> Self {
        match number & 0x0f {
            0x0 => Self::Continuation,
            0x1 => Self::Text,
            0x2 => Self::Binary,
            0x8 => Self::Close,
            0x9 => Self::Ping,
            0xa => Self::Pong,
            other => Self::Unknown(other),
        }
    }
}

/// A frame to send. Made right; every method spoils it in one way.
#[derive(Clone, Debug)]
pub struct Frame {
    opcode: Opcode,
    payload: Vec<u8>,
    is_final: bool,
    reserved: u8,
    masked: bool,
    claimed: Option<u64>,
}

impl Frame {
    /// A whole masked frame.
    pub fn new(opcode: Opcode, payload: impl Into<Vec<u8>>) -> Self {
        Self {
            opcode,
            payload: payload.into(),
            is_final: true,
            reserved: 0,
            masked: true,
            claimed: None,
        }
    }

    /// A text message.
    pub fn text(text: impl Into<Vec<u8>>) -> Self {
        Self::new(Opcode::Text, text)
    }

    /// More frames of the message follow.
    #[must_use]
    pub fn unfinished(self) -> Self {
        Self {
            is_final: false,
            ..self
        }
    }

    /// With reserved bits set, 1 to 7.
    #[must_use]
    pub fn reserved(self, bits: u8) -> Self {
        Self {
            reserved: bits & 0x07,
            ..self
        }
    }

    /// As only a server may send it.
    #[must_use]
    pub fn unmasked(self) -> Self {
        Self {
            masked: false,
            ..self
        }
    }

    /// With a header that claims another length, in its longest form.
    #[must_use]
    pub fn claiming(self, length: u64) -> Self {
        Self {
            claimed: Some(length),
            ..self
        }
    }

    /// The bytes on the wire. The mask is one of the four that a lazy client would take.
    pub fn to_bytes(&self) -> Vec<u8> {
        const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
        let first = u8::from(self.is_final) << 7 | self.reserved << 4 | self.opcode.number();
        let mask_bit = u8::from(self.masked) << 7;
        let mut bytes = vec![first];
        match (self.claimed, u16::try_from(self.payload.len())) {
            (None, Ok(short @ 0..126)) => bytes.push(mask_bit | short.to_be_bytes()[1]),
            (None, Ok(middle)) => {
                bytes.push(mask_bit | 126);
                bytes.extend(middle.to_be_bytes());
            }
            (claimed, _) => {
                let length = u64::try_from(self.payload.len()).unwrap_or(u64::MAX);
                bytes.push(mask_bit | 127);
                bytes.extend(claimed.unwrap_or(length).to_be_bytes());
            }
        }
        if self.masked {
            bytes.extend(MASK);
            let masked = self.payload.iter().zip(MASK.iter().cycle());
            bytes.extend(masked.map(|(byte, mask)| byte ^ mask));
        } else {
            bytes.extend(&self.payload);
        }
        bytes
    }
}

/// A frame as the server sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFrame {
    /// What it is.
    pub opcode: Opcode,
    /// What is in it.
    pub payload: Vec<u8>,
}

impl ReadFrame {
    /// The first frame in these bytes, and its length with the header; `None` while it is not whole.
    pub fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let (&first, &second) = (bytes.first()?, bytes.get(1)?);
        let (length, start): (usize, usize) = match second & 0x7f {
            126 => {
                let length: [u8; 2] = bytes.get(2..4)?.try_into().ok()?;
                (usize::from(u16::from_be_bytes(length)), 4)
            }
            127 => {
                let length: [u8; 8] = bytes.get(2..10)?.try_into().ok()?;
                (usize::try_from(u64::from_be_bytes(length)).ok()?, 10)
            }
            short => (usize::from(short), 2),
        };
        let end = start.checked_add(length)?;
        let payload = bytes.get(start..end)?.to_vec();
        let opcode = Opcode::of(first);
        Some((Self { opcode, payload }, end))
    }

    /// The code of a close frame.
    pub fn close_code(&self) -> Option<u16> {
        let code: [u8; 2] = self.payload.get(..2)?.try_into().ok()?;
        Some(u16::from_be_bytes(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard_is_written_as_it_stands_there() {
        let hello = Frame::text("Hello").to_bytes();
        let masked = [
            0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
        ];
        assert_eq!(hello, masked);
        assert_eq!(
            Frame::text("Hel").unfinished().unmasked().to_bytes(),
            [0x01, 0x03, 0x48, 0x65, 0x6c]
        );
        let ping = Frame::new(Opcode::Ping, "Hello").unmasked().to_bytes();
        assert_eq!(ping, [0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]);
    }

    #[test]
    fn frames_of_every_length_are_read_back_and_never_too_early() {
        for length in [0, 125, 126, 65_535, 65_536] {
            let frame = Frame::new(Opcode::Binary, vec![b'x'; length]).unmasked();
            let bytes = frame.to_bytes();
            let (read, end) = ReadFrame::parse(&bytes).unwrap();
            assert_eq!((read.payload.len(), end), (length, bytes.len()));
            assert_eq!(ReadFrame::parse(&bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn what_is_spoiled_is_spoiled() {
        assert_eq!(Frame::text("").reserved(4).to_bytes()[0], 0xc1);
        assert_eq!(Frame::new(Opcode::Unknown(3), "").to_bytes()[0], 0x83);
        let huge = Frame::text("").claiming(u64::MAX >> 1).to_bytes();
        assert_eq!(huge[1..10], [0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255]);
    }
}
