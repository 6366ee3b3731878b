//! What fuzzing once found, run again. A file below `fuzz/regressions` bears
//! the name of its target's directory.

use std::fs;
use std::path::Path;

use super::targets;

#[test]
fn what_fuzzing_found_stays_mended() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    let mut count = 0;
    for (name, body) in targets::TARGETS {
        let Ok(files) = fs::read_dir(root.join(name)) else { continue };
        for file in files {
            let path = file.unwrap().path();
            println!("{}", path.display());
            body(&fs::read(&path).unwrap());
            count += 1;
        }
    }
    println!("{count} regressions");
}

#[test]
fn nesting_without_end_is_refused() {
    for unit in ["!", "! ", "(", "!(", "A(", "(!", "A&&", "A||(", "\\("] {
        let text = unit.repeat(4000 / unit.len());
        for text in [text.clone(), text + "A"] {
            targets::run("parse", text.as_bytes());
            targets::run("roundtrip", text.as_bytes());
        }
    }
}
