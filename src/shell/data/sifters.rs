//! Programs that choose files by their names, with their options.

/// A program that goes through directories and looks at files of some names
/// only, if it is told so; its options from its manual. Of another option
/// nobody knows here what stands behind it.
pub(crate) struct Sifter {
    pub(crate) name: &'static str,
    /// Letters of options that take no word, and of those that do.
    pub(crate) plain: &'static str,
    pub(crate) valued: &'static str,
    /// The same of long options; those that take a word only behind `=`
    /// stand among the first.
    pub(crate) plain_long: &'static [&'static str],
    pub(crate) valued_long: &'static [&'static str],
    /// Options that say which names, by a glob.
    pub(crate) globs: &'static [&'static str],
    /// Options that say so by a word for a language.
    pub(crate) kinds: &'static [&'static str],
    /// Options that leave names out. Where one comes first, all others are
    /// looked at.
    pub(crate) leave_out: &'static [&'static str],
    /// Options that say what is looked for, in the place of the first word.
    pub(crate) patterns: &'static [&'static str],
    /// Whether its globs are paths, in which braces stand for several.
    pub(crate) paths: bool,
    /// The letters and long options with which it goes through what is hidden
    /// or ignored; `None` where it does so without any.
    pub(crate) shows: Option<(&'static str, &'static [&'static str])>,
}

/// `git grep`, which looks at what git tracks without options that say
/// otherwise.
pub(crate) const GIT_GREP: Sifter = Sifter {
    name: "git",
    plain: "0123456789EFGHILPWachilnopqvwz",
    valued: "ABCem",
    plain_long: &[
        "--all-match",
        "--and",
        "--basic-regexp",
        "--break",
        "--color",
        "--column",
        "--count",
        "--extended-regexp",
        "--files-with-matches",
        "--files-without-match",
        "--fixed-strings",
        "--full-name",
        "--function-context",
        "--heading",
        "--ignore-case",
        "--invert-match",
        "--line-number",
        "--name-only",
        "--no-color",
        "--not",
        "--only-matching",
        "--or",
        "--perl-regexp",
        "--quiet",
        "--show-function",
        "--text",
        "--word-regexp",
    ],
    valued_long: &[
        "--after-context",
        "--before-context",
        "--context",
        "--max-count",
        "--max-depth",
        "--threads",
    ],
    globs: &[],
    kinds: &[],
    leave_out: &[],
    patterns: &["-e"],
    paths: true,
    shows: None,
};

const fn grep(name: &'static str) -> Sifter {
    Sifter {
        name,
        plain: "0123456789EFGPHILZabchilnoqrsvwxyUz",
        valued: "ABCmef",
        plain_long: &[
            "--color",
            "--colour",
            "--count",
            "--extended-regexp",
            "--files-with-matches",
            "--files-without-match",
            "--fixed-strings",
            "--ignore-case",
            "--invert-match",
            "--line-number",
            "--no-filename",
            "--no-messages",
            "--only-matching",
            "--perl-regexp",
            "--quiet",
            "--recursive",
            "--text",
            "--with-filename",
            "--word-regexp",
        ],
        valued_long: &[
            "--after-context",
            "--before-context",
            "--context",
            "--exclude-dir",
            "--file",
            "--max-count",
            "--regexp",
        ],
        globs: &["--include"],
        kinds: &[],
        leave_out: &["--exclude", "--exclude-from"],
        patterns: &["-e", "-f", "--regexp", "--file"],
        paths: false,
        shows: None,
    }
}

/// Such programs.
pub(crate) const SIFTERS: &[Sifter] = &[
    grep("grep"),
    grep("egrep"),
    grep("fgrep"),
    Sifter {
        name: "rg",
        plain: ".0FHINPSUacilnopqsuvwx",
        valued: "ABCMefgjmrt",
        plain_long: &[
            "--color",
            "--column",
            "--count",
            "--count-matches",
            "--files",
            "--files-with-matches",
            "--files-without-match",
            "--fixed-strings",
            "--heading",
            "--hidden",
            "--ignore-case",
            "--json",
            "--line-number",
            "--multiline",
            "--no-filename",
            "--no-heading",
            "--no-ignore",
            "--no-line-number",
            "--no-messages",
            "--only-matching",
            "--pcre2",
            "--quiet",
            "--smart-case",
            "--stats",
            "--text",
            "--trim",
            "--vimgrep",
            "--with-filename",
            "--word-regexp",
        ],
        valued_long: &[
            "--after-context",
            "--before-context",
            "--context",
            "--file",
            "--max-columns",
            "--max-count",
            "--max-depth",
            "--regexp",
            "--replace",
            "--sort",
            "--sortr",
            "--threads",
        ],
        globs: &["-g", "--glob", "--iglob"],
        kinds: &["-t", "--type"],
        leave_out: &[],
        patterns: &["-e", "-f", "--regexp", "--file", "--files"],
        paths: true,
        shows: Some((".u", &["--hidden", "--no-ignore"])),
    },
];
