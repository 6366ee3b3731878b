//! Programs whose tasks have names of several parts: `rake db:drop`.

/// What stands before the name of a task, and whether nothing else stands
/// there. From each program's own manual.
const RUNNERS: &[(&str, bool)] = &[
    ("artisan", true),
    ("bin/console", true),
    ("bun run", true),
    ("composer", false),
    ("composer run", true),
    ("composer run-script", true),
    ("craft", false),
    ("deno task", true),
    ("dokku", false),
    ("drush", false),
    ("firebase", false),
    ("gulp", true),
    ("heroku", false),
    ("knex", true),
    ("magento", true),
    ("mise run", true),
    ("npm run", true),
    ("npm run-script", true),
    ("pnpm", false),
    ("pnpm run", true),
    ("rails", false),
    ("rake", true),
    ("sequelize", true),
    ("sequelize-cli", true),
    ("symfony console", true),
    ("task", true),
    ("typeorm", true),
    ("yarn", false),
    ("yarn run", true),
];

/// The tasks that a pattern reads like: `rake db:*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family<'p> {
    /// How their lines start: `rake db:`.
    pub(crate) start: &'p str,
    /// Whether nothing but the name of a task may stand there.
    pub(crate) surely: bool,
}

/// The tasks that a pattern with `:*` at its end reads like; `None` where the
/// word before is no name behind a program that has tasks.
pub(crate) fn family(pattern: &str) -> Option<Family<'_>> {
    let start = pattern.strip_suffix('*').filter(|s| s.ends_with(':'))?;
    let (before, name) = start.rsplit_once(' ')?;
    let before = before.trim_end();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    let named = name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(plain);
    let is_it = |(runner, _): &&(&str, bool)| {
        let rest = before.strip_suffix(runner);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '/']))
    };
    let (_, surely) = RUNNERS.iter().find(is_it).filter(|_| named)?;
    Some(Family { start, surely: *surely })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tasks_have_families() {
        for (pattern, start, surely) in [
            ("rake db:*", "rake db:", true),
            ("bundle exec rake db:x:*", "bundle exec rake db:x:", true),
            ("bin/rails db:*", "bin/rails db:", false),
            ("php bin/console d:*", "php bin/console d:", true),
            ("npm run deploy:*", "npm run deploy:", true),
            ("heroku pg:*", "heroku pg:", false),
        ] {
            assert_eq!(family(pattern), Some(Family { start, surely }));
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
        ] {
            assert_eq!(family(pattern), None, "{pattern}");
        }
    }
}
