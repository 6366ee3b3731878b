//! Python code that runs no program and writes no file that another could
//! run: `import json; print(json.load(…))`.
//!
//! To start a program, code needs a module that does, or a name looked up
//! at run time. What imports only modules of a list and says no name of
//! another, none of the language's own (`__x__`) or of a module's inside
//! (`_x`), has neither.

use crate::shell::data::python::{PLAIN_MODULES, REACHING_NAMES};

/// Whether code runs nothing, whatever it is given. Sure to be so where it
/// says yes. Linear in the code.
pub(in crate::shell) fn runs_nothing(code: &str) -> bool {
    // Letters of other scripts may stand for those of a name.
    let odd = |c: char| !c.is_ascii() && c.is_alphabetic();
    if code.contains(odd) || code.contains("\\\n") || is_encoded(code) {
        return false;
    }
    let mut rest = code;
    let mut before = "";
    let mut imported = false;
    while let Some((name, behind)) = next_name(rest) {
        let compiles = name == "compile" && before != "re";
        if compiles || is_inside(name) || REACHING_NAMES.contains(&name) {
            return false;
        }
        let plain = match name {
            // The module is the name behind `from`.
            "import" if std::mem::take(&mut imported) => true,
            "import" => imports(behind).all(is_plain),
            "open" => only_reads(behind),
            "from" => {
                imported = imports_from(behind);
                !imported || is_plain(behind)
            }
            _ => true,
        };
        if !plain {
            return false;
        }
        (before, rest) = (name, behind);
    }
    true
}

/// Whether the code may say in its first lines that it is to be read in
/// another encoding.
fn is_encoded(code: &str) -> bool {
    let mut remarks = code.lines().take(2).filter_map(|l| l.split_once('#'));
    remarks.any(|(_, remark)| remark.contains("coding"))
}

/// The next name in code, and what stands behind it.
fn next_name(code: &str) -> Option<(&str, &str)> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = code.find(part)?;
    let rest = code.get(start..)?;
    let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
    rest.split_at_checked(end)
}

/// Whether a name is one of the language or of a module's inside.
fn is_inside(name: &str) -> bool {
    name.starts_with('_') && name.len() > 1
        || name.ends_with("__")
        || name.contains("frame")
}

/// What stands between the commas behind `import`.
fn imports(behind: &str) -> impl Iterator<Item = &str> {
    let end = behind.find(['\n', '\r', ';', '#']).unwrap_or(behind.len());
    behind.get(..end).unwrap_or("").split(',')
}

/// Whether a text starts with the name of a plain module.
fn is_plain(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t']);
    let found = next_name(text).filter(|(name, _)| text.starts_with(name));
    found.is_some_and(|(name, _)| PLAIN_MODULES.contains(&name))
}

/// Whether what stands behind `open` opens a file to read it.
fn only_reads(behind: &str) -> bool {
    let Some(words) = behind.strip_prefix('(') else { return false };
    let words = words.split_once(')').map(|(words, _)| words);
    // What ends there ends there for Python, too.
    let ends = |words: &&str| {
        let even = |mark| words.matches(mark).count() % 2 == 0;
        !words.contains(['(', '*', '#', '\\']) && even('\'') && even('"')
    };
    let Some(words) = words.filter(ends) else { return false };
    let mut rest = words.split(',').skip(1).map(str::trim);
    let plain = |word: &str| {
        let key = word.split('=').next().unwrap_or("").trim();
        matches!(key, "encoding" | "errors" | "newline")
            || matches!(word.trim_matches(['\'', '"']), "r" | "rb" | "rt")
    };
    rest.all(plain)
}

/// Whether a module and `import` stand behind a `from`: `raise x from y` and
/// `yield from z` import nothing.
fn imports_from(behind: &str) -> bool {
    let blank = [' ', '\t'];
    let module = behind.trim_start_matches(blank);
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let rest = module.trim_start_matches(part);
    let next = next_name(rest).filter(|(name, _)| *name == "import");
    next.is_some() && rest.trim_start_matches(blank).starts_with("import")
}

#[cfg(test)]
mod tests {
    use super::runs_nothing;

    const PLAIN: &[&str] = &[
        "print(1)",
        "import json, sys; print(json.load(sys.stdin)['a'])",
        "import json\nfor x in json.load(open('a.json')):\n  print(x)",
        "from datetime import datetime; print(datetime.now())",
        "import re; print(re.compile('a').sub('b', 'c'))",
        "from collections import Counter, defaultdict\nprint('✓')",
        "import ast; ast.parse(open('x.py').read())",
        "raise ValueError from x",
        "from json import load; import sys",
        "print(open('x', 'rb', encoding='utf-8').read())",
    ];

    const MAY_RUN: &[&str] = &[
        "import os; os.system('rm x')",
        "import json, os",
        "import json as j, os as o",
        "import json,\\\nshutil",
        "from os import path",
        "from . import x",
        "from random import _os",
        "import random; random._os.unlink('x')",
        "import glob; glob.os.remove('x')",
        "__import__('o' + 's')",
        "eval('x')",
        "ｅｖａｌ('x')",
        "compile('x', '', 'single')",
        "import sys; sys.modules['o' + 's']",
        "import sys; sys._getframe().f_builtins['ev' + 'al']",
        "(lambda: 0).__globals__",
        "getattr(x, 's' + 'ystem')",
        "import yaml",
        "from json import load; import yaml",
        "raise x from y\nimport yaml",
        "raise x from re.important\nimport yaml",
        "from json import load\nfrom yaml import load",
        "from\x0cyaml import load",
        "import\x0cyaml",
        "from pathlib import Path",
        "open('x', 'w').write('rm y')",
        "open('x', mode).write('rm y')",
        "print('rm y', file=open('x', mode='w'))",
        "open(*x).write('rm y')",
        "open(str('x'), 'w')",
        "open('x)', 'w')",
        "open('\\')', 'w')",
        "open('x' #)\n, 'w')",
        "open('a' ')', 'w')",
        "o = open; o('x', 'w').write('rm y')",
        "import io; io.FileIO('x', 'w')",
        "if 1: import subprocess",
        "import operator; operator.methodcaller('x')",
        "# coding: utf-7\n+AG8-",
        "from functools import singledispatch",
        "import importlib",
        "import  \tjson,shutil",
        "x = (i for i in y); x.gi_frame.f_globals",
    ];

    #[test]
    fn code_that_runs_nothing_is_told_from_code_that_may() {
        for code in PLAIN {
            assert!(runs_nothing(code), "{code}");
        }
        for code in MAY_RUN {
            assert!(!runs_nothing(code), "{code}");
        }
    }
}
