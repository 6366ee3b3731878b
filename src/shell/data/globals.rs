//! Programs with subcommands, and the options that stand before these.

/// A program with subcommands.
#[derive(Clone, Copy, Debug)]
pub(in crate::shell) struct Globals {
    /// Its name.
    pub(in crate::shell) name: &'static str,
    /// Letters of options before the subcommand that take the next word.
    pub(in crate::shell) valued: &'static str,
    /// Long options that take the next word, without dashes.
    pub(in crate::shell) long: &'static [&'static str],
}

const fn row(
    name: &'static str,
    valued: &'static str,
    long: &'static [&'static str],
) -> Globals {
    Globals { name, valued, long }
}

/// The programs; options from each program's own help text.
pub(in crate::shell) const GLOBALS: &[Globals] = &[
    row(
        "git",
        "Cc",
        &["git-dir", "work-tree", "namespace", "config-env", "attr-source"],
    ),
    row("docker", "Hcl", &["host", "context", "config", "log-level"]),
    row("podman", "Hc", &["url", "connection", "log-level", "root"]),
    row("docker-compose", "fp", &["file", "project-name", "profile"]),
    row(
        "kubectl",
        "ns",
        &[
            "namespace",
            "context",
            "cluster",
            "user",
            "kubeconfig",
            "server",
            "as",
            "token",
        ],
    ),
    row("oc", "ns", &["namespace", "context", "kubeconfig"]),
    row("helm", "n", &["namespace", "kube-context", "kubeconfig"]),
    row("npm", "Cw", &["prefix", "workspace", "userconfig", "loglevel"]),
    row("pnpm", "CF", &["dir", "filter"]),
    row("yarn", "", &["cwd"]),
    row("bun", "", &["cwd", "config"]),
    row("cargo", "ZC", &["color", "config", "manifest-path"]),
    row("go", "C", &[]),
    row("gh", "R", &["repo", "hostname"]),
    row("glab", "R", &["repo"]),
    row("aws", "", &["profile", "region", "endpoint-url", "output"]),
    row("gcloud", "", &["project", "account", "configuration", "format"]),
    row("az", "", &["subscription", "output"]),
    row("terraform", "", &[]),
    row("tofu", "", &[]),
    row("pulumi", "Cs", &["cwd", "stack"]),
    row("systemctl", "HMtpn", &["host", "machine", "type", "property"]),
    row("brew", "", &[]),
    row("apt", "oct", &["option", "config-file", "target-release"]),
    row("apt-get", "oct", &["option", "config-file", "target-release"]),
    row("dnf", "c", &["installroot", "setopt"]),
    row("pip", "", &["proxy", "log", "timeout", "cert", "python"]),
    row("pip3", "", &["proxy", "log", "timeout", "cert", "python"]),
    row("uv", "", &["directory", "project", "config-file", "color"]),
    row("poetry", "CP", &["directory", "project"]),
    row("hg", "R", &["repository", "cwd", "config"]),
    row("svn", "", &["username", "password", "config-dir"]),
    row("jj", "R", &["repository", "config"]),
    row("flyctl", "ac", &["app", "config"]),
    row("heroku", "", &[]),
    row("dotenv", "fe", &[]),
    row("fly", "ac", &["app", "config"]),
    row("vercel", "", &["cwd", "token", "scope"]),
];
