//! Bytes as lower-case hexadecimal text.

/// Two lower-case digits for each byte.
#[must_use]
pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 0x0f)])
        .collect()
}

/// The bytes of exactly `N` pairs of hexadecimal digits, in lower or upper case.
#[must_use]
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = value(*high)? << 4 | value(*low)?;
    }
    Some(bytes)
}

/// Bytes as text in serde's formats, for `with`.
pub(crate) mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::encode(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[u8; N], D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        super::decode(&text)
            .ok_or_else(|| D::Error::custom("not the right number of hexadecimal digits"))
    }
}

fn digit(value: u8) -> char {
    char::from_digit(u32::from(value), 16).expect("half a byte is one hexadecimal digit")
}

fn value(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_and_read_back() {
        assert_eq!(encode(&[0, 0x9a, 0xff]), "009aff");
        assert_eq!(decode("009aFF"), Some([0, 0x9a, 0xff]));
    }

    #[test]
    fn other_lengths_and_digits_are_refused() {
        for text in [
            "", "009af", "009aff0", "009aff00", "009ag0", "00 9af", "é9aff",
        ] {
            assert_eq!(decode::<3>(text), None, "{text}");
        }
    }
}
