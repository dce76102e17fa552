//! Watches the scene file for changes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The interval at which the file is checked.
const INTERVAL: Duration = Duration::from_millis(300);

/// The change of the scene file since the last check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    None,
    Written,
    Deleted,
}

/// The path of the scene file, and its state at the last check.
pub struct FileWatcher {
    path: Option<PathBuf>,
    last_modified: Option<SystemTime>,
    checked: Instant,
    deleted: bool,
}

impl FileWatcher {
    pub fn new(path: Option<&Path>) -> Self {
        let mut watcher = Self {
            path: path.map(Path::to_path_buf),
            last_modified: None,
            checked: Instant::now(),
            deleted: false,
        };
        watcher.last_modified = watcher.modified();
        watcher
    }

    /// The modification time of the scene file; `None` if the file does not exist.
    fn modified(&self) -> Option<SystemTime> {
        self.path.as_ref()?.metadata().ok()?.modified().ok()
    }

    /// Checks whether the file has changed. Does so at most once per [`INTERVAL`]; in between, reports no change.
    pub fn poll(&mut self) -> Change {
        if self.checked.elapsed() < INTERVAL {
            return Change::None;
        }
        self.checked = Instant::now();
        self.check()
    }

    fn check(&mut self) -> Change {
        match (self.modified(), self.last_modified) {
            // There is no file: the scene comes from standard input or is the built-in example.
            (None, None) => Change::None,
            (None, Some(_)) if self.deleted => Change::None,
            (None, Some(_)) => {
                self.deleted = true;
                Change::Deleted
            }
            (now, last_modified) if now == last_modified && !self.deleted => Change::None,
            (now, _) => {
                self.last_modified = now;
                self.deleted = false;
                Change::Written
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_file_is_reported_once_and_again_when_it_is_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.json");
        std::fs::write(&path, "{}").unwrap();
        let mut watcher = FileWatcher::new(Some(&path));
        assert_eq!(watcher.check(), Change::None);
        let other = folder.path().join("other.json");
        std::fs::rename(&path, &other).unwrap();
        assert_eq!([watcher.check(), watcher.check()], [Change::Deleted, Change::None]);
        // The file was deleted, and is now restored with its old modification time. It is reported as written nevertheless.
        std::fs::rename(&other, &path).unwrap();
        assert_eq!([watcher.check(), watcher.check()], [Change::Written, Change::None]);
        let mut nothing = FileWatcher::new(None);
        assert_eq!(nothing.check(), Change::None);
    }
}
