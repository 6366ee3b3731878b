//! The files that subcommands write, or show, by their own names.

/// Files of their own names that subcommands are about, which may need another
/// word for that: `cargo add x` writes `Cargo.toml`, `gh auth token` shows what
/// it keeps.
pub(crate) struct Own {
    pub(crate) program: &'static str,
    pub(crate) subs: &'static [&'static str],
    pub(crate) file: &'static str,
    pub(crate) named: bool,
}

const fn own(
    program: &'static str,
    subs: &'static [&'static str],
    file: &'static str,
    named: bool,
) -> Own {
    Own { program, subs, file, named }
}

/// How packages are added to a project of JavaScript, and taken out.
const ADDS: &[&str] = &[
    "a",
    "add",
    "i",
    "in",
    "ins",
    "install",
    "remove",
    "rm",
    "un",
    "uninstall",
];

/// How a manifest of such a project is changed by key.
const KEYS: &[&str] =
    &["pkg delete", "pkg fix", "pkg set", "up", "update", "upgrade"];

/// Options by which an update of packages is written there.
const SAVES: &[&str] = &["--save", "--save-dev"];

/// What a manifest of Swift is made of.
const PARTS: &[&str] =
    &["package add-dependency", "package add-product", "package add-target"];

/// How the keys of a person are shown.
const CREDENTIALS: &[&str] =
    &["configure export-credentials", "configure get", "configure set"];

/// How tokens of Google's tools and secret keys of GnuPG are shown.
const GOOGLE: &[&str] = &[
    "auth application-default print-access-token",
    "auth print-access-token",
    "auth print-identity-token",
];
const SECRET_KEYS: &[&str] =
    &["--export-secret-keys", "--export-secret-subkeys"];

/// How migrations of Entity Framework are made, and taken back.
const ENTITIES: &[&str] = &["ef migrations add", "ef migrations remove"];

/// What git writes into the settings of a repository.
const GIT: &[&str] = &[
    "remote add",
    "remote remove",
    "remote rename",
    "remote rm",
    "remote set-url",
];

/// How a kustomization is changed.
const KUSTOMIZE: &[&str] =
    &["edit add", "edit fix", "edit remove", "edit set"];

/// What systemd links and writes for units of the system.
const UNITS: &[&str] =
    &["disable", "edit", "enable", "link", "mask", "set-default", "unmask"];

/// What Prisma writes of a database, and of what changes in it.
const SCHEMA: &str = "prisma/schema.prisma";
const MIGRATION: &str = "prisma/migrations/x/migration.sql";

/// How migrations are made in Rails, and what writes the schema down.
const RAILS: &[&str] = &[
    "g migration",
    "g model",
    "g scaffold",
    "generate migration",
    "generate model",
    "generate scaffold",
];
const DUMPS: &[&str] = &[
    "db:migrate",
    "db:migrate:down",
    "db:migrate:redo",
    "db:migrate:up",
    "db:rollback",
    "db:schema:dump",
];
const SUPABASE: &[&str] = &["db diff", "db pull", "migration new"];

/// What is set for a stack of Pulumi, by the name that it has most often.
const STACK: &str = "Pulumi.dev.yaml";

/// The table of these, sorted; lock files, which most subcommands write by the
/// way, are not listed. Of several words each stands right behind the one
/// before, but for options; no subcommand is any.
pub(super) const OWN: &[Own] = &[
    own("alembic", &["revision"], "alembic/versions/x.py", false),
    own("alembic", &["revision"], "migrations/versions/x.py", false),
    own("artisan", &["make:migration"], "database/migrations/x.php", true),
    own("atlas", &["migrate diff", "migrate new"], "migrations/x.sql", false),
    own("aws", CREDENTIALS, "~/.aws/credentials", false),
    own("az", &["account get-access-token"], "~/.azure/msal.json", false),
    own("bun", ADDS, "package.json", true),
    own("bun", KEYS, "package.json", false),
    own("bundle", &["add", "remove"], "Gemfile", true),
    own("cargo", &["add", "remove", "rm"], "Cargo.toml", true),
    own("cargo", &["set-version", "sort", "upgrade"], "Cargo.toml", false),
    own("cargo", &["machete --fix", "release"], "Cargo.toml", false),
    own("cargo", &["login"], "~/.cargo/credentials.toml", false),
    own("changeset", &["version"], "package.json", false),
    own("claude", &["mcp add", "mcp add-json"], ".mcp.json", false),
    own("composer", &["remove", "require"], "composer.json", true),
    own("composer", &["config"], "composer.json", true),
    own("corepack", &["up", "use"], "package.json", false),
    own("dart", &["pub add", "pub remove"], "pubspec.yaml", true),
    own("dbmate", &["n", "new"], "db/migrations/x.sql", true),
    own("deno", &["add", "remove"], "deno.json", true),
    own("diesel", &["migration generate"], "migrations/x/up.sql", true),
    own("django-admin", &["makemigrations"], "x/migrations/x.py", false),
    own("docker", &["init"], "Dockerfile", false),
    own("dotenv", &["set", "unset"], ".env", true),
    own("dotenvx", &["decrypt", "encrypt", "set"], ".env", false),
    own("dotnet", ENTITIES, "Migrations/x.cs", false),
    own(
        "dotnet-ef",
        &["migrations add", "migrations remove"],
        "Migrations/x.cs",
        false,
    ),
    own("drizzle-kit", &["generate"], "drizzle/x.sql", false),
    own("expo", &["install"], "package.json", true),
    own("flask", &["db migrate", "db revision"], "migrations/x.py", false),
    own("flutter", &["pub add", "pub remove"], "pubspec.yaml", true),
    own("fly", &["auth token"], "~/.fly/config.yml", false),
    own("flyctl", &["auth token"], "~/.fly/config.yml", false),
    own("gcloud", GOOGLE, "~/.config/gcloud/credentials.db", false),
    own("gh", &["auth token"], "~/.config/gh/hosts.yml", false),
    own("gh", &["auth status --show-token"], "~/.config/gh/hosts.yml", false),
    own("gh", &["auth status -t"], "~/.config/gh/hosts.yml", false),
    own("git", GIT, ".git/config", true),
    own("git", &["lfs track", "lfs untrack"], ".gitattributes", false),
    own("git", &["submodule add", "submodule deinit"], ".gitmodules", false),
    own(
        "git",
        &["submodule set-branch", "submodule set-url"],
        ".gitmodules",
        false,
    ),
    own("git", &["credential fill"], "~/.git-credentials", false),
    own("git", &["lfs install"], ".git/hooks/pre-push", false),
    own("go", &["get", "mod edit", "mod init", "mod tidy"], "go.mod", false),
    own("go", &["work edit", "work init", "work use"], "go.work", false),
    own("gpg", SECRET_KEYS, "~/.gnupg/secring.gpg", false),
    own("groupadd", &[], "/etc/group", false),
    own("hasura", &["migrate create"], "migrations/x/up.sql", true),
    own("heroku", &["auth:token"], "~/.netrc", false),
    own("hostnamectl", &["hostname", "set-hostname"], "/etc/hostname", true),
    own("husky", &["init", "install"], ".husky/pre-commit", false),
    own("knex", &["migrate:make"], "migrations/x.js", true),
    own("kubectl", &["config view"], "~/.kube/config", false),
    own("kustomize", KUSTOMIZE, "kustomization.yaml", false),
    own("lefthook", &["install"], ".git/hooks/pre-commit", false),
    own("lerna", &["publish", "version"], "package.json", false),
    own("manage.py", &["makemigrations"], "x/migrations/x.py", false),
    own("ncu", &["--upgrade", "-u"], "package.json", false),
    own("nest", &["g", "generate"], "src/x/x.ts", true),
    own("ng", &["add", "update"], "package.json", false),
    own("npm", ADDS, "package.json", true),
    own("npm", &["init", "version"], "package.json", false),
    own("npm", &["pkg delete", "pkg fix", "pkg set"], "package.json", false),
    own("npm", &["audit fix"], "package.json", false),
    own("npm", SAVES, "package.json", false),
    own("npm-check-updates", &["--upgrade", "-u"], "package.json", false),
    own("nx", &["migrate", "release"], "package.json", false),
    own("pass", &["show"], "~/.password-store/x.gpg", true),
    own("pdm", &["add", "remove"], "pyproject.toml", true),
    own("php", &["artisan key:generate"], ".env", false),
    own("pipenv", &["install", "uninstall", "upgrade"], "Pipfile", true),
    own("pixi", &["add", "remove"], "pixi.toml", true),
    own("pnpm", ADDS, "package.json", true),
    own("pnpm", KEYS, "package.json", false),
    own("pnpm", &["audit --fix", "version"], "package.json", false),
    own("poetry", &["add", "remove", "version"], "pyproject.toml", true),
    own("poetry", &["init"], "pyproject.toml", false),
    own("pre-commit", &["install"], ".git/hooks/pre-commit", false),
    own("prisma", &["db pull", "format", "init"], SCHEMA, false),
    own("prisma", &["migrate dev", "migrate diff"], MIGRATION, false),
    own(
        "pulumi",
        &["config refresh", "config rm", "config set"],
        STACK,
        false,
    ),
    own("pulumi", &["config rm-all", "config set-all"], STACK, false),
    own("rails", RAILS, "db/migrate/x.rb", true),
    own("rails", DUMPS, "db/schema.rb", false),
    own("rails", DUMPS, "db/structure.sql", false),
    own("rake", DUMPS, "db/schema.rb", false),
    own("rake", DUMPS, "db/structure.sql", false),
    own("rye", &["add", "remove"], "pyproject.toml", true),
    own("sequelize", &["migration:generate"], "migrations/x.js", false),
    own("sequelize-cli", &["migration:generate"], "migrations/x.js", false),
    own("sqlx", &["migrate add"], "migrations/x.sql", true),
    own("standard-version", &[], "package.json", false),
    own("supabase", SUPABASE, "supabase/migrations/x.sql", false),
    own("swift", PARTS, "Package.swift", false),
    own("systemctl", UNITS, "/etc/systemd/system/x.service", true),
    own("timedatectl", &["set-timezone"], "/etc/localtime", true),
    own("tsc", &["--init"], "tsconfig.json", false),
    own("useradd", &[], "/etc/passwd", false),
    own("userdel", &[], "/etc/passwd", false),
    own("usermod", &[], "/etc/passwd", false),
    own("uv", &["add", "remove", "version"], "pyproject.toml", true),
    own("uv", &["init"], "pyproject.toml", false),
    own("vercel", &["env pull"], ".env.local", false),
    own("visudo", &[], "/etc/sudoers", false),
    own("volta", &["pin"], "package.json", true),
    own("yarn", &["add", "remove"], "package.json", true),
    own("yarn", &["init", "up", "upgrade", "version"], "package.json", false),
];

/// The rows of a program.
pub(crate) fn own_of(program: &str) -> impl Iterator<Item = &'static Own> {
    let first = OWN.partition_point(|row| row.program < program);
    let rows = OWN.get(first..).unwrap_or(&[]).iter();
    rows.take_while(move |row| row.program == program)
}

/// Options that say in which directory a program of the table works.
pub(crate) const PLACED: &[&str] = &[
    "--cwd",
    "--dir",
    "--directory",
    "--prefix",
    "--project",
    "--workspace",
    "-C",
    "-w",
];

/// Options with which most of them write none.
const NOT_OWN: &[&str] = &[
    "--check",
    "--dry-run",
    "--global",
    "--location=global",
    "--no-save",
    "--package-lock-only",
    "-c",
    "-g",
];

/// The same of programs to which these say something else: `useradd -g x y`.
const NOT_OWN_OF: &[(&str, &[&str])] = &[
    ("git", &["--skip-repo"]),
    ("groupadd", &[]),
    ("hostnamectl", &["--transient"]),
    ("systemctl", &["--dry-run", "--global", "--user"]),
    ("timedatectl", &[]),
    ("useradd", &["--defaults", "-D"]),
    ("userdel", &[]),
    ("usermod", &[]),
];

/// Options with which a program of the table writes none of its files.
pub(crate) fn not_own(program: &str) -> &'static [&'static str] {
    let found = NOT_OWN_OF.iter().find(|row| row.0 == program);
    found.map_or(NOT_OWN, |row| row.1)
}

#[cfg(test)]
mod tests {
    use super::OWN;

    #[test]
    fn the_rows_stand_in_order() {
        assert!(OWN.is_sorted_by_key(|row| row.program));
    }
}
