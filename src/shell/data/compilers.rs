//! Programs that make something of sources.

/// Compilers of C and its like, also behind a triple: `arm-none-eabi-gcc-12`.
pub(crate) const COMPILERS: &[&str] =
    &["c++", "cc", "clang", "clang++", "cpp", "g++", "gcc", "gfortran"];

/// Whether a program is one that makes something of sources.
pub(crate) fn is_compiler(name: &str) -> bool {
    let short = name.trim_end_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '.' | '-')
    });
    let last = short.rsplit('-').next().unwrap_or(short);
    last != "cpp" && COMPILERS.contains(&last)
}
