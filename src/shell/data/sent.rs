//! Programs that send files elsewhere, or show all that a directory holds.

/// Programs that send files elsewhere, with the subcommand that does; empty
/// where each does, and only what stands behind `@`, `<` and the like is a
/// file. The last word is where they go.
pub(super) const SENDS: &[(&str, &str)] = &[
    ("adb", "push"),
    ("aws", "cp"),
    ("aws", "mv"),
    ("aws", "sync"),
    ("azcopy", "copy"),
    ("azcopy", "cp"),
    ("azcopy", "sync"),
    ("curl", ""),
    ("docker", "cp"),
    ("gcloud", "cp"),
    ("gcloud", "mv"),
    ("gcloud", "rsync"),
    ("gcloud", "scp"),
    ("gh", "gist"),
    ("gh", "upload"),
    ("gsutil", "cp"),
    ("gsutil", "mv"),
    ("gsutil", "rsync"),
    ("http", ""),
    ("https", ""),
    ("incus", "push"),
    ("kubectl", "cp"),
    ("limactl", "copy"),
    ("limactl", "cp"),
    ("lxc", "push"),
    ("mc", "cp"),
    ("mc", "mirror"),
    ("multipass", "transfer"),
    ("oc", "cp"),
    ("oc", "rsync"),
    ("podman", "cp"),
    ("rclone", "copy"),
    ("rclone", "copyto"),
    ("rclone", "sync"),
    ("s3cmd", "put"),
    ("s3cmd", "sync"),
    ("s5cmd", "cp"),
    ("s5cmd", "sync"),
    ("vagrant", "upload"),
    ("wget", ""),
    ("xh", ""),
];

/// The subcommands with which a program sends files.
pub(crate) fn sends(name: &str) -> impl Iterator<Item = &'static str> {
    SENDS.iter().filter(move |row| row.0 == name).map(|row| row.1)
}

/// A program that sends or shows what lies in the directories it is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    /// The program.
    pub(crate) program: &'static str,
    /// The subcommand that does; empty where each does.
    pub(crate) subcommand: &'static str,
    /// The options that name the directories; none where each word may.
    pub(crate) options: &'static [&'static str],
    /// The option with which alone it does, by letter and by name.
    pub(crate) only: Option<(&'static str, &'static str)>,
    /// Whether it hands the current directory to whoever asks for files,
    /// where it is told none.
    pub(crate) here: bool,
}

const fn each(program: &'static str, subcommand: &'static str) -> Told {
    Told { program, subcommand, options: &[], only: None, here: false }
}

const fn by(
    program: &'static str,
    subcommand: &'static str,
    options: &'static [&'static str],
) -> Told {
    Told { options, ..each(program, subcommand) }
}

/// A server of files.
const fn serves(
    program: &'static str,
    subcommand: &'static str,
    options: &'static [&'static str],
) -> Told {
    Told { here: true, ..by(program, subcommand, options) }
}

const FROM_FILE: &[&str] = &["--from-file"];

/// The table; from the programs' manuals.
pub(super) const TOLD: &[Told] = &[
    serves("browser-sync", "start", &["--ss", "--serveStatic", "-s"]),
    serves("caddy", "file-server", &["--root", "-r"]),
    each("darkhttpd", ""),
    serves("dufs", "", &[]),
    serves("goshs", "", &["--dir", "-d"]),
    serves("http-server", "", &[]),
    // a module of Python
    serves("http.server", "", &["--directory", "-d"]),
    serves("lite-server", "", &["--baseDir"]),
    serves("live-server", "", &[]),
    serves("miniserve", "", &[]),
    Told {
        only: Some(("S", "--server")),
        ..serves("php", "", &["--docroot", "-t"])
    },
    Told { only: Some(("e", "-e")), ..serves("ruby", "httpd", &[]) },
    serves("serve", "", &[]),
    serves("simple-http-server", "", &[]),
    serves("sirv", "", &[]),
    serves("updog", "", &["--directory", "-d"]),
    each("asar", "pack"),
    by("az", "upload-batch", &["-s", "--source"]),
    by("az", "upload", &["-f", "--file", "-s", "--source"]),
    each("b2", "sync"),
    each("borg", "create"),
    each("cmake", "copy_directory"),
    each("cmake", "copy_directory_if_different"),
    each("cmake", "tar"),
    each("croc", "send"),
    each("duplicity", ""),
    by("gcloud", "deploy", &["--source"]),
    each("gcloud", "submit"),
    // What is ignored is put where the next push takes it.
    Told { only: Some(("f", "--force")), ..each("git", "add") },
    each("gitleaks", "dir"),
    by("gitleaks", "detect", &["-s", "--source"]),
    each("ipfs", "add"),
    by("kubectl", "create", FROM_FILE),
    each("kopia", "create"),
    each("magic-wormhole", "send"),
    each("ncftpput", ""),
    by("netlify", "deploy", &["-d", "--dir"]),
    by("oc", "create", FROM_FILE),
    each("rclone", "cat"),
    each("rdiff-backup", ""),
    each("restic", "backup"),
    each("surge", ""),
    each("trufflehog", "filesystem"),
    each("unison", ""),
    each("vercel", ""),
    each("wormhole", "send"),
    each("wrangler", "deploy"),
];

/// The rows of a program.
pub(crate) fn told(program: &str) -> impl Iterator<Item = &'static Told> {
    TOLD.iter().filter(move |row| row.program == program)
}

/// Options of those whose value is a file, or names one.
pub(crate) const SENT: &[&str] = &[
    "-K",
    "-T",
    "-i",
    "--body-file",
    "--config",
    "--input-file",
    "--post-file",
    "--upload-file",
];
