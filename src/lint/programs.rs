//! What programs are known for.

use super::scan::{program, stem};

type Row = (&'static str, &'static str, &'static str);

/// Programs that run whatever they are told to, what that is, and a rule that
/// lets one use of them run. Sorted.
#[rustfmt::skip]
const RUN_ANYTHING: &[Row] = &[
    (".", "a script", ". scripts/env.sh"),
    ("Rscript", "code", "Rscript scripts/report.R *"),
    ("awk", "code", "awk '{ print $1 }' *"),
    ("bash", "a command line", "bash scripts/build.sh *"),
    ("bun", "code", "bun run build *"),
    ("bundle", "a program with `exec`", "bundle install"),
    ("bunx", "a package", "bunx prettier *"),
    ("busybox", "a program", "busybox ls *"),
    ("chroot", "a program", "chroot /srv/root ls"),
    ("cmd", "a command line", "cmd /c ver"),
    ("dash", "a command line", "dash scripts/build.sh *"),
    ("deno", "code", "deno task build *"),
    ("doas", "a program", "doas apt update"),
    ("docker", "a program in a container", "docker ps *"),
    ("doppler", "a program", "doppler run -- make test"),
    ("env", "a program", "env make test"),
    ("eval", "a command line", "make test"),
    ("exec", "a program", "exec make test"),
    ("expect", "code", "expect scripts/login.exp"),
    ("find", "a program with `-exec`", "find src -name *"),
    ("fish", "a command line", "fish scripts/build.fish *"),
    ("gawk", "code", "gawk '{ print $1 }' *"),
    ("gdb", "code", "gdb -batch -ex bt core"),
    ("genv", "a program", "genv make test"),
    ("git", "a program through `-c`, aliases and hooks", "git status *"),
    ("gnice", "a program", "gnice make test"),
    ("gnohup", "a program", "gnohup make test"),
    ("gstdbuf", "a program", "gstdbuf -oL make test"),
    ("gtime", "a program", "gtime make test"),
    ("gtimeout", "a program", "gtimeout 60 make test"),
    ("gxargs", "a program", "gxargs gzip"),
    ("hyperfine", "a command line", "hyperfine 'make test'"),
    ("ipython", "code", "ipython scripts/report.py *"),
    ("julia", "code", "julia scripts/report.jl *"),
    ("ksh", "a command line", "ksh scripts/build.sh *"),
    ("kubectl", "a program in a container with `exec`", "kubectl get *"),
    ("lua", "code", "lua scripts/report.lua *"),
    ("make", "what a file says", "make test"),
    ("mise", "a program with `exec`", "mise ls"),
    ("node", "code", "node scripts/report.js *"),
    ("nodejs", "code", "nodejs scripts/report.js *"),
    ("npm", "a package with `exec`", "npm test"),
    ("npx", "a package", "npx prettier *"),
    ("nvim", "a command line with `!`", "nvim --version"),
    ("osascript", "code", "osascript scripts/report.scpt"),
    ("parallel", "a program", "parallel gzip"),
    ("perl", "code", "perl scripts/report.pl *"),
    ("php", "code", "php scripts/report.php *"),
    ("pkexec", "a program as another user", "pkexec apt update"),
    ("pnpm", "a program with `exec`", "pnpm test"),
    ("pnpx", "a package", "pnpx prettier *"),
    ("podman", "a program in a container", "podman ps *"),
    ("poetry", "a program with `run`", "poetry install"),
    ("powershell", "a command line", "powershell -File scripts/report.ps1"),
    ("pwsh", "a command line", "pwsh -File scripts/report.ps1"),
    ("pypy3", "code", "pypy3 scripts/report.py *"),
    ("python", "code", "python scripts/report.py *"),
    ("python2", "code", "python2 scripts/report.py *"),
    ("python3", "code", "python3 scripts/report.py *"),
    ("ruby", "code", "ruby scripts/report.rb *"),
    ("runuser", "a program as another user", "runuser -u build make"),
    ("script", "a command line", "script build.log"),
    ("sh", "a command line", "sh scripts/build.sh *"),
    ("source", "a script", "source scripts/env.sh"),
    ("ssh", "a command line elsewhere", "ssh host uptime"),
    ("strace", "a program", "strace make test"),
    ("su", "a command line", "su build"),
    ("sudo", "a program as another user", "sudo apt update"),
    ("systemd-run", "a program", "systemd-run make test"),
    ("tmux", "a command line", "tmux ls"),
    ("ts-node", "code", "ts-node scripts/report.ts *"),
    ("tsx", "code", "tsx scripts/report.ts *"),
    ("uv", "a program with `run`", "uv sync"),
    ("uvx", "a package", "uvx ruff *"),
    ("vi", "a command line with `!`", "vi --version"),
    ("vim", "a command line with `!`", "vim --version"),
    ("watch", "a command line", "watch df"),
    ("xargs", "a program", "xargs gzip"),
    ("yarn", "a program with `exec`", "yarn test"),
    ("zsh", "a command line", "zsh scripts/build.sh *"),
];

/// Subcommands that do so. Sorted.
#[rustfmt::skip]
const RUN_BY_SUBCOMMAND: &[Row] = &[
    ("bun x", "a package", "bun x prettier *"),
    ("bundle exec", "a program", "bundle exec rake test"),
    ("conda run", "a program", "conda run pytest *"),
    ("deno eval", "code", "deno run scripts/report.ts"),
    ("deno run", "code", "deno run scripts/report.ts"),
    ("devbox run", "a command line", "devbox run test"),
    ("direnv exec", "a program", "direnv exec . make test"),
    ("docker compose exec", "a program in a container", "docker compose exec web ls"),
    ("docker compose run", "a program in a container", "docker compose run web ls"),
    ("docker exec", "a program in a container", "docker exec web ls"),
    ("docker run", "a program in a container", "docker run --rm web ls"),
    ("hatch run", "a program", "hatch run pytest *"),
    ("kubectl exec", "a program in a container", "kubectl exec web -- ls"),
    ("mise exec", "a program", "mise exec -- make test"),
    ("npm exec", "a package", "npm exec prettier *"),
    ("npm x", "a package", "npm x prettier *"),
    ("pdm run", "a program", "pdm run pytest *"),
    ("pipenv run", "a program", "pipenv run pytest *"),
    ("pnpm dlx", "a package", "pnpm dlx prettier *"),
    ("pnpm exec", "a program", "pnpm exec prettier *"),
    ("podman exec", "a program in a container", "podman exec web ls"),
    ("podman run", "a program in a container", "podman run --rm web ls"),
    ("poetry run", "a program", "poetry run pytest *"),
    ("python -m", "a module", "python -m pytest *"),
    ("python3 -m", "a module", "python3 -m pytest *"),
    ("rye run", "a program", "rye run pytest *"),
    ("uv run", "a program", "uv run pytest *"),
    ("yarn dlx", "a package", "yarn dlx prettier *"),
];

/// Programs that only start another one; they are taken off before a
/// command is compared. Sorted.
pub(super) const WRAPPERS: &[&str] =
    &["nice", "nohup", "stdbuf", "time", "timeout"];

/// Programs that start another one and are looked through by deny and ask
/// rules. Sorted.
pub(super) const EXEC_WRAPPERS: &[&str] = &[
    "command", "doas", "env", "ionice", "nice", "nohup", "setsid", "stdbuf",
    "sudo", "time", "timeout", "xargs",
];

/// Words a shell command never starts with when it stands alone.
pub(super) const KEYWORDS: &[&str] =
    &["do", "done", "elif", "else", "esac", "fi", "then", "{", "}"];

/// Words that open a compound command.
pub(super) const OPENERS: &[&str] =
    &["case", "for", "function", "if", "select", "until", "while"];

/// Programs whose options may stand before the subcommand, with one of them.
pub(super) const SUBCOMMANDS: &[(&str, &str)] = &[
    ("aws", "--profile x"),
    ("docker", "--context x"),
    ("gh", "-R x"),
    ("git", "-C ."),
    ("helm", "--namespace x"),
    ("kubectl", "-n x"),
    ("npm", "--prefix ."),
    ("pnpm", "-C ."),
    ("terraform", "-chdir=."),
    ("yarn", "--cwd ."),
];

/// Programs that read the files they are given.
pub(super) const READ_FILES: &[&str] = &[
    "bat", "cat", "egrep", "fgrep", "grep", "head", "less", "more", "rg",
    "sort", "tac", "tail", "wc",
];

/// Programs that change, copy or remove the files they are given.
pub(super) const CHANGE_FILES: &[&str] = &[
    "chmod", "chown", "cp", "dd", "ln", "mv", "rm", "rmdir", "rsync", "shred",
    "tee", "truncate", "unlink",
];

/// What PowerShell calls what a program does.
pub(super) const POWERSHELL: &[(&str, &str)] = &[
    ("cat", "Get-Content"),
    ("chmod", "Set-Acl"),
    ("cp", "Copy-Item"),
    ("curl", "Invoke-WebRequest"),
    ("del", "Remove-Item"),
    ("kill", "Stop-Process"),
    ("mv", "Move-Item"),
    ("rm", "Remove-Item"),
    ("rmdir", "Remove-Item"),
    ("wget", "Invoke-WebRequest"),
];

/// Other programs that guards name.
const GUARDED: &[&str] = &[
    "apt",
    "apt-get",
    "brew",
    "cargo",
    "dropdb",
    "go",
    "kill",
    "mkfs",
    "mysql",
    "nc",
    "ncat",
    "pip",
    "pip3",
    "pkill",
    "psql",
    "reboot",
    "scp",
    "sed",
    "shutdown",
    "socat",
    "systemctl",
    "uv",
];

/// Whether a word is a program that some list here names.
pub(super) fn is_known(word: &str) -> bool {
    let lists = [WRAPPERS, EXEC_WRAPPERS, READ_FILES, CHANGE_FILES, GUARDED];
    row(word).is_some()
        || lists.iter().any(|list| list.contains(&word))
        || SUBCOMMANDS.iter().any(|row| row.0 == word)
        || POWERSHELL.iter().any(|row| row.0 == word)
}

/// What a program runs, if it runs whatever it is told to.
pub(super) fn runs(name: &str) -> Option<&'static str> {
    row(name).map(|row| row.1)
}

/// What of a pattern names something that runs anything: `docker exec` of
/// `docker exec *`, or the program.
pub(super) fn head(text: &str) -> &str {
    let all = stem(text).trim_end_matches('*').trim_end();
    match runs(all) {
        Some(_) => all,
        None => program(text),
    }
}

/// What a name is called in the lists: of a path its last part, and of
/// `uv run python` the program that is started.
pub(super) fn kind(name: &str) -> &str {
    let started = started(name).unwrap_or(name);
    if started.contains(' ') {
        return started;
    }
    let base = started.rsplit('/').next().unwrap_or(started);
    base.strip_suffix(".exe").unwrap_or(base)
}

/// The program that another one starts, where nothing else is told to either.
fn started(name: &str) -> Option<&str> {
    let is_program = |row: &&Row| row.1 == "a program";
    RUN_BY_SUBCOMMAND.iter().filter(is_program).find_map(|row| {
        let rest = name.strip_prefix(row.0)?.strip_prefix(' ')?;
        (!rest.contains(' ')).then_some(rest)
    })
}

/// What a pattern fixes before any text, where that text is still run: a
/// program with the option behind which it takes code (`bash -lc *`), or with
/// options before the program that it starts (`xargs -n1 *`).
pub(super) fn opening<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    const CODE: &[&str] = &[
        "-c",
        "-e",
        "-E",
        "-p",
        "-r",
        "-Command",
        "--command",
        "--eval",
        "--print",
        "--run",
    ];
    const START: &[&str] = &[
        "doas", "env", "genv", "gnice", "gnohup", "gstdbuf", "gtime",
        "gtimeout", "gxargs", "sudo", "watch", "xargs",
    ];
    let start = stem(text).trim_end_matches('*').trim_end();
    let rest = start.strip_prefix(name).filter(|_| text.ends_with('*'))?;
    let mut words = rest.split_whitespace();
    let known = kind(name);
    if START.contains(&known) {
        let option = |word: &str| {
            word.starts_with('-') || word.bytes().all(|b| b.is_ascii_digit())
        };
        return words.all(option).then_some(start);
    }
    let last = words.next_back()?;
    let shell = runs(known) == Some("a command line");
    let letters = last.strip_prefix('-').filter(|_| shell);
    // `-euc`: letters of a shell, the last of which takes the line.
    let joined = letters.and_then(|letters| letters.strip_suffix('c'));
    let joined = joined.is_some_and(|letters| {
        letters.bytes().all(|b| b.is_ascii_lowercase())
    });
    let option = |word: &str| word.starts_with('-') || word == "pipefail";
    let code = CODE.contains(&last) || joined;
    (code && words.all(option)).then_some(start)
}

/// What a rule for one use of such a program looks like.
pub(super) fn narrow(name: &str) -> Option<String> {
    let &(known, _, rule) = row(name)?;
    Some(match rule.strip_prefix(known) {
        Some(rest) => format!("{name}{rest}"),
        None => rule.to_owned(),
    })
}

/// Cmdlets of PowerShell that run what they are told to, their aliases, and
/// what that is.
const CMDLETS: &[(&[&str], &str)] = &[
    (&["invoke-expression", "iex"], "a command line"),
    (&["invoke-command", "icm"], "a command line"),
    (&["start-process", "saps", "start"], "a program"),
];

/// What a cmdlet runs, if it runs whatever it is told to.
pub(super) fn cmdlet_runs(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let row = CMDLETS.iter().find(|row| row.0.contains(&name.as_str()));
    row.map(|row| row.1)
}

fn row(name: &str) -> Option<&'static Row> {
    let name = kind(name);
    // `python3.12` is what `python3` is.
    let version = name.strip_prefix("python3.").unwrap_or("x");
    let name = match version.bytes().all(|b| b.is_ascii_digit()) {
        true => "python3",
        false => name,
    };
    let table = match name.contains(' ') {
        true => RUN_BY_SUBCOMMAND,
        false => RUN_ANYTHING,
    };
    let at = table.binary_search_by(|row| row.0.cmp(name));
    at.ok().and_then(|at| table.get(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        for table in [RUN_ANYTHING, RUN_BY_SUBCOMMAND] {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0));
        }
    }
}
