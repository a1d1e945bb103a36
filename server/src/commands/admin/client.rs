//! Requests to the host's API of a running server.

use std::time::Duration;

use anyhow::{Context, bail};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use axum::http::{Request, StatusCode};
use boneyard_protocol::admin::AdminAction;
use boneyard_protocol::http::HttpError;
use boneyard_server::admin::token::AdminToken;
use boneyard_server::http_client::HttpClient;
use serde_json::Value;
use url::Url;

/// How long the server may take to answer: a large backup takes time.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(5);

/// One server's API.
pub(super) struct Client {
    /// Host and port.
    authority: String,
    /// The path before the API's own.
    prefix: String,
    token: AdminToken,
}

impl Client {
    /// The API below a URL.
    pub(super) fn new(url: &str, token: AdminToken) -> anyhow::Result<Self> {
        let parsed = Url::parse(url).with_context(|| format!("{url}: this is not a URL"))?;
        let (Some(host), Some(port)) = (parsed.host_str(), parsed.port_or_known_default()) else {
            bail!("{url}: the URL names no server");
        };
        if parsed.scheme() != "http" {
            bail!("{url}: the host's API is reached over plain http on the server's own machine");
        }
        Ok(Self {
            authority: format!("{host}:{port}"),
            prefix: parsed.path().trim_end_matches('/').to_owned(),
            token,
        })
    }

    /// Asks for an action and reads the answer.
    pub(super) fn ask(&self, action: AdminAction, body: &Value) -> anyhow::Result<Value> {
        let request = self.request(action, body)?;
        let answer = HttpClient::new(CONNECT, PATIENCE).send(request);
        let at = &self.authority;
        let answer = answer.with_context(|| format!("no server answers at {at}; does it run?"))?;
        read(answer.status(), answer.body())
    }

    fn request(&self, action: AdminAction, body: &Value) -> anyhow::Result<Request<Vec<u8>>> {
        let mut token = HeaderValue::try_from(format!("Bearer {}", self.token.reveal()))?;
        token.set_sensitive(true);
        let (at, prefix) = (&self.authority, &self.prefix);
        Ok(
            Request::post(format!("http://{at}{prefix}/api/admin/{}", action.name()))
                .header(AUTHORIZATION, token)
                .header(CONTENT_TYPE, "application/json")
                .body(serde_json::to_vec(body)?)?,
        )
    }
}

/// The answer, or why there is none.
fn read(status: StatusCode, bytes: &[u8]) -> anyhow::Result<Value> {
    if status.is_success() {
        return serde_json::from_slice(bytes).context("the answer is not JSON");
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
