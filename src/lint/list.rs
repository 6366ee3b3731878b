//! Every lint.

use super::Lint;
use super::path_pattern::PathPattern;
use crate::diagnostic::Code;
use crate::syntax::PathNoteKind as Kind;

/// Every lint, in the order in which they run.
pub const LINTS: &[&dyn Lint] = &[
    &super::allow_every_command::AllowEveryCommand,
    &super::allow_every_edit::AllowEveryEdit,
    &super::ambiguous_mcp_name::AmbiguousMcpName,
    &super::any_host::AnyHost,
    &super::assignment_in_rule::AssignmentInRule,
    &super::blank_before_colon_star::BlankBeforeColonStar,
    &super::blank_in_matcher::BlankInMatcher,
    &super::broad_allow::BroadAllow,
    &super::catch_all_regex::CatchAllRegex,
    &super::duplicate_rule::DuplicateRule,
    &super::empty_matcher_item::EmptyMatcherItem,
    &super::exact_guard::ExactGuard,
    &super::flag_spelling::FlagSpelling,
    &super::glob_in_server_name::GlobInServerName,
    &super::guard_at_any_depth::GuardAtAnyDepth,
    &super::idn_domain::IdnDomain,
    &super::invisible_character::InvisibleCharacter,
    &super::joined_rules::JoinedRules,
    &super::leading_wildcard::LeadingWildcard,
    &super::literal_mcp_prefix::LiteralMcpPrefix,
    &super::literal_wildcard::LiteralWildcard,
    &super::lookalike_character::LookalikeCharacter,
    &super::matcher_expression::MatcherExpression,
    &super::mcp_server_case::McpServerCase,
    &super::mcp_server_characters::McpServerCharacters,
    &super::missing_powershell_twin::MissingPowershellTwin,
    &super::no_word_boundary::NoWordBoundary,
    &super::operator_in_rule::OperatorInRule,
    &super::options_before_subcommand::OptionsBeforeSubcommand,
    &super::padded_rule::PaddedRule,
    &super::path_alternation::PathAlternation,
    &super::permission_rule_as_matcher::PermissionRuleAsMatcher,
    &super::pinned_url::PinnedUrl,
    &super::program_path_in_guard::ProgramPathInGuard,
    &super::public_suffix::PublicSuffix,
    &super::redirection_in_rule::RedirectionInRule,
    &super::regex_look_around::RegexLookAround,
    &super::relative_hook_script::RelativeHookScript,
    &super::renamed_tool::RenamedTool,
    &super::saved_script::SavedScript,
    &super::shadowed_rule::ShadowedRule,
    &super::shell_fragment::ShellFragment,
    &super::skill_guard::SkillGuard,
    &super::unfinished_word::UnfinishedWord,
    &super::unknown_matcher_tool::UnknownMatcherTool,
    &super::unquoted_project_dir::UnquotedProjectDir,
    &super::unreachable_if::UnreachableIf,
    &super::uppercase_domain::UppercaseDomain,
    &super::wrapper_in_rule::WrapperInRule,
    &PathPattern {
        code: Code::BACKSLASH_IN_PATH,
        kinds: &[Kind::Drive, Kind::EscapedLetter],
    },
    &PathPattern {
        code: Code::BRACE_IN_PATH,
        kinds: &[Kind::Brace],
    },
    &PathPattern {
        code: Code::DEEP_IN_NAME,
        kinds: &[Kind::DeepInName],
    },
    &PathPattern {
        code: Code::DOT_SEGMENT,
        kinds: &[Kind::DotSegment],
    },
    &PathPattern {
        code: Code::EMPTY_SEGMENT,
        kinds: &[Kind::EmptySegment],
    },
    &PathPattern {
        code: Code::MANY_STARS,
        kinds: &[Kind::ManyStars],
    },
    &PathPattern {
        code: Code::NEGATED_PATH,
        kinds: &[Kind::Negation],
    },
    &PathPattern {
        code: Code::OTHER_HOME,
        kinds: &[Kind::OtherHome],
    },
    &PathPattern {
        code: Code::PARENT_IN_PATH,
        kinds: &[Kind::Parent],
    },
    &PathPattern {
        code: Code::SINGLE_SLASH_ABSOLUTE,
        kinds: &[Kind::LooksAbsolute],
    },
    &PathPattern {
        code: Code::TRAILING_SLASH,
        kinds: &[Kind::TrailingSlash],
    },
    &PathPattern {
        code: Code::VARIABLE_IN_PATH,
        kinds: &[Kind::Variable],
    },
];
