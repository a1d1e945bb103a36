//! Requests to the host's API of a running server.

use std::time::Duration;

use anyhow::{Context, bail};
use boneyard_protocol::admin::AdminAction;
use boneyard_protocol::http::HttpError;
use boneyard_server::admin::token::AdminToken;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// For the server to answer; a backup of much takes long.
const PATIENCE: Duration = Duration::from_secs(600);
/// For the connection.
const CONNECT: Duration = Duration::from_secs(5);
/// Bytes of an answer.
const ANSWER_BYTES: usize = 16 << 20;

/// One server's API.
pub(super) struct Client {
    /// Host and port.
    authority: String,
    /// The path before everything.
    prefix: String,
    token: AdminToken,
}

impl Client {
    /// The API below a URL.
    pub(super) fn new(url: &str, token: AdminToken) -> anyhow::Result<Self> {
        let Some(rest) = url.strip_prefix("http://") else {
            bail!("{url}: the host's API is asked over plain http on the server's own machine");
        };
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let has_port = authority
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        Ok(Self {
            authority: if has_port {
                authority.to_owned()
            } else {
                format!("{authority}:80")
            },
            prefix: path.trim_end_matches('/').to_owned(),
            token,
        })
    }

    /// Asks for an action and reads the answer.
    pub(super) async fn ask(&self, action: AdminAction, body: &Value) -> anyhow::Result<Value> {
        let at = &self.authority;
        let unreachable = || format!("no server answers at {at}; does it run?");
        let connecting = timeout(CONNECT, TcpStream::connect(at));
        let stream = connecting.await.with_context(unreachable)?;
        let stream = TokioIo::new(stream.with_context(unreachable)?);
        let (mut sender, connection) = http1::handshake(stream).await?;
        let request = self.request(action, body)?;
        let exchange = async {
            let answer = sender.send_request(request).await?;
            let status = answer.status();
            let body = Limited::new(answer.into_body(), ANSWER_BYTES);
            let body = body
                .collect()
                .await
                .map_err(|error| anyhow::anyhow!(error))?;
            anyhow::Ok((status, body.to_bytes()))
        };
        let answered = async {
            tokio::pin!(exchange);
            tokio::select! {
                answered = &mut exchange => answered,
                // A server that ends closes the connection right after its answer, which is still to be read here.
                ended = connection => {
                    ended?;
                    let answered = exchange.await;
                    answered.context("the server closed the connection without an answer")
                }
            }
        };
        let (status, bytes) = timeout(PATIENCE, answered)
            .await
            .with_context(unreachable)??;
        read(status, &bytes)
    }

    fn request(&self, action: AdminAction, body: &Value) -> anyhow::Result<Request<Full<Bytes>>> {
        let mut token = HeaderValue::try_from(format!("Bearer {}", self.token.reveal()))?;
        token.set_sensitive(true);
        Ok(Request::builder()
            .method(Method::POST)
            .uri(format!("{}/api/admin/{}", self.prefix, action.name()))
            .header(HOST, &self.authority)
            .header(AUTHORIZATION, token)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(serde_json::to_vec(body)?.into()))?)
    }
}

/// The answer, or why there is none.
fn read(status: StatusCode, bytes: &[u8]) -> anyhow::Result<Value> {
    if status.is_success() {
        return serde_json::from_slice(bytes).context("the answer is no JSON");
    }
    let Ok(error) = serde_json::from_slice::<HttpError>(bytes) else {
        bail!("the server answered {status}");
    };
    let code = serde_json::to_value(error.code)?;
    let code = code.as_str().unwrap_or_default().to_owned();
    match (error.field, error.retry_ms) {
        (Some(field), _) => bail!("refused: {code}: {field}"),
        (None, Some(retry_ms)) => bail!(
            "refused: {code}; try again in {} s",
            retry_ms.div_ceil(1_000)
        ),
        (None, None) => bail!("refused: {code}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failing test says where and why")]
mod tests {
    use boneyard_server::dealer::SystemDealer;

    use super::*;

    #[test]
    fn a_url_is_split_into_where_and_what() {
        let folder = tempfile::tempdir().unwrap();
        let token = AdminToken::renew(folder.path(), &SystemDealer).unwrap();
        for (url, authority, prefix) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", ""),
            ("http://[::1]:8080/", "[::1]:8080", ""),
            ("http://localhost/dominoes/", "localhost:80", "/dominoes"),
        ] {
            let client = Client::new(url, token.clone()).unwrap();
            assert_eq!(
                (client.authority.as_str(), client.prefix.as_str()),
                (authority, prefix)
            );
        }
        assert!(Client::new("https://127.0.0.1:8080", token).is_err());
    }

    #[test]
    fn a_refusal_is_told_by_its_code_and_field() {
        let refused = read(
            StatusCode::BAD_REQUEST,
            br#"{"code":"bad_message","field":"text"}"#,
        );
        assert_eq!(
            refused.unwrap_err().to_string(),
            "refused: bad_message: text"
        );
    }
}
