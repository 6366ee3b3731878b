//! Programs that put files from elsewhere into a directory.

/// A subcommand that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetch {
    /// The program.
    pub(crate) program: &'static str,
    /// Its subcommand; empty, where it has none.
    pub(crate) subcommand: &'static str,
    /// Whether all that lies there comes to lie right in the directory, not
    /// by the name that it has there.
    pub(crate) all: bool,
    /// Whether what is sent is taken away.
    pub(crate) moves: bool,
    /// Whether it is the current directory where a single operand stands.
    pub(crate) here: bool,
    /// Whether each operand may be the directory.
    pub(crate) each: bool,
    /// Whether it makes something new there, for which the current directory
    /// is empty.
    pub(crate) makes: bool,
    /// Letters of options that take the next word.
    pub(crate) valued: &'static str,
}

const fn one(program: &'static str, subcommand: &'static str) -> Fetch {
    Fetch {
        program,
        subcommand,
        all: false,
        moves: false,
        here: false,
        each: false,
        makes: false,
        valued: "",
    }
}

const fn all(program: &'static str, subcommand: &'static str) -> Fetch {
    Fetch { all: true, ..one(program, subcommand) }
}

/// What starts a project of its own.
const fn makes(program: &'static str, subcommand: &'static str) -> Fetch {
    Fetch { each: true, makes: true, ..all(program, subcommand) }
}

/// The table; from the programs' manuals.
pub(super) const FETCHES: &[Fetch] = &[
    one("aws", "cp"),
    Fetch { moves: true, ..one("aws", "mv") },
    all("aws", "sync"),
    all("bzr", "branch"),
    all("bzr", "clone"),
    Fetch { here: true, ..all("degit", "") },
    Fetch { each: true, ..all("cargo", "vendor") },
    one("azcopy", "copy"),
    one("azcopy", "cp"),
    all("azcopy", "sync"),
    one("docker", "cp"),
    one("docker-compose", "cp"),
    one("nerdctl", "cp"),
    all("dvc", "get"),
    all("dvc", "import"),
    one("dvc", "import-url"),
    all("fossil", "clone"),
    one("gcloud", "cp"),
    Fetch { moves: true, ..one("gcloud", "mv") },
    all("gcloud", "rsync"),
    one("gcloud", "scp"),
    all("gh", "clone"),
    Fetch { here: true, ..all("giget", "") },
    all("git", "clone"),
    makes("git", "init"),
    all("git", "submodule"),
    Fetch { each: true, ..all("git", "worktree") },
    all("glab", "clone"),
    one("gsutil", "cp"),
    Fetch { moves: true, ..one("gsutil", "mv") },
    all("gsutil", "rsync"),
    all("hg", "clone"),
    all("jj", "clone"),
    all("kubectl", "cp"),
    all("oc", "cp"),
    all("oc", "rsync"),
    one("limactl", "copy"),
    one("limactl", "cp"),
    one("mc", "cp"),
    all("mc", "mirror"),
    one("multipass", "transfer"),
    one("ossutil", "cp"),
    Fetch { each: true, ..all("openssl", "rehash") },
    one("podman", "cp"),
    all("rclone", "bisync"),
    all("rclone", "copy"),
    one("rclone", "copyto"),
    Fetch { moves: true, ..all("rclone", "move") },
    Fetch { moves: true, ..one("rclone", "moveto") },
    all("rclone", "sync"),
    Fetch { each: true, ..all("restic", "mount") },
    one("s3cmd", "get"),
    all("s3cmd", "sync"),
    one("s5cmd", "cp"),
    Fetch { moves: true, ..one("s5cmd", "mv") },
    all("s5cmd", "sync"),
    one("sftp", ""),
    all("sshfs", ""),
    all("svn", "checkout"),
    Fetch { here: true, ..all("tiged", "") },
    all("svn", "co"),
    all("svn", "export"),
    all("unison", ""),
    Fetch { valued: "AbcDdjtwn", ..all("sphinx-build", "") },
    // projects
    makes("alembic", "init"),
    makes("ansible-galaxy", "init"),
    makes("bun", "create"),
    makes("bun", "init"),
    makes("bundle", "gem"),
    makes("cargo", "generate"),
    makes("cargo", "init"),
    makes("cargo", "new"),
    makes("composer", "create-project"),
    makes("copier", "copy"),
    makes("create-astro", ""),
    makes("create-expo-app", ""),
    makes("create-next-app", ""),
    makes("create-react-app", ""),
    makes("create-remix", ""),
    makes("create-svelte", ""),
    makes("create-vite", ""),
    makes("create-vue", ""),
    makes("dart", "create"),
    makes("dbt", "init"),
    makes("django-admin", "startapp"),
    makes("django-admin", "startproject"),
    makes("express", ""),
    makes("flutter", "create"),
    makes("gatsby", "new"),
    makes("hatch", "new"),
    makes("helm", "create"),
    makes("hexo", "init"),
    makes("hg", "init"),
    makes("hugo", "site"),
    makes("jekyll", "new"),
    makes("jj", "init"),
    makes("laravel", "new"),
    makes("lein", "new"),
    makes("mdbook", "init"),
    makes("mix", "new"),
    makes("mix", "phx.new"),
    makes("mkdocs", "new"),
    makes("nest", "new"),
    makes("ng", "new"),
    makes("nix", "new"),
    makes("npm", "create"),
    makes("npm", "init"),
    makes("pnpm", "create"),
    makes("poetry", "new"),
    makes("rails", "new"),
    makes("rebar3", "new"),
    makes("scrapy", "startproject"),
    makes("sphinx-quickstart", ""),
    makes("svnadmin", "create"),
    makes("symfony", "new"),
    makes("uv", "init"),
    makes("uv", "venv"),
    makes("venv", ""),
    makes("virtualenv", ""),
    makes("vue", "create"),
    makes("yarn", "create"),
    makes("zola", "init"),
];

/// The rows of a program.
pub(crate) fn rows_of(program: &str) -> impl Iterator<Item = &'static Fetch> {
    FETCHES.iter().filter(move |row| row.program == program)
}

/// Programs that unpack archives, of which no table of programs knows the
/// operands.
pub(super) const UNPACKS: &[&str] =
    &["ar", "cpio", "dpkg", "dpkg-deb", "jar", "pax"];
