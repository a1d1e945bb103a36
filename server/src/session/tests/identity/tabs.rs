//! Two tabs of one identity.

use super::*;

/// The frames of a socket until it is closed. Waits for the end of its session.
pub(super) async fn last_words(person: Person) -> Vec<Outbound> {
    let Person { mut peer, .. } = person;
    let mut frames = Vec::new();
    while let Some((_, frame)) = peer.from_server.recv().await {
        frames.push(frame);
    }
    peer.session.await.unwrap();
    frames
}

pub(super) fn replaced() -> Outbound {
    let text = serde_json::to_string(&ServerMessage::Replaced).unwrap();
    Outbound::Text(text.into())
}

/// Milliseconds in which a client that reconnects by itself would have done so many times.
const LONG_MS: u64 = 100_000;

#[tokio::test(start_paused = true)]
async fn the_newer_tab_takes_over_and_the_older_one_is_told_once() {
    let World {
        server,
        owner,
        mut friend,
        seat,
        ..
    } = World::new().await;
    let token = owner.token();
    let before = friend.frames.len();
    let newer = Person::enter(&server, Some(&token)).await;
    let frames = last_words(owner).await;
    let end = [replaced(), Outbound::Close(CloseCode::Replaced)];
    assert!(frames.ends_with(&end), "{frames:?}");
    assert_eq!(frames.iter().filter(|frame| **frame == end[0]).count(), 1);
    assert!(
        !CloseCode::Replaced.come_back(),
        "a client must not come back by itself"
    );

    // The player turns to the older tab again, and it takes over, once.
    let mut again = Person::enter(&server, Some(&token)).await;
    assert_eq!(last_words(newer).await, end);
    assert_eq!(again.welcome.seats.len(), 1);

    // For the table nobody came or went. The friend does nothing and sees only the owner's clock run out.
    friend
        .until(|friend, _| friend.now.seat != Some(seat))
        .await;
    for (_, frame) in &friend.frames[before..] {
        if let Outbound::Text(text) = frame {
            let message: ServerMessage = serde_json::from_str(text).unwrap();
            assert!(
                !matches!(message, ServerMessage::Presence { .. }),
                "{message:?}"
            );
        }
    }
    drop(friend);
    let mut waited = 0;
    while waited < LONG_MS {
        let (at, frame) = again.peer.frame().await;
        assert!(
            !matches!(frame, Outbound::Close(_)) && frame != replaced(),
            "{frame:?}"
        );
        if frame == Outbound::Ping {
            again.peer.to_server.send(Inbound::Control).await.unwrap();
        }
        waited = u64::try_from(at).unwrap();
    }
}
