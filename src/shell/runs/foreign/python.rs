//! Python code that runs no program and writes no file that another could
//! run: `import json; print(json.load(…))`.
//!
//! To start a program, code needs a module that does, or a name looked up
//! at run time. What imports only modules of a list, takes only attributes of
//! a list, and says outside of texts no name of another module, none of the
//! language's own (`__x__`) or of a module's inside (`_x`), has neither.

use super::attributes;
use super::reads::only_reads;
use crate::shell::data::python::{
    NOT_NAMED, PLAIN_MODULES, PLAIN_OF_SYS, PLAIN_PARTS, REACHING_NAMES,
};

/// How often code may say such names in texts: each time it is read from its
/// start.
const SAID: usize = 8;

/// Whether code runs nothing, whatever it is given. Sure to be so where it
/// says yes. Linear in the code.
pub(crate) fn runs_nothing(code: &str) -> bool {
    if !is_readable(code) || !attributes::are_plain(code) {
        return false;
    }
    let mut rest = code;
    let mut before = "";
    // Where the `import` of a `from` ends, and what the last one takes.
    let (mut keyword, mut imported) = (0, 0);
    let mut has_file = false;
    let mut said = 0;
    while let Some((name, behind)) = next_name(rest) {
        let end = code.len() - behind.len();
        let head = code.get(..end - name.len()).unwrap_or("");
        if reaches(head, name, behind) {
            // In a text a name is nothing: it could be made of others, too.
            said += 1;
            if said > SAID || !attributes::is_in_text(code, head.len()) {
                return false;
            }
            (before, rest) = (name, behind);
            continue;
        }
        let plain = match name {
            // `x['type']`: no name can stand between marks that end texts.
            _ if is_quoted(head, behind) => true,
            // What stands behind `from` has been looked at.
            "import" if end == keyword => true,
            "import" | "from" if end < imported => false,
            "import" => {
                let list = clause(behind);
                imported = end + list.len();
                list.split(',').all(|one| is_plain(one) || is_yaml(one))
            }
            "from" => match imports_from(behind) {
                Some((module, names)) => {
                    keyword = code.len() - names.len();
                    let list = given(names);
                    imported = keyword + list.len();
                    is_plain(behind) && gives_plain(module, list)
                }
                None => true,
            },
            "compile" => before == "re" && head.ends_with("re."),
            "open" => only_reads(behind),
            // As the module, and among the modules, of an `import`.
            "sys" if end < keyword => true,
            "sys" if end <= imported => ends_list(behind),
            "sys" => of_sys(behind),
            "yaml" if end <= imported => ends_list(behind),
            // The rest makes of texts whatever they say.
            "yaml" => behind.starts_with(".safe_"),
            "type" => is_only_shown(head, behind),
            // Opens files in Python 2.
            "file" => {
                has_file |= matches!(before, "for" | "as");
                is_no_call(head, behind, has_file)
            }
            _ => stands_plain(name, before, head, behind),
        };
        if !plain {
            return false;
        }
        (before, rest) = (name, behind);
    }
    true
}

/// Whether a name stands where it means what it does elsewhere.
fn stands_plain(name: &str, before: &str, head: &str, behind: &str) -> bool {
    match name {
        // Only these may stand around `type`.
        "print" => {
            behind.starts_with('(') && !matches!(before, "def" | "class")
        }
        // What an error is about, which a name in a text may reach.
        "obj" => !head.trim_end().ends_with('.'),
        // Takes attributes whose names are texts.
        "case" => !head.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']),
        _ => true,
    }
}

/// Whether a name leads to what is not known, where it is none in a text.
fn reaches(head: &str, name: &str, behind: &str) -> bool {
    is_inside(name) && !is_name_of_type(head, name, behind)
        || REACHING_NAMES.contains(&name)
        || name == "type" && !behind.starts_with('(')
}

/// Whether names stand in the code as Python reads them.
fn is_readable(code: &str) -> bool {
    let joined = code.contains("\\\n") || code.contains("\\\r");
    !code.contains(may_be_of_a_name) && !joined && !is_encoded(code)
}

/// Whether a sign that is not in ASCII may stand for one in a name.
fn may_be_of_a_name(c: char) -> bool {
    !c.is_ascii()
        && (c.is_alphanumeric()
            || matches!(
                c,
                '\u{203f}'
                    | '\u{2040}'
                    | '\u{2054}'
                    | '\u{fe33}'
                    | '\u{fe34}'
                    | '\u{fe4d}'..='\u{fe4f}' | '\u{ff3f}'
            ))
}

/// Whether a name is a text: the same marks stand right around it.
fn is_quoted(head: &str, behind: &str) -> bool {
    ['\'', '"'].into_iter().any(|m| head.ends_with(m) && behind.starts_with(m))
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
        || name.starts_with("co_")
}

/// What stands behind `import`, to the end of the statement.
fn clause(behind: &str) -> &str {
    let end = behind.find(['\n', '\r', ';', '#']).unwrap_or(behind.len());
    behind.get(..end).unwrap_or("")
}

/// Whether a text starts with the name of a plain module, and of one within
/// it only where that is plain, too: `json.tool` writes files.
fn is_plain(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t']);
    let found = next_name(text).filter(|(name, _)| text.starts_with(name));
    let Some((name, behind)) = found else { return false };
    let part = match behind.trim_start_matches([' ', '\t']).strip_prefix('.') {
        Some(part) => part,
        None => return PLAIN_MODULES.contains(&name),
    };
    PLAIN_MODULES.contains(&name)
        && next_name(part).is_some_and(|(inner, behind)| {
            PLAIN_PARTS.contains(&inner)
                && part.starts_with(inner)
                && !behind.trim_start_matches([' ', '\t']).starts_with('.')
        })
}

/// Whether a list of `import` ends, or goes on, here: nothing is to have
/// another name.
fn ends_list(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', '\t']);
    behind.is_empty() || behind.starts_with([',', ';', '\n', '\r', '#'])
}

/// Whether what stands behind `sys` is a part of it that reaches nothing.
fn of_sys(behind: &str) -> bool {
    let Some(behind) = behind.strip_prefix('.') else { return false };
    let found = next_name(behind).filter(|(name, _)| behind.starts_with(name));
    found.is_some_and(|(name, behind)| {
        PLAIN_OF_SYS.contains(&name)
            || name == "path" && behind.starts_with(')')
    })
}

/// Whether a `type` is asked only to be printed or compared: to call what it
/// gives makes files and functions.
fn is_only_shown(head: &str, behind: &str) -> bool {
    const MOST: usize = 200;
    let Some(asked) = behind.strip_prefix('(') else { return false };
    let behind = asked.trim_start_matches(is_of_value);
    let Some(behind) = behind.strip_prefix(')') else { return false };
    let named = behind.strip_prefix(".__name__");
    if named.is_some_and(|n| !n.trim_start().starts_with(['(', '_'])) {
        return true;
    }
    let behind = behind.trim_start_matches(' ');
    let is_compared = ["==", "!=", "is ", "in ", "not in "]
        .into_iter()
        .any(|sign| behind.starts_with(sign));
    if is_compared {
        return true;
    }
    let mut depth = 0;
    let within = head.bytes().rev().take(MOST).position(|byte| {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth < 0
    });
    let Some(within) = within else { return false };
    let (print, words) =
        head.split_at_checked(head.len() - within - 1).unwrap_or(("", ""));
    let word = print.strip_suffix("print");
    word.is_some_and(|word| {
        !word
            .ends_with(|c: char| c.is_ascii_alphanumeric() || "_.".contains(c))
    }) && !words.contains(['[', '{', '*'])
        && !words.contains("lambda")
        && words.trim_end().ends_with(['(', ','])
        && behind.starts_with([',', ')'])
}

/// Whether a sign may stand in a value that is only looked up: `d['a']`.
fn is_of_value(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '_' | '.' | '[' | ']' | '\'' | '"')
}

/// Whether `type(x).__name__` ends with a name: a text.
fn is_name_of_type(head: &str, name: &str, behind: &str) -> bool {
    let asked =
        head.strip_suffix(").").map(|h| h.trim_end_matches(is_of_value));
    name == "__name__"
        && asked.is_some_and(|asked| asked.ends_with("type("))
        && !behind.trim_start().starts_with('(')
}

/// Whether `import` loads the module that reads YAML, by its name.
fn is_yaml(module: &str) -> bool {
    module.trim_matches([' ', '\t']) == "yaml"
}

/// Whether `file` is no more than a word or a name for something else, as it
/// is for sure where the code says so before.
fn is_no_call(head: &str, behind: &str, is_own: bool) -> bool {
    let behind = behind.trim_start();
    let is_set = behind.starts_with('=') && !behind.starts_with("==");
    let used = head.trim_end().ends_with(['=', '(', '[', ',', ':', '{']);
    !behind.starts_with('(') && (is_set || !used || is_own)
}

/// The module and what stands behind `import`, where that stands behind a
/// `from`: `raise x from y` and `yield from z` import nothing.
fn imports_from(behind: &str) -> Option<(&str, &str)> {
    let blank = [' ', '\t'];
    let module = behind.trim_start_matches(blank);
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let rest = module.trim_start_matches(part);
    let module = module.get(..module.len() - rest.len())?;
    let names = rest.trim_start_matches(blank).strip_prefix("import")?;
    let ends = !names.starts_with(|c: char| c != '.' && part(c));
    ends.then_some((module, names))
}

/// The list behind the `import` of a `from`, with what opens it.
fn given(names: &str) -> &str {
    let inner = names.trim_start_matches([' ', '\t']);
    match inner.starts_with('(') {
        true => names.split(')').next().unwrap_or(""),
        false => clause(names),
    }
}

/// Whether what a plain module gives to others is plain.
fn gives_plain(module: &str, list: &str) -> bool {
    let mut rest = list;
    while let Some((name, behind)) = next_name(rest) {
        let known = PLAIN_OF_SYS.contains(&name);
        if NOT_NAMED.contains(&name) || module == "sys" && !known {
            return false;
        }
        rest = behind;
    }
    !(list.contains('#') || module == "sys" && list.contains('*'))
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
        "print(open(f'{d}/x.json', mode='r').read())",
        "import json\nd=json.load(open('a'))\nprint(type(d), len(d))",
        "print('a' if type(d) == dict else 0)",
        "from sys import argv, stdin\nprint(argv)",
        "import sys, collections.abc; print(sys.version_info, 'file gone')",
        "for file in x: print(file)",
        "import sys; print('x', file=sys.stderr)",
        "obj = 1; print(obj)",
        "import sys, json; print(json.load(sys.stdin)['type'])",
        "print('t:', type(d['c']), type(d).__name__)",
        "print(f'{k}:', type(v).__name__, len(v))",
        "import yaml; yaml.safe_load(open('a.yml'))",
        "json.load(open('a/sync-fork/os.json'))['__len__']['modules']",
        "print(f'{i}: type={x} os', hasattr(x, '__len__'))",
        "print('the type:', x, \"type=\", 'it\\'s type')",
        "import json, yaml\nprint(yaml.safe_dump(json.load(open('a'))))",
    ];

    const MAY_RUN: &[&str] = &[
        "r='w'; open('x', r)",
        "encoding='w'; open('x', encoding)",
        "encoding=0; open('x', encoding == 1 or 'w')",
        "open('\"' \")\", 'w')",
        "open(f'{x[')']}', 'w')",
        "open(\"\"\"\")\"\"\", 'w')",
        "_\u{ff3f}import_\u{ff3f}('o' + 's')",
        "import json.tool; json.tool.Path('x').write_text('y')",
        "import json . tool as t; t.main()",
        "from json import tool; tool.main()",
        "from json import (load,\n tool)",
        "import re; f = (re, compile)[1]",
        "import re; compile('x', '', 'exec')",
        "import sys; type(sys.stdin.buffer.raw)('x', 'w')",
        "f'{type}'",
        "f'{ \"}\" + os }'",
        "f'a {os}'",
        "f'{{{os}}}'",
        "f'{x!r:{os}}'",
        "x = 'a' + os.b + 'c'",
        "f'}}{ {os} }'",
        "f = f'{[type][0]}'",
        "x = 'a' + type + 'b'",
        "x = 'a' # it's\nt = type\n'",
        "import sys; t = type(sys.stdin.buffer.raw); t('x', 'w')",
        "import sys; print([type(sys.stdin.buffer.raw)][0]('x', 'w'))",
        "import sys; print(type(sys.stdin.buffer.raw)('x', 'w'))",
        "import sys; list(map(type(sys.stdin.buffer.raw), 'x', 'w'))",
        "def print(t): t('x', 'w')\nprint(type(y))",
        "print = map; list(print(type(y), 'x', 'w'))",
        "try: ('{0.'+'_'+'o'+'s.x}').format(y)\nexcept AttributeError as e: e.obj",
        "import functools; functools.update_wrapper(x, y, updated=['mod'+'ules'])",
        "import sys; sys.meta_path[0].y('po'+'six')",
        "import sys as s; s.meta_path[0].y('po'+'six')",
        "from sys import meta_path; meta_path[0].y('po'+'six')",
        "from sys import *; meta_path[0].y('po'+'six')",
        "import sys; s = sys; s.meta_path",
        "import sys; sys.path.insert(0, 'x')",
        "import sys; sys.settrace(x)",
        "import io; io.OpenWrapper('x', 'w')",
        "import io; io.abc.ABCMeta('x', (), {})",
        "x = (i for i in y).gi_code.replace(co_names=('ev'+'al',))",
        "(lambda: 0).func_globals",
        "file('x', 'w')",
        "f = file; f('x', 'w')",
        "match x:\n  case W(m): pass",
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
        "import yaml; yaml.unsafe_load(open('x'))",
        "import yaml; yaml.load(open('x'), yaml.Loader)",
        "import yaml as y; y.load(x, y.UnsafeLoader)",
        "import yaml.constructor",
        "import yaml; y = yaml; y.load(x)",
        "from yaml import load, UnsafeLoader; load(x, UnsafeLoader)",
        "from yaml import *; load(x, Loader)",
        "import yaml, os",
        "type(x).__name__(y)",
        "x.__name__",
        "mytype(x).__class__",
        "type(x).__name__.__class__",
        "from json import load; import yaml; yaml.load(x)",
        "raise x from y\nimport requests",
        "raise x from re.important\nimport requests",
        "from json import load\nfrom yaml import load",
        "from\x0cyaml import load",
        "import\x0crequests",
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
