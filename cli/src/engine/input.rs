//! A policy text, and what kind of file it is.

use hookset::dialect::Dialect;
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::policy;

use crate::discover::{self, Home, Place};

/// One policy text.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) place: Place,
    pub(crate) text: String,
}

impl Input {
    /// The same, read in a dialect that somebody named: settings are then
    /// those of that dialect, wherever they stand.
    pub(crate) fn told(mut self, dialect: Option<&Dialect>) -> Input {
        let Some(dialect) = dialect else { return self };
        let home = &mut self.place.home;
        let own = dialect.name == "hookset";
        let is_list = !self.place.path.ends_with("plugin.json");
        let is_open = match home {
            Home::Claude | Home::Agent | Home::Another | Home::Elsewhere => {
                true
            }
            Home::Plugin => own && is_list,
            _ => false,
        };
        if is_open {
            *home = Home::Told;
        }
        self
    }

    /// Whether it holds settings of another program: nothing in it counts,
    /// unless somebody says how it is read.
    pub(crate) fn is_of_another(&self) -> bool {
        let place = &self.place;
        let is_open = place.home == Home::Elsewhere && place.is_json();
        place.home == Home::Another
            || is_open
                && Family::of("", &self.text).is_none()
                && Family::is_no_policy(&self.text)
    }

    /// The kind of file that its place and its text say.
    fn told_family(&self) -> Option<Family> {
        match self.place.home {
            Home::Another => Some(Family::Claude),
            // Where it stands does not count, or says nothing.
            Home::Elsewhere | Home::Told => Family::of("", &self.text),
            _ => Family::of(&self.place.path, &self.text),
        }
    }

    /// The kind of file. What its place and its text do not say, the
    /// dialect does.
    pub(super) fn family(&self, dialect: Option<&str>) -> Family {
        match (self.told_family(), dialect) {
            (Some(family), _) => family,
            (None, Some("agent")) => Family::Agent,
            (None, Some("hookset")) => Family::Hookset,
            (None, Some("sep2282")) if says_nothing(&self.text) => {
                Family::Sep2282
            }
            (None, _) => Family::Claude,
        }
    }

    /// The dialect it is read in where nobody says another: that of its
    /// kind, and of the brand whose directory it stands in.
    pub(super) fn dialect(&self) -> &'static str {
        let family = self.family(None);
        match family {
            Family::Definition
                if discover::is_below(&self.place.path, ".agent") =>
            {
                Family::Agent.dialect()
            }
            family => family.dialect(),
        }
    }

    /// For the library.
    pub(super) fn into_library(self, dialect: &str) -> policy::Input {
        let family = self.family(Some(dialect));
        // An agent that stands among no agents shows by its keys.
        let open = family == Family::Definition && !self.place.is_known;
        let scope = match open && names_tools(&self.text) {
            true => Scope::Agent,
            false => self.place.scope,
        };
        policy::Input {
            name: self.place.path,
            text: self.text,
            family,
            scope,
            directory: None,
        }
    }
}

/// Whether a file has neither the rules nor the hooks of settings.
fn says_nothing(text: &str) -> bool {
    let tape = Tape::of(text);
    tape.root(text).is_some_and(|root| {
        let hooks = root.get("hooks");
        let none = hooks.is_none_or(|hooks| hooks.entries().next().is_none());
        none && root.get("permissions").is_none()
    })
}

/// Whether the front matter names tools as agents do, and no skill.
fn names_tools(text: &str) -> bool {
    let front = text.lines().skip(1).take_while(|line| *line != "---");
    let keys = front.filter_map(|line| Some(line.split_once(':')?.0));
    let has = |name: &str| keys.clone().any(|key| key == name);
    let of_skill = has("allowed-tools") || has("disallowed-tools");
    has("name") && (has("tools") || has("disallowedTools") && !of_skill)
}
