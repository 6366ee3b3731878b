//! Programs and subcommands that are others, too.

/// Programs that hand their words to another: their name, the word behind
/// which these stand where there is one, and what they are then.
pub(crate) const HANDS_ON: &[(&str, &str, &str)] = &[
    ("artisan", "", "php artisan"),
    ("awscli", "", "aws"),
    ("bazelisk", "", "bazel"),
    ("bazelw", "", "bazel"),
    ("bun", "x", "bunx"),
    ("bunx", "", "bun x"),
    ("cargo", "make", "makers"),
    ("cargo", "sqlx", "sqlx"),
    ("composer", "run", "composer"),
    ("composer", "run-script", "composer"),
    ("composer.phar", "", "composer"),
    ("ddev", "artisan", "php artisan"),
    ("ddev", "composer", "composer"),
    ("ddev", "drush", "drush"),
    ("ddev", "php", "php"),
    ("ddev", "wp", "wp"),
    ("declare", "-gx", "export"),
    ("declare", "-x", "export"),
    ("declare", "-xg", "export"),
    ("django", "", "python manage.py"),
    ("django-admin", "", "python manage.py"),
    ("doas", "", "sudo"),
    ("dotnet", "ef", "dotnet-ef"),
    ("dotnet-ef", "", "dotnet ef"),
    ("fabric", "", "fab"),
    ("git", "send-pack", "git push"),
    ("git", "subtree", "git"),
    ("go-task", "", "task"),
    ("gopass", "git", "git"),
    ("gpg2", "", "gpg"),
    ("gradle", "", "./gradlew"),
    ("gradlew", "", "gradle"),
    ("halt", "", "shutdown"),
    ("hf", "", "huggingface-cli"),
    ("hub", "", "git"),
    ("huggingface-cli", "", "hf"),
    ("init", "0", "poweroff"),
    ("init", "6", "reboot"),
    ("kafka-configs", "", "kafka-configs.sh"),
    ("kafka-configs.sh", "", "kafka-configs"),
    ("kafka-consumer-groups", "", "kafka-consumer-groups.sh"),
    ("kafka-consumer-groups.sh", "", "kafka-consumer-groups"),
    ("kafka-topics", "", "kafka-topics.sh"),
    ("kafka-topics.sh", "", "kafka-topics"),
    ("kubecolor", "", "kubectl"),
    ("lando", "artisan", "php artisan"),
    ("lando", "composer", "composer"),
    ("lando", "drush", "drush"),
    ("lando", "php", "php"),
    ("lando", "wp", "wp"),
    ("link", "", "ln"),
    ("makers", "", "cargo make"),
    ("manage.py", "", "python manage.py"),
    ("mariadb", "", "mysql"),
    ("mariadb-admin", "", "mysqladmin"),
    ("mariadb-dump", "", "mysqldump"),
    ("microk8s.kubectl", "", "kubectl"),
    ("minikube", "kubectl", "kubectl"),
    ("mkdosfs", "", "mkfs"),
    ("mke2fs", "", "mkfs"),
    ("mkntfs", "", "mkfs"),
    ("moon", "r", "moon run"),
    ("mvn", "", "./mvnw"),
    ("mvnw", "", "mvn"),
    ("mysql", "", "mariadb"),
    ("nc.openbsd", "", "nc"),
    ("nc.traditional", "", "nc"),
    ("neon", "", "neonctl"),
    ("neonctl", "", "neon"),
    ("netcat", "", "nc"),
    // what it prints of the code that it runs is no other code
    ("node", "--print", "node -e"),
    ("node", "-p", "node -e"),
    ("node", "--run", "npm run"),
    ("nodejs", "", "node"),
    ("npm", "exec", "npx"),
    ("npm", "x", "npx"),
    ("npx", "", "npm exec"),
    ("ntl", "", "netlify"),
    ("pass", "git", "git"),
    ("pnpm", "dlx", "pnpx"),
    ("pnpx", "", "pnpm dlx"),
    ("poethepoet", "", "poe"),
    ("poweroff", "", "shutdown"),
    ("rails", "", "bin/rails"),
    ("rails", "", "rake"),
    ("rake", "", "bin/rails"),
    ("rake", "", "rails"),
    ("reboot", "", "shutdown -r"),
    ("sail", "art", "php artisan"),
    ("sail", "artisan", "php artisan"),
    ("sail", "composer", "composer"),
    ("sail", "php", "php"),
    ("sequelize-cli", "", "sequelize"),
    ("shutdown", "-r", "reboot"),
    ("shutdown", "-h", "poweroff"),
    ("shutdown", "-P", "poweroff"),
    ("shutdown", "now", "poweroff"),
    ("slogin", "", "ssh"),
    ("sls", "", "serverless"),
    ("sops", "--decrypt", "sops decrypt"),
    ("sops", "--encrypt", "sops encrypt"),
    ("sops", "--rotate", "sops rotate"),
    ("sops", "-d", "sops decrypt"),
    ("sops", "-e", "sops encrypt"),
    ("sops", "-r", "sops rotate"),
    ("sops", "decrypt", "sops -d"),
    ("sops", "encrypt", "sops -e"),
    ("sops", "rotate", "sops -r"),
    ("sqlx", "", "cargo sqlx"),
    ("su", "-", "su -l"),
    ("su", "-l", "su -"),
    ("su", "--login", "su -"),
    ("sudo-rs", "", "sudo"),
    ("sudo.ws", "", "sudo"),
    ("sudoedit", "", "sudo -e"),
    ("symfony", "composer", "composer"),
    ("symfony", "console", "bin/console"),
    ("symfony", "console", "php bin/console"),
    ("symfony", "php", "php"),
    ("systemctl", "halt", "halt"),
    ("systemctl", "poweroff", "poweroff"),
    ("systemctl", "poweroff", "shutdown"),
    ("systemctl", "reboot", "reboot"),
    ("systemctl", "halt", "shutdown"),
    ("systemctl", "reboot", "shutdown -r"),
    ("telinit", "", "init"),
    ("terragrunt", "run", "terragrunt"),
    ("terragrunt", "run-all", "terragrunt"),
    ("terragrunt", "run-all", "terragrunt run --all"),
    ("tox", "p", "tox"),
    ("tox", "r", "tox"),
    ("tox", "run", "tox"),
    ("tox", "run-parallel", "tox"),
    ("turbo", "run", "turbo"),
    ("typeorm-ts-node-commonjs", "", "typeorm"),
    ("typeorm-ts-node-esm", "", "typeorm"),
    ("typeset", "-gx", "export"),
    ("typeset", "-x", "export"),
    ("unlink", "", "rm"),
    ("uv", "tool", "uvx"),
    ("uvx", "", "uv tool run"),
    ("vc", "", "vercel"),
    ("vcsh", "", "git"),
    ("wp-cli.phar", "", "wp"),
    ("yadm", "", "git"),
    ("yarn", "run", "yarn"),
    ("yarn", "workspace", "yarn"),
    ("yarnpkg", "", "yarn"),
];

/// Those of them in whose place others are often forbidden: guards on the
/// others count that name some of their words.
pub(crate) const FRONTS: &[&str] = &[
    "artisan",
    "bazelisk",
    "bazelw",
    "composer.phar",
    "ddev",
    "django",
    "django-admin",
    "hf",
    "huggingface-cli",
    "lando",
    "manage.py",
    "rails",
    "rake",
    "sail",
    "symfony",
    "wp-cli.phar",
];

/// Commands of the consoles of Symfony and Laravel that take something away or
/// change a database.
pub(crate) const CONSOLE: &[&str] = &[
    "db:seed",
    "db:wipe",
    "doctrine:database:drop",
    "doctrine:fixtures:load",
    "doctrine:migrations:execute",
    "doctrine:migrations:migrate",
    "doctrine:query:sql",
    "doctrine:schema:drop",
    "doctrine:schema:update",
    "migrate:fresh",
    "migrate:refresh",
    "migrate:reset",
    "migrate:rollback",
];

/// The rows of a program.
pub(crate) fn handed_on(
    program: &str,
) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)>
{
    let first = HANDS_ON.partition_point(|row| row.0 < program);
    let rows = HANDS_ON.get(first..).unwrap_or(&[]).iter();
    rows.take_while(move |row| row.0 == program)
}

/// Programs that run the scripts of a package which their words name.
pub(crate) const SCRIPT_RUNNERS: &[&str] =
    &["npm-run-all", "npm-run-all2", "run-p", "run-s"];

/// Tools whose scripts are named by `tool:script`.
pub(crate) const PREFIXED: &[&str] = &["bun", "node", "npm", "pnpm", "yarn"];

/// Tools that are run in some version of theirs.
pub(crate) const CORES: &[&str] =
    &["npm", "npx", "pnpm", "pnpx", "yarn", "yarnpkg"];

/// Options of `go` and `go run` that take the next word.
pub(crate) const OPTIONS_OF_GO: &[&str] = &[
    "C",
    "asmflags",
    "buildmode",
    "compiler",
    "covermode",
    "coverpkg",
    "exec",
    "gccgoflags",
    "gcflags",
    "installsuffix",
    "ldflags",
    "mod",
    "modfile",
    "overlay",
    "p",
    "pgo",
    "pkgdir",
    "tags",
    "toolexec",
];

/// Tools whose words name tasks of a project in ways of their own.
pub(crate) const TASK_TOOLS: &[&str] =
    &["hatch", "mise", "moon", "nox", "nx", "terragrunt", "tox", "turbo"];

/// Subcommands of nx that are no targets.
pub(crate) const NX: &[&str] = &[
    "add",
    "affected",
    "configure-ai-agents",
    "connect",
    "daemon",
    "dep-graph",
    "exec",
    "format",
    "format:check",
    "format:write",
    "g",
    "generate",
    "graph",
    "import",
    "init",
    "list",
    "login",
    "logout",
    "mcp",
    "migrate",
    "new",
    "print-affected",
    "record",
    "register",
    "release",
    "repair",
    "report",
    "reset",
    "run",
    "run-many",
    "show",
    "start-ci-run",
    "sync",
    "sync:check",
    "view-logs",
    "watch",
    "workspace-generator",
    "workspace-lint",
];

/// Options with a value behind `yarn workspaces foreach`.
pub(crate) const FOREACH_VALUES: &[&str] =
    &["--exclude", "--from", "--include", "--jobs", "-j"];

/// Words with which another program pushes.
pub(crate) const PUSHES: &[(&str, &[&str])] = &[
    ("gh", &["repo", "create", "--push"]),
    ("gh", &["repo", "new", "--push"]),
    ("glab", &["mr", "create", "--push"]),
    ("glab", &["mr", "new", "--push"]),
];

/// Images whose program has another name.
/// Those of the same name are there because nothing else is known of them.
pub(crate) const IMAGES: &[(&str, &str)] = &[
    ("atlas", "atlas"),
    ("aws-cli", "aws"),
    ("azure-cli", "az"),
    ("dbmate", "dbmate"),
    ("flyway", "flyway"),
    ("google-cloud-cli", "gcloud"),
    ("goreleaser", "goreleaser"),
    ("k6", "k6"),
    ("liquibase", "liquibase"),
    ("mc", "mc"),
    ("migrate", "migrate"),
    ("opentofu", "tofu"),
    ("rclone", "rclone"),
    ("restic", "restic"),
    ("terragrunt", "terragrunt"),
    ("trivy", "trivy"),
];

/// Packages whose program has another name.
pub(crate) const PACKAGES: &[(&str, &str)] = &[
    ("@angular/cli", "ng"),
    ("@ast-grep/cli", "ast-grep"),
    ("@aws-amplify/cli", "amplify"),
    ("@biomejs/biome", "biome"),
    ("@capacitor/cli", "cap"),
    ("@changesets/cli", "changeset"),
    ("@cloudflare/wrangler", "wrangler"),
    ("@go-task/cli", "task"),
    ("@google/clasp", "clasp"),
    ("@jsr/cli", "jsr"),
    ("@nestjs/cli", "nest"),
    ("@playwright/test", "playwright"),
    ("@railway/cli", "railway"),
    ("@salesforce/cli", "sf"),
    ("@sentry/cli", "sentry-cli"),
    ("@shopify/cli", "shopify"),
    ("@tailwindcss/cli", "tailwindcss"),
    ("@vscode/vsce", "vsce"),
    ("aws-cdk", "cdk"),
    ("awscli", "aws"),
    ("cpy-cli", "cpy"),
    ("eas-cli", "eas"),
    ("expo-cli", "expo"),
    ("firebase-tools", "firebase"),
    ("hasura-cli", "hasura"),
    ("netlify-cli", "netlify"),
    ("rust-just", "just"),
    ("sequelize-cli", "sequelize"),
];

/// Subcommands that are others, too: `helm upgrade --install` installs, but
/// `helm install` does not upgrade.
pub(crate) const ALSO: &[(&str, &str, &str)] = &[
    ("conda", "remove --all", "env remove"),
    ("docker", "build --push", "push"),
    ("docker", "buildx b --push", "push"),
    ("docker", "buildx bake --push", "push"),
    ("docker", "buildx build --push", "push"),
    ("docker", "compose build --push", "push"),
    ("docker", "compose push", "push"),
    ("docker", "container prune", "rm"),
    ("docker", "image prune", "rmi"),
    ("docker", "volume prune", "volume rm"),
    ("gh", "auth status --show-token", "auth token"),
    ("gh", "auth status -t", "auth token"),
    ("git", "stash clear", "stash drop"),
    ("git", "stash save", "stash push"),
    ("helm", "upgrade --install", "install"),
    ("helm", "upgrade -i", "install"),
    ("kubectl", "apply --prune", "delete"),
    ("kubectl", "replace --force", "delete"),
    ("oc", "apply --prune", "delete"),
    ("oc", "replace --force", "delete"),
    ("podman", "container prune", "rm"),
    ("podman", "image prune", "rmi"),
    ("podman", "volume prune", "volume rm"),
    ("rails", "db:drop:all", "db:drop"),
    ("rails", "db:migrate:reset", "db:drop"),
    ("rails", "db:reset", "db:drop"),
    ("rake", "db:drop:all", "db:drop"),
    ("rake", "db:migrate:reset", "db:drop"),
    ("rake", "db:reset", "db:drop"),
    ("systemctl", "disable --now", "stop"),
    ("systemctl", "mask --now", "stop"),
    ("terragrunt", "run --all", "run-all"),
    ("wrangler", "versions secret put", "secret put"),
];

#[cfg(test)]
mod tests {
    use super::HANDS_ON;

    #[test]
    fn the_rows_stand_in_order() {
        assert!(HANDS_ON.is_sorted_by_key(|row| row.0));
    }
}
