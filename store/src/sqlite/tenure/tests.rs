//! The note, and what it says of a folder.

use super::*;

fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        fs::write(folder.path().join(name), "something").unwrap();
    }
    folder
}

#[test]
fn a_note_is_read_as_it_was_written() {
    let folder = folder(&[]);
    assert_eq!(Note::read(folder.path()).unwrap(), None);
    for stand in Stand::ALL {
        let note = Note { stand, epoch: 17 };
        note.write(folder.path()).unwrap();
        assert_eq!(Note::read(folder.path()).unwrap(), Some(note));
        let last = Note {
            epoch: u64::MAX,
            ..note
        };
        last.overwrite(folder.path()).unwrap();
        note.overwrite(folder.path()).unwrap();
        assert_eq!(Note::read(folder.path()).unwrap(), Some(note));
    }
    for wrong in ["", "open", "open x", "shut 3"] {
        fs::write(folder.path().join(NOTE), wrong).unwrap();
        assert!(Note::read(folder.path()).is_err(), "{wrong}");
    }
}

#[test]
fn what_the_note_promises_must_be_there() {
    let [open, closed] = [Stand::Open, Stand::Closed].map(|stand| Note { stand, epoch: 3 });
    let all = folder(&[FILE, "boneyard.sqlite3-wal"]);
    open.check_files(all.path()).unwrap();
    let no_log = folder(&[FILE]);
    closed.check_files(no_log.path()).unwrap();
    assert!(matches!(
        open.check_files(no_log.path()),
        Err(Loss::Log { .. })
    ));
    let nothing = folder(&[]);
    for note in [open, closed] {
        assert!(matches!(
            note.check_files(nothing.path()),
            Err(Loss::Database { .. })
        ));
    }
    closed.check_epoch(3, all.path()).unwrap();
    assert!(closed.check_epoch(2, all.path()).is_err());
}

#[test]
fn a_tenure_that_ends_needs_no_log() {
    let folder = folder(&[FILE, "boneyard.sqlite3-wal"]);
    let mut tenure = Tenure::begin(folder.path()).unwrap();
    tenure.open(4).unwrap();
    drop(tenure);
    let closed = Note {
        stand: Stand::Closed,
        epoch: 4,
    };
    assert_eq!(Note::read(folder.path()).unwrap(), Some(closed));
    fs::remove_file(folder.path().join("boneyard.sqlite3-wal")).unwrap();
    Tenure::begin(folder.path()).unwrap();
    fs::remove_file(folder.path().join(FILE)).unwrap();
    assert!(matches!(
        Tenure::begin(folder.path()),
        Err(Loss::Database { .. })
    ));
}

/// On a full disk there is no place for a new file; what can be done without one is done.
#[test]
fn an_end_is_noted_also_where_no_new_file_can_be_made() {
    let folder = folder(&[FILE, "boneyard.sqlite3-wal"]);
    let path = folder.path();
    let mut tenure = Tenure::begin(path).unwrap();
    tenure.open(12).unwrap();
    fs::create_dir(path.join("boneyard.tenure.new")).unwrap();
    assert_eq!(tenure.close(), End::Noted);
    let closed = Note {
        stand: Stand::Closed,
        epoch: 12,
    };
    assert_eq!(Note::read(path).unwrap(), Some(closed));

    // Nor can the old one be written: a link to nowhere stands for it.
    let note = path.join(NOTE);
    let begin = || Tenure {
        folder: path.to_owned(),
        noted: Some(Note {
            stand: Stand::Open,
            epoch: 12,
        }),
    };
    #[cfg(unix)]
    {
        fs::remove_file(&note).unwrap();
        std::os::unix::fs::symlink(path.join("no/where"), &note).unwrap();
        assert_eq!(begin().close(), End::Noted);
        assert!(note.symlink_metadata().is_err(), "it is gone");
    }
    // Nor can it be deleted.
    fs::create_dir(&note).unwrap();
    assert_eq!(begin().close(), End::Unnoted);
}

#[test]
fn an_abandoned_tenure_leaves_its_note_open() {
    let folder = folder(&[FILE, "boneyard.sqlite3-wal"]);
    let mut tenure = Tenure::begin(folder.path()).unwrap();
    tenure.open(4).unwrap();
    tenure.abandon();
    let open = Note {
        stand: Stand::Open,
        epoch: 4,
    };
    assert_eq!(Note::read(folder.path()).unwrap(), Some(open));
}

/// Its log goes between two looks.
#[test]
fn a_server_that_ends_meanwhile_has_lost_nothing() {
    let folder = folder(&[FILE]);
    let [open, closed] = [Stand::Open, Stand::Closed].map(|stand| Note { stand, epoch: 3 });
    let mut said = [open, closed].into_iter();
    let found = Note::check_as(folder.path(), || Ok(said.next()));
    assert_eq!(found.unwrap(), Some(closed));
    let lost = Note::check_as(folder.path(), || Ok(Some(open)));
    assert!(matches!(lost, Err(Loss::Log { .. })));
}

#[test]
fn a_log_without_a_note_and_a_database_is_no_new_folder() {
    let folder = folder(&["boneyard.sqlite3-wal"]);
    assert!(matches!(
        Tenure::begin(folder.path()),
        Err(Loss::Database { .. })
    ));
}
