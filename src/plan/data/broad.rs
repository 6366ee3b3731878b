//! Allow rules that the mode with a classifier sets aside (page on
//! permission modes, autumn 2026: blanket shell rules, interpreters with a
//! star, commands that packages bring, agents).

/// Tools of which every allow rule is set aside.
pub(in crate::plan) const TOOLS: &[&str] = &["Agent", "Monitor"];

/// Programs that run whatever follows, without the number of a version.
pub(in crate::plan) const INTERPRETERS: &[&str] = &[
    "bash",
    "bunx",
    "cmd",
    "dash",
    "deno",
    "doas",
    "env",
    "eval",
    "exec",
    "fish",
    "ksh",
    "lua",
    "node",
    "npx",
    "osascript",
    "perl",
    "php",
    "pnpx",
    "powershell",
    "pwsh",
    "python",
    "ruby",
    "sh",
    "ssh",
    "sudo",
    "ts-node",
    "tsx",
    "uvx",
    "xargs",
    "zsh",
];

/// Programs that install packages, and run what these bring.
pub(in crate::plan) const PACKAGES: &[&str] =
    &["bun", "npm", "pnpm", "uv", "yarn"];

/// Their subcommands that run something.
pub(in crate::plan) const RUN: &[&str] =
    &["dlx", "exec", "run", "run-script", "x"];
