//! Paths in the spellings of Windows and its shells, as other systems write
//! them.

use std::borrow::Cow;

use crate::shell::Shell;
use crate::shell::data::powershell::{HOMES, SYSTEM};
use crate::shell::paths::is_within;
use crate::shell::scene::Scene;

impl Scene<'_> {
    /// Whether paths have drives here.
    pub(crate) fn is_windows(&self) -> bool {
        // `/p` may be a directory where letter case counts.
        self.places.fold && self.drive().is_some()
    }

    /// The drive of the current directory or the home: `/c`.
    fn drive(&self) -> Option<&str> {
        let known = [self.places.cwd, self.places.home].into_iter();
        known.flatten().find_map(drive_of)
    }

    /// Whether a path may be spelt as no other system spells it.
    pub(crate) fn may_be_spelt(&self, path: &str) -> bool {
        self.shell == Shell::PowerShell
            && (path.contains('\\') || path.starts_with(['$', '~', '/']))
            || self.places.fold && self.is_windows()
    }

    /// Whether a path means the same wherever the line goes.
    pub(crate) fn has_root(&self, path: &str) -> bool {
        let root = |rest: &str| rest.starts_with(['/', '\\']);
        path.starts_with(['/', '~'])
            || self.shell == Shell::PowerShell && root(path)
            || drive_in(path).is_some_and(|(_, rest)| root(rest))
                && self.is_windows()
    }

    /// A path as other systems write it: `/c/x` for `C:\x`, `~/x` for
    /// `$env:USERPROFILE\x`, `../x` for `C:..\x`. What is known of none stays
    /// as it is, but for its slashes.
    pub(crate) fn usual_spelling<'t>(&self, path: &'t str) -> Cow<'t, str> {
        let power = self.shell == Shell::PowerShell;
        let mut path = Cow::Borrowed(path);
        if power {
            if let Some(rest) = behind_home(&path) {
                path = format!("~{rest}").into();
            } else if let Some((place, rest)) = behind_system(&path) {
                let drive = self.drive().unwrap_or("");
                path = format!("{drive}{place}{rest}").into();
            }
        }
        let drive = drive_in(&path).is_some() && self.is_windows();
        if (power || drive) && path.contains('\\') {
            path = path.replace('\\', "/").into();
        }
        if !self.is_windows() {
            return path;
        }
        if let Some(rest) = ["//?/", "//./"]
            .iter()
            .find_map(|long| path.strip_prefix(long))
            .filter(|rest| drive_in(rest).is_some())
        {
            path = rest.to_owned().into();
        }
        if let Some((letter, rest)) = drive_in(&path) {
            let whole = rest.is_empty() || rest.starts_with('/');
            let own = format!("/{}", letter.to_ascii_lowercase());
            return match whole {
                true => format!("{own}{rest}").into(),
                // from where the drive is
                false => rest.to_owned().into(),
            };
        }
        // `\x` lies on the current drive
        let rooted = power && path.starts_with('/') && !path.starts_with("//");
        match self.drive().filter(|_| rooted && drive_of(&path).is_none()) {
            Some(drive) => format!("{drive}{path}").into(),
            None => path,
        }
    }

    /// The same of a path in any spelling.
    pub(crate) fn holds_spelt(&mut self, path: &str) -> bool {
        let usual = self.usual_spelling(path).into_owned();
        self.holds_places(&usual)
    }

    /// Whether the current directory, the home or what is as good as these
    /// lies in a path, which is spelt in the usual way.
    pub(crate) fn holds_places(&mut self, path: &str) -> bool {
        self.absolute_of(path, path.starts_with('~'));
        let fold = self.places.fold;
        let ways = self.places.ways.iter().map(|(_, to)| to.as_str());
        let places = [self.places.cwd, self.places.home].into_iter().flatten();
        let path = self.path.as_str();
        places.chain(ways).any(|place| match fold {
            true => is_within_folded(place, path),
            false => is_within(place, path),
        })
    }
}

/// Whether a path is a directory or lies in it, in any letters.
fn is_within_folded(path: &str, directory: &str) -> bool {
    let (path, directory) = (path.to_lowercase(), directory.to_lowercase());
    is_within(&path, &directory)
}

/// The letter of the drive in front of a path, and the rest: `C:\x`.
fn drive_in(path: &str) -> Option<(char, &str)> {
    let letter = path.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((letter, path.get(1..)?.strip_prefix(':')?))
}

/// `/c` of `/c/Users`.
fn drive_of(path: &str) -> Option<&str> {
    let letter = path.strip_prefix('/')?;
    let alone = letter.get(1..)?;
    let whole = alone.is_empty() || alone.starts_with('/');
    let drive = whole && letter.starts_with(|c: char| c.is_ascii_alphabetic());
    path.get(..2).filter(|_| drive)
}

/// What follows a variable that holds the home.
pub(super) fn behind_home(path: &str) -> Option<&str> {
    HOMES.iter().find_map(|home| behind(path, home))
}

/// Where the system keeps what a variable names, and what follows that.
fn behind_system(path: &str) -> Option<(&'static str, &str)> {
    SYSTEM.iter().find_map(|(name, place)| Some((*place, behind(path, name)?)))
}

/// What follows a variable in any letters.
fn behind<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    let (start, rest) = path.split_at_checked(name.len())?;
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (ends && start.eq_ignore_ascii_case(name)).then_some(rest)
}
