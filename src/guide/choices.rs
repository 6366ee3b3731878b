//! What the toolkit's document and its code do differently, as fields.

/// One choice for each place where the document and the code part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// How the document is laid out.
    pub layout: Layout,
    /// What a condition on the configuration means when none is known.
    pub without_config: Included,
    /// How values of the configuration are compared.
    pub config: ConfigTest,
    /// How many of the listed features must be there.
    pub features: Features,
    /// Whether registering many keeps those in front of one that is refused.
    pub keeps_earlier: bool,
    /// Whether MUST and MUST NOT are of one rank where something must give.
    pub ranks: Ranks,
    /// Whether unknown keys of a definition pass without a word.
    pub unknown_keys_pass: bool,
    /// Whether a call can take a session back to an earlier state.
    pub moves_back: bool,
    /// Whether the tool that completes a blocking hook waits for that hook,
    /// too.
    pub blocks_own_tool: bool,
    /// Whether the message about a tool that waits is the short one.
    pub short_message: bool,
    /// Whether a notice ends with what would bring the rest.
    pub notice_tail: bool,
}

/// How a document is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A rule between sections, none behind the opening quotation; the
    /// separator between the texts of a section; no blank lines at the end
    /// of a text.
    Document,
    /// A rule behind the quotation as well, nothing but a blank line between
    /// the texts of a section, texts as they are.
    Code,
}

/// Whether something is in or out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Included {
    /// It is in.
    In,
    /// It is out.
    Out,
}

/// How values of the configuration are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigTest {
    /// By their JSON value, however deep.
    Deep,
    /// As a program compares references: lists and objects are never equal.
    Shallow,
}

/// How many of the listed features must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// All of them.
    All,
    /// One of them.
    Any,
}

/// Which claims are of the same rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// A demand and its ban are of one rank: three ranks.
    Shared,
    /// Each claim is a rank of its own: five ranks.
    Own,
}

impl Choices {
    /// What the document says, and the careful answer where it is silent.
    pub const DOCUMENT: Choices = Choices {
        layout: Layout::Document,
        without_config: Included::Out,
        config: ConfigTest::Deep,
        features: Features::All,
        keeps_earlier: false,
        ranks: Ranks::Shared,
        unknown_keys_pass: false,
        moves_back: false,
        blocks_own_tool: false,
        short_message: false,
        notice_tail: false,
    };

    /// What the code of January 2026 does.
    pub const CODE: Choices = Choices {
        layout: Layout::Code,
        without_config: Included::In,
        config: ConfigTest::Shallow,
        features: Features::Any,
        keeps_earlier: true,
        ranks: Ranks::Own,
        unknown_keys_pass: true,
        moves_back: true,
        blocks_own_tool: true,
        short_message: true,
        notice_tail: false,
    };
}

impl Default for Choices {
    fn default() -> Choices {
        Choices::DOCUMENT
    }
}
