use clap::Args;

/// Write the hooks of a policy into settings, or take them out again.
///
/// What a server declares, or another policy says, becomes hooks of the
/// settings' runner, as `convert` writes them. Each is marked with the name
/// it came by, so that installing again changes nothing, installing a newer
/// file replaces what was there, and removing takes out that and no more.
/// Settings that are not plain JSON are left alone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset install declarations.json
  hookset install declarations.json --into ~/.claude/settings.json
  hookset install declarations.json --remove
  hookset install --remove --name audit

Exit codes: 0 written, or nothing to write; 1 something of the policy is lost;
3 input that cannot be used, nothing is written.")]
pub(crate) struct InstallArgs {
    /// The policy whose hooks are written; with --remove and --name it is
    /// not needed, and not read.
    #[arg(required_unless_present_all = ["remove", "name"])]
    pub(crate) from: Option<String>,
    /// The settings to write them into; they are made where there are none.
    #[arg(
        long,
        value_name = "SETTINGS",
        default_value = ".claude/settings.json"
    )]
    pub(crate) into: String,
    /// The name they are marked with [default: the server, or the name of
    /// FROM].
    #[arg(
        long,
        value_name = "NAME",
        value_parser = clap::builder::NonEmptyStringValueParser::new()
    )]
    pub(crate) name: Option<String>,
    /// Take out what was installed under this name.
    #[arg(long)]
    pub(crate) remove: bool,
    /// How to read FROM [default: by its place and content].
    // Findings say `--dialect`, which is what the other commands call it.
    #[arg(long = "from", alias = "dialect", value_name = "NAME[@VERSION]")]
    pub(crate) from_dialect: Option<String>,
}
