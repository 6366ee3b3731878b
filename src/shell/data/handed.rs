//! Programs and subcommands that are others, too.

/// Programs that hand their words to another: their name, the word behind
/// which these stand where there is one, and what they are then.
pub(crate) const HANDS_ON: &[(&str, &str, &str)] = &[
    ("bun", "x", "bunx"),
    ("bunx", "", "bun x"),
    ("declare", "-gx", "export"),
    ("declare", "-x", "export"),
    ("declare", "-xg", "export"),
    ("doas", "", "sudo"),
    ("git", "send-pack", "git push"),
    ("git", "subtree", "git"),
    ("gopass", "git", "git"),
    ("gradle", "", "./gradlew"),
    ("gradlew", "", "gradle"),
    ("halt", "", "shutdown"),
    ("hub", "", "git"),
    ("init", "0", "poweroff"),
    ("init", "6", "reboot"),
    ("kubecolor", "", "kubectl"),
    ("link", "", "ln"),
    ("mariadb", "", "mysql"),
    ("mariadb-admin", "", "mysqladmin"),
    ("mariadb-dump", "", "mysqldump"),
    ("microk8s.kubectl", "", "kubectl"),
    ("mkdosfs", "", "mkfs"),
    ("mkntfs", "", "mkfs"),
    ("minikube", "kubectl", "kubectl"),
    ("mvn", "", "./mvnw"),
    ("mvnw", "", "mvn"),
    ("mke2fs", "", "mkfs"),
    ("mysql", "", "mariadb"),
    ("nc.openbsd", "", "nc"),
    ("nc.traditional", "", "nc"),
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
    ("poweroff", "", "shutdown"),
    ("reboot", "", "shutdown -r"),
    ("shutdown", "-r", "reboot"),
    ("shutdown", "-h", "poweroff"),
    ("shutdown", "-P", "poweroff"),
    ("shutdown", "now", "poweroff"),
    ("slogin", "", "ssh"),
    ("sls", "", "serverless"),
    ("su", "-", "su -l"),
    ("su", "-l", "su -"),
    ("su", "--login", "su -"),
    ("sudo-rs", "", "sudo"),
    ("sudo.ws", "", "sudo"),
    ("sudoedit", "", "sudo -e"),
    ("systemctl", "halt", "halt"),
    ("systemctl", "poweroff", "poweroff"),
    ("systemctl", "poweroff", "shutdown"),
    ("systemctl", "reboot", "reboot"),
    ("telinit", "", "init"),
    ("turbo", "run", "turbo"),
    ("typeset", "-gx", "export"),
    ("typeset", "-x", "export"),
    ("unlink", "", "rm"),
    ("uv", "tool", "uvx"),
    ("uvx", "", "uv tool run"),
    ("vc", "", "vercel"),
    ("vcsh", "", "git"),
    ("yadm", "", "git"),
    ("yarn", "run", "yarn"),
    ("yarn", "workspace", "yarn"),
    ("yarnpkg", "", "yarn"),
];

/// Programs that run the scripts of a package which their words name.
pub(crate) const SCRIPT_RUNNERS: &[&str] =
    &["npm-run-all", "npm-run-all2", "run-p", "run-s"];

/// Tools whose scripts are named by `tool:script`.
pub(crate) const PREFIXED: &[&str] = &["bun", "node", "npm", "pnpm", "yarn"];

/// Tools that are run in some version of theirs.
pub(crate) const CORES: &[&str] =
    &["npm", "npx", "pnpm", "pnpx", "yarn", "yarnpkg"];

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
pub(crate) const IMAGES: &[(&str, &str)] =
    &[("aws-cli", "aws"), ("azure-cli", "az"), ("google-cloud-cli", "gcloud")];

/// Packages whose program has another name.
pub(crate) const PACKAGES: &[(&str, &str)] = &[
    ("@angular/cli", "ng"),
    ("@aws-amplify/cli", "amplify"),
    ("@biomejs/biome", "biome"),
    ("@capacitor/cli", "cap"),
    ("@changesets/cli", "changeset"),
    ("@cloudflare/wrangler", "wrangler"),
    ("@google/clasp", "clasp"),
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
    ("netlify-cli", "netlify"),
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
    ("wrangler", "versions secret put", "secret put"),
];
