//! The text form (SPEC 11.2).

use std::fmt::Write as _;

use serde_json::Value;

use super::{Act, MatchRecord, RecordError, RecordedAction, RecordedDeal};
use crate::action::{Action, End, Lay, Ruling};
use crate::entry::{DealEntry, deal_line};
use crate::seat::Seat;
use crate::sheet::Options;
use crate::tile::{Number, Tile};

/// Tokens on each play line but the last.
const TOKENS: usize = 20;

/// The most players a record may hold: seats are single digits.
pub(super) const MOST_PLAYERS: u8 = 9;

impl MatchRecord {
    /// Writes the text form. Commitments and salts have no place in it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines = vec![
            "domino-record 1".to_owned(),
            format!("rules {}", self.rules),
        ];
        let options = self.options.0.iter();
        lines.extend(options.map(|(field, value)| format!("option {field} {value}")));
        lines.push(format!("players {}", self.players));
        for (seat, name) in self.seats.iter().enumerate() {
            // A name must not break out of its line.
            let name = name
                .as_ref()
                .map(|name| name.replace(char::is_control, " "));
            lines.extend(name.map(|name| format!("seat {seat} {name}")));
        }
        lines.extend(self.prior.map(|[a, b]| format!("prior [{a},{b}]")));
        lines.extend(self.start.as_ref().map(|start| format!("start {start}")));
        lines.extend(self.deals.iter().map(|deal| deal_line(&deal.entry)));
        let tokens: Vec<String> = self.actions.iter().map(token).collect();
        lines.extend(
            tokens
                .chunks(TOKENS)
                .map(|line| format!("play {}", line.join(" "))),
        );
        lines.extend(
            self.result
                .as_ref()
                .map(|result| format!("result {result}")),
        );
        lines.push(String::new());
        lines.join("\n")
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Where it is not a record.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut lines = (1..)
            .zip(text.strip_suffix('\n').unwrap_or(text).split('\n'))
            .filter(|(_, line)| !line.starts_with(';'));
        if lines.next().map(|(_, line)| line) != Some("domino-record 1") {
            return Err(RecordError::Format);
        }
        let mut record = RecordBuilder::default();
        for (number, line) in lines {
            let (key, rest) = line.split_once(' ').ok_or(RecordError::Line(number))?;
            record.line(key, rest).ok_or(RecordError::Line(number))?;
        }
        record.finish()
    }
}

/// A record while its lines are read.
#[derive(Default)]
struct RecordBuilder {
    rules: Option<String>,
    options: Options,
    players: Option<u8>,
    seats: Vec<(usize, String)>,
    prior: Option<[u32; 2]>,
    start: Option<Value>,
    deals: Vec<RecordedDeal>,
    actions: Vec<RecordedAction>,
    result: Option<Value>,
}

impl RecordBuilder {
    /// Reads a line; `None` if it is malformed, unknown or given twice.
    fn line(&mut self, key: &str, rest: &str) -> Option<()> {
        match key {
            "rules" => once(&mut self.rules, rest.to_owned()),
            "option" => {
                let (field, value) = rest.split_once(' ')?;
                let value = serde_json::from_str(value).ok()?;
                self.options
                    .0
                    .insert(field.to_owned(), value)
                    .is_none()
                    .then_some(())
            }
            "players" => once(&mut self.players, digit(rest)?),
            "seat" => {
                let (seat, name) = rest.split_once(' ')?;
                let seat = usize::from(digit(seat)?);
                let known = self.seats.iter().any(|(other, _)| *other == seat);
                self.seats.push((seat, name.to_owned()));
                (!known).then_some(())
            }
            "prior" => once(&mut self.prior, serde_json::from_str(rest).ok()?),
            "start" => once(&mut self.start, serde_json::from_str(rest).ok()?),
            "deal" => {
                self.deals.push(RecordedDeal {
                    entry: deal(rest)?,
                    commitment: None,
                    salt: None,
                });
                Some(())
            }
            "play" => {
                for token in rest.split(' ') {
                    self.actions.push(parse_token(token)?);
                }
                Some(())
            }
            "result" => once(&mut self.result, serde_json::from_str(rest).ok()?),
            _ => None,
        }
    }

    fn finish(self) -> Result<MatchRecord, RecordError> {
        let players = self
            .players
            .filter(|players| (2..=MOST_PLAYERS).contains(players));
        let players = players.ok_or(RecordError::Players)?;
        let mut seats = Vec::new();
        if !self.seats.is_empty() {
            seats.resize(usize::from(players), None);
        }
        for (seat, name) in self.seats {
            *seats.get_mut(seat).ok_or(RecordError::Item("seat"))? = Some(name);
        }
        Ok(MatchRecord {
            rules: self.rules.ok_or(RecordError::Item("rules"))?,
            options: self.options,
            players,
            seats,
            prior: self.prior,
            start: self.start,
            deals: self.deals,
            actions: self.actions,
            result: self.result,
        })
    }
}

fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

fn digit(text: &str) -> Option<u8> {
    let &[digit @ b'0'..=b'9'] = text.as_bytes() else {
        return None;
    };
    Some(digit - b'0')
}

fn deal(text: &str) -> Option<DealEntry> {
    let (lot, order) = text.split_once(' ')?;
    let order = order.split(' ').map(tile).collect::<Option<_>>()?;
    DealEntry::new(order, Seat::new(digit(lot)?)).ok()
}

/// A tile as two digits, the high half first.
fn tile(text: &str) -> Option<Tile> {
    let &[high, low] = text.as_bytes() else {
        return None;
    };
    let half = |byte: u8| byte.checked_sub(b'0').and_then(Number::new);
    let (high, low) = (half(high)?, half(low)?);
    (high >= low).then(|| Tile::new(high, low))
}

fn token(action: &RecordedAction) -> String {
    let mut token = match &action.act {
        Act::Seat(seat, action) => format!("{seat}{}", code(action)),
        Act::Table(Ruling::Deal) => "#".to_owned(),
        Act::Table(Ruling::Restart) => "#r".to_owned(),
        Act::Table(Ruling::Warn(seat)) => format!("#w{seat}"),
        Act::Table(Ruling::Overtime(seat)) => format!("#o{seat}"),
    };
    if let Some(at) = action.at_ms {
        write!(token, "@{}", at / 1000).expect("writing to a String cannot fail");
        if at % 1000 > 0 {
            let decimals = format!(".{:03}", at % 1000);
            token.push_str(decimals.trim_end_matches('0'));
        }
    }
    token
}

fn code(action: &Action) -> String {
    let along = |lay: Lay| match lay {
        Lay::Across => "",
        Lay::Along => "a",
    };
    match action {
        Action::Arrange { row } => row
            .iter()
            .fold("=".to_owned(), |code, tile| code + &tile.digits()),
        Action::Challenge => "!".to_owned(),
        Action::Draw => "+".to_owned(),
        Action::Lead { tile, lay } => format!("*{}{}", tile.digits(), along(*lay)),
        Action::Pass => "-".to_owned(),
        Action::Play { tile, end, lay } => {
            let sign = match end {
                End::Left => '<',
                End::Right => '>',
                End::Up => '^',
                End::Down => 'v',
            };
            format!("{sign}{}{}", tile.digits(), along(*lay))
        }
        Action::Stop => ".".to_owned(),
        Action::TurnUp => "?".to_owned(),
    }
}

fn parse_token(token: &str) -> Option<RecordedAction> {
    let (token, at_ms) = match token.split_once('@') {
        Some((token, at)) => (token, Some(milliseconds(at)?)),
        None => (token, None),
    };
    let act = match token.strip_prefix('#') {
        Some("") => Act::Table(Ruling::Deal),
        Some("r") => Act::Table(Ruling::Restart),
        Some(ruling) => {
            let (kind, seat) = ruling.split_at_checked(1)?;
            let seat = Seat::new(digit(seat)?);
            match kind {
                "w" => Act::Table(Ruling::Warn(seat)),
                "o" => Act::Table(Ruling::Overtime(seat)),
                _ => return None,
            }
        }
        None => {
            let (seat, code) = token.split_at_checked(1)?;
            Act::Seat(Seat::new(digit(seat)?), parse_code(code)?)
        }
    };
    Some(RecordedAction { act, at_ms })
}

fn parse_code(code: &str) -> Option<Action> {
    let (sign, rest) = code.split_at_checked(1)?;
    let play = |end| {
        let (tile, lay) = laid(rest)?;
        Some(Action::Play { tile, end, lay })
    };
    match sign {
        "*" => laid(rest).map(|(tile, lay)| Action::Lead { tile, lay }),
        "<" => play(End::Left),
        ">" => play(End::Right),
        "^" => play(End::Up),
        "v" => play(End::Down),
        "=" if !rest.is_empty() && rest.is_ascii() => {
            let pairs = rest.as_bytes().chunks(2);
            let row = pairs.map(|pair| tile(std::str::from_utf8(pair).ok()?));
            Some(Action::Arrange {
                row: row.collect::<Option<_>>()?,
            })
        }
        "+" if rest.is_empty() => Some(Action::Draw),
        "-" if rest.is_empty() => Some(Action::Pass),
        "." if rest.is_empty() => Some(Action::Stop),
        "?" if rest.is_empty() => Some(Action::TurnUp),
        "!" if rest.is_empty() => Some(Action::Challenge),
        _ => None,
    }
}

fn laid(text: &str) -> Option<(Tile, Lay)> {
    match text.strip_suffix('a') {
        Some(along) => Some((tile(along)?, Lay::Along)),
        None => Some((tile(text)?, Lay::Across)),
    }
}

/// Seconds with up to three decimals, the last not 0.
fn milliseconds(text: &str) -> Option<u64> {
    let number = |digits: &str| -> Option<u64> {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok())?
    };
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) if decimals.len() <= 3 && !decimals.ends_with('0') => {
            let scale = 10_u64.pow(3 - u32::try_from(decimals.len()).ok()?);
            (whole, number(decimals)? * scale)
        }
        Some(_) => return None,
        None => (text, 0),
    };
    number(whole)?.checked_mul(1000)?.checked_add(decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_written_as_they_are_read() {
        for text in [
            "1*52",
            "0*66a",
            "2<64",
            "2>64a",
            "2^64",
            "2v64",
            "0+",
            "1-",
            "3.",
            "0?",
            "1!",
            "#",
            "#r",
            "#w2",
            "#o2",
            "0=43665122",
            "0+@12",
            "0+@12.5",
            "0+@0.025",
        ] {
            assert_eq!(
                parse_token(text).map(|action| token(&action)).as_deref(),
                Some(text)
            );
        }
    }

    #[test]
    fn malformed_tokens_are_no_records() {
        for text in [
            "",
            "0",
            "*52",
            "0*25",
            "0*5",
            "0+x",
            "0=",
            "0=6",
            "0=é",
            "#x",
            "#w",
            "#ww",
            "é+",
            "0+@",
            "0+@1.",
            "0+@1.0",
            "0+@1.2345",
            "0+@-1",
            "0+@99999999999999999999",
        ] {
            assert_eq!(parse_token(text), None, "{text:?}");
        }
    }
}
