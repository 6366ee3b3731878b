//! Values of harmful options that everybody gives them, and that harm nobody.

use crate::shell::scene::Scene;
use crate::shell::words::base_name;

impl Scene<'_> {
    /// Whether the value of a harmful option is one that everybody gives
    /// it, and harms nobody.
    pub(super) fn is_harmless(
        &self,
        name: &str,
        at: usize,
        cut: Option<usize>,
    ) -> bool {
        let value = match cut {
            Some(cut) => self.text_at(at).get(cut..).unwrap_or(""),
            None => self.text_at(at + 1),
        };
        let option = self.text_at(at);
        let option = option.get(..cut.unwrap_or(option.len())).unwrap_or("");
        if self.is_another(name, option, value, at) {
            return true;
        }
        if cut.is_none() && !self.literal_at(at + 1) {
            return false;
        }
        match name {
            "rsync" | "mosh" => opens_only(value),
            "curl" | "wget" => {
                is_output_of(name, option)
                    && matches!(value, "-" | "/dev/null" | "/dev/stdout")
            }
            "docker" | "nerdctl" | "podman" if value.starts_with("type=") => {
                matches!(value, "type=docker" | "type=image" | "type=registry")
            }
            "go" => {
                self.text_at(at).contains("ldflags")
                    && !value.contains("ext")
                    && !value.contains("linkmode")
            }
            "dart" => matches!(value, "json" | "none" | "show"),
            // the name of a machine, not a command
            "parallel" | "sem" => {
                self.text_at(at).starts_with("--sshlogin")
                    && !value.contains(' ')
            }
            "cmake" => sets_no_program(self.text_at(at)),
            "tar" | "gtar" | "bsdtar" => {
                let option = self.text_at(at);
                let packs = option == "-I" || option.starts_with("--use-c");
                packs && only_packs(value)
            }
            "pytest" => value.starts_with("no:"),
            "node" => !value.starts_with("data:"),
            "less" | "more" => {
                let open = self.text_at(at).strip_prefix('+');
                open.is_some_and(|open| {
                    open.starts_with(['/', 'G'])
                        || open == "F"
                        || open.chars().all(|c| c.is_ascii_digit())
                })
            }
            _ => is_usual(name, option, value),
        }
    }

    /// Whether an option is another one that starts in the same way, or has
    /// a value that does nothing, whatever else it is.
    fn is_another(
        &self,
        name: &str,
        option: &str,
        value: &str,
        at: usize,
    ) -> bool {
        let option = option.trim_end_matches('=');
        match name {
            "git" => matches!(option, "--to" | "--cc"),
            "go" if option.ends_with("ldflags") => sets_by_git(value),
            "go" => option == "--mod",
            "jq" => matches!(option, "--arg" | "--args"),
            "npm" if option == "--registry" => is_usual_registry(value),
            "npm" => option == "--global",
            // the start of others
            "install" => option == "--strip",
            "rollup" => option.starts_with("--w") && !option.contains(".on"),
            "pnpm" | "yarn" => {
                option == "--registry" && is_usual_registry(value)
            }
            "curl" => sends_text(option, value),
            "docker" | "nerdctl" | "podman" => {
                mounts(option) && !is_whole_system(value)
            }
            "make" | "gmake" => !option.starts_with('-') && is_compiler(value),
            "rsync" => {
                (option.starts_with("--rem") || option.ends_with('M'))
                    && matches!(
                        value,
                        "--fake-super" | "--super" | "--no-super"
                    )
            }
            // the start of others, or the name of a format
            "eslint" => {
                option == "--cache"
                    || matches!(option, "-f" | "--format")
                        && !value.starts_with(['.', '/', '~'])
                        && !value.contains("..")
            }
            // of a program that pandoc knows
            "pandoc" if option.starts_with("--pdf") => !value.contains('/'),
            "pandoc" => value.starts_with("pandoc-") && !value.contains('/'),
            // the engines that there are
            "openssl" => {
                let more = at + 1..at + 8;
                option == "engine"
                    && !more.clone().any(|at| self.text_at(at).contains('/'))
            }
            _ => false,
        }
    }
}

/// Whether the program that an option names is one that it is often told.
fn is_usual(name: &str, option: &str, value: &str) -> bool {
    match name {
        // its own, not another program
        "jj" if option.starts_with("--to") => value.starts_with(':'),
        "jj" => shows_only(value),
        "mypy" | "pip" | "pip3" | "uv" | "virtualenv" => {
            names_python(option) && is_python(value)
        }
        "nvcc" => {
            is_compiler(value.strip_prefix("/usr/bin/").unwrap_or(value))
        }
        // code, or the name of a package
        "rollup" => {
            !option.starts_with("--w")
                && !value.starts_with('{')
                && !value.contains('=')
        }
        "podman" => option.starts_with("--ru") && is_runtime(value),
        "protoc" => is_plugin_of_protoc(value),
        "rpm" | "rpmbuild" | "rpmspec" => {
            !option.starts_with("--p") && !value.contains('%')
        }
        "svn" => {
            option.starts_with("--conf")
                && !value.contains("cmd")
                && !value.contains("tunnels")
        }
        _ if option.starts_with("-fuse-ld") => !value.contains('/'),
        _ if option.starts_with("-Xclang") => {
            !value.contains("load") && !value.contains("plugin")
        }
        _ if option.ends_with("-specs=") => SPECS.contains(&value),
        _ => false,
    }
}

/// Whether a linker of Go only sets variables, to what git says:
/// `-X main.v=$(git describe)`.
fn sets_by_git(value: &str) -> bool {
    const SAYS: [&str; 2] = ["git describe", "git rev-parse"];
    let mut rest = value;
    while let Some((before, code)) = rest.split_once("$(") {
        let end = code.find(')').unwrap_or(code.len());
        let (code, behind) = code.split_at(end);
        let says = SAYS.iter().any(|start| code.starts_with(start));
        if !says || code.contains(['$', '`', ';', '|', '&']) {
            return false;
        }
        if before.contains(['$', '`']) {
            return false;
        }
        rest = behind;
    }
    !rest.contains(['$', '`'])
        && !value.contains("ext")
        && !value.contains("linkmode")
}

/// Descriptions of boards that compilers bring along.
const SPECS: &[&str] =
    &["nano.specs", "nosys.specs", "picolibc.specs", "rdimon.specs"];

/// Whether an option names the Python that is to be used.
fn names_python(option: &str) -> bool {
    option.starts_with("--py") || option == "-p"
}

/// Whether a value is a version of Python, or the usual name or place of one.
fn is_python(value: &str) -> bool {
    const STARTS: &[&str] = &["python", "pypy", "cpython", "graalpy"];
    let name = base_name(value.trim_end_matches('/'));
    let version = value.trim_start_matches(['=', '<', '>', '~']);
    version.starts_with(|c: char| c.is_ascii_digit())
        || STARTS.iter().any(|start| name.starts_with(start))
        // the directory of an environment
        || name.ends_with("env")
}

/// Whether a program that starts containers is one of the usual ones.
fn is_runtime(value: &str) -> bool {
    matches!(
        base_name(value),
        "crun"
            | "kata-runtime"
            | "krun"
            | "nvidia"
            | "runc"
            | "runsc"
            | "youki"
    )
}

/// Whether a program that protoc starts is called as they all are:
/// `protoc-gen-go=bin/protoc-gen-go`, also as `which` finds it.
fn is_plugin_of_protoc(value: &str) -> bool {
    let (_, path) = value.rsplit_once('=').unwrap_or(("", value));
    let found = ["$(which ", "`which ", "$(command -v "];
    let found = found.iter().find_map(|start| path.strip_prefix(start));
    let name = base_name(found.unwrap_or(path));
    name.starts_with("protoc-gen-") || name.starts_with("grpc_")
}

/// Whether `ssh` of `rsync -e` gets a port and a key alone.
fn opens_only(value: &str) -> bool {
    let mut words = value.split_whitespace();
    if words.next() != Some("ssh") {
        return false;
    }
    while let Some(word) = words.next() {
        match word {
            "-p" | "-i" => _ = words.next(),
            _ if word.starts_with("-p") || word.starts_with("-i") => {}
            _ => return false,
        }
    }
    true
}

/// Whether a program for archives packs, and gets numbers alone:
/// `zstd -19 -T0`.
fn only_packs(value: &str) -> bool {
    const PACKERS: &[&str] = &[
        "brotli", "bzip2", "gzip", "lbzip2", "lz4", "lzip", "lzma", "lzop",
        "pbzip2", "pigz", "pixz", "plzip", "pxz", "xz", "zstd", "zstdmt",
    ];
    const LONG: &[&str] =
        &["best", "extreme", "fast", "long", "rsyncable", "threads", "ultra"];
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut words = value.split(' ');
    PACKERS.contains(&words.next().unwrap_or(""))
        && words.all(|word| match word.strip_prefix("--") {
            Some(long) => {
                let (name, number) =
                    long.split_once('=').unwrap_or((long, ""));
                LONG.contains(&name) && digits(number)
            }
            None => word.strip_prefix('-').is_some_and(|short| {
                digits(short.strip_prefix(['T', 'p']).unwrap_or(short))
            }),
        })
}

/// Whether a variable of cmake names no program: `-DCMAKE_C_FLAGS=-O2`.
fn sets_no_program(text: &str) -> bool {
    let Some((name, value)) = text.split_once('=') else { return false };
    let signs = ["COMPILER", "LAUNCH", "LINKER", "TOOL", "PROG", "EMULATOR"];
    name.starts_with("-D")
        && (matches!(value, "ON" | "OFF" | "gcc" | "g++" | "cc" | "ccache")
            || matches!(value, "clang" | "clang++")
            || !signs.iter().any(|sign| name.contains(sign))
                && !name.contains("INCLUDE"))
}

/// Whether a setting of jj is about what it shows.
fn shows_only(value: &str) -> bool {
    let key = value.split('=').next().unwrap_or("");
    let signs = ["pager", "edit", "tool", "alias", "ssh", "fsm", "command"];
    !key.is_empty()
        && !key.contains('/')
        && !signs.iter().any(|sign| key.contains(sign))
}

/// Whether an option names the file that a page is written to.
fn is_output_of(name: &str, option: &str) -> bool {
    match (option.strip_prefix("--"), name) {
        (Some(long), _) => {
            let long = long.strip_suffix('=').unwrap_or(long);
            matches!(long, "output" | "output-document" | "dump-header")
        }
        (None, "curl") => option.ends_with(['o', 'D']),
        (None, _) => option.ends_with(['O', 'o']),
    }
}

/// Whether a letter of curl is an option without a value, so that others
/// follow in the same word: `-#o x`.
pub(super) fn is_flag_of_curl(letter: u8) -> bool {
    const VALUED: &[u8] = b"AbCcDdEeFHhKmoPQrTtUuwXxYyz";
    let letters = letter.is_ascii_alphanumeric();
    (letters || matches!(letter, b'#' | b':')) && !VALUED.contains(&letter)
}

/// Whether curl sends the text of an option, not a file: `n=v` of
/// `--data-urlencode`, which takes `n@file` as well.
fn sends_text(option: &str, value: &str) -> bool {
    match option {
        "--data-urlencode" | "--url-query" => {
            let sign = value.find(['=', '@']);
            sign.is_none_or(|at| value.get(at..at + 1) != Some("@"))
        }
        _ if option.starts_with("--da") || option == "--json" => {
            !value.starts_with('@')
        }
        _ if option.starts_with("--") => false,
        _ => option.ends_with(['d', 'H']) && !value.starts_with('@'),
    }
}

/// Whether an option of docker names a directory and where it is seen.
fn mounts(option: &str) -> bool {
    match option.strip_prefix("--") {
        Some(long) => matches!(long, "volume" | "mount"),
        None => option.ends_with('v'),
    }
}

/// Whether docker gets to see the whole file system.
fn is_whole_system(value: &str) -> bool {
    let value = value.trim_start_matches('=');
    value.starts_with("/:")
        || value.split(',').any(|part| matches!(part, "src=/" | "source=/"))
}

/// Whether packages come from where they all come from.
fn is_usual_registry(value: &str) -> bool {
    const USUAL: &[&str] =
        &["https://registry.npmjs.org", "https://registry.yarnpkg.com"];
    USUAL.contains(&value.trim_end_matches('/'))
}

/// Whether a variable of make names a compiler by its usual name: `gcc-12`,
/// `ccache clang -m32`.
fn is_compiler(value: &str) -> bool {
    const NAMES: &[&str] = &[
        "ar", "as", "c++", "cc", "ccache", "clang", "clang++", "distcc",
        "emcc", "g++", "gcc", "ld", "musl-gcc", "sccache", "tcc",
    ];
    let part = |c: char| c.is_ascii_alphanumeric() || "_+-.".contains(c);
    let named = |word: &str| {
        let word = word.trim_end_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, '.' | '-')
        });
        NAMES.contains(&word)
            || NAMES.iter().any(|name| {
                let triple = word.strip_suffix(name);
                triple.is_some_and(|triple| triple.ends_with('-'))
            })
    };
    value.split(' ').enumerate().all(|(nth, word)| {
        let option = nth > 0 && word.starts_with('-');
        word.chars().all(part) && (option || named(word))
    })
}
