//! Programs whose tasks have names of several parts: `rake db:drop`.

/// What stands before the name of a task, where nothing else may stand. From
/// each program's own manual.
const RUNNERS: &[&str] = &[
    "artisan",
    "bin/console",
    "bun run",
    "composer run",
    "composer run-script",
    "deno task",
    "gulp",
    "knex",
    "magento",
    "mise run",
    "npm run",
    "npm run-script",
    "pnpm run",
    "rake",
    "sequelize",
    "sequelize-cli",
    "symfony console",
    "task",
    "typeorm",
    "yarn run",
];

/// Whether a pattern such as `rake db:*` reads like all tasks whose names
/// start so: the word before `:*` is a name behind a program that has tasks.
pub(crate) fn is_family(pattern: &str) -> bool {
    let start = pattern.strip_suffix(":*");
    let Some((before, name)) = start.and_then(|s| s.rsplit_once(' ')) else {
        return false;
    };
    let before = before.trim_end();
    let is_it = |runner: &&str| {
        let rest = before.strip_suffix(*runner);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '/']))
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(plain)
        && RUNNERS.iter().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tasks_have_families() {
        for pattern in [
            "rake db:*",
            "bundle exec rake db:x:*",
            "php bin/console d:*",
            "./artisan migrate:*",
            "npm run deploy:*",
        ] {
            assert!(is_family(pattern), "{pattern}");
        }
        for pattern in [
            "npm run deploy *",
            "npm run deploy *:*",
            "npm run -s:*",
            "npm install:*",
            "npm:*",
            "rake:*",
            "git push:*",
            "xrake db:*",
            "mytask db:*",
            "rake *:*",
            "rake db:",
            "",
        ] {
            assert!(!is_family(pattern), "{pattern}");
        }
    }
}
