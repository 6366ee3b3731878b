//! Values of powerful variables that everybody gives them, and that let
//! nothing else run (manuals of rustc, go, make, python, npm and ssh).

/// Whether a value names no program, or one that does nothing.
pub(crate) fn runs_nothing(value: &str) -> bool {
    matches!(
        value,
        "" | ":"
            | "0"
            | "1"
            | "cat"
            | "true"
            | "false"
            | "less"
            | "more"
            | "none"
    )
}

/// Whether a setting of git names the program that shows texts to people, or
/// has them edited, by a usual one.
pub(crate) fn shows_texts(key: &str, value: &str) -> bool {
    const EDITORS: &[&str] = &[
        "code --wait",
        "code -w",
        "cursor --wait",
        "emacs",
        "hx",
        "micro",
        "nano",
        "nvim",
        "subl --wait",
        "subl -w",
        "vi",
        "vim",
        "zed --wait",
    ];
    let key = key.to_ascii_lowercase();
    match key.as_str() {
        "core.editor" | "sequence.editor" => {
            EDITORS.contains(&value) || runs_nothing(value)
        }
        "core.pager" => value == "delta" || runs_nothing(value),
        _ => false,
    }
}

/// Whether a variable that names a program is set to a harmless one:
/// `PAGER=cat`, `GIT_EDITOR=true`, `CC=clang`.
pub(crate) fn usual(name: &str, value: &str) -> bool {
    let program = ["PAGER", "EDITOR", "BROWSER", "COMMAND", "RUNNER"]
        .iter()
        .any(|end| name.ends_with(end))
        || name == "VISUAL";
    let compiler =
        matches!(value, "cc" | "gcc" | "clang" | "c++" | "g++" | "clang++");
    let prompt = matches!(name, "PS0" | "PS1" | "PS2");
    let shown = matches!(name, "LESS" | "FZF_DEFAULT_OPTS");
    let acts = ["+", "-k", "bind", "preview", "become", "execute"];
    let tool = match name {
        "AR" => value.ends_with("ar"),
        "LD" => value.starts_with("ld") || value.ends_with("ld"),
        "MAKE" => value.ends_with("make"),
        "PKG_CONFIG" => value.ends_with("pkg-config"),
        _ => false,
    };
    tool && !value.contains(['/', ' '])
        || shown && !acts.iter().any(|act| value.contains(act))
        || is_java(name) && value.split(' ').all(of_machine)
        || prompt && !value.contains("$(") && !value.contains('`')
        || program && runs_nothing(value)
        || name == "NODE_OPTIONS" && value.split(' ').all(sizes)
        || matches!(name, "CC" | "CXX") && compiler
        || says_how(name, value)
}

/// What people call where their program runs: `ENV=staging make deploy`. To
/// a shell that someone types into, `ENV` is the file that it reads first.
pub(crate) const STAGES: &[&str] = &[
    "ci",
    "demo",
    "dev",
    "develop",
    "development",
    "integration",
    "local",
    "preprod",
    "preview",
    "prod",
    "production",
    "qa",
    "sandbox",
    "stage",
    "staging",
    "stg",
    "test",
    "testing",
    "uat",
];

/// Whether a variable holds options of Java.
fn is_java(name: &str) -> bool {
    matches!(
        name,
        "JAVA_OPTS"
            | "MAVEN_OPTS"
            | "GRADLE_OPTS"
            | "JAVA_TOOL_OPTIONS"
            | "JDK_JAVA_OPTIONS"
            | "_JAVA_OPTIONS"
    )
}

/// Whether an option of Java sets a size or a property.
fn of_machine(option: &str) -> bool {
    let option = option.trim_matches(['"', '\'']);
    let starts = ["-Xm", "-Xs", "-XX:Max", "-Dfile.encoding", "-Duser."];
    option.is_empty() || starts.iter().any(|start| option.starts_with(start))
}

/// Whether an option of node loads nothing.
fn sizes(option: &str) -> bool {
    let option = option.trim_matches(['"', '\'']);
    let name = option.split('=').next().unwrap_or("");
    matches!(
        name,
        "" | "--max-old-space-size"
            | "--max_old_space_size"
            | "--no-warnings"
            | "--no-deprecation"
            | "--trace-warnings"
            | "--trace-deprecation"
            | "--enable-source-maps"
            | "--openssl-legacy-provider"
            | "--experimental-vm-modules"
            | "--throw-deprecation"
            | "--preserve-symlinks"
    )
}

/// Whether options of a tool that builds or tests say how, not what with:
/// `RUSTFLAGS='-D warnings'`, `GOFLAGS=-mod=mod`, `MAKEFLAGS=-j8`.
fn says_how(name: &str, value: &str) -> bool {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || " -_=.,:+/~".contains(c);
    if !value.chars().all(plain) {
        return false;
    }
    let mut words = value.split(' ').filter(|word| !word.is_empty());
    match name {
        "RUSTFLAGS" | "RUSTDOCFLAGS" => of_rustc(words),
        "GOFLAGS" => words.all(|word| {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            match option {
                "-mod" => matches!(value, "mod" | "readonly" | "vendor"),
                _ => GO.contains(&option),
            }
        }),
        "MAKEFLAGS" => words.all(|word| {
            let jobs = word.strip_prefix("-j");
            let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
            jobs.is_some_and(number) || MAKE.contains(&word)
        }),
        // What has a dot in it is a module, which is loaded.
        "PYTHONWARNINGS" => !value.contains('.'),
        "GIT_SSH_COMMAND" => of_ssh(words),
        _ => {
            let npm = ["npm_config_", "NPM_CONFIG_"];
            let mut keys = npm.iter().filter_map(|s| name.strip_prefix(s));
            keys.any(|key| {
                NPM.iter().any(|known| known.eq_ignore_ascii_case(key))
            })
        }
    }
}

/// Options of go that say how it builds and tests.
const GO: &[&str] = &[
    "-buildvcs",
    "-count",
    "-json",
    "-p",
    "-race",
    "-short",
    "-tags",
    "-timeout",
    "-trimpath",
    "-v",
];

/// Options of make that say how it builds.
const MAKE: &[&str] =
    &["-k", "-O", "-s", "--keep-going", "--no-print-directory", "--silent"];

/// Settings of npm that name no program, no file and no place.
const NPM: &[&str] = &[
    "audit",
    "color",
    "fund",
    "legacy_peer_deps",
    "loglevel",
    "progress",
    "update_notifier",
    "yes",
];

/// What `-C` of rustc is told that names no program and no file.
const CODEGEN: &[&str] = &[
    "codegen-units",
    "debug-assertions",
    "debuginfo",
    "force-frame-pointers",
    "instrument-coverage",
    "lto",
    "opt-level",
    "overflow-checks",
    "panic",
    "strip",
    "target-cpu",
    "target-feature",
];

/// Whether options of rustc are about lints, features and machines alone.
fn of_rustc<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    while let Some(word) = words.next() {
        let (option, glued) = match word.split_at_checked(2) {
            Some(("--", _)) => (word, ""),
            Some(parts) => parts,
            None => return false,
        };
        let mut value = || match glued {
            "" => words.next().unwrap_or(""),
            _ => glued,
        };
        let known = match option {
            "-A" | "-D" | "-F" | "-W" | "--cfg" => !value().is_empty(),
            "-C" => {
                let value = value();
                let key = value.split('=').next().unwrap_or("");
                CODEGEN.contains(&key)
            }
            "-g" | "-O" => glued.is_empty(),
            _ => false,
        };
        if !known {
            return false;
        }
    }
    true
}

/// Whether these words are ssh with a key, a port and questions off.
fn of_ssh<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    const ASKS: &[&str] =
        &["batchmode", "connecttimeout", "identitiesonly", "loglevel"];
    const CHECKS: &str = "stricthostkeychecking";
    if words.next() != Some("ssh") {
        return false;
    }
    while let Some(word) = words.next() {
        let known = match word {
            "-p" => words.next().is_some(),
            "-i" => words.next().is_some_and(|key| !key.starts_with('-')),
            "-o" => {
                let told = words.next().unwrap_or("").to_ascii_lowercase();
                let key = told.split('=').next().unwrap_or("");
                ASKS.contains(&key) || key == CHECKS
            }
            _ => false,
        };
        if !known {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::usual;

    #[test]
    fn values_that_say_how_are_told_from_those_that_run_something() {
        for (name, value) in [
            ("RUSTFLAGS", "-D warnings"),
            ("RUSTFLAGS", "-Dwarnings -C target-cpu=native -Copt-level=3"),
            ("RUSTFLAGS", "--cfg tokio_unstable"),
            ("GOFLAGS", "-mod=mod -count=1 -tags=a,b"),
            ("MAKEFLAGS", "-j8 --no-print-directory"),
            ("PYTHONWARNINGS", "ignore::DeprecationWarning"),
            ("npm_config_yes", "true"),
            ("GIT_SSH_COMMAND", "ssh -i k -o IdentitiesOnly=yes"),
        ] {
            assert!(usual(name, value), "{name}={value}");
        }
        for (name, value) in [
            ("RUSTFLAGS", "-C linker=x"),
            ("RUSTFLAGS", "-Clink-arg=-fuse-ld=x"),
            ("RUSTFLAGS", "-D warnings -C linker=x"),
            ("RUSTFLAGS", "-Zcodegen-backend=x"),
            ("RUSTFLAGS", "-gC linker=x"),
            ("RUSTFLAGS", "-D warnings\u{1f}-Clinker=x"),
            ("RUSTFLAGS", "@args"),
            ("GOFLAGS", "-toolexec=x"),
            ("GOFLAGS", "-exec=x"),
            ("GOFLAGS", "--toolexec=x"),
            ("GOFLAGS", "-mod=x"),
            ("MAKEFLAGS", "-f x"),
            ("MAKEFLAGS", "-j8 --eval=x"),
            ("MAKEFLAGS", "SHELL=x"),
            ("PYTHONWARNINGS", "ignore::a.b"),
            ("npm_config_script_shell", "x"),
            ("npm_config_node_options", "x"),
            ("GIT_SSH_COMMAND", "ssh -o ProxyCommand=x"),
            ("GIT_SSH_COMMAND", "ssh -F x"),
            ("GIT_SSH_COMMAND", "x -i k"),
            ("GIT_SSH_COMMAND", "ssh -i k;x"),
        ] {
            assert!(!usual(name, value), "{name}={value}");
        }
    }
}
