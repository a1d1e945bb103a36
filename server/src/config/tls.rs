//! Settings of the server's own TLS.

#[cfg(feature = "acme")]
use std::path::Path;
use std::path::PathBuf;

use clap::Args;

use super::ConfigError;

/// Where the certificate comes from. Without a certificate the server speaks plain http, as behind a proxy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct TlsSettings {
    /// The certificate and its chain, in PEM. The port then speaks https; the file is read again when it
    /// changes.
    #[arg(long, env = "BONEYARD_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,

    /// The certificate's private key, in PEM.
    #[arg(long, env = "BONEYARD_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// Days for which browsers are told to use https only (HSTS), 0 to 730; 0 tells them nothing. Sent only
    /// over the server's own TLS.
    #[arg(long, env = "BONEYARD_HSTS_DAYS", default_value_t = 0, value_name = "DAYS",
          value_parser = clap::value_parser!(u32).range(0..=730))]
    pub hsts_days: u32,

    /// Certificates that the server gets for itself.
    #[cfg(feature = "acme")]
    #[command(flatten)]
    pub acme: AcmeSettings,
}

/// Certificates by ACME, with the challenge TLS-ALPN-01: the authority connects to port 443 of each domain.
#[cfg(feature = "acme")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct AcmeSettings {
    /// Domain for which the server gets a certificate, `dominoes.example`; may be given several times. Port
    /// 443 of that name must lead to this server.
    #[arg(
        long,
        env = "BONEYARD_ACME_DOMAIN",
        value_delimiter = ',',
        value_name = "NAME"
    )]
    pub acme_domain: Vec<String>,

    /// Mail address to which the authority may write when a certificate is about to expire.
    #[arg(long, env = "BONEYARD_ACME_EMAIL", value_name = "ADDRESS")]
    pub acme_email: Option<String>,

    /// The authority's directory, an https address; by default that of Let's Encrypt.
    #[arg(long, env = "BONEYARD_ACME_DIRECTORY", value_name = "URL")]
    pub acme_directory: Option<String>,

    /// Folder for account and certificate, which only its owner may read; by default `acme` in the data
    /// folder.
    #[arg(long, env = "BONEYARD_ACME_CACHE", value_name = "FOLDER")]
    pub acme_cache: Option<PathBuf>,
}

impl TlsSettings {
    /// Whether the port speaks TLS.
    pub fn is_on(&self) -> bool {
        self.tls_cert.is_some() || self.is_automatic()
    }

    #[cfg(feature = "acme")]
    fn is_automatic(&self) -> bool {
        !self.acme.acme_domain.is_empty()
    }

    #[cfg(not(feature = "acme"))]
    const fn is_automatic(&self) -> bool {
        false
    }

    /// Checks what a single field cannot express. The files are read when the server starts.
    ///
    /// # Errors
    ///
    /// The field and the reason.
    pub fn check(&self) -> Result<(), ConfigError> {
        let wrong = |field, reason: &str| {
            Err(ConfigError {
                field,
                reason: reason.to_owned(),
            })
        };
        match (&self.tls_cert, &self.tls_key) {
            (Some(_), None) => return wrong("tls-key", "--tls-cert is of no use without it"),
            (None, Some(_)) => return wrong("tls-cert", "--tls-key is of no use without it"),
            _ => {}
        }
        if self.hsts_days > 0 && !self.is_on() {
            return wrong("hsts-days", "this server does not speak TLS itself");
        }
        #[cfg(feature = "acme")]
        self.acme.check(self.tls_cert.as_deref())?;
        Ok(())
    }
}

#[cfg(feature = "acme")]
impl AcmeSettings {
    fn check(&self, certificate: Option<&Path>) -> Result<(), ConfigError> {
        let wrong = |field, reason: String| Err(ConfigError { field, reason });
        let needs_domain = [
            ("acme-email", self.acme_email.is_some()),
            ("acme-directory", self.acme_directory.is_some()),
            ("acme-cache", self.acme_cache.is_some()),
        ];
        if self.acme_domain.is_empty() {
            return match needs_domain.iter().find(|(_, is_set)| *is_set) {
                Some(&(field, _)) => {
                    wrong(field, "it is of no use without --acme-domain".to_owned())
                }
                None => Ok(()),
            };
        }
        if certificate.is_some() {
            let reason = "--tls-cert already gives a certificate".to_owned();
            return wrong("acme-domain", reason);
        }
        if let Some(name) = self.acme_domain.iter().find(|name| !is_public_name(name)) {
            let reason = format!("{name:?} is not a public domain name");
            return wrong("acme-domain", reason);
        }
        if let Some(email) = self.acme_email.as_ref().filter(|email| !is_email(email)) {
            return wrong("acme-email", format!("{email:?} is not a mail address"));
        }
        match self
            .acme_directory
            .as_ref()
            .filter(|url| !is_directory(url))
        {
            Some(url) => wrong("acme-directory", format!("{url:?} is not an https address")),
            None => Ok(()),
        }
    }
}

/// Whether the challenge can prove the name: it has a dot, and is neither an IP address nor a wildcard.
#[cfg(feature = "acme")]
fn is_public_name(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    name.len() <= 253
        && name.contains('.')
        && name.split('.').all(is_label)
        && name.parse::<std::net::IpAddr>().is_err()
}

#[cfg(feature = "acme")]
fn is_email(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b',' | b'?' | b'<' | b'>');
    text.split_once('@')
        .is_some_and(|(who, host)| !who.is_empty() && host.contains('.') && !host.contains('@'))
        && text.bytes().all(is_plain)
}

/// Plain http is allowed on this machine only, to try out an authority.
#[cfg(feature = "acme")]
fn is_directory(url: &str) -> bool {
    let host = |scheme: &str| {
        url.strip_prefix(scheme)
            .filter(|rest: &&str| !rest.is_empty())
    };
    host("https://").is_some() || host("http://").is_some_and(|rest| rest.starts_with("127.0.0.1:"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        tls: TlsSettings,
    }

    fn checked(flags: &[&str]) -> Result<TlsSettings, String> {
        let all = std::iter::once("boneyard").chain(flags.iter().copied());
        let tls = Flags::try_parse_from(all)
            .map_err(|error| error.to_string())?
            .tls;
        tls.check().map_err(|error| error.to_string())?;
        Ok(tls)
    }

    #[test]
    fn tls_is_off_until_there_is_a_certificate() {
        assert!(!checked(&[]).unwrap().is_on());
        let on = [
            "--tls-cert",
            "c.pem",
            "--tls-key",
            "k.pem",
            "--hsts-days",
            "30",
        ];
        assert!(checked(&on).unwrap().is_on());
    }

    #[test]
    fn settings_that_do_not_fit_together_are_refused_by_field() {
        for (flags, field) in [
            (&["--tls-cert", "c.pem"][..], "--tls-key: "),
            (&["--tls-key", "k.pem"], "--tls-cert: "),
            (&["--hsts-days", "1"], "--hsts-days: "),
            (&["--hsts-days", "731"], "--hsts-days"),
        ] {
            let error = checked(flags).unwrap_err();
            assert!(error.contains(field), "{flags:?}: {error}");
        }
    }

    #[cfg(feature = "acme")]
    #[test]
    fn automatic_certificates_need_names_that_can_be_proved() {
        assert!(
            checked(&["--acme-domain", "dominoes.example"])
                .unwrap()
                .is_on()
        );
        let with = |flag, value| vec!["--acme-domain", "a.example", flag, value];
        for (flags, field) in [
            (vec!["--acme-email", "me@a.example"], "--acme-email: "),
            (vec!["--acme-domain", "localhost"], "--acme-domain: "),
            (vec!["--acme-domain", "192.0.2.1"], "--acme-domain: "),
            (vec!["--acme-domain", "*.a.example"], "--acme-domain: "),
            (with("--acme-email", "me"), "--acme-email: "),
            (
                with("--acme-directory", "http://ca.example/"),
                "--acme-directory: ",
            ),
            (
                vec![
                    "--acme-domain",
                    "a.example",
                    "--tls-cert",
                    "c",
                    "--tls-key",
                    "k",
                ],
                "--acme-domain: ",
            ),
        ] {
            let error = checked(&flags).unwrap_err();
            assert!(error.contains(field), "{flags:?}: {error}");
        }
        let tried_out = with("--acme-directory", "http://127.0.0.1:14000/directory");
        assert!(checked(&tried_out).is_ok());
    }
}
