//! Scripts by other names: what an interpreter adds to the name that it is
//! given (`node x` runs `x.js`), and modules of Python.

/// What interpreters add to the name of a script, or to that of a directory;
/// `bun run` is more than `bun`.
const ENDINGS: &[(&str, &[&str], &str)] = &[
    ("node", &[".js"], "index"),
    ("nodejs", &[".js"], "index"),
    ("bun run", &[".ts", ".tsx", ".js", ".jsx", ".mjs"], "index"),
    ("bun", &[".ts", ".tsx", ".js", ".jsx", ".mjs"], "index"),
    ("ts-node", &[".ts", ".tsx", ".js"], "index"),
    ("tsx", &[".ts", ".tsx", ".js", ".jsx"], "index"),
    ("python", &[".py"], "__main__"),
    ("python3", &[".py"], "__main__"),
];

/// What a guard on a script means besides: the same with what its interpreter
/// adds left out.
pub(super) fn by_other_names(text: &str) -> Vec<String> {
    let first = text.as_bytes().first();
    let near = ENDINGS.iter().filter(|row| row.0.as_bytes().first() == first);
    let mut rows = near.filter_map(|&(program, endings, main)| {
        let rest = text.strip_prefix(program)?.strip_prefix(' ')?;
        Some((program, rest.trim_start(), endings, main))
    });
    let Some((program, rest, endings, main)) = rows.next() else {
        return Vec::new();
    };
    let python = main == "__main__";
    let end = rest.find([' ', ':', '*']).unwrap_or(rest.len());
    let (word, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let behind = match behind {
        "*" => " *",
        behind if behind.starts_with('*') => return Vec::new(),
        behind => behind,
    };
    let with = |word: &str| [program, " ", word, behind].concat();
    if let ("-m", true) = (word, python) {
        return of_module(program, behind);
    }
    let ends = |ending: &&&str| word.ends_with(**ending);
    let Some(stem) = endings.iter().find(ends).and_then(|ending| {
        word.strip_suffix(ending).filter(|stem| !stem.is_empty())
    }) else {
        return Vec::new();
    };
    // Python adds nothing to the name of a script.
    let mut all = match python {
        true => Vec::new(),
        false => vec![with(stem)],
    };
    let directory = stem.strip_suffix(main);
    let directory = directory.filter(|d| d.is_empty() || d.ends_with('/'));
    if let Some(directory) = directory {
        let directory = directory.strip_suffix('/').unwrap_or(directory);
        let directory = if directory.is_empty() { "." } else { directory };
        all.extend([with(directory), with(&[directory, "/"].concat())]);
        let name = |part: &str| part.chars().all(|c| c.is_alphanumeric());
        if python && directory.split('/').all(|p| name(&p.replace('_', ""))) {
            let module = directory.replace('/', ".");
            all.push(with(&["-m ", &module].concat()));
        }
    }
    all
}

/// `python -m a.b` as `python a/b.py`: one without a dot is mostly one that
/// is installed.
fn of_module(program: &str, behind: &str) -> Vec<String> {
    let rest = behind.trim_start();
    let end = rest.find([' ', ':', '*']).unwrap_or(rest.len());
    let (module, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let is_name = |c: char| c.is_alphanumeric() || "._".contains(c);
    let inner = module.trim_matches('.');
    let dotted = inner.contains('.') && inner.len() == module.len();
    if !dotted || !module.chars().all(is_name) {
        return Vec::new();
    }
    let behind = if behind == "*" { " *" } else { behind };
    let path = module.replace('.', "/");
    vec![[program, " ", &path, ".py", behind].concat()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_may_be_left_out() {
        for (guard, meant) in [
            ("node a/x.js", "node a/x"),
            ("node a/x.js *", "node a/x *"),
            ("node a/x.js*", "node a/x *"),
            ("node a/x.js:*", "node a/x:*"),
            ("node a/index.js*", "node a/index *|node a *|node a/ *"),
            ("node index.js", "node index|node .|node ./"),
            ("bun run x.ts *", "bun run x *"),
            (
                "python a/b/__main__.py *",
                "python a/b *|python a/b/ *|python -m a.b *",
            ),
            ("python -m a.b *", "python a/b.py *"),
            ("python3 -m a.b*", "python3 a/b.py *"),
            ("python a/x.py *", ""),
            ("python -m pip *", ""),
            ("node a/x.mjs", ""),
            ("node .js", ""),
            ("node a*.js", ""),
            ("node -e x.js", ""),
            ("node", ""),
            ("nodemon x.js", ""),
        ] {
            assert_eq!(by_other_names(guard).join("|"), meant, "{guard}");
        }
    }
}
