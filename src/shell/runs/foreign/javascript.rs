//! JavaScript of Node that runs no program, writes no file and asks nobody:
//! `node -p "require('./package.json').version"`.
//!
//! Code has no more power than the names in it: what runs texts, loads
//! modules or knows the process. Where each name that stands alone reaches
//! nothing, or is asked for a part of a list, and no part leads back to what
//! makes functions of texts, there is none. A name made when the code runs
//! (`x[a + b]`) may be any, and is refused.

mod tokens;

use crate::shell::data::javascript::{
    ASKED, LOOKING, OF_PROCESS, PARTS, PLAIN_MODULES, REACHING_NAMES,
    REACHING_PARTS, STREAMS,
};
use tokens::Token::{self, Name, Number, Pattern, Sign, Text};

/// Whether code runs nothing, whatever it is given. Sure to be so where it
/// says yes. Linear in the code.
pub(crate) fn runs_nothing(code: &str) -> bool {
    let Some(tokens) = tokens::read(code) else { return false };
    (0..tokens.len()).all(|at| is_plain(&tokens, at))
}

/// Whether the token at a place reaches nothing.
fn is_plain(tokens: &[Token<'_>], at: usize) -> bool {
    let (before, rest) = tokens.split_at_checked(at).unwrap_or((tokens, &[]));
    match rest {
        [Name(name), ..] if is_part(before) => reaches_no_part(name),
        [Name("require"), rest @ ..] => loads_plain(before, rest),
        [Name("process"), rest @ ..] => of_process(before, rest),
        [Name(name), rest @ ..] => {
            if let Some((_, parts)) = row_of(ASKED, name) {
                // What is loaded is looked at by itself.
                let named = matches!(rest, [Sign(b'='), Name("require"), ..]);
                return named || asks(rest, parts);
            }
            match row_of(PARTS, name) {
                Some((_, parts)) => takes(rest, parts),
                None => reaches_nothing(name),
            }
        }
        // `x['constructor']`, `{'constructor': f}`
        [Text(text), ..] => reaches_no_part(text),
        [Sign(b'['), rest @ ..] if is_value(before) => {
            matches!(rest, [Text(_) | Number, Sign(b']'), ..])
        }
        // `{[x]: f}`, `{[x]() {}}`
        [Sign(b']'), Sign(b':' | b'('), ..] => is_indexed(before),
        _ => true,
    }
}

/// Whether the `]` behind these tokens closes `x[0]`.
fn is_indexed(before: &[Token<'_>]) -> bool {
    match before {
        [before @ .., Sign(b'['), Text(_) | Number] => is_value(before),
        _ => false,
    }
}

/// Whether what follows these tokens is a part of something.
fn is_part(before: &[Token<'_>]) -> bool {
    matches!(before, [.., Sign(b'.')])
        && !matches!(before, [.., Sign(b'.'), Sign(b'.'), Sign(b'.')])
}

/// Whether a value stands before a place.
fn is_value(before: &[Token<'_>]) -> bool {
    match before {
        [head @ .., Name(name)] => is_part(head) || !tokens::opens(name),
        [.., Sign(b')' | b']' | b'}')] => true,
        [.., Sign(b'.')] => is_part(before),
        [.., Text(_) | Number | Pattern] => true,
        _ => false,
    }
}

type Row = (&'static str, &'static [&'static str]);

fn row_of(rows: &'static [Row], name: &str) -> Option<&'static Row> {
    rows.iter().find(|row| row.0 == name)
}

/// Whether a name that stands alone, or is taken out of something by its
/// name, reaches nothing.
fn reaches_nothing(name: &str) -> bool {
    !name.starts_with("__")
        && !REACHING_NAMES.contains(&name)
        && !REACHING_PARTS.contains(&name)
}

fn reaches_no_part(name: &str) -> bool {
    let inner = name.len() > 1 && name.starts_with('_');
    !inner && !REACHING_PARTS.contains(&name)
}

/// Whether what stands behind a name takes one of these parts of it, or, of
/// none, calls it.
fn takes(rest: &[Token<'_>], parts: &[&str]) -> bool {
    match rest {
        [Sign(b'.'), Name(part), ..] => parts.contains(part),
        [Sign(b'('), ..] => parts.is_empty(),
        _ => false,
    }
}

/// Whether `process` is asked for what reaches nothing. What a stream gives
/// of itself nobody may take: `on` and its like return the stream.
fn of_process(before: &[Token<'_>], rest: &[Token<'_>]) -> bool {
    let [Sign(b'.'), Name(part), rest @ ..] = rest else { return false };
    let starts = matches!(before, [] | [.., Sign(b';' | b'{' | b'}')])
        || is_value(before);
    match row_of(STREAMS, part) {
        Some((_, parts)) => takes(rest, parts) && (starts || *part != "stdin"),
        None => OF_PROCESS.contains(part),
    }
}

/// Whether `require` loads a module of the list, or what JSON says.
fn loads_plain(before: &[Token<'_>], rest: &[Token<'_>]) -> bool {
    let [Sign(b'('), Text(module), Sign(b')'), rest @ ..] = rest else {
        return false;
    };
    let is_path = module.starts_with(['.', '/']) && module.contains('/');
    if is_path {
        return module.ends_with(".json");
    }
    let module = module.strip_prefix("node:").unwrap_or(module);
    let Some((name, parts)) = row_of(ASKED, module) else {
        return PLAIN_MODULES.contains(&module);
    };
    let named = match before {
        [.., Name("const" | "let" | "var"), Name(given), Sign(b'=')] => {
            given == name
        }
        _ => false,
    };
    let ends = !matches!(rest, [Sign(b'.' | b'[' | b'(' | b'?'), ..]);
    named && ends || asks(rest, parts)
}

/// Whether a module is asked for one of these functions, which is called
/// here, and names the file that it looks at.
fn asks(rest: &[Token<'_>], parts: &[&str]) -> bool {
    let [Sign(b'.'), Name(part), Sign(b'('), rest @ ..] = rest else {
        return false;
    };
    let is_named = match rest {
        [Text(_) | Number, Sign(b')'), ..] => true,
        // In an encoding.
        [Text(_) | Number, Sign(b','), Text(_), Sign(b')'), ..] => true,
        _ => !LOOKING.contains(part),
    };
    is_named && parts.contains(part)
}

#[cfg(test)]
mod tests {
    use super::runs_nothing;

    const PLAIN: &[&str] = &[
        "console.log(1)",
        "process.version",
        "console.log(process.version)",
        "console.log(process.versions.node, process.env.HOME)",
        "require('./package.json').version",
        "console.log(require('./package.json').dependencies['a-b'])",
        "require(\"../a/b.json\").scripts.test",
        "require('crypto').randomBytes(32).toString('hex')",
        "const os = require('os'); console.log(os.cpus().length)",
        "const path=require('node:path');console.log(path.join('a','b'))",
        "const fs = require('fs'); JSON.parse(fs.readFileSync('a.json', 'utf8'))",
        "JSON.parse(require('fs').readFileSync('x.json')).a[0].b",
        "console.log(JSON.stringify({a: [1, 2], b: {c: 'x'}}, null, 2))",
        "for (const k of Object.keys({a:1})) { console.log(k) }",
        "[1,2,3].map(x => x * 2).filter((x) => x > 2).join(', ')",
        "Date.now() / 1000",
        "new Date().toISOString()",
        "Math.max(...[1, 2])",
        "'a-b'.replace(/-/g, '_')",
        "'a\\n\\'b'.split('\\n').length",
        "`a ${1 + [2].length} b ${`c ${3}`}`.trim()",
        "let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(JSON.parse(s).a))",
        "process.stdout.write(String(1 + 0x1F))",
        "if (1 < 2) { process.exit(0) } else { throw new Error('x') }",
        "a?.b ?? c; x = y ? 'b' : 1.5e3",
        "async function f() { return await [1] }; f()",
        "x[0](1); x['a'] = 2",
        "console.log('require(child_process) eval')",
    ];

    const MAY_RUN: &[&str] = &[
        "require('child_process').execSync('rm x')",
        "child_process.execSync('rm x')",
        "require('fs').writeFileSync('x', 'y')",
        "require('fs').readFileSync(x)",
        "require('fs').readFileSync('.e' + 'nv')",
        "fs.writeFileSync('x', 'y')",
        "const fs = require('fs'); const g = fs; g.rmSync('x')",
        "const fs = require('fs'), {rmSync} = fs; rmSync('x')",
        "const {rmSync} = require('fs'); rmSync('x')",
        "const fs = require('fs').promises; fs.rm('x')",
        "const fs = require('fs')['rmSync']",
        "fs['rmSync']('x')",
        "var g; g = fs = require('fs'); g.rmSync('x')",
        "eval('x')",
        "(0, eval)('x')",
        "new Function('x')()",
        "(()=>{}).constructor('x')()",
        "(()=>{})['constructor']('x')()",
        "(()=>{})['constr' + 'uctor']('x')()",
        "(()=>{})[k]('x')()",
        "(()=>{})[`constructor`]('x')()",
        "(()=>{})['\\x63onstructor']('x')()",
        "(()=>{}).c\\u006fnstructor('x')()",
        "const {constructor: F} = ()=>{}; F('x')()",
        "const {'constructor': F} = ()=>{}; F('x')()",
        "const {['constr' + 'uctor']: F} = ()=>{}; F('x')()",
        "const {a, [k]: F} = ()=>{}; F('x')()",
        "f.__proto__",
        "this.process.mainModule",
        "globalThis['pro' + 'cess']",
        "process.binding('spawn_sync')",
        "process['binding']('x')",
        "const p = process; p.kill(1)",
        "const {env, binding} = process",
        "process.kill(1)",
        "process.stdin.constructor",
        "const s = process.stdin; s._handle",
        "process.stdin.on('x', f)._handle",
        "require('./x').y",
        "require('./x.js')",
        "require('lodash')",
        "require(x)",
        "require('./x.json' + y)",
        "require('package.json')",
        "const r = require; r('fs')",
        "require.main",
        "import('fs')",
        "import fs from 'fs'",
        "with (x) y",
        "fetch('http://x')",
        "Object.getOwnPropertyDescriptors(x)",
        "const O = Object; O.getPrototypeOf(x)",
        "const {getPrototypeOf: g} = Object",
        "Error.prepareStackTrace = (e, s) => s[0].getThis()",
        "const E = Error; E.prepareStackTrace = f",
        "console['log'](1)",
        "a = /'/; require('child_process').exec('x'); b = /'/",
        "x\n/'/.y; require('child_process').exec('x'); /'/",
        "if (x) /'/.test(y); require('child_process').exec('z'); /'/",
        "[...(function*(){ yield /'/; require(\"child_process\"); /'/ })()]",
        "async function f() { await /'/; require(\"child_process\"); /'/ }; f()",
        "for (x of /'/.exec(y)) { require(\"child_process\"); /'/ }",
        "try { class A extends /'/ {} } catch (e) { require(\"fs\"); /'/ }",
        "debugger\n/'/; require(\"child_process\"); /'/",
        "var a\n/'/; require(\"child_process\"); /'/",
        "let a\r /'/; require(\"child_process\"); /'/",
        "a: { if (0) break a\n /'/; require(\"child_process\"); /'/ }",
        "const s = process.stdin.on('x', f); s.y",
        "Object.values(process.stdin.on('x', f))",
        "(() => process.stdin.once('x', f))().y",
        "x++ /'/; require('child_process').exec('x'); /'/",
        "// '\nrequire('child_process')",
        "/* ' */ require('child_process').exec('x') /* ' */",
        "1 <!-- `\nrequire('child_process').exec('x')\n<!-- `",
        "1\n--> `\nrequire('child_process').exec('x')\n--> `",
        "`${require('child_process').exec('x')}`",
        "`${`${eval('x')}`}`",
        "`\\${`;eval('x');`}`",
        "1..constructor",
        "1.0.constructor",
        "0x1.constructor",
        "x?.constructor",
        "x?.['constr' + y]",
        "x.\nconstructor",
        "...constructor",
        "var of = ()=>{}; of['a' + b]('x')()",
        "var await = ()=>{}; await[k]('x')()",
        "class A { static #x = 1 }",
        "class A extends Function {}",
        "({get [k]() {}})",
        "ｅval('x')",
        "new Worker('x', {eval: 1})",
        "'a\nb'",
        "'a",
        "`a",
        "`${a",
        "setTimeout(module.constructor._load, 1)",
        "require('crypto').setEngine('./x.so')",
        "const {setEngine} = require('crypto')",
        "Object.values(require('crypto'))[9]('./x.so')",
        "const crypto = require('crypto'); Object.values(crypto)",
        "var g = fs = require('fs'); g.rmSync('x')",
        "(fs = require('fs')).rmSync('x')",
        "fs.readFileSync('x', {flag: 'w'})",
        "fs.readFileSync(`${x}`)",
        "const {connect: c} = process.stdin.on('x', f)",
        "/x/[k]",
        "@x",
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
