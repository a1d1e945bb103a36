//! A server where only bots of the host's making play.

use boneyard_protocol::{ClientMessage, CloseCode, ErrorCode, Hello, PlayerKind, ServerMessage};

use crate::common::client::{Client, Received, hello};
use crate::common::program::{Program, run};

#[tokio::test]
async fn bots_come_with_a_token_of_the_hosts_and_people_as_ever() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start_with_flags(folder.path(), &["--bots", "host"]).await;
    let bot = Hello {
        kind: PlayerKind::Bot,
        ..hello()
    };
    let mut uninvited = Client::open(program.address).await;
    uninvited.say(&ClientMessage::Hello(bot.clone())).await;
    let ServerMessage::Refused(refused) = uninvited.hear().await else {
        panic!("it was let in")
    };
    assert_eq!(refused.why.code, ErrorCode::BotsByHostOnly);
    let Received::Closed(code) = uninvited.next().await else {
        panic!("it was not closed")
    };
    assert_eq!(code, Some(CloseCode::BadHello.number()));
    let (_person, _) = Client::enter(program.address).await;

    let data = folder.path().to_str().unwrap();
    let (status, printed, complained) =
        run(&["admin", "bot-token", "Emil 2", "--data", data]).await;
    assert!(status.success(), "{complained}");
    let token = printed
        .lines()
        .find_map(|line| line.strip_prefix("token: "));
    let invited = Hello {
        token: Some(token.expect("a token").to_owned()),
        name: None,
        ..bot
    };
    let (_bot, welcome) = Client::enter_as(program.address, invited).await;
    let player = welcome.player;
    assert_eq!(
        (player.name.as_str(), player.kind),
        ("Emil 2", PlayerKind::Bot)
    );
}
