//! Vectorscan (or Hyperscan), through the library of the system.

use crate::corpora::BenchRule;
use crate::engines::Engine;

/// Why it is not measured.
#[cfg(not(found_hs))]
pub const SKIPPED: Option<&str> = Some(if cfg!(feature = "vectorscan") {
    "vectorscan skipped: no `libhs` on this system; on Debian it comes with \
     `apt-get install libvectorscan-dev` or `libhyperscan-dev`"
} else {
    "vectorscan skipped: run with `--features vectorscan`"
});
#[cfg(found_hs)]
pub const SKIPPED: Option<&str> = None;

#[cfg(not(found_hs))]
pub fn engine(_: &[BenchRule]) -> Option<Engine> {
    None
}

#[cfg(found_hs)]
pub fn engine(rules: &[BenchRule]) -> Option<Engine> {
    // Its compiler needs minutes for 10,000 rules: wait only when told to.
    let patient = std::env::args().any(|arg| arg == "--patient");
    if rules.len() > 1000 && !patient {
        println!("vectorscan skipped with so many rules without `--patient`");
        return None;
    }
    Some(crate::engines::timed(rules, found::engine))
}

#[cfg(found_hs)]
mod found {
    use std::ffi::{CString, c_char, c_int, c_uint, c_ulonglong, c_void};
    use std::ptr::{null, null_mut};

    use crate::corpora::{BenchRule, Tool};
    use crate::engines::{self, Engine, Prepared, by_tool, regex};

    type Found = extern "C" fn(
        c_uint,
        c_ulonglong,
        c_ulonglong,
        c_uint,
        *mut c_void,
    ) -> c_int;

    #[link(name = "hs")]
    unsafe extern "C" {
        fn hs_compile_multi(
            expressions: *const *const c_char,
            flags: *const c_uint,
            ids: *const c_uint,
            elements: c_uint,
            mode: c_uint,
            platform: *const c_void,
            database: *mut *mut c_void,
            error: *mut *mut c_void,
        ) -> c_int;
        fn hs_alloc_scratch(
            database: *const c_void,
            scratch: *mut *mut c_void,
        ) -> c_int;
        fn hs_scan(
            database: *const c_void,
            data: *const c_char,
            length: c_uint,
            flags: c_uint,
            scratch: *mut c_void,
            found: Found,
            context: *mut c_void,
        ) -> c_int;
    }

    const BLOCK: c_uint = 1;
    /// A dot is any byte.
    const ANY: c_uint = 2;
    /// Each pattern is reported once.
    const ONCE: c_uint = 8;

    /// Version 5.4.9 does not report a pattern of a single byte (`\\.`) at
    /// all for some texts when it is asked to report it once and is one of
    /// many; so it is asked for every place of these.
    fn flags(expression: &CString) -> c_uint {
        match expression.as_bytes() {
            [_] | [b'\\', _] => ANY,
            _ => ANY | ONCE,
        }
    }

    /// The pattern as one writes it here: what may stand before and behind is
    /// left out instead of said.
    fn expression(rule: &BenchRule) -> CString {
        let whole = regex(rule);
        let open = whole.strip_prefix("(?s)^.*").unwrap_or(&whole);
        let open = open.strip_suffix(".*$").unwrap_or(open);
        CString::new(if open.is_empty() { &whole } else { open }).unwrap()
    }

    /// The rules of one tool; lives as long as the process.
    struct Part {
        tool: Tool,
        database: *mut c_void,
        scratch: *mut c_void,
    }

    fn part(tool: Tool, rules: Vec<(u32, &BenchRule)>) -> Option<Part> {
        if rules.is_empty() {
            return None;
        }
        let texts: Vec<CString> =
            rules.iter().map(|(_, rule)| expression(rule)).collect();
        let pointers: Vec<_> =
            texts.iter().map(|text| text.as_ptr()).collect();
        let flags: Vec<_> = texts.iter().map(flags).collect();
        let ids: Vec<c_uint> = rules.iter().map(|(n, _)| *n).collect();
        let (mut database, mut error) = (null_mut(), null_mut());
        let mut scratch = null_mut();
        // SAFETY: the lists have the length that is given and outlive the
        // call; the results are checked before they are used.
        let results = unsafe {
            let made = hs_compile_multi(
                pointers.as_ptr(),
                flags.as_ptr(),
                ids.as_ptr(),
                rules.len() as c_uint,
                BLOCK,
                null(),
                &mut database,
                &mut error,
            );
            assert_eq!(made, 0, "vectorscan compiles the patterns");
            hs_alloc_scratch(database, &mut scratch)
        };
        assert_eq!(results, 0, "vectorscan has its memory");
        Some(Part { tool, database, scratch })
    }

    extern "C" fn found(
        id: c_uint,
        _: c_ulonglong,
        _: c_ulonglong,
        _: c_uint,
        context: *mut c_void,
    ) -> c_int {
        // SAFETY: `engine` gives its list, and nobody else has it meanwhile.
        let out = unsafe { &mut *context.cast::<Vec<u32>>() };
        out.push(id);
        0
    }

    pub fn engine(rules: &[BenchRule]) -> Engine {
        let parts: Vec<Part> = by_tool(rules)
            .into_iter()
            .filter_map(|(tool, rules)| part(tool, rules))
            .collect();
        let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
            out.clear();
            let tool = event.event.tool;
            for part in parts.iter().filter(|part| part.tool == tool) {
                // SAFETY: text, database and scratch live through the call.
                let done = unsafe {
                    hs_scan(
                        part.database,
                        event.text.as_ptr().cast(),
                        event.text.len() as c_uint,
                        0,
                        part.scratch,
                        found,
                        std::ptr::from_mut(out).cast(),
                    )
                };
                assert_eq!(done, 0);
            }
        });
        engines::engine("vectorscan", 15, run)
    }
}
