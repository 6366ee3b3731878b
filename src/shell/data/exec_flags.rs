//! Words that make a harmless program run another one, write elsewhere, or
//! read what no rule sees.

/// What such a word does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// Runs a program or code: in doubt for guard rules too.
    Runs,
    /// Runs code of another language.
    Code,
    /// Runs a program where its value starts with a bar: `-o '|rm x'`.
    Pipes,
    /// Writes or reads elsewhere: only a full-text allow rule covers it.
    Reaches,
}

/// The words of one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The program.
    pub(crate) program: &'static str,
    /// A subcommand that must be among the words; empty for any.
    pub(crate) sub: &'static str,
    /// Letters of short options.
    pub(crate) short: &'static str,
    /// Words as they start: long options with their dashes (also their
    /// abbreviations), operands, behind a `~` keywords of `-o`, behind a dot
    /// commands of `sqlite3` and `duckdb` (also their abbreviations), or behind a `*` what
    /// code in a word calls.
    pub(crate) words: &'static [&'static str],
    /// What they do.
    pub(crate) harm: Harm,
    /// Whether only options before a subcommand are meant.
    pub(crate) first: bool,
    /// Whether all of the words start with a dash.
    pub(crate) dashed: bool,
    /// The [`trace`] of the subcommand; of any word, where there is none.
    pub(crate) trace: u64,
}

/// Programs that take no part of a long option for all of it.
const UNABBREVIATED: &[&str] = &["jj", "node", "scala-cli"];

impl Row {
    /// Whether the program takes the start of a long option for all of it.
    pub(crate) fn abbreviates(&self, option: &str, given: &str) -> bool {
        given.len() > 3
            && option.starts_with(given)
            && !UNABBREVIATED.contains(&self.program)
    }
}

/// One bit of 64 for a word: of words without the bit of a subcommand none
/// is that.
pub(crate) const fn trace(word: &str) -> u64 {
    match word.as_bytes() {
        [] => u64::MAX,
        [first, ..] => 1 << ((*first as usize + 8 * word.len()) % 64),
    }
}

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; a wrong index stops that"
)]
const fn dashed(words: &[&str]) -> bool {
    let mut at = 0;
    while at < words.len() {
        if words[at].as_bytes()[0] != b'-' {
            return false;
        }
        at += 1;
    }
    true
}

/// Those whose value is code of another language.
const fn speaks(
    program: &'static str,
    sub: &'static str,
    short: &'static str,
    words: &'static [&'static str],
) -> Row {
    Row { harm: Harm::Code, ..runs(program, sub, short, words) }
}

const fn runs(
    program: &'static str,
    sub: &'static str,
    short: &'static str,
    words: &'static [&'static str],
) -> Row {
    Row {
        program,
        sub,
        short,
        words,
        harm: Harm::Runs,
        first: false,
        dashed: dashed(words),
        trace: trace(sub),
    }
}

const fn pipes(
    program: &'static str,
    short: &'static str,
    words: &'static [&'static str],
) -> Row {
    Row { harm: Harm::Pipes, ..runs(program, "", short, words) }
}

const fn reaches(
    program: &'static str,
    sub: &'static str,
    short: &'static str,
    words: &'static [&'static str],
) -> Row {
    Row { harm: Harm::Reaches, ..runs(program, sub, short, words) }
}

/// The same, of options before a subcommand.
const fn first(row: Row) -> Row {
    Row { first: true, ..row }
}

/// What ssh and its like are told behind `-o`, in any letter case.
const SSH: &[&str] = &[
    "~proxycommand",
    "~localcommand",
    "~permitlocalcommand",
    "~remotecommand",
    "~knownhostscommand",
    "~match",
    "~include",
    "~pkcs11provider",
    "~xauthlocation",
    "~securitykeyprovider",
];

/// What make takes as code, or as the program for it.
const MAKE: &[&str] = &[
    "--eval",
    "--file",
    "--makefile",
    "SHELL",
    "SHELL:",
    "SHELL+",
    "MAKE",
    "MAKEFILES",
    "MAKEFLAGS",
    ".SHELLFLAGS",
    ".SHELLFLAGS:",
    ".SHELLFLAGS+",
    "AR=",
    "AS=",
    "CC=",
    "CPP=",
    "CXX=",
    "FC=",
    "LD=",
];

/// What a container may be given of the machine that it runs on.
const MACHINE: &[&str] =
    &["--cap-add", "--device", "--pid", "--security-opt", "/:"];

/// Files that docker writes beside what it is for.
const CONTAINER_FILES: &[&str] =
    &["--cidfile", "--iidfile", "--metadata-file"];

/// What reads the names of pictures as more than names.
const PICTURES: &[&str] = &["msl:", "ephemeral:", "|"];

/// What the tools of Java hand to the machine that they run on.
const JAVA: &[&str] =
    &["-J-XX:OnError=", "-J-XX:OnOutOfMemoryError=", "-J-agentpath:"];

/// How TeX is told to run programs.
const TEX: &[&str] = &[
    "-enable-write18",
    "-shell-escape",
    "--enable-write18",
    "--shell-escape",
];

/// What compilers of C run, load into themselves or are told to do otherwise.
const COMPILER: &[&str] = &[
    "-wrapper",
    "-fplugin",
    "-fpass-plugin",
    "-Xclang",
    "-specs",
    "--specs",
    "-fuse-ld",
    "--ld-path",
];

/// Goals of Maven that run a program, under any name of their plugin, and
/// what names it.
const MAVEN: &[&str] = &[
    "exec:exec",
    "exec:exec@",
    "exec:java",
    "exec:java@",
    "org.codehaus.mojo:exec-maven-plugin:",
    "-Dexec.executable=",
];

/// What nix runs when something is built.
const NIX: &[&str] = &[
    "--build-hook",
    "--diff-hook",
    "--post-build-hook",
    "--pre-build-hook",
    "build-hook",
    "diff-hook",
    "post-build-hook",
    "pre-build-hook",
];

/// From where packages come.
const REGISTRY: &[&str] = &["--registry"];

/// What GNU parallel runs besides its command.
const PARALLEL: &[&str] = &[
    "--compress-program",
    "--compressprogram",
    "--decompress-program",
    "--decompressprogram",
    "--filter",
    "--limit",
    "--rpl",
    "--ssh",
    "--sshlogin",
];

/// The table; from the programs' manuals.
pub(crate) const ROWS: &[Row] = &[
    // git: pagers, editors, helpers and transports are programs
    runs(
        "git",
        "",
        "",
        &[
            "--exec-path=",
            "--config-env",
            "--upload-pack",
            "--receive-pack",
            "--ext-diff",
            "--open-files-in-pager",
            "ext::",
        ],
    ),
    reaches("git", "", "", &["--output=", "--output", "--no-index"]),
    runs("git", "diff", "", &["--textconv"]),
    runs("git", "grep", "O", &[]),
    runs("git", "clone", "cu", &["--config", "--template"]),
    runs("git", "rebase", "x", &["--exec"]),
    runs("git", "bisect", "", &["run"]),
    runs("git", "submodule", "", &["foreach"]),
    runs("git", "difftool", "x", &["--extcmd"]),
    runs("git", "mergetool", "t", &["--tool"]),
    runs("git", "hook", "", &["run"]),
    runs("git", "instaweb", "", &["instaweb"]),
    runs("git", "web--browse", "", &["web--browse"]),
    runs("git", "archive", "", &["--exec", "--remote"]),
    runs("git", "push", "", &["--exec", "--receive-pack"]),
    runs(
        "git",
        "send-email",
        "",
        &[
            "--cc-cmd",
            "--header-cmd",
            "--sendmail-cmd",
            "--smtp-server",
            "--to-cmd",
        ],
    ),
    runs(
        "git",
        "filter-branch",
        "",
        &[
            "--tree-filter",
            "--index-filter",
            "--msg-filter",
            "--env-filter",
            "--commit-filter",
            "--parent-filter",
            "--tag-name-filter",
        ],
    ),
    runs("git", "daemon", "", &["--access-hook"]),
    runs("git", "svn", "", &["--authors-prog"]),
    runs("git", "init", "", &["--template"]),
    reaches("git", "archive", "o", &["--output"]),
    reaches("git", "format-patch", "o", &["--output-directory"]),
    // search and sort
    runs("rg", "", "", &["--pre", "--hostname-bin"]),
    reaches("rg", "", "z", &["--search-zip"]),
    runs("ag", "", "", &["--pager"]),
    runs("ack", "", "", &["--pager"]),
    runs("fd", "", "xX", &["--exec", "--exec-batch"]),
    runs("fdfind", "", "xX", &["--exec", "--exec-batch"]),
    runs("fzf", "", "", &["--preview", "--bind", "--listen"]),
    runs("sort", "", "", &["--compress-program"]),
    reaches(
        "sort",
        "",
        "oT",
        &["--output", "--files0-from", "--temporary-directory"],
    ),
    runs("split", "", "", &["--filter"]),
    runs("parallel", "", "", PARALLEL),
    runs("sem", "", "", PARALLEL),
    // pagers and manuals
    runs(
        "man",
        "",
        "PHC",
        &["--html", "--pager", "--preprocessor", "--config-file"],
    ),
    runs("less", "", "k", &["+!", "+", "--lesskey-file", "--lesskey-src"]),
    reaches("less", "", "oO", &["--log-file", "--LOG-FILE"]),
    runs("bat", "", "", &["--pager", "--map-syntax"]),
    runs("delta", "", "", &["--pager"]),
    runs("more", "", "", &["+"]),
    reaches("file", "", "mfC", &["--magic-file", "--files-from", "--compile"]),
    // it runs programs to unpack them
    reaches("file", "", "zZ", &["--uncompress", "--uncompress-noreport"]),
    // archives
    runs(
        "tar",
        "",
        "IF",
        &[
            "--checkpoint-action",
            "--to-command",
            "--use-compress-program",
            "--info-script",
            "--new-volume-script",
            "--rsh-command",
            "--rmt-command",
        ],
    ),
    reaches(
        "tar",
        "",
        "P",
        &["--absolute-names", "--index-file", "--volno-file"],
    ),
    runs("bsdtar", "", "", &["--use-compress-program"]),
    runs("zip", "", "", &["-TT", "--unzip-command", "-T"]),
    runs("cpio", "", "", &["--rsh-command"]),
    reaches("bsdtar", "", "P", &["--absolute-paths"]),
    reaches("unzip", "", ":", &[]),
    runs("rsync", "", "eM", &["--rsh", "--rsync-path", "--remote-option"]),
    reaches("rsync", "", "", &["--log-file"]),
    runs("ar", "", "", &["--plugin"]),
    runs("7z", "", "", &["-si"]),
    // network
    runs("ssh", "", "FI", SSH),
    reaches("ssh", "", "E", &[]),
    runs("ssh-add", "", "s", &[]),
    runs("ssh-keygen", "", "D", &[]),
    runs("scp", "", "SFD", SSH),
    runs("sftp", "", "SFDbs", SSH),
    runs("autossh", "", "F", SSH),
    runs("mosh", "", "", &["--ssh"]),
    runs("sshfs", "", "F", SSH),
    runs("ssh-copy-id", "", "F", SSH),
    runs("pssh", "", "", SSH),
    runs("parallel-ssh", "", "", SSH),
    runs(
        "ansible",
        "",
        "",
        &["--ssh-common-args", "--ssh-extra-args", "--scp-extra-args"],
    ),
    runs(
        "ansible-playbook",
        "",
        "",
        &["--ssh-common-args", "--ssh-extra-args", "--vault-password-file"],
    ),
    runs("gcloud", "", "", &["--ssh-flag", "--scp-flag"]),
    reaches(
        "curl",
        "",
        "KoOTFDc",
        &[
            "--config",
            "--output",
            "--upload-file",
            "--output-dir",
            "--remote-name",
            "--remote-name-all",
            "--form",
            "--netrc-file",
            "--dump-header",
            "--trace",
            "--cookie-jar",
            "--engine",
            "--libcurl",
            "--alt-svc",
            "--etag-save",
            "--hsts",
            "--stderr",
            "--trace-ascii",
            "--variable",
            "*%output",
            "@",
            "file:",
            "FILE:",
        ],
    ),
    reaches(
        "curl",
        "",
        "dH",
        &[
            "--data",
            "--data-ascii",
            "--data-binary",
            "--data-urlencode",
            "--json",
            "--url-query",
        ],
    ),
    runs("wget", "", "", &["--use-askpass"]),
    reaches(
        "wget",
        "",
        "iOPeoa",
        &[
            "--append-output",
            "--save-cookies",
            "--warc-file",
            "--post-file",
            "--body-file",
            "--input-file",
            "--execute",
            "--config",
            "--output-document",
            "--directory-prefix",
            "--rc-file",
        ],
    ),
    runs("nc", "", "ec", &["--exec", "--sh-exec", "--lua-exec"]),
    runs("ncat", "", "ec", &["--exec", "--sh-exec", "--lua-exec"]),
    runs("socat", "", "", &["~exec", "~system", "~shell"]),
    runs("tcpdump", "", "zw", &["--postrotate-command"]),
    runs("openssl", "", "", &["-engine", "-provider"]),
    reaches("openssl", "engine", "", &["engine"]),
    runs("nmap", "", "", &["--script", "--interactive"]),
    reaches("nmap", "", "", &["-oA", "-oG", "-oN", "-oS", "-oX"]),
    // build tools and package managers
    runs(
        "npm",
        "",
        "",
        &[
            "--script-shell",
            "--node-options",
            "--shell",
            "--git",
            "--viewer",
            "--editor",
            "--userconfig",
            "--browser",
            "--globalconfig",
        ],
    ),
    reaches("npm", "", "", REGISTRY),
    reaches("npm", "explore", "", &["explore"]),
    reaches("pnpm", "", "", REGISTRY),
    reaches("yarn", "", "", REGISTRY),
    reaches(
        "uv",
        "",
        "",
        &[
            "--default-index",
            "--extra-index-url",
            "--find-links",
            "--index",
            "--index-url",
        ],
    ),
    runs("npm", "exec", "c", &["--call"]),
    runs("npm", "x", "c", &["--call"]),
    runs("npm", "config", "", &["set"]),
    runs("npm", "c", "", &["set"]),
    runs(
        "npm",
        "set",
        "",
        &["script-shell", "editor", "shell", "viewer", "git", "node-options"],
    ),
    runs("yarn", "config", "", &["set"]),
    runs("pnpm", "", "", &["--script-shell", "--shell-mode"]),
    runs(
        "go",
        "",
        "",
        &[
            "-exec",
            "-toolexec",
            "--exec",
            "--toolexec",
            "-vettool",
            "-ldflags",
            "-gccgoflags",
            "-modfile",
            "-overlay",
            "--vettool",
            "--ldflags",
            "--gccgoflags",
            "--modfile",
            "--overlay",
        ],
    ),
    runs("go", "generate", "", &["-run"]),
    runs("go", "env", "", &["CC=", "CXX=", "GOFLAGS=", "FC=", "AR="]),
    // what is kept for every command from then on
    reaches("go", "env", "", &["-u", "-w"]),
    runs("rustc", "", "", &["~linker"]),
    runs("cargo", "rustc", "", &["~linker"]),
    runs("rustdoc", "", "", &["~linker", "--test-runtool", "--test-builder"]),
    runs(
        "ghc",
        "",
        "",
        &[
            "-pgmF", "-pgmL", "-pgmP", "-pgma", "-pgmc", "-pgmcxx", "-pgmi",
            "-pgml", "-pgmlc", "-pgmlm", "-pgmlo", "-pgms",
        ],
    ),
    runs("nvcc", "", "", &["-ccbin", "--compiler-bindir"]),
    runs("protoc", "", "", &["--plugin"]),
    runs(
        "rollup",
        "",
        "p",
        &[
            "--plugin",
            "--watch.onBundleEnd",
            "--watch.onBundleStart",
            "--watch.onEnd",
            "--watch.onError",
            "--watch.onStart",
        ],
    ),
    runs("gradle", "", "I", &["--init-script"]),
    runs("gradlew", "", "I", &["--init-script"]),
    runs("cargo", "", "", &["--config"]),
    runs("helm", "", "", &["--post-renderer"]),
    runs("helm", "", "", &["--kubeconfig", "--kube-apiserver"]),
    reaches("helm", "", "", &["--output-dir"]),
    runs("kustomize", "", "", &["--helm-command"]),
    reaches("kustomize", "", "", &["--enable-exec", "--enable-alpha-plugins"]),
    runs("kubectl", "kustomize", "", &["--helm-command"]),
    runs("kubectl", "set-credentials", "", &["--exec-command"]),
    runs("redis-cli", "", "", &["eval", "EVAL", "--eval"]),
    runs("matlab", "", "", &["-batch", "-r"]),
    runs("lein", "exec", "e", &["exec"]),
    speaks("mix", "run", "e", &["--eval"]),
    runs("mix", "cmd", "", &["cmd"]),
    speaks("mix", "eval", "", &["eval"]),
    speaks("mix", "profile.cprof", "e", &["--eval"]),
    speaks("mix", "profile.eprof", "e", &["--eval"]),
    speaks("mix", "profile.fprof", "e", &["--eval"]),
    speaks("mix", "profile.tprof", "e", &["--eval"]),
    // the last of several counts
    reaches("dart", "format", "o", &["--output"]),
    runs("deno", "repl", "", &["--eval", "--eval-file"]),
    runs("deno", "run", "", &["data:", "-"]),
    runs("bun", "run", "", &["-"]),
    runs("bb", "", "", &["("]),
    runs(
        "drush",
        "",
        "",
        &["ev", "eval", "php-eval", "php:eval", "ssh", "site:ssh"],
    ),
    runs("yarn", "node", "ep", &["--eval", "--print"]),
    runs("pnpm", "node", "ep", &["--eval", "--print"]),
    runs("memray", "run", "c", &[]),
    runs("dotnet", "script", "", &["eval"]),
    runs("tox", "", "x", &["--override"]),
    runs("jj", "", "", &["--config", "--config-toml", "--config-file"]),
    runs("jj", "diff", "", &["--tool"]),
    runs("jj", "diffedit", "", &["--tool"]),
    runs("jj", "interdiff", "", &["--tool"]),
    runs("jj", "log", "", &["--tool"]),
    runs("jj", "resolve", "", &["--tool"]),
    runs("jj", "show", "", &["--tool"]),
    runs("jj", "split", "", &["--tool"]),
    runs("jj", "squash", "", &["--tool"]),
    runs("vault", "agent", "", &["-exec"]),
    runs("virsh", "", "", &["qemu-agent-command"]),
    runs("brew", "", "", &["ruby", "sh"]),
    runs("nix", "eval", "", &["--expr"]),
    runs("nix-build", "", "E", &["--expr"]),
    runs("nix", "", "", NIX),
    runs("nix-build", "", "", NIX),
    runs("nix-env", "", "", NIX),
    runs("nix-shell", "", "", NIX),
    runs("nix-store", "", "", NIX),
    runs("rpmbuild", "", "DE", &["--eval", "--define"]),
    runs("rpmspec", "", "DE", &["--eval", "--define"]),
    runs("lein", "run", "e", &["-m"]),
    runs("terraform", "console", "", &["console"]),
    runs("systemctl", "edit", "", &["edit"]),
    runs("erl", "", "", &["-eval", "-run", "-s"]),
    runs("crystal", "", "", &["eval"]),
    speaks("php", "", "", &["--execute"]),
    reaches(
        "php",
        "",
        "",
        &[
            "auto_append_file=",
            "auto_prepend_file=",
            "-dauto_append_file=",
            "-dauto_prepend_file=",
        ],
    ),
    reaches("bun", "", "r", &["--import", "--preload", "--require"]),
    speaks("rails", "", "", &["runner", "r"]),
    speaks("manage.py", "shell", "c", &["--command"]),
    speaks("django-admin", "shell", "c", &["--command"]),
    speaks("artisan", "tinker", "", &["--execute"]),
    speaks("wp", "", "", &["eval", "shell", "--exec"]),
    runs("sbt", "", "", &["eval", "set", "*eval"]),
    runs(
        "scala-cli",
        "",
        "",
        &[
            "-e",
            "--execute-java",
            "--execute-scala",
            "--execute-script",
            "--java-snippet",
            "--scala-snippet",
            "--script-snippet",
        ],
    ),
    runs(
        "node",
        "",
        "",
        &["--import", "--loader", "--experimental-loader", "--test-reporter"],
    ),
    runs("psql", "", "f", &["--file"]),
    pipes("psql", "o", &["--output"]),
    pipes("strace", "o", &["--output"]),
    reaches("psql", "", "oL", &["--output", "--log-file"]),
    reaches("aws", "", "", &["--endpoint-url", "--ca-bundle"]),
    runs(
        "tmux",
        "",
        "f",
        &[
            "bind",
            "bind-key",
            "set-hook",
            "confirm-before",
            "confirm",
            "source-file",
            "source",
            "command-prompt",
            "display-menu",
            "default-command",
            "default-shell",
            "#(",
        ],
    ),
    runs("vim", "", "sSuw", &[]),
    runs("vi", "", "sSuw", &[]),
    runs("nvim", "", "sSuw", &[]),
    runs("nano", "", "s", &["--speller", "--rcfile"]),
    runs("just", "", "c", &["--shell", "--command", "--chooser"]),
    runs(
        "bazel",
        "",
        "",
        &[
            "--credential_helper",
            "--run_under",
            "--shell_executable",
            "--workspace_status_command",
        ],
    ),
    runs("puppet", "apply", "e", &["--execute"]),
    runs("rpm", "", "DE", &["--eval", "--pipe", "--define"]),
    runs("mail", "", "", &["--exec", "sendmail=", "mta=", "-Ssendmail="]),
    runs("mailx", "", "", &["--exec", "sendmail=", "mta=", "-Ssendmail="]),
    runs(
        "svn",
        "",
        "",
        &["--config-option", "--editor-cmd", "--diff-cmd", "--diff3-cmd"],
    ),
    runs("run-parts", "", "", &["--regex"]),
    runs("install", "", "", &["--strip-program"]),
    runs("netlify", "dev", "c", &["--command"]),
    runs(
        "git",
        "filter-repo",
        "",
        &[
            "--blob-callback",
            "--commit-callback",
            "--filename-callback",
            "--message-callback",
            "--tag-callback",
        ],
    ),
    runs("gh", "alias", "", &["set", "import"]),
    runs("gh", "set", "", &["pager", "editor", "browser"]),
    runs("gh", "extension", "", &["exec"]),
    runs("gh", "ssh", "", SSH),
    runs("gh", "clone", "cu", &["--config", "--upload-pack", "--template"]),
    runs("gh", "fork", "cu", &["--config", "--upload-pack", "--template"]),
    runs("glab", "alias", "", &["set"]),
    runs("ip", "", "", &["-b", "-ba", "-bat", "-batc", "-batch"]),
    reaches("shuf", "", "o", &["--output"]),
    runs("make", "", "fE", MAKE),
    runs(
        "systemd-run",
        "",
        "",
        &[
            "~execcondition",
            "~execreload",
            "~execstart",
            "~execstartpost",
            "~execstartpre",
            "~execstop",
            "~execstoppost",
        ],
    ),
    runs("gmake", "", "fE", MAKE),
    runs("ninja", "", "f", &[]),
    runs("samu", "", "f", &[]),
    runs("just", "", "f", &["--justfile"]),
    runs("task", "", "t", &["--taskfile"]),
    runs("nox", "", "f", &["--noxfile"]),
    runs("tox", "", "c", &["--conf"]),
    runs("foreman", "start", "f", &["--procfile"]),
    runs("honcho", "start", "f", &["--procfile"]),
    runs("overmind", "", "f", &["--procfile"]),
    runs("goreman", "start", "f", &[]),
    runs("supervisord", "", "c", &["--configuration"]),
    runs(
        "dpkg",
        "",
        "",
        &["--pre-invoke", "--post-invoke", "--status-logger"],
    ),
    runs(
        "java",
        "",
        "",
        &["-XX:OnError=", "-XX:OnOutOfMemoryError=", "-agentpath:"],
    ),
    runs("jar", "", "", JAVA),
    runs("javac", "", "", JAVA),
    runs("javadoc", "", "", JAVA),
    runs("git", "remote-ext", "", &["remote-ext"]),
    runs("git", "submodule--helper", "", &["foreach"]),
    runs("cmake", "", "PC", &["-E"]),
    runs("c++", "", "B", COMPILER),
    runs("cc", "", "B", COMPILER),
    runs("clang", "", "B", COMPILER),
    runs("clang++", "", "B", COMPILER),
    runs("cpp", "", "B", COMPILER),
    runs("g++", "", "B", COMPILER),
    runs("gcc", "", "B", COMPILER),
    runs("gfortran", "", "B", COMPILER),
    // options out of a file
    reaches("c++", "", "", &["@"]),
    reaches("cc", "", "", &["@"]),
    reaches("gfortran", "", "", &["@"]),
    reaches("gcc", "", "", &["@"]),
    reaches("g++", "", "", &["@"]),
    reaches("clang", "", "", &["@"]),
    reaches("clang++", "", "", &["@"]),
    runs("pip", "config", "", &["--editor"]),
    runs("pip", "", "", &["--python"]),
    reaches("pip", "", "", &["--log"]),
    reaches("pip", "install", "", &["http:", "https:"]),
    reaches(
        "pip",
        "",
        "ief",
        &[
            "--index-url",
            "--extra-index-url",
            "--find-links",
            "--trusted-host",
            "--editable",
        ],
    ),
    runs("pip3", "config", "", &["--editor"]),
    runs("pip3", "", "", &["--python"]),
    reaches("pip3", "", "", &["--log"]),
    runs("uv", "", "", &["--python"]),
    runs("uv", "venv", "p", &[]),
    runs("virtualenv", "", "p", &["--python"]),
    reaches("pip3", "install", "", &["http:", "https:"]),
    reaches(
        "pip3",
        "",
        "ief",
        &[
            "--index-url",
            "--extra-index-url",
            "--find-links",
            "--trusted-host",
            "--editable",
        ],
    ),
    runs("gem", "", "", &["--install-dir", "--env-shebang"]),
    runs("pytest", "", "p", &["--rootdir", "--confcutdir", "--pdbcls"]),
    // options out of a file, a directory that is emptied, and what is sent
    reaches(
        "pytest",
        "",
        "o",
        &[
            "--basetemp",
            "--debug=",
            "--junit-xml",
            "--junitxml",
            "--log-file=",
            "--override-ini",
            "--pastebin",
            "--report-log",
            "--result-log",
            "@",
        ],
    ),
    runs("dotnet", "exec", "", &["--depsfile"]),
    runs("mvn", "", "", MAVEN),
    runs("mvnw", "", "", MAVEN),
    // containers and services: another daemon, or the whole file system
    first(runs("docker", "", "Hc", &["--host", "--context", "--config"])),
    runs("docker", "", "", &["--privileged"]),
    reaches("docker", "", "", MACHINE),
    reaches("docker", "", "v", &["--mount", "--volume"]),
    reaches("docker", "", "", CONTAINER_FILES),
    reaches("docker", "build", "o", &["--output"]),
    reaches("docker", "export", "o", &["--output"]),
    reaches("docker", "save", "o", &["--output"]),
    first(runs("docker-compose", "", "Hc", &["--host", "--context"])),
    reaches(
        "kubectl",
        "",
        "s",
        &["--cache-dir", "--log-dir", "--log-file=", "--profile-output"],
    ),
    first(runs("podman", "", "c", &["--url", "--connection"])),
    runs("podman", "", "", &["--privileged"]),
    runs("podman", "", "", &["--conmon", "--runtime"]),
    reaches("podman", "", "", MACHINE),
    reaches("podman", "", "v", &["--mount", "--volume"]),
    reaches("podman", "", "", CONTAINER_FILES),
    reaches("podman", "build", "o", &["--output"]),
    reaches("podman", "export", "o", &["--output"]),
    reaches("podman", "save", "o", &["--output"]),
    runs("kubectl", "", "", &["--kubeconfig", "--server"]),
    runs("systemctl", "", "HM", &["--host", "--machine"]),
    // text tools
    reaches("base64", "", "o", &["--output"]),
    reaches("xxd", "", "", &["-r", "-rp"]),
    reaches("history", "", "wans", &["-r"]),
    reaches(
        "gawk",
        "",
        "dop",
        &["--dump-variables", "--pretty-print", "--profile"],
    ),
    reaches(
        "awk",
        "",
        "dop",
        &["--dump-variables", "--pretty-print", "--profile"],
    ),
    runs("gawk", "", "", &["*@"]),
    runs("awk", "", "", &["*@"]),
    reaches(
        "jq",
        "",
        "Lf",
        &[
            "--argfile",
            "--rawfile",
            "--slurpfile",
            "--from-file",
            "*env",
            "*$ENV",
            "input_filename",
        ],
    ),
    reaches(
        "yq",
        "",
        "is",
        &[
            "--inplace",
            "--split-exp",
            "*env(",
            "*envsubst",
            "*load(",
            "*load_str(",
            "*strenv(",
        ],
    ),
    reaches("date", "", "fs", &["--file", "--set"]),
    reaches("hostname", "", "F", &["--file"]),
    // what was noted is thrown away, what is open is closed
    reaches("dmesg", "", "cC", &["--clear", "--read-clear"]),
    reaches(
        "journalctl",
        "",
        "",
        &[
            "--flush",
            "--rotate",
            "--vacuum-files",
            "--vacuum-size",
            "--vacuum-time",
        ],
    ),
    reaches("ss", "", "K", &["--kill"]),
    reaches("diff", "", "", &["--output", "--to-file", "--from-file"]),
    reaches("sdiff", "", "o", &["--output"]),
    runs("sdiff", "", "", &["--diff-program"]),
    runs("diff3", "", "", &["--diff-program"]),
    reaches("column", "", "", &["--output-file"]),
    reaches("tree", "", "o", &["--output"]),
    runs("crontab", "", "T", &["-"]),
    runs("at", "", "f", &[]),
    runs("apt", "", "co", &["--option", "--config-file"]),
    runs("apt-get", "", "co", &["--option", "--config-file"]),
    runs("aptitude", "", "o", &[]),
    runs(
        "gpg",
        "",
        "",
        &[
            "--agent-program",
            "--dirmngr-program",
            "--exec-path",
            "--photo-viewer",
        ],
    ),
    reaches("gpg", "", "", &["--options"]),
    runs("latex", "", "", TEX),
    runs("lualatex", "", "", TEX),
    runs("pdftex", "", "", TEX),
    runs("pdflatex", "", "", TEX),
    runs("xelatex", "", "", TEX),
    reaches("pandoc", "", "FL", &["--filter", "--lua-filter", "--pdf-engine"]),
    reaches("gs", "", "", &["-dNOSAFER", "-dDELAYSAFER"]),
    pipes("gs", "o", &["-sOutputFile="]),
    reaches("tshark", "", "", &["lua_script:", "-Xlua_script:"]),
    reaches("ctags", "", "", &["--options"]),
    reaches("exiftool", "", "", &["-config"]),
    runs("exiftool", "", "", &["*exec(", "*qx", "*system("]),
    runs("iptables", "", "M", &["--modprobe"]),
    runs("ip6tables", "", "M", &["--modprobe"]),
    runs(
        "ctest",
        "",
        "",
        &["--build-makeprogram", "--overwrite", "--test-command"],
    ),
    reaches(
        "mypy",
        "",
        "",
        &[
            "--any-exprs-report",
            "--cobertura-xml-report",
            "--html-report",
            "--install-types",
            "--junit-xml",
            "--linecount-report",
            "--lineprecision-report",
            "--txt-report",
            "--xml-report",
        ],
    ),
    runs("mypy", "", "", &["--python-executable"]),
    runs("pylint", "", "", &["--init-hook"]),
    runs("ffmpeg", "", "", &["-protocol_whitelist"]),
    runs("convert", "", "", PICTURES),
    runs("identify", "", "", PICTURES),
    runs("magick", "", "", PICTURES),
    runs("mogrify", "", "", PICTURES),
    runs("ip", "net", "", &["e", "ex", "exe", "exec"]),
    runs("ip", "netn", "", &["e", "ex", "exe", "exec"]),
    runs("ip", "netns", "", &["e", "ex", "exe", "exec"]),
    runs("ip", "vrf", "", &["e", "ex", "exe", "exec"]),
    runs("git", "ls-remote", "u", &[]),
    runs("cargo", "watch", "sx", &["--shell", "--exec"]),
    runs("prettier", "", "", &["--plugin"]),
    runs("eslint", "", "", &["--rulesdir", "--parser", "--plugin"]),
    runs("eslint", "", "", &["--resolve-plugins-relative-to"]),
    reaches(
        "eslint",
        "",
        "fo",
        &["--cache-file", "--cache-location", "--format", "--output-file"],
    ),
    reaches("ruff", "", "o", &["--output-file"]),
    runs("mysql", "", "", &["--pager", "--plugin-dir"]),
    reaches(
        "mysql",
        "",
        "",
        &["--tee", "--defaults-file", "--defaults-extra-file"],
    ),
    runs("mapfile", "", "C", &[]),
    runs("readarray", "", "C", &[]),
    runs("hg", "", "e", &["--config", "--ssh"]),
    runs("hg", "extdiff", "p", &["--program"]),
    runs("emacsclient", "", "a", &["--alternate-editor"]),
    runs("git", "merge-index", "", &["merge-index"]),
    runs("meson", "test", "", &["--wrapper", "--gdb-path"]),
    runs("perf", "annotate", "", &["--objdump", "--addr2line"]),
    runs("perf", "report", "", &["--objdump", "--addr2line"]),
    runs("perf", "top", "", &["--objdump", "--addr2line"]),
    runs("ansible", "", "a", &["--args"]),
    runs(
        "sqlite3",
        "",
        "",
        &[
            ".shell",
            ".system",
            ".read",
            ".load",
            ".output",
            ".once",
            ".excel",
            ".www",
            "*edit(",
            "*load_extension(",
        ],
    ),
    reaches(
        "sqlite3",
        "",
        "A",
        &[
            ".archive",
            ".log",
            ".backup",
            ".save",
            ".clone",
            "-init",
            "*vacuum into",
            "*VACUUM INTO",
            "*writefile(",
        ],
    ),
    pipes("sqlite3", "", &[".import"]),
    runs(
        "duckdb",
        "",
        "",
        &[".excel", ".once", ".output", ".read", ".shell", ".system"],
    ),
    runs(
        "aws",
        "set",
        "",
        &["credential_process", "default.credential_process"],
    ),
    runs("aws", "ssm", "", &["commands=", "command=", "send-command"]),
];

/// Programs whose file operands may be read as options that run things, so
/// that a bare glob is in doubt for allow rules.
pub(crate) const GLOB_SENSITIVE: &[&str] =
    &["tar", "bsdtar", "zip", "rsync", "7z", "scp", "chown", "chmod", "find"];
