use clap::Args;

use super::Format;

/// Compile policies into an image that starts without reading them.
///
/// The image gives the same answers as the files it was made from, read in
/// the dialect that `--dialect` names, else `hookset`: to `eval --image` and
/// `hook --image`. What `hookset.toml` says of the dialect counts for none of
/// them. The same files give the same bytes, the image in the same place.
/// It holds a hash of its sources: one that is stale says so. It finds them
/// from where it lies itself, so that both may be moved together; where files
/// are named as from the root, it may be moved alone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset compile --policy .claude/settings.json -o policy.hsi
  hookset compile -o policy.hsi                     the settings in force
  hookset compile --policy a.json b.json --stats
  hookset compile --verify policy.hsi                       for CI

Exit codes: 0 written, or whole and up to date; 1 with --verify: the sources
say something else by now; 3 input that cannot be used.")]
pub(crate) struct CompileArgs {
    /// Settings or hook files; all are in force together [default: the
    /// settings in force where you stand].
    #[arg(long, short, num_args = 1.., value_name = "FILE")]
    pub(crate) policy: Vec<String>,
    /// The image to write: whole or not at all.
    #[arg(
        long,
        short,
        value_name = "IMAGE",
        required_unless_present_any = ["verify", "stats"],
        conflicts_with = "verify"
    )]
    pub(crate) output: Option<String>,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner [default: hookset].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
    /// Say how rules are found and what that costs.
    #[arg(long)]
    pub(crate) stats: bool,
    /// Check an image instead: every byte of it, and its sources; with
    /// --policy, whether it is what these files compile to.
    #[arg(long, value_name = "IMAGE")]
    pub(crate) verify: Option<String>,
    /// How to print what is said; `json` is one object, schema
    /// `hookset.compile/1`, or `hookset.check/1` with why there is no image.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
