//! What a client may get wrong, and what it is told.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use boneyard_protocol::{ErrorCode, decode};

const ID: &str = "0198c1de-7b4e-4000-8000-0000000000d1";

#[track_caller]
fn check(frame: &str, code: ErrorCode, field: Option<&str>, id: Option<&str>) {
    let refused = decode(frame).unwrap_err();
    assert_eq!(refused.why.code, code, "{frame}");
    assert_eq!(refused.why.field.as_deref(), field, "{frame}");
    assert_eq!(
        refused.id.map(|id| id.to_string()).as_deref(),
        id,
        "{frame}"
    );
}

#[test]
fn a_frame_that_is_no_object_is_bad_json() {
    for frame in [
        "",
        "7",
        "[]",
        "\"hello\"",
        "null",
        "{",
        "{}{}",
        "{\"type\":\"heartbeat\"} x",
    ] {
        check(frame, ErrorCode::BadJson, None, None);
    }
}

#[test]
fn deep_nesting_is_refused_without_recursion_trouble() {
    let frame = "[".repeat(100_000);
    check(&frame, ErrorCode::BadJson, None, None);
}

#[test]
fn a_field_that_stands_twice_says_nothing() {
    for frame in [
        format!(r#"{{"type":"heartbeat","type":"leave","id":"{ID}"}}"#),
        format!(r#"{{"type":"lobby","id":"{ID}","follow":true,"follow":false}}"#),
        format!(r#"{{"type":"lobby","follow":true,"id":"{ID}","\u0069d":"{ID}"}}"#),
        r#"{"type":"heartbeat","x":[{"a":1,"a":1}]}"#.to_owned(),
    ] {
        check(&frame, ErrorCode::BadJson, None, None);
    }
    let nested =
        r#"{"type":"heartbeat","x":[null,true,-1,1.5,"a",{"x":{"x":18446744073709551615}}]}"#;
    assert!(decode(nested).is_ok());
}

#[test]
fn the_type_must_be_there_and_known() {
    check("{}", ErrorCode::BadMessage, Some("type"), None);
    check(
        &format!(r#"{{"id":"{ID}","type":7}}"#),
        ErrorCode::BadMessage,
        Some("type"),
        Some(ID),
    );
    check(
        &format!(r#"{{"type":"sing","id":"{ID}"}}"#),
        ErrorCode::UnknownType,
        None,
        Some(ID),
    );
}

#[test]
fn a_missing_field_is_named() {
    check(
        &format!(r#"{{"type":"ready","id":"{ID}"}}"#),
        ErrorCode::BadMessage,
        Some("table"),
        Some(ID),
    );
    check(
        r#"{"type":"lobby","follow":true}"#,
        ErrorCode::BadMessage,
        Some("id"),
        None,
    );
    check(
        r#"{"type":"hello","kind":"bot"}"#,
        ErrorCode::BadMessage,
        Some("versions"),
        None,
    );
}

#[test]
fn a_field_of_another_form_is_a_bad_message() {
    for fields in [r#""table":"x""#, r#""table":7"#, r#""table":null"#] {
        let frame = format!(r#"{{"type":"leave",{fields},"id":"{ID}"}}"#);
        check(&frame, ErrorCode::BadMessage, None, Some(ID));
    }
}

/// Options are written down as they were read and read again: a number must not change on the way.
#[test]
fn every_number_is_read_to_its_last_digit() {
    for seed in 1_u64..2_000 {
        let mantissa = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11;
        let exponent = i32::try_from(seed % 500).unwrap() - 250;
        let number: f64 = format!("{mantissa}e{exponent}").parse().unwrap();
        let written = serde_json::to_string(&number).unwrap();
        let read: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(read.as_f64(), Some(number), "{written}");
    }
}
