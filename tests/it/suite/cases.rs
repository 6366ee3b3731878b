//! Reading the cases.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The version of the format.
const VERSION: u64 = 1;

/// One case.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Its directory and id.
    pub(crate) name: String,
    /// The file it stands in, without extension.
    pub(crate) area: String,
    /// All of its fields.
    pub(crate) row: Value,
}

impl Case {
    /// A field that is a text; empty when it is absent.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.row[key].as_str().unwrap_or("")
    }

    /// The texts of a field that is a list.
    pub(crate) fn texts(&self, key: &str) -> Vec<&str> {
        let items = self.row[key].as_array();
        items.into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

/// The directory of the suite.
pub(crate) fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite")
}

/// The cases of one suite, by area.
pub(crate) fn of(suite: &str) -> Vec<Case> {
    let mut files: Vec<_> = fs::read_dir(directory().join(suite))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    files.iter().flat_map(|path| read(suite, path)).collect()
}

fn read(suite: &str, path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap();
    let area = path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut rows = text.lines().map(|line| -> Value {
        serde_json::from_str(line)
            .unwrap_or_else(|e| panic!("{}: {e}: {line}", path.display()))
    });
    let header = rows.next().expect("a header line");
    assert_eq!(header["suite"], suite, "{}", path.display());
    assert_eq!(header["version"], VERSION, "{}", path.display());
    rows.map(|row| {
        let name = format!("{suite}/{}", row["id"].as_str().unwrap());
        Case { name, area: area.clone(), row }
    })
    .collect()
}
