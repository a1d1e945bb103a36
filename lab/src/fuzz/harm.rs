//! Harm to a text that was right: bits that readers stumble over, cuts, repetitions, deep nests, long numbers.

use proptest::prelude::*;
use proptest::sample::Index;

/// Bits of text that readers stumble over.
const BITS: [&str; 28] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\\",
    "\n",
    "=",
    "0",
    "-",
    "null",
    "1e400",
    "-0",
    "1e-999",
    "9007199254740993",
    "18446744073709551616",
    "NaN",
    "\\ud800",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\u{0}",
    "\"id\":",
    "'''",
    "#",
];

/// A harm to a text.
#[derive(Clone, Debug)]
pub(super) enum Harm {
    Bit(Index, usize),
    Cut(Index, u8),
    Twice(Index, u8),
    Byte(Index, u8),
    Nest(Index, u16),
    Digits(Index, u8),
    End(Index),
}

pub(super) fn harms() -> impl Strategy<Value = Vec<Harm>> {
    let at = any::<Index>;
    let harm = prop_oneof![
        4 => (at(), 0..BITS.len()).prop_map(|(at, bit)| Harm::Bit(at, bit)),
        3 => (at(), any::<u8>()).prop_map(|(at, length)| Harm::Cut(at, length)),
        2 => (at(), any::<u8>()).prop_map(|(at, length)| Harm::Twice(at, length)),
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Harm::Byte(at, byte)),
        1 => (at(), any::<u16>()).prop_map(|(at, depth)| Harm::Nest(at, depth)),
        2 => (at(), any::<u8>()).prop_map(|(at, count)| Harm::Digits(at, count)),
        1 => at().prop_map(Harm::End),
    ];
    prop::collection::vec(harm, 0..5)
}

/// The text with its harms; what is not UTF-8 then is mended as a reader of files would.
pub(super) fn harmed(text: &str, harms: &[Harm]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for harm in harms {
        let place = |at: &Index| at.index(bytes.len() + 1);
        let (start, removed, put) = match harm {
            Harm::Bit(at, bit) => (place(at), 0, BITS[*bit].as_bytes().to_vec()),
            Harm::Cut(at, length) => (place(at), usize::from(*length % 32), Vec::new()),
            Harm::Twice(at, length) => {
                let start = place(at);
                let end = bytes.len().min(start + usize::from(*length));
                (start, 0, bytes[start..end].to_vec())
            }
            Harm::Byte(at, byte) => (place(at), 1, vec![*byte]),
            Harm::Nest(at, depth) => (place(at), 0, b"[".repeat(usize::from(*depth % 4_096))),
            Harm::Digits(at, count) => (place(at), 1, b"9".repeat(usize::from(*count))),
            Harm::End(at) => (place(at), bytes.len(), Vec::new()),
        };
        let end = bytes.len().min(start + removed);
        bytes.splice(start..end, put);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
