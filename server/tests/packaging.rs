//! The files of the packages agree with the program.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every word of a text that begins with `beginning` and continues with small letters, digits and underscores.
fn words<'text>(text: &'text str, beginning: &str) -> BTreeSet<&'text str> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    text.split(|c| !is_part(c))
        .filter(|word| word.starts_with(beginning))
        .collect()
}

/// The names in `server/src/metrics.rs`, and the series that a histogram has.
fn metrics(source: &str) -> BTreeSet<String> {
    let quoted = source.split('"').skip(1).step_by(2);
    let mut names: BTreeSet<String> = quoted
        .filter(|name| name.starts_with("boneyard_") && !name.contains('{'))
        .map(str::to_owned)
        .collect();
    for name in names
        .clone()
        .iter()
        .filter(|name| name.ends_with("_seconds"))
    {
        names.extend(["bucket", "count", "sum"].map(|series| format!("{name}_{series}")));
    }
    names
}

#[test]
fn every_metric_of_the_dashboard_and_the_alerts_exists() {
    let known = metrics(&text("server/src/metrics.rs"));
    assert!(known.len() > 10, "{known:?}");
    let mut used = BTreeSet::new();
    for path in [
        "packaging/grafana/boneyard.json",
        "packaging/prometheus/alerts.yml",
        "packaging/prometheus/alerts.test.yml",
    ] {
        let text = text(path);
        let names = words(&text, "boneyard_");
        assert!(names.len() > 5, "{path}: {names:?}");
        for name in names {
            assert!(known.contains(name), "{path} asks for {name}");
            used.insert(name.to_owned());
        }
    }
    let unseen: Vec<&String> = known
        .iter()
        .filter(|name| !used.contains(*name) && !used.contains(&format!("{name}_bucket")))
        .filter(|name| !name.ends_with("_sum"))
        .collect();
    assert!(unseen.is_empty(), "nobody looks at {unseen:?}");
}

/// `promtool test rules` runs the tests; here only their existence is checked.
#[test]
fn every_alert_has_a_test_that_it_rises_and_a_reason_that_exists() {
    let rules = text("packaging/prometheus/alerts.yml");
    let tests = text("packaging/prometheus/alerts.test.yml");
    let source = text("server/src/metrics.rs");
    let names: Vec<&str> = after(&rules, "- alert: ").collect();
    assert!(names.len() > 5, "{names:?}");
    let cases: Vec<&str> = tests.split("alertname: ").skip(1).collect();
    for name in names {
        let mine = cases.iter().filter(|case| case.starts_with(name));
        let (rising, quiet): (Vec<&str>, Vec<&str>) =
            mine.partition(|case| case.contains("exp_alerts:"));
        assert!(!rising.is_empty() && !quiet.is_empty(), "{name}");
    }
    for reason in rules.split("reason=\"").skip(1) {
        let reason = reason.split('"').next().unwrap();
        assert!(source.contains(&format!("=> \"{reason}\"")), "{reason}");
    }
}

/// The rest of the line after each occurrence of these words.
fn after<'text>(text: &'text str, words: &'text str) -> impl Iterator<Item = &'text str> {
    text.split(words)
        .skip(1)
        .filter_map(|rest| rest.lines().next())
}

/// The page shows the addresses to share, which are read from the system by netlink.
#[test]
fn the_service_may_ask_for_its_addresses_and_is_not_restarted_with_bad_settings() {
    let service = text("packaging/systemd/boneyard.service");
    let families = after(&service, "RestrictAddressFamilies=").next().unwrap();
    assert!(families.split(' ').any(|family| family == "AF_NETLINK"));
    assert!(
        service
            .lines()
            .any(|line| line == "RestartPreventExitStatus=2")
    );
}

/// Where each program of the package is built, and where the package puts it.
#[test]
fn the_debian_package_holds_both_programs_and_the_docs_say_how_both_are_built() {
    let manifest: toml::Table = toml::from_str(&text("server/Cargo.toml")).unwrap();
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array();
    let assets: Vec<Vec<&str>> = assets
        .unwrap()
        .iter()
        .map(|asset| {
            asset
                .as_array()
                .unwrap()
                .iter()
                .map(|part| part.as_str().unwrap())
                .collect()
        })
        .collect();
    for program in ["boneyard", "boneyard-lab"] {
        let built = format!("target/release/{program}");
        let asset = [built.as_str(), "usr/bin/", "755"];
        assert!(assets.iter().any(|found| *found == asset), "{program}");
    }
    // cargo-deb builds only the package that it is given, which is the server's.
    let install = text("docs/hosting/install.md");
    let lab = install
        .find("cargo build --release -p boneyard-lab")
        .unwrap();
    let package = install.find("cargo deb -p boneyard-server").unwrap();
    assert!(lab < package, "the package needs the lab's program");
}

#[test]
fn the_dashboard_is_json_and_asks_one_source() {
    let dashboard: serde_json::Value =
        serde_json::from_str(&text("packaging/grafana/boneyard.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let ids: BTreeSet<u64> = panels
        .iter()
        .map(|panel| panel["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids.len(), panels.len(), "every panel has an id of its own");
    for panel in panels {
        assert_eq!(
            panel["datasource"]["uid"], "${datasource}",
            "{}",
            panel["title"]
        );
    }
}

#[test]
fn the_scan_of_metrics_sees_names_and_series() {
    let known = metrics(r#"const A: &str = "boneyard_a"; const B: &str = "boneyard_b_seconds";"#);
    let expected = [
        "a",
        "b_seconds",
        "b_seconds_bucket",
        "b_seconds_count",
        "b_seconds_sum",
    ];
    assert_eq!(
        known,
        expected.map(|name| format!("boneyard_{name}")).into()
    );
    assert_eq!(
        words("rate(boneyard_a_total[5m]) > xboneyard_b", "boneyard_"),
        ["boneyard_a_total"].into()
    );
}

#[test]
fn the_container_runs_as_nobody_special_and_looks_after_itself() {
    let recipe = text("Dockerfile");
    assert!(recipe.contains("cargo build --release --locked -p boneyard-server --features acme"));
    for line in [
        "USER 10001",
        "VOLUME /var/lib/boneyard",
        "ENTRYPOINT [\"boneyard\"]",
    ] {
        assert!(recipe.lines().any(|found| found == line), "{line}");
    }
    assert!(recipe.contains("HEALTHCHECK") && recipe.contains("[\"boneyard\", \"health\"]"));
    let started = recipe
        .split("CMD [\"--listen\"")
        .nth(1)
        .expect("what it is started with");
    let compose = text("docker-compose.yml");
    assert!(
        compose.contains(started.trim().trim_end_matches(']')),
        "both start it alike"
    );
    for line in [
        "read_only: true",
        "cap_drop: [ALL]",
        "no-new-privileges:true",
    ] {
        assert!(compose.contains(line), "{line}");
    }
}

/// A setting that a file names must be one of the program's.
#[test]
fn every_setting_in_the_packages_exists() {
    let mut source = text("server/src/config.rs");
    for file in fs::read_dir(root().join("server/src/config")).unwrap() {
        source += &fs::read_to_string(file.unwrap().path()).unwrap();
    }
    let upper = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !(c.is_ascii_uppercase() || c == '_'))
            .filter(|word| word.starts_with("BONEYARD_") && word.len() > "BONEYARD_".len())
            .map(str::to_owned)
            .collect()
    };
    let known = upper(&source);
    for path in [
        "packaging/systemd/boneyard.service",
        "packaging/systemd/boneyard.default",
    ] {
        let named = upper(&text(path));
        assert!(!named.is_empty(), "{path}");
        let strange: Vec<_> = named.difference(&known).collect();
        assert!(strange.is_empty(), "{path}: {strange:?}");
    }
}
