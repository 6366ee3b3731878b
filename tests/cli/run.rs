//! Starting the command in surroundings that are always the same.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a command printed and ended with.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// Runs `hookset` with `args` in `directory`.
pub(crate) fn hookset<S: AsRef<str>>(
    directory: &Path,
    args: &[S],
    stdin: Option<&[u8]>,
) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hookset"));
    command
        .args(args.iter().map(AsRef::as_ref))
        .current_dir(directory)
        .env_clear()
        .env("LC_ALL", "C.UTF-8")
        .env("COLUMNS", "80")
        .env("HOME", "/home/u")
        .stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take();
    std::thread::scope(|scope| {
        if let (Some(mut pipe), Some(text)) = (pipe.take(), stdin) {
            // The command may stop reading; that is its right.
            scope.spawn(move || drop(pipe.write_all(text)));
        }
        let output = child.wait_with_output().unwrap();
        Ran {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap_or(-1),
        }
    })
}

/// A directory of its own, gone at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let name = format!("hookset-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// One with these files.
    pub(crate) fn holding(name: &str, files: &[(&str, &str)]) -> Scratch {
        let scratch = Scratch::new(name);
        for (path, text) in files {
            let path = scratch.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        scratch
    }

    pub(crate) fn with(
        self,
        name: &str,
        content: impl AsRef<[u8]>,
    ) -> Scratch {
        fs::write(self.0.join(name), content).unwrap();
        self
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
