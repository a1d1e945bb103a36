//! Guesses that are close to the token.

use super::*;
use crate::identity::Token;

/// What an attacker who knows everything about a player except the token might try: similar tokens, parts of the token,
/// its hash, and every public id and code in its place.
pub(super) fn guesses(token: &str, player: &str, code: &JoinCode, table: TableId) -> Vec<String> {
    let flip = |at: usize| {
        let digit = token[at..=at].chars().next().unwrap().to_digit(16).unwrap();
        let other = char::from_digit(digit ^ 1, 16).unwrap();
        format!("{}{other}{}", &token[..at], &token[at + 1..])
    };
    let mut guesses: Vec<String> = (0..token.len()).map(flip).collect();
    let hash = token.parse::<Token>().unwrap().hash();
    let hash: String = hash.0.iter().map(|byte| format!("{byte:02x}")).collect();
    let plain = player.replace('-', "");
    guesses.extend([
        token[..63].to_owned(),
        token[1..].to_owned(),
        token[..32].to_owned(),
        token[32..].to_owned(),
        format!("{token}0"),
        format!("0{token}"),
        format!(" {token}"),
        format!("{token}\0"),
        token.chars().rev().collect(),
        format!("{token}{token}"),
        hash,
        player.to_owned(),
        format!("{plain}{plain}"),
        plain,
        code.to_string(),
        table.to_string(),
        String::new(),
    ]);
    guesses
}

/// Says hello with a wrong token and returns the refusal and the close code.
pub(super) async fn turned_away(
    server: &Server,
    token: &str,
) -> (boneyard_protocol::Refused, CloseCode) {
    let mut peer = Peer::connect(server, 8);
    peer.say(&hello(json!({ "token": token }))).await;
    let ServerMessage::Refused(refused) = peer.message().await else {
        panic!("not refused: {token}")
    };
    let Outbound::Close(code) = peer.frame().await.1 else {
        panic!("not closed: {token}")
    };
    peer.session.await.unwrap();
    (refused, code)
}

#[tokio::test(start_paused = true)]
async fn every_guess_gets_the_same_answer_and_costs_the_same() {
    let example = guesses(
        &"0".repeat(64),
        "",
        &"2".repeat(12).parse().unwrap(),
        TableId(uuid::Uuid::nil()),
    );
    // The owner counts as one newcomer, too.
    let allowed = (example.len() + 1).to_string();
    let server = server_with(&["--new-players-per-minute", &allowed]).await;
    let mut owner = Person::enter(&server, None).await;
    let table = json!({"sheet": "kozel", "seats": 2});
    let opened = owner.ask(json!({"type": "create", "table": table})).await;
    let opened = opened.unwrap();
    let (table, code) = (opened.table.unwrap(), opened.code.unwrap());
    let (token, player) = (owner.token(), owner.welcome.player.id);
    let guesses = guesses(&token, &player.to_string(), &code, table);
    let first = turned_away(&server, &guesses[0]).await;
    assert_eq!(
        (first.0.why.code, first.1),
        (ErrorCode::BadToken, CloseCode::BadToken)
    );
    for guess in &guesses[1..] {
        assert_eq!(turned_away(&server, guess).await, first, "{guess}");
    }
    // Each guess counted as a newcomer. Now the limit is reached, and the refusal is still the same.
    let (refusal, close) = turned_away(&server, &guesses[0]).await;
    assert_eq!((refusal, close), (first.0, CloseCode::Flood));
    // The owner can still come back.
    owner.go().await;
    let owner = Person::enter(&server, Some(&token)).await;
    assert_eq!(owner.welcome.player.id, player);
    assert_eq!(owner.welcome.seats[0].table, table);
}
