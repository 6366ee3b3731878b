use clap::Args;

use super::Format;

/// Make one document of the guidance that is due.
///
/// Guidance is a text for the model with the moment it belongs to and the
/// strength of its claim. Each is defined in a JSON or YAML file below DIR, its
/// text stands in a file beside the definition. What is due is grouped by
/// claim, in the words of RFC 2119; what is left out is said with the
/// reason, on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
A definition, `hooks/welcome.json`, and its text, `hooks/welcome.md`:
  {\"tag\": \"welcome\", \"type\": \"session\", \"lifecycle\": \"start\",
   \"name\": \"Welcome\", \"requirementLevel\": \"SHOULD\"}
A file may also hold a list of them. Optional are: app, description,
priority (50; larger comes first), contentFile, tags, requestId, sessionId,
blocking, dependencies, and
  \"conditions\": {\"requiresStorage\": [\"memory\", \"file\"],
                 \"requiresFeatures\": [\"sampling\"],
                 \"requiresConfig\": {\"debug\": true}}

Examples:
  hookset compose hooks
  hookset compose hooks --type session --lifecycle start --app my-server
  hookset compose hooks --storage memory --features tools,sampling
  hookset compose hooks --config debug=true --format json
  hookset compose hooks --lifecycle cancel --request 7

The sentences around the texts can be replaced: --words FILE, an object with
some of MUST, \"MUST NOT\", SHOULD, \"SHOULD NOT\", MAY, reference, skipped,
capped, failed, tail. `{count}` and `{list}` in them are filled in.

Exit codes: 0 composed, 1 a definition or a text cannot be used (the rest
is composed), 3 no definitions or input that cannot be used.")]
pub(crate) struct ComposeArgs {
    /// The directory of the definitions; nothing outside of it is read.
    #[arg(value_name = "DIR")]
    pub(crate) dir: String,
    /// The application of definitions that name none.
    #[arg(long, value_name = "NAME")]
    pub(crate) app: Option<String>,
    /// Only this type: session, action, storage, config.
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) kind: Option<String>,
    /// Only this phase: start, running, progress, cancel, end.
    #[arg(long, value_name = "PHASE")]
    pub(crate) lifecycle: Option<String>,
    /// Only those with one of these words in `tags`.
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    pub(crate) tag: Vec<String>,
    /// Only what belongs to this request or to none.
    #[arg(long, value_name = "ID")]
    pub(crate) request: Option<String>,
    /// Only what belongs to this session or to none.
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// The places where data is kept.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) storage: Vec<String>,
    /// What the other side can do: tools, resources, prompts, sampling,
    /// elicitation.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) features: Vec<String>,
    /// The configuration, pair by pair, or as one JSON object.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) config: Vec<String>,
    /// How to print it: the document, or with `json` one object with what is
    /// included, skipped and failed, schema `hookset.compose/1`.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Lay it out and choose as the toolkit's code does where that departs
    /// from its documentation.
    #[arg(long)]
    pub(crate) compat: bool,
    /// What stands between the texts of a section; `\n` is a line end.
    #[arg(long, value_name = "TEXT")]
    pub(crate) separator: Option<String>,
    /// Do not say what each level means.
    #[arg(long)]
    pub(crate) no_preambles: bool,
    /// Do not begin with what the levels are.
    #[arg(long)]
    pub(crate) no_reference: bool,
    /// At most this many texts, the strongest claims first.
    #[arg(long, value_name = "N")]
    pub(crate) max_texts: Option<usize>,
    /// At most this many characters of texts, the strongest claims first.
    #[arg(long, value_name = "N")]
    pub(crate) max_characters: Option<usize>,
    /// Sentences to use in place of ours, as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<String>,
}
